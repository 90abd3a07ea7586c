(* SPDX-License-Identifier: Apache-2.0 *)

(** Documents (section 10): from items to the states of the proofs, whose joins, [before] and encodings are the proven
    ones. The way from bytes to a state is hand-written, not proven. *)

open Refusal
open Item
open Values

type document = Stack of Proven.stack | Album of Proven.album | Asset of Proven.asset | Settings of Proven.settings

(* The proven record fields are of a type that extraction leaves open; these say which it is. *)
type lines = (string * ((int * int) list * (int * string) list)) list

let of_lines (l : lines) : Proven.car = Obj.magic l
let to_lines (c : Proven.car) : lines = Obj.magic c
let of_register (r : string option) : Proven.car = Obj.magic r
let to_register (c : Proven.car) : string option = Obj.magic c
let of_list (r : string list) : Proven.car = Obj.magic r
let to_list (c : Proven.car) : string list = Obj.magic c
let of_map (r : (string * string) list) : Proven.car = Obj.magic r
let to_map (c : Proven.car) : (string * string) list = Obj.magic c
let of_regions (r : (string * Proven.region) list) : Proven.car = Obj.magic r
let to_regions (c : Proven.car) : (string * Proven.region) list = Obj.magic c

(* Fields. *)

let register check i = stamped check i; raw i
let rec pairs_of = function a :: b :: t -> (a, b) :: pairs_of t | [] -> [] | _ -> refuse "invalid" "half a range"

let ranges i =
  match i.kind with
  | Array (_ :: _ as l) ->
      let r = pairs_of (List.map (Scalars.uint 0 Scalars.counter_limit) l) in
      List.iter (fun (lo, hi) -> invalid (lo <= hi) "a range that ends before it starts") r;
      let rec apart = function (_, a) :: ((b, _) :: _ as t) -> invalid (a + 1 < b) "ranges not apart"; apart t | _ -> () in
      apart r;
      r
  | _ -> refuse "invalid" "not ranges"

let orset element i : lines =
  match i.kind with
  | Map (_ :: _ as m) ->
      List.map
        (fun (writer, line) ->
          ignore (Scalars.identifier writer);
          match line.kind with
          | Array [ r; { kind = Map adds; _ } ] ->
              let r = ranges r in
              let add (k, e) =
                let n = Scalars.uint 0 Scalars.counter_limit k in
                invalid (List.exists (fun (lo, hi) -> lo <= n && n <= hi) r) "an add that is not observed";
                within_limit e;
                element e;
                (n, raw e)
              in
              (raw writer, (r, List.map add adds))
          | _ -> refuse "invalid" "not a pair of ranges and adds")
        m
  | _ -> refuse "invalid" "not an OR-set that observed something"

let value_of bytes = reader.Proven.value bytes
let order a b = Proven.stamped_order reader a b

let history check i =
  let entries = ref [] in
  let entry e = stamped check e; entries := !entries @ [ raw e ] in
  let log e =
    match e.kind with
    | Array (_ :: _ as l) -> invalid (List.length l <= 16) "a log of more than 16"; List.iter entry l
    | _ -> refuse "invalid" "superseded is absent when empty"
  in
  map_of ~unknown:false [ ("current", entry) ] ~optional:[ ("superseded", log) ] i;
  let rec descending = function
    | a :: (b :: _ as t) -> invalid (order a b = Proven.Gt) "a log that is not descending"; descending t
    | _ -> ()
  in
  descending !entries;
  let values = List.map value_of !entries in
  invalid (List.length (List.sort_uniq compare values) = List.length values) "a log that repeats a value";
  !entries

let map_field key entry i =
  match i.kind with
  | Map (_ :: _ as m) -> List.map (fun (k, v) -> key k; (raw k, entry v)) m
  | _ -> refuse "invalid" "not a map with entries"

let carried fields =
  List.map
    (fun (k, v) ->
      require (String.length (Scalars.any_text k) <= 256) "limit" "an unknown key of more than 256 bytes";
      within_limit v;
      (raw k, raw v))
    fields

