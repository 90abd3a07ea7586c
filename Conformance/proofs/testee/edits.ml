(* SPDX-License-Identifier: Apache-2.0 *)

(** Edits (section 15). The deltas of sets, the stamps after what was read, and the joins are the proven ones; what an
    edit names in JSON becomes CBOR here, by hand, and passes the decode rules before it is written. *)

open Refusal
open Documents
open Members

type author = { device : string; writer : string; now : string; if_changed : bool }

let nothing = function
  | Stack s -> Stack { s with Proven.stack_labels = of_lines []; stack_unknown = of_map [] }
  | Album a ->
      Album { a with Proven.album_name = of_register None; album_labels = of_lines []; album_unknown = of_map [] }
  | Asset a ->
      let never = of_register None and none = of_list [] in
      Asset
        { Proven.uuid = a.Proven.uuid; asset_facts = never; asset_capture_time = never; asset_location = never;
          asset_lqip = never; tags_user = none; tags_ai = none; asset_caption = none; asset_rating = never;
          asset_orientation = never; stack_membership = never; asset_cull = never; asset_hidden = never;
          regions = none; asset_unknown = none }
  | Settings s ->
      let none = of_list [] in
      Settings
        { s with Proven.smart_albums = none; scope_overrides = none; source_kind_defaults = none;
          aggregated_album_covers = none; settings_unknown = none }

(* Sets. *)

let region_under a id = List.assoc_opt (Proven.enc_bytes id) (to_regions a.Proven.regions)

let set_under d field =
  match (d, field) with
  | Stack s, "labels" -> s.Proven.stack_labels
  | Album a, "labels" -> a.Proven.album_labels
  | Asset a, "tags_user" -> a.Proven.tags_user
  | Asset a, "tags_ai" -> a.Proven.tags_ai
  | Asset a, f when String.length f > 8 && String.sub f 0 8 = "regions/" -> (
      let id = identifier (Json.Text (String.sub f 8 (String.length f - 8))) in
      match region_under a id with Some (Proven.Present (l, _, _)) -> l | _ -> of_lines [])
  | _ -> refuse "invalid" "a field that is no OR-set"

let counter set writer =
  match Proven.set_next_counter set (Proven.enc_bytes writer) with
  | Some n -> n
  | None -> refuse "counter-exhausted" "the last add-id of this writer is used"

let live_limit = 1000

let addition set author element matching =
  let writer = Proven.enc_bytes author.writer in
  let n = counter set author.writer in
  let own = match List.assoc_opt writer (to_lines set) with Some (_, adds) -> adds | None -> [] in
  let stay = List.filter (fun (_, e) -> not (matching e)) own in
  (* Every element is asked, also those of others, so that one that cannot be compared is noticed before the answer. *)
  List.iter (fun (_, (_, adds)) -> List.iter (fun (_, e) -> ignore (matching e)) adds) (to_lines set);
  require (List.length stay + 1 <= live_limit) "limit" "more than 1000 live add-ids of one writer";
  Proven.set_addition matching writer element n set

let text_of e = Scalars.any_text (Item.decode e)

let label_matches given =
  let normal = Scalars.normal_form given in
  fun e -> Scalars.normal_form (text_of e) = normal

let label_addition set author v =
  let label = Scalars.written_label (text v) in
  addition set author (Proven.enc_text label) (label_matches label)

let label_removal set v = Proven.set_removal (label_matches (short_text v)) set

let content value required optional =
  let o = obj value in
  List.iter (fun (k, _) -> invalid (List.mem k required || List.mem k optional) "an unknown member") o;
  List.iter (fun k -> invalid (List.mem_assoc k o) "a missing member") required;
  o

let ai_tag_of e =
  let fields = Values.text_fields (Item.decode e) in
  List.map (fun k -> Scalars.any_text (List.assoc k fields)) Values.ai_tag_keys

let ai_tag value further =
  let o = content value (Values.ai_tag_keys @ further) [] in
  let tag = List.map (fun k -> short_text (List.assoc k o)) Values.ai_tag_keys in
  (tag, o)

