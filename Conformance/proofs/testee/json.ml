(* SPDX-License-Identifier: Apache-2.0 *)

(** JSON as section 15 needs it. Hand-written, not proven. A number keeps its text, and half of a surrogate pair is kept
    as the three bytes that UTF-8 would have for it, so that a text with one can be refused where it is used. *)

type t = Null | Bool of bool | Number of string | Text of string | Array of t list | Object of (string * t) list

exception Bad

let add_utf8 b u =
  let put x = Buffer.add_char b (Char.chr x) in
  if u < 0x80 then put u
  else if u < 0x800 then (put (0xC0 lor (u lsr 6)); put (0x80 lor (u land 63)))
  else if u < 0x10000 then (put (0xE0 lor (u lsr 12)); put (0x80 lor ((u lsr 6) land 63)); put (0x80 lor (u land 63)))
  else (
    put (0xF0 lor (u lsr 18));
    put (0x80 lor ((u lsr 12) land 63));
    put (0x80 lor ((u lsr 6) land 63));
    put (0x80 lor (u land 63)))

let parse s =
  let n = String.length s and at = ref 0 in
  let peek () = if !at < n then s.[!at] else '\000' in
  let rec space () =
    if !at < n && (match s.[!at] with ' ' | '\t' | '\n' | '\r' -> true | _ -> false) then (incr at; space ())
  in
  let word w v =
    let l = String.length w in
    if !at + l <= n && String.sub s !at l = w then (at := !at + l; v) else raise Bad
  in
  let digits () =
    let start = !at in
    while !at < n && s.[!at] >= '0' && s.[!at] <= '9' do incr at done;
    if !at = start then raise Bad
  in
  let number () =
    let start = !at in
    if peek () = '-' then incr at;
    if peek () = '0' then incr at else digits ();
    if peek () = '.' then (incr at; digits ());
    if peek () = 'e' || peek () = 'E' then (
      incr at;
      if peek () = '+' || peek () = '-' then incr at;
      digits ());
    Number (String.sub s start (!at - start))
  in
  let hex4 () =
    if !at + 4 > n then raise Bad;
    let v = ref 0 in
    for i = 0 to 3 do
      let c = s.[!at + i] in
      let d =
        match c with
        | '0' .. '9' -> Char.code c - 48
        | 'a' .. 'f' -> Char.code c - 87
        | 'A' .. 'F' -> Char.code c - 55
        | _ -> raise Bad
      in
      v := (!v * 16) + d
    done;
    at := !at + 4;
    !v
  in
  let text () =
    incr at;
    let b = Buffer.create 32 in
    let rec go () =
      if !at >= n then raise Bad;
      let c = s.[!at] in
      incr at;
      if c = '"' then ()
      else if c < ' ' then raise Bad
      else if c <> '\\' then (Buffer.add_char b c; go ())
      else (
        if !at >= n then raise Bad;
        let e = s.[!at] in
        incr at;
        (match e with
        | '"' | '\\' | '/' -> Buffer.add_char b e
        | 'b' -> Buffer.add_char b '\b'
        | 'f' -> Buffer.add_char b '\012'
        | 'n' -> Buffer.add_char b '\n'
        | 'r' -> Buffer.add_char b '\r'
        | 't' -> Buffer.add_char b '\t'
        | 'u' ->
            let u = hex4 () in
            if u >= 0xD800 && u < 0xDC00 && !at + 6 <= n && s.[!at] = '\\' && s.[!at + 1] = 'u' then (
              let back = !at in
              at := !at + 2;
              let v = hex4 () in
              if v >= 0xDC00 && v < 0xE000 then add_utf8 b (0x10000 + ((u - 0xD800) lsl 10) + (v - 0xDC00))
              else (at := back; add_utf8 b u))
            else add_utf8 b u
        | _ -> raise Bad);
        go ())
    in
    go ();
    Buffer.contents b
  in
  let rec value () =
    space ();
    let v =
      match peek () with
      | 'n' -> word "null" Null
      | 't' -> word "true" (Bool true)
      | 'f' -> word "false" (Bool false)
      | '"' -> Text (text ())
      | '[' -> incr at; space (); if peek () = ']' then (incr at; Array []) else Array (elements [])
      | '{' -> incr at; space (); if peek () = '}' then (incr at; Object []) else Object (members [])
      | _ -> number ()
    in
    space ();
    v
  and elements found =
    let found = value () :: found in
    match peek () with
    | ',' -> incr at; elements found
    | ']' -> incr at; List.rev found
    | _ -> raise Bad
  and members found =
    space ();
    if peek () <> '"' then raise Bad;
    let name = text () in
    space ();
    if peek () <> ':' then raise Bad;
    incr at;
    let v = value () in
    (* Of two members with one name the last counts. *)
    let found = (name, v) :: List.remove_assoc name found in
    match peek () with
    | ',' -> incr at; members found
    | '}' -> incr at; List.rev found
    | _ -> raise Bad
  in
  let v = value () in
  if !at <> n then raise Bad;
  v

let quote s =
  let b = Buffer.create (String.length s + 2) in
  Buffer.add_char b '"';
  String.iter
    (fun c ->
      match c with
      | '"' | '\\' -> Buffer.add_char b '\\'; Buffer.add_char b c
      | c when c < ' ' -> Buffer.add_string b (Printf.sprintf "\\u%04x" (Char.code c))
      | c -> Buffer.add_char b c)
    s;
  Buffer.add_char b '"';
  Buffer.contents b

let rec print = function
  | Null -> "null"
  | Bool b -> string_of_bool b
  | Number s -> s
  | Text s -> quote s
  | Array l -> "[" ^ String.concat "," (List.map print l) ^ "]"
  | Object l -> "{" ^ String.concat "," (List.map (fun (k, v) -> quote k ^ ":" ^ print v) l) ^ "}"
