(* SPDX-License-Identifier: Apache-2.0 *)

(** The test interface (section 15): one JSON object a line in, one out. Hand-written, not proven. *)

open Refusal
open Members

let kind = one_of [ "stack"; "album"; "asset"; "settings" ]
let document request name = Documents.parse (required request "kind" kind) (required request name hex_bytes)
let hexed d = Json.Text (hex (Documents.encode d))

let check request = Json.Object [ ("complete", Json.Bool (Documents.complete (document request "bytes"))) ]

let merge request =
  let kind = required request "kind" kind in
  match List.map (Documents.parse kind) (required request "inputs" (array_of hex_bytes)) with
  | [] -> refuse "invalid" "no input"
  | first :: rest as all ->
      let joined = List.fold_left Documents.join first rest in
      let names = List.map (fun k -> Json.Text k) (Documents.conflicts all) in
      Json.Object [ ("bytes", hexed joined); ("conflicts", Json.Array names) ]

let apply request =
  let state = document request "state" in
  let delta = document request "delta" in
  let joined = Documents.join state delta in
  Json.Object [ ("bytes", hexed joined); ("unobserved", Json.Bool (Documents.unobserved delta state)) ]

let before request =
  let horizon = required request "horizon" stamp_time in
  Json.Object [ ("bytes", hexed (Documents.before horizon (document request "bytes"))) ]

let edit request =
  let author =
    { Edits.device = required request "device" identifier; writer = required request "writer" identifier;
      now = required request "now" stamp_time;
      if_changed = (match List.assoc_opt "if_changed" request with None | Some Json.Null -> false | Some v -> boolean v) }
  in
  let state = document request "bytes" in
  let delta = Edits.edit state author (required request "edit" obj) in
  Json.Object [ ("bytes", hexed (Documents.join state delta)); ("delta", hexed delta) ]

let cbor_check request = ignore (Item.decode (required request "bytes" hex_bytes)); Json.Object []

let successor request =
  if not (List.mem_assoc "current" request) then refuse "invalid" "the member current is missing";
  let current = match List.assoc "current" request with Json.Null -> None | v -> Some (stamp_time v) in
  let now = required request "now" stamp_time in
  match current with
  | None -> Json.Object [ ("ts", Json.Text now) ]
  | Some c -> (
      match Scalars.successor c with
      | Some t -> Json.Object [ ("ts", Json.Text (if now > t then now else t)) ]
      | None -> refuse "limit" "past the last stamp time")

let next request =
  let writer = required request "writer" identifier and field = required request "field" text in
  let state = document request "bytes" in
  Json.Object [ ("counter", Json.Number (string_of_int (Edits.counter (Edits.set_under state field) writer))) ]

let operations =
  [ ("cbor.check", cbor_check); ("stamp.successor", successor); ("document.check", check); ("document.merge", merge);
    ("document.apply", apply); ("document.before", before); ("addid.next", next); ("document.edit", edit) ]

let info =
  Json.Object
    [ ("name", Json.Text "capsule-merge from its proofs (Coq, OCaml)"); ("version", Json.Text "1.0.0");
      ("spec", Json.Text "1"); ("ops", Json.Array (List.map (fun n -> Json.Text n) ("info" :: List.map fst operations))) ]

let answer line =
  let request =
    try match if Utf8.valid line then Json.parse line else raise Json.Bad with Json.Object o -> o | _ -> [] with _ -> []
  in
  match List.assoc_opt "id" request with
  | Some (Json.Number id) when String.for_all (fun c -> (c >= '0' && c <= '9') || c = '-') id ->
      let reply =
        try
          let op = required request "op" text in
          if op = "info" then ("ok", info)
          else
            match List.assoc_opt op operations with
            | Some f -> ("ok", f request)
            | None -> refuse "unsupported" "an operation that is not offered"
        with
        | Refused (clas, detail) -> ("error", Json.Array [ Json.Text clas; Json.Text detail ])
        | Stack_overflow -> ("error", Json.Array [ Json.Text "unsupported"; Json.Text "out of stack" ])
      in
      let id = if id = "-0" then "0" else id in
      (match reply with
      | "ok", v -> Json.Object [ ("id", Json.Number id); ("ok", v) ]
      | _, Json.Array [ c; d ] -> Json.Object [ ("id", Json.Number id); ("error", c); ("detail", d) ]
      | _ -> assert false)
  | _ -> Json.Object [ ("id", Json.Null); ("error", Json.Text "malformed"); ("detail", Json.Text "no request") ]

let () =
  set_binary_mode_in stdin true;
  set_binary_mode_out stdout true;
  try
    while true do
      print_string (Json.print (answer (input_line stdin)) ^ "\n");
      flush stdout
    done
  with End_of_file -> ()