(** A map with text keys, in the order of their encoded bytes. *)
let text_map fields =
  Proven.enc_map (List.sort compare (List.map (fun (k, v) -> (Proven.enc_text k, v)) fields))

(* Registers. *)

let json_text v = Proven.enc_text (text v)
let json_bytes v = Proven.enc_bytes (hex_bytes v)
let json_uint v = Proven.enc_uint (integer 0 max_int v)
let json_bool v = if boolean v then "\xf5" else "\xf4"
let json_degrees = function Json.Number n -> Item.encode_float (float_of_string n) | _ -> refuse "invalid" "not a number"
let json_or_null f v = if v = Json.Null then "\xf6" else f v

let json_map required optional v =
  let o = content v (List.map fst required) (List.map fst optional) in
  text_map
    (List.filter_map
       (fun (k, v) ->
         match List.assoc k (required @ optional) v with "" -> None | bytes -> Some (k, bytes))
       o)

let json_facts =
  let size = json_map [ ("height", json_uint); ("width", json_uint) ] [] in
  let camera = json_map [ ("model", json_text); ("serial", json_text) ] [] in
  json_map
    [ ("hash", json_bytes); ("import_timestamp", json_text); ("content_type", json_text); ("device_id", json_bytes);
      ("session_id", json_bytes) ]
    [ ("capture_timestamp", json_text); ("dimensions", size); ("camera_id", camera) ]

(** [wgs84] is written as absence. *)
let json_datum v = if v = Json.Text "wgs84" then "" else json_text v

let json_gps =
  json_map [ ("lat", json_degrees); ("lon", json_degrees); ("source", json_text) ] [ ("datum", json_datum) ]

let json_membership =
  json_map [ ("role", json_text); ("stack_id", json_bytes); ("stack_type", json_text) ] [ ("member_index", json_uint) ]

let known_members = function
  | "facts" ->
      [ "hash"; "capture_timestamp"; "import_timestamp"; "content_type"; "device_id"; "session_id"; "dimensions"; "camera_id" ]
  | "location" -> [ "lat"; "lon"; "source"; "datum" ]
  | "stack_membership" -> [ "role"; "stack_id"; "stack_type"; "member_index" ]
  | _ -> []

(** The unknown keys of the current value itself are taken over (section 10). *)
let with_unknown_members field encoded current =
  let item = Item.decode encoded in
  match (known_members field, current) with
  | (_ :: _ as known), Some c when item.Item.kind <> Item.Null -> (
      match (Item.decode (value_of c)).Item.kind with
      | Item.Map _ ->
          let others = List.filter (fun (k, _) -> not (List.mem k known)) (Values.text_fields (Item.decode (value_of c))) in
          text_map (List.map (fun (k, v) -> (k, Item.raw v)) (others @ Values.text_fields item))
      | _ -> encoded)
  | _ -> encoded

let stamped_bytes author ts value =
  text_map [ ("by", Proven.enc_bytes author.device); ("ts", Proven.enc_text ts); ("value", value) ]

let stamp author current =
  match Proven.stamp_for Values.reader Scalars.successor author.now current with
  | Some ts -> ts
  | None -> refuse "limit" "no later stamp time is left"

(** What a write stores, stamped after what it read; or no change, where an edit asks for that and the value is the
    same. Every check comes first, and the rules of stamps do not apply to what is not written. *)
let written author check current encoded unchanged store =
  Values.stamped check (Item.decode (stamped_bytes author author.now encoded));
  match current with
  | Some c when author.if_changed && value_of c = encoded -> unchanged
  | _ -> store (stamped_bytes author (stamp author current) encoded)

