(* SPDX-License-Identifier: Apache-2.0 *)

(** The members of a request (section 15). Hand-written, not proven. *)

open Refusal

let required request name check =
  match List.assoc_opt name request with Some v -> check v | None -> refuse "invalid" ("the member " ^ name ^ " is missing")

let text = function Json.Text t when Utf8.valid t -> t | _ -> refuse "invalid" "not a text"

let short_text v =
  let t = text v in
  invalid (1 <= String.length t && String.length t <= 256) "not a text of 1 to 256 bytes";
  t

let boolean = function Json.Bool b -> b | _ -> refuse "invalid" "not a bool"

let integer low high = function
  | Json.Number n -> (
      match if String.contains n '.' || String.contains n 'e' || String.contains n 'E' then None else int_of_string_opt n with
      | Some v when low <= v && v <= high -> v
      | _ -> refuse "invalid" "not an integer in bounds")
  | _ -> refuse "invalid" "not an integer"

let one_of names v =
  match v with Json.Text t when List.mem t names -> t | _ -> refuse "invalid" "an unknown value"

let hex_digit = function
  | '0' .. '9' as c -> Char.code c - 48
  | 'a' .. 'f' as c -> Char.code c - 87
  | _ -> refuse "invalid" "not lower-case hex"

let hex_bytes = function
  | Json.Text t ->
      invalid (String.length t mod 2 = 0) "half a byte";
      String.init (String.length t / 2) (fun i -> Char.chr ((hex_digit t.[2 * i] * 16) + hex_digit t.[(2 * i) + 1]))
  | _ -> refuse "invalid" "not bytes in hex"

let hex s = String.concat "" (List.map (fun c -> Printf.sprintf "%02x" (Char.code c)) (List.of_seq (String.to_seq s)))

let identifier v =
  let b = hex_bytes v in
  invalid (String.length b = 16) "not an identifier";
  b

let stamp_time v = Scalars.stamp_time (text v)
let array_of check = function Json.Array l -> List.map check l | _ -> refuse "invalid" "not an array"
let obj = function Json.Object o -> o | _ -> refuse "invalid" "not an object"