let region i : Proven.region =
  let fields = text_fields i in
  invalid (fields <> []) "a region with no key";
  let l = match List.assoc_opt "labels" fields with Some v -> orset label v | None -> [] in
  let s = List.assoc_opt "shape" fields in
  let s' = Option.map (register (or_null shape)) s in
  let members = match i.kind with Map m -> m | _ -> [] in
  let u = carried (List.filter (fun (k, _) -> not (List.mem k.kind [ Text "labels"; Text "shape" ])) members) in
  match s with
  | Some v when (List.assoc "value" (text_fields v)).kind = Null ->
      invalid (List.length fields = 1 && List.length (text_fields v) = 3) "a deletion with more than by, ts and value";
      Proven.Deleted (raw v)
  | _ -> Proven.Present (of_lines l, s', of_map u)

let id_keys = [ ("stack", "stack_id"); ("album", "album_id"); ("asset", "uuid"); ("settings", "settings_doc_id") ]

let fields_of = function
  | "stack" -> [ "labels" ]
  | "album" -> [ "name"; "labels" ]
  | "asset" ->
      [ "facts"; "capture_time"; "location"; "lqip"; "tags_user"; "tags_ai"; "caption"; "rating"; "orientation";
        "stack_membership"; "cull"; "hidden"; "regions" ]
  | _ -> [ "smart_albums"; "scope_overrides"; "source_kind_defaults"; "aggregated_album_covers" ]

let parse kind bytes =
  let i = decode bytes in
  let schema, body =
    match i.kind with
    | Map ((k, v) :: body) when k.kind = Uint 0 -> (Scalars.uint 1 65535 v, body)
    | _ -> refuse "invalid" "not a map with key 0"
  in
  require (schema = 1) "newer-schema" "a newer schema";
  let name (k, _) = match k.kind with Text t -> t | _ -> refuse "invalid" "a key that is neither 0 nor text" in
  let named = List.map (fun e -> (name e, snd e)) body in
  let id_key = List.assoc kind id_keys and known = fields_of kind in
  let id =
    match List.assoc_opt id_key named with
    | Some v -> ignore (Scalars.identifier v); raw v
    | None -> refuse "invalid" "no id"
  in
  invalid (List.for_all (fun (_, k) -> k = id_key || not (List.mem_assoc k named)) id_keys) "the id key of another kind";
  (* In the order of the document, so that of two faults the first is reported. *)
  let read = Hashtbl.create 16 in
  let unknown = List.filter (fun e -> let n = name e in n <> id_key && not (List.mem n known)) body in
  let registers =
    [ ("name", label); ("facts", facts); ("capture_time", or_null Scalars.timestamp); ("location", or_null gps);
      ("lqip", or_null lqip); ("rating", rating); ("orientation", orientation); ("stack_membership", or_null membership);
      ("cull", cull); ("hidden", hidden) ]
  in
  let ident = !!Scalars.identifier in
  let registers_under key check i = of_map (map_field key (register check) i) in
  List.iter
    (fun (k, v) ->
      if List.mem k known then
        Hashtbl.replace read k
          (match k with
          | "labels" | "tags_user" -> of_lines (orset label v)
          | "tags_ai" -> of_lines (orset ai_tag v)
          | "caption" -> of_list (history caption v)
          | "regions" -> of_regions (map_field ident region v)
          | "smart_albums" -> registers_under ident (or_null definition) v
          | "scope_overrides" -> registers_under !!Scalars.digest (or_null ident) v
          | "source_kind_defaults" -> registers_under !!(Scalars.closed source_kinds) (or_null ident) v
          | "aggregated_album_covers" -> registers_under ident (or_null ident) v
          | _ -> of_register (Some (register (List.assoc k registers) v))))
    named;
  let u = of_map (carried unknown) in
  let nothing = of_list [] and never = of_register None in
  let list k = Option.value (Hashtbl.find_opt read k) ~default:nothing in
  let one k = Option.value (Hashtbl.find_opt read k) ~default:never in
  match kind with
  | "stack" -> Stack { Proven.stack_id = id; stack_labels = list "labels"; stack_unknown = u }
  | "album" ->
      Album { Proven.album_id = id; album_name = one "name"; album_labels = list "labels"; album_unknown = u }
  | "asset" ->
      Asset
        { Proven.uuid = id; asset_facts = one "facts"; asset_capture_time = one "capture_time";
          asset_location = one "location"; asset_lqip = one "lqip"; tags_user = list "tags_user";
          tags_ai = list "tags_ai"; asset_caption = list "caption"; asset_rating = one "rating";
          asset_orientation = one "orientation"; stack_membership = one "stack_membership"; asset_cull = one "cull";
          asset_hidden = one "hidden"; regions = list "regions"; asset_unknown = u }
  | _ ->
      Settings
        { Proven.settings_doc_id = id; smart_albums = list "smart_albums"; scope_overrides = list "scope_overrides";
          source_kind_defaults = list "source_kind_defaults";
          aggregated_album_covers = list "aggregated_album_covers"; settings_unknown = u }

let encode d =
  let bytes =
    match d with
    | Stack s -> Proven.enc_stack reader s
    | Album a -> Proven.enc_album reader a
    | Asset a -> Proven.enc_asset reader a
    | Settings s -> Proven.enc_settings reader s
  in
  require (String.length bytes <= document_limit) "limit" "a document past its limit";
  bytes

let join a b =
  let same x y = require (x = y) "mismatch" "documents of different ids" in
  match (a, b) with
  | Stack a, Stack b -> same a.Proven.stack_id b.Proven.stack_id; Stack (Proven.merge_stack reader a b)
  | Album a, Album b -> same a.Proven.album_id b.Proven.album_id; Album (Proven.merge_album reader a b)
  | Asset a, Asset b -> same a.Proven.uuid b.Proven.uuid; Asset (Proven.merge_asset reader a b)
  | Settings a, Settings b ->
      same a.Proven.settings_doc_id b.Proven.settings_doc_id;
      Settings (Proven.merge_settings reader a b)
  | _ -> refuse "invalid" "documents of different kinds"

let before horizon = function
  | Stack a -> Stack (Proven.stack_before reader a)
  | Album a -> Album (Proven.album_before reader horizon a)
  | Asset a -> Asset (Proven.asset_before reader horizon a)
  | Settings a -> Settings (Proven.settings_before reader horizon a)

let unknown d =
  to_map
    (match d with
    | Stack s -> s.Proven.stack_unknown
    | Album a -> a.Proven.album_unknown
    | Asset a -> a.Proven.asset_unknown
    | Settings s -> s.Proven.settings_unknown)

let complete = function Asset a -> to_register a.Proven.asset_facts <> None | _ -> true

(** Section 9: the top-level carried keys that differ between any two. *)
let conflicts documents =
  let seen = Hashtbl.create 16 in
  List.iter
    (fun d ->
      List.iter
        (fun (k, v) ->
          let found = Option.value (Hashtbl.find_opt seen k) ~default:[] in
          if not (List.mem v found) then Hashtbl.replace seen k (v :: found))
        (unknown d))
    documents;
  Hashtbl.fold (fun k vs l -> if List.length vs > 1 then Scalars.any_text (decode k) :: l else l) seen []
  |> List.sort compare

(** Section 7, [unobserved]: each set's answer is proven; labels of a region held as deleted do not count. *)
let unobserved delta state =
  match (delta, state) with
  | Stack d, Stack s -> Proven.set_unobserved d.Proven.stack_labels s.Proven.stack_labels
  | Album d, Album s -> Proven.set_unobserved d.Proven.album_labels s.Proven.album_labels
  | Asset d, Asset s ->
      Proven.set_unobserved d.Proven.tags_user s.Proven.tags_user
      || Proven.set_unobserved d.Proven.tags_ai s.Proven.tags_ai
      || List.exists
           (fun (id, r) ->
             match (r, List.assoc_opt id (to_regions s.Proven.regions)) with
             | Proven.Present (l, _, _), Some (Proven.Present (l', _, _)) -> Proven.set_unobserved l l'
             | Proven.Present (l, _, _), None -> Proven.set_unobserved l (of_lines [])
             | _ -> false)
           (to_regions d.Proven.regions)
  | _ -> false