let set_register d author value =
  let o = content value [ "field"; "value" ] [] in
  let field = text (List.assoc "field" o) and v = List.assoc "value" o in
  let delta = nothing d in
  let write encode check current store =
    let encoded = with_unknown_members field (encode v) current in
    written author check current encoded delta store
  in
  let some x = of_register (Some x) in
  match (d, delta, field) with
  | Album a, Album e, "name" ->
      write (fun v -> Proven.enc_text (Scalars.written_label (text v))) Values.label (to_register a.Proven.album_name)
        (fun x -> Album { e with Proven.album_name = some x })
  | Asset a, Asset e, _ -> (
      let at register = to_register register in
      match field with
      | "facts" ->
          write json_facts Values.facts (at a.Proven.asset_facts) (fun x -> Asset { e with Proven.asset_facts = some x })
      | "capture_time" ->
          write (json_or_null json_text) (Values.or_null Scalars.timestamp) (at a.Proven.asset_capture_time) (fun x ->
              Asset { e with Proven.asset_capture_time = some x })
      | "location" ->
          write (json_or_null json_gps) (Values.or_null Values.gps) (at a.Proven.asset_location) (fun x ->
              Asset { e with Proven.asset_location = some x })
      | "rating" ->
          write json_uint Values.rating (at a.Proven.asset_rating) (fun x -> Asset { e with Proven.asset_rating = some x })
      | "orientation" ->
          write json_uint Values.orientation (at a.Proven.asset_orientation) (fun x ->
              Asset { e with Proven.asset_orientation = some x })
      | "cull" -> write json_text Values.cull (at a.Proven.asset_cull) (fun x -> Asset { e with Proven.asset_cull = some x })
      | "hidden" ->
          write json_bool Values.hidden (at a.Proven.asset_hidden) (fun x -> Asset { e with Proven.asset_hidden = some x })
      | "stack_membership" ->
          write (json_or_null json_membership) (Values.or_null Values.membership) (at a.Proven.stack_membership) (fun x ->
              Asset { e with Proven.stack_membership = some x })
      | "caption" ->
          write json_text Values.caption
            (match to_list a.Proven.asset_caption with c :: _ -> Some c | [] -> None)
            (fun x -> Asset { e with Proven.asset_caption = of_list [ x ] })
      | _ -> refuse "invalid" "a field that is not settable")
  | _ -> refuse "invalid" "a field that is not settable"

(* Regions. *)

let with_region e id r = Asset { e with Proven.regions = of_regions [ (Proven.enc_bytes id, r) ] }

let json_shape v =
  let keys = if List.mem_assoc "r" (obj v) then [ "cx"; "cy"; "r" ] else [ "x"; "y"; "w"; "h" ] in
  let o = content v keys [] in
  List.map (fun k -> (k, integer 0 Scalars.fraction_one (List.assoc k o))) keys

(** With the dimensions known, a circle must lie inside (section 8). *)
let check_inside a shape =
  match (List.assoc_opt "r" shape, to_register a.Proven.asset_facts) with
  | Some r, Some f -> (
      match List.assoc_opt "dimensions" (Values.text_fields (Item.decode (value_of f))) with
      | Some size ->
          let size = Values.text_fields size in
          let w = Scalars.uint 1 Values.uint32 (List.assoc "width" size) in
          let h = Scalars.uint 1 Values.uint32 (List.assoc "height" size) in
          let one = Scalars.fraction_one and cx = List.assoc "cx" shape and cy = List.assoc "cy" shape in
          let reach = r * min w h in
          invalid (min cx (one - cx) * w >= reach && min cy (one - cy) * h >= reach) "a circle that is not inside the image"
      | None -> ())
  | _ -> ()

let put_region a e author value =
  let o = content value [ "id"; "shape" ] [] in
  let id = identifier (List.assoc "id" o) and shape = json_shape (List.assoc "shape" o) in
  let current =
    match region_under a id with
    | Some (Proven.Deleted _) -> refuse "invalid" "a region that is deleted"
    | Some (Proven.Present (_, s, _)) -> s
    | None -> None
  in
  check_inside a shape;
  let mine = function
    | _, Proven.Present (_, Some s, _) -> Values.reader.Proven.by_ s = author.device
    | _ -> false
  in
  require
    (current <> None || List.length (List.filter mine (to_regions a.Proven.regions)) < 1000)
    "limit" "more than 1000 regions of one device";
  let encoded = text_map (List.map (fun (k, v) -> (k, Proven.enc_uint v)) shape) in
  written author Values.shape current encoded (Asset e) (fun x ->
      with_region e id (Proven.Present (of_lines [], Some x, of_map [])))

