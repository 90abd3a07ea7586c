(* SPDX-License-Identifier: Apache-2.0 *)

(** UTF-8 (RFC 3629). Hand-written, not proven. *)

(** The scalars of a text, or nothing when it is not valid: no surrogates, no overlong forms, nothing above U+10FFFF. *)
let scalars s =
  let n = String.length s in
  let tail i = if i < n && Char.code s.[i] land 0xC0 = 0x80 then Char.code s.[i] land 63 else raise Exit in
  let rec go i found =
    if i >= n then List.rev found
    else
      let c = Char.code s.[i] in
      if c < 0x80 then go (i + 1) (c :: found)
      else if c < 0xC2 then raise Exit
      else if c < 0xE0 then go (i + 2) ((((c land 31) lsl 6) lor tail (i + 1)) :: found)
      else if c < 0xF0 then (
        let u = ((c land 15) lsl 12) lor (tail (i + 1) lsl 6) lor tail (i + 2) in
        if u < 0x800 || (u >= 0xD800 && u < 0xE000) then raise Exit;
        go (i + 3) (u :: found))
      else if c < 0xF5 then (
        let u = ((c land 7) lsl 18) lor (tail (i + 1) lsl 12) lor (tail (i + 2) lsl 6) lor tail (i + 3) in
        if u < 0x10000 || u > 0x10FFFF then raise Exit;
        go (i + 4) (u :: found))
      else raise Exit
  in
  try Some (go 0 []) with Exit -> None

let valid s = scalars s <> None
