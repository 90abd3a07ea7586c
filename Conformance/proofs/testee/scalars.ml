(* SPDX-License-Identifier: Apache-2.0 *)

(** Scalars (section 2). Hand-written, not proven. *)

open Refusal
open Item

let counter_limit = 9007199254740991
let fraction_one = 1_000_000_000

let bytes_of length i = match i.kind with Bytes b when String.length b = length -> b | _ -> refuse "invalid" "not so many bytes"
let identifier = bytes_of 16
let digest = bytes_of 32
let uint low high i = match i.kind with Uint n when low <= n && n <= high -> n | _ -> refuse "invalid" "not an integer in bounds"
let any_text i = match i.kind with Text t -> t | _ -> refuse "invalid" "not a text"

let sized_text low high i =
  let t = any_text i in
  invalid (low <= String.length t && String.length t <= high) "a text too short or too long";
  t

let short_text = sized_text 1 256
let closed values i = let t = any_text i in invalid (List.mem t values) "an unknown value of a closed set"; t

(* Times. *)

let digits s at count =
  if at + count > String.length s then refuse "invalid" "not a time";
  let v = ref 0 in
  for k = at to at + count - 1 do
    match s.[k] with '0' .. '9' -> v := (!v * 10) + Char.code s.[k] - 48 | _ -> refuse "invalid" "not a time"
  done;
  !v

let days_in year month =
  match month with
  | 2 -> if year mod 4 = 0 && (year mod 100 <> 0 || year mod 400 = 0) then 29 else 28
  | 4 | 6 | 9 | 11 -> 30
  | _ -> 31

let date_of s =
  let year = digits s 0 4 and month = digits s 5 2 and day = digits s 8 2 in
  invalid (s.[4] = '-' && s.[7] = '-') "not a date";
  invalid (month >= 1 && month <= 12 && day >= 1 && day <= days_in year month) "no real date";
  (year, month, day)

let time_of s =
  let hour = digits s 11 2 and minute = digits s 14 2 and second = digits s 17 2 in
  invalid (s.[13] = ':' && s.[16] = ':') "not a time";
  (hour, minute, second)

let stamp_time s =
  invalid (String.length s = 24 && s.[10] = 'T' && s.[19] = '.' && s.[23] = 'Z') "not a stamp time";
  ignore (date_of s);
  ignore (digits s 20 3);
  let hour, minute, second = time_of s in
  invalid (hour <= 23 && minute <= 59 && second <= 59) "no time of day";
  s

let last_stamp_time = "9999-12-31T23:59:59.999Z"

(** One millisecond later; nothing after the last stamp time. *)
let successor s =
  if s >= last_stamp_time then None
  else
    let year, month, day = date_of s and hour, minute, second = time_of s in
    let milli = digits s 20 3 + 1 in
    let carry v limit = if v = limit then (0, 1) else (v, 0) in
    let milli, c = carry milli 1000 in
    let second, c = carry (second + c) 60 in
    let minute, c = carry (minute + c) 60 in
    let hour, c = carry (hour + c) 24 in
    let day = day + c in
    let month, day = if day > days_in year month then (month + 1, 1) else (month, day) in
    let year, month = if month = 13 then (year + 1, 1) else (year, month) in
    Some (Printf.sprintf "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ" year month day hour minute second milli)

let day_number year month day =
  let leap = ((year + 3) / 4) - ((year + 99) / 100) + ((year + 399) / 400) in
  let days = ref ((365 * year) + leap + day - 1) in
  for m = 1 to month - 1 do days := !days + days_in year m done;
  !days

let timestamp i =
  let s = any_text i in
  let n = String.length s in
  invalid (n <= 40 && n >= 20) "not a timestamp";
  let year, month, day = date_of s in
  invalid (s.[10] = 'T' || s.[10] = 't') "not a timestamp";
  let hour, minute, second = time_of s in
  invalid (hour <= 23 && minute <= 59 && second <= 60) "no time of day";
  let at = ref 19 in
  if s.[19] = '.' then (
    incr at;
    while !at < n && s.[!at] >= '0' && s.[!at] <= '9' do incr at done;
    invalid (!at - 20 >= 1 && !at - 20 <= 9) "a fraction of a wrong length");
  invalid (!at < n) "no offset";
  let utc = (((day_number year month day * 24) + hour) * 60) + minute in
  let utc =
    match s.[!at] with
    | 'Z' | 'z' -> invalid (!at + 1 = n) "something after the offset"; utc
    | ('+' | '-') as sign ->
        invalid (!at + 6 = n && s.[!at + 3] = ':') "not an offset";
        let h = digits s (!at + 1) 2 and m = digits s (!at + 4) 2 in
        invalid (h <= 23 && m <= 59) "no offset";
        let o = (h * 60) + m in
        if sign = '-' then utc + o else utc - o
    | _ -> refuse "invalid" "not an offset"
  in
  invalid (0 <= utc && utc < day_number 10000 1 1 * 1440) "outside the years 0000 to 9999";
  invalid (second < 60 || utc mod 1440 = 1439) "second 60 not at 23:59"

(* Labels. *)

(** The normal form of a text whose scalars lie below U+0300, where NFC changes nothing. The tables of Unicode are not
    here, so a text with others is beyond this program. *)
let normal_form text =
  match Utf8.scalars text with
  | None -> refuse "invalid" "not a text"
  | Some us ->
      if List.exists (fun u -> u >= 0x300) us then refuse "unsupported" "a text that needs the tables of Unicode";
      let white u = (u >= 9 && u <= 13) || u = 0x20 || u = 0x85 || u = 0xA0 in
      let rec strip = function u :: t when white u -> strip t | l -> l in
      let kept = List.rev (strip (List.rev (strip us))) in
      let b = Buffer.create 32 in
      List.iter (Json.add_utf8 b) kept;
      Buffer.contents b

let written_label text =
  let normal = normal_form text in
  invalid (1 <= String.length normal && String.length normal <= 256) "a label empty or too long";
  normal