let delete_region a e author value =
  let id = identifier value in
  match region_under a id with
  | None | Some (Proven.Deleted _) -> Asset e
  | Some (Proven.Present (_, current, _)) ->
      let ts =
        match Proven.stamp_for Values.reader Scalars.successor author.now current with
        | Some ts -> ts
        | None -> Scalars.last_stamp_time
      in
      with_region e id (Proven.Deleted (stamped_bytes author ts "\xf6"))

let region_label a e value change =
  let o = content value [ "id"; "label" ] [] in
  let id = identifier (List.assoc "id" o) in
  ignore (text (List.assoc "label" o));
  match region_under a id with
  | Some (Proven.Present (labels, Some _, _)) -> (
      let changed = change labels (List.assoc "label" o) in
      match to_lines changed with
      | [] -> Asset e
      | _ -> with_region e id (Proven.Present (changed, None, of_map [])))
  | _ -> refuse "invalid" "a region that is not live"

(** The delta of an edit. *)
let edit d author request =
  let name, value = match request with [ one ] -> one | _ -> refuse "invalid" "not one edit" in
  let empty = nothing d in
  match (name, d, empty) with
  | "add_label", Stack s, Stack e ->
      Stack { e with Proven.stack_labels = label_addition s.Proven.stack_labels author value }
  | "add_label", Album a, Album e ->
      Album { e with Proven.album_labels = label_addition a.Proven.album_labels author value }
  | "add_label", Asset a, Asset e -> Asset { e with Proven.tags_user = label_addition a.Proven.tags_user author value }
  | "remove_label", Stack s, Stack e -> Stack { e with Proven.stack_labels = label_removal s.Proven.stack_labels value }
  | "remove_label", Album a, Album e -> Album { e with Proven.album_labels = label_removal a.Proven.album_labels value }
  | "remove_label", Asset a, Asset e -> Asset { e with Proven.tags_user = label_removal a.Proven.tags_user value }
  | "set", (Album _ | Asset _), _ -> set_register d author value
  | "add_ai_tag", Asset a, Asset e ->
      let tag, _ = ai_tag value [] in
      let element = text_map (List.map2 (fun k t -> (k, Proven.enc_text t)) Values.ai_tag_keys tag) in
      Asset { e with Proven.tags_ai = addition a.Proven.tags_ai author element (fun x -> ai_tag_of x = tag) }
  | "remove_ai_tag", Asset a, Asset e ->
      let tag, _ = ai_tag value [] in
      Asset { e with Proven.tags_ai = Proven.set_removal (fun x -> ai_tag_of x = tag) a.Proven.tags_ai }
  | "promote_ai_tag", Asset a, Asset e ->
      let tag, o = ai_tag value [ "remove" ] in
      let remove = boolean (List.assoc "remove" o) in
      let removal = Proven.set_removal (fun x -> ai_tag_of x = tag) a.Proven.tags_ai in
      invalid (to_lines removal <> []) "an AI tag that is not live";
      let labels = label_addition a.Proven.tags_user author (Json.Text (List.hd tag)) in
      Asset { e with Proven.tags_user = labels; tags_ai = (if remove then removal else e.Proven.tags_ai) }
  | "put_region", Asset a, Asset e -> put_region a e author value
  | "delete_region", Asset a, Asset e -> delete_region a e author value
  | "add_region_label", Asset a, Asset e -> region_label a e value (fun set v -> label_addition set author v)
  | "remove_region_label", Asset a, Asset e -> region_label a e value label_removal
  | _ -> refuse "invalid" "an unknown edit, or one of another kind of document"
