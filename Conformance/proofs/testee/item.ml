(* SPDX-License-Identifier: Apache-2.0 *)

(** The reader of canonical CBOR (section 1), with its classes. Hand-written, not proven. *)

open Refusal

type t = { kind : kind; data : string; start : int; stop : int }

and kind =
  | Uint of int  (** at most [max_int]; nothing that is compared with a bound is greater *)
  | Negative
  | Bytes of string
  | Text of string
  | Array of t list
  | Map of (t * t) list
  | Tag
  | Bool of bool
  | Null
  | Float of float
  | Simple

let raw i = String.sub i.data i.start (i.stop - i.start)
let size i = i.stop - i.start
let depth_limit = 32
let document_limit = 16 * 1024 * 1024

(** Whether 16 bits hold the value. *)
let fits_half v =
  if v = 0. || Float.is_integer (1. /. v) && Float.abs v = infinity then true
  else if Float.abs v = infinity then true
  else
    let _, e = Float.frexp v in
    let whole x = Float.is_integer x in
    if e - 1 > 15 then false
    else if e - 1 >= -14 then whole (Float.ldexp v (11 - e))
    else whole (Float.ldexp v 24)

let fits_single v = Int64.bits_of_float (Int32.float_of_bits (Int32.bits_of_float v)) = Int64.bits_of_float v

let half_value bits =
  let sign = if bits land 0x8000 <> 0 then -1. else 1. in
  let e = (bits lsr 10) land 31 and m = float_of_int (bits land 1023) in
  sign
  *. (if e = 0 then Float.ldexp m (-24)
      else if e = 31 then if m = 0. then infinity else nan
      else Float.ldexp (1024. +. m) (e - 25))

(** The shortest encoding of a float that keeps its value. *)
let encode_float v =
  let b = Buffer.create 9 in
  if Float.is_nan v then Buffer.add_string b "\xf9\x7e\x00"
  else if fits_half v then (
    let bits = ref 0 in
    if Float.sign_bit v then bits := 0x8000;
    let a = Float.abs v in
    (if a = infinity then bits := !bits lor 0x7c00
     else if a <> 0. then
       let _, e = Float.frexp a in
       if e - 1 >= -14 then
         bits := !bits lor ((e + 14) lsl 10) lor (int_of_float (Float.ldexp a (11 - e)) land 1023)
       else bits := !bits lor int_of_float (Float.ldexp a 24));
    Buffer.add_char b '\xf9';
    Buffer.add_uint16_be b !bits)
  else if fits_single v then (Buffer.add_char b '\xfa'; Buffer.add_int32_be b (Int32.bits_of_float v))
  else (Buffer.add_char b '\xfb'; Buffer.add_int64_be b (Int64.bits_of_float v));
  Buffer.contents b

let decode ?(at_most = document_limit) data =
  require (String.length data <= at_most) "limit" "too large";
  let n = String.length data and at = ref 0 and fault = ref false in
  let malformed () = refuse "malformed" (Printf.sprintf "at byte %d" !at) in
  let take count =
    if count < 0 || count > n - !at then malformed ();
    let start = !at in
    at := !at + count;
    start
  in
  (* major type, additional information, argument ([max_int] for what is greater), indefinite *)
  let head () =
    let initial = Char.code data.[take 1] in
    let major = initial lsr 5 and info = initial land 31 in
    if info < 24 then (major, info, info, false)
    else if info < 28 then (
      let width = 1 lsl (info - 24) in
      let start = take width in
      let argument =
        match info with
        | 24 -> Char.code data.[start]
        | 25 -> String.get_uint16_be data start
        | 26 -> Int32.to_int (String.get_int32_be data start) land 0xFFFFFFFF
        | _ ->
            let v = String.get_int64_be data start in
            if Int64.compare v 0L < 0 || Int64.compare v (Int64.of_int max_int) > 0 then max_int else Int64.to_int v
      in
      let least = match info with 24 -> 24 | 25 -> 256 | 26 -> 65536 | _ -> 4294967296 in
      if major <> 7 && argument < least then fault := true;
      (major, info, argument, false))
    else if info = 31 && major >= 2 && major <= 5 then (fault := true; (major, info, 0, true))
    else (decr at; malformed ())
  in
  let at_break () =
    if !at >= n then malformed ();
    if data.[!at] = '\xff' then (incr at; true) else false
  in
  let definite major length =
    let start = take length in
    let s = String.sub data start length in
    if major = 3 && not (Utf8.valid s) then malformed ();
    s
  in
  let string major length indefinite =
    if not indefinite then definite major length
    else
      let rec chunks found =
        if at_break () then String.concat "" (List.rev found)
        else
          let m, _, l, i = head () in
          if m <> major || i then malformed ();
          chunks (definite major l :: found)
      in
      chunks []
  in
  let rec item depth =
    let start = !at in
    (* What lies deeper is not looked at, so this comes before the head, which may be cut off (section 16). *)
    require (depth <= depth_limit) "limit" "nested too deep";
    let major, info, argument, indefinite = head () in
    let kind =
      match major with
      | 0 -> Uint argument
      | 1 -> Negative
      | 2 -> Bytes (string 2 argument indefinite)
      | 3 -> Text (string 3 argument indefinite)
      | 4 ->
          if (not indefinite) && argument > n - !at then malformed ();
          let rec go i found =
            if if indefinite then at_break () else i = argument then List.rev found
            else
              let each = item (depth + 1) in
              go (i + 1) (each :: found)
          in
          Array (go 0 [])
      | 5 ->
          if (not indefinite) && argument > (n - !at) / 2 then malformed ();
          let rec go i before found =
            if if indefinite then at_break () else i = argument then List.rev found
            else
              let key = item (depth + 1) in
              let r = raw key in
              if not (before < r) then fault := true;
              let value = item (depth + 1) in
              go (i + 1) r ((key, value) :: found)
          in
          Map (go 0 "" [])
      | 6 -> ignore (item (depth + 1)); Tag
      | _ -> simple info argument start
    in
    { kind; data; start; stop = !at }
  and simple info argument start =
    match info with
    | 20 -> Bool false
    | 21 -> Bool true
    | 22 -> Null
    | i when i < 24 -> Simple
    | 24 -> if argument < 32 then malformed () else Simple
    | _ ->
        let v =
          match info with
          | 25 -> half_value (String.get_uint16_be data (start + 1))
          | 26 -> Int32.float_of_bits (String.get_int32_be data (start + 1))
          | _ -> Int64.float_of_bits (String.get_int64_be data (start + 1))
        in
        if String.sub data start (!at - start) <> encode_float v then fault := true;
        Float v
  in
  let i = item 1 in
  if !at <> n then malformed ();
  require (not !fault) "non-canonical" "not the deterministic encoding";
  i
