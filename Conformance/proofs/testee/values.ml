(* SPDX-License-Identifier: Apache-2.0 *)

(** The decode rules of one value each (sections 1, 3 and 8 to 10), which the proofs take as given. Hand-written, not
    proven. *)

open Refusal
open Item
open Scalars

let value_limit = 65536
let within_limit i = require (size i <= value_limit) "limit" "a value of more than 65536 bytes"

let text_fields i =
  match i.kind with
  | Map m -> List.map (fun (k, v) -> match k.kind with Text t -> (t, v) | _ -> refuse "invalid" "a key that is not text") m
  | _ -> refuse "invalid" "not a map"

(** A map with required and optional keys; others are refused, or kept where they are allowed. *)
let map_of ?(optional = []) ~unknown required i =
  let fields = text_fields i in
  List.iter
    (fun (k, check) ->
      match List.assoc_opt k fields with Some v -> check v | None -> refuse "invalid" ("the key " ^ k ^ " is missing"))
    required;
  List.iter (fun (k, check) -> match List.assoc_opt k fields with Some v -> check v | None -> ()) optional;
  invalid (unknown || List.for_all (fun (k, _) -> List.mem_assoc k required || List.mem_assoc k optional) fields) "an unknown key"

let ( !! ) check i = ignore (check i)
let or_null check i = if i.kind <> Null then check i

let stamped check i =
  within_limit i;
  map_of ~unknown:true
    [ ("by", !!identifier); ("ts", fun t -> ignore (stamp_time (any_text t))); ("value", fun _ -> ()) ] i;
  check (List.assoc "value" (text_fields i))

(** How the proven functions read a stamped map. *)
let reader : Proven.reader =
  let fields bytes = text_fields (decode ~at_most:max_int bytes) in
  {
    Proven.is_stamped =
      (fun bytes -> try stamped (fun _ -> ()) (decode ~at_most:max_int bytes); true with Refused _ -> false);
    ts = (fun bytes -> any_text (List.assoc "ts" (fields bytes)));
    by_ = (fun bytes -> identifier (List.assoc "by" (fields bytes)));
    value = (fun bytes -> raw (List.assoc "value" (fields bytes)));
  }

let content_types =
  String.split_on_char ' '
    "image/jpeg image/png image/webp image/gif image/tiff image/heic image/avif image/jxl image/x-adobe-dng video/mp4 \
     video/quicktime video/x-matroska video/webm image/bmp image/jp2 image/heif image/heic-sequence \
     image/heif-sequence image/vnd.adobe.photoshop image/x-canon-cr2 image/x-canon-cr3 image/x-nikon-nef \
     image/x-sony-arw image/x-fuji-raf image/x-olympus-orf image/x-panasonic-rw2 image/x-pentax-pef video/x-msvideo \
     video/3gpp video/mp2t video/mpeg video/x-m4v audio/wav audio/aiff audio/mp4 audio/mpeg audio/flac \
     application/rdf+xml"

let stack_types =
  String.split_on_char ' '
    "raw_jpeg burst live_photo portrait smart_selection hdr_bracket focus_stack pixel_shift panorama proxy chaptered \
     dual_audio custom"

let source_kinds = String.split_on_char ' ' "camera_roll screenshots app_collection folder watched_dir removable_volume"
let uint32 = 0xFFFFFFFF

let facts =
  map_of ~unknown:true
    [ ("hash", !!digest); ("import_timestamp", timestamp); ("content_type", !!(closed content_types));
      ("device_id", !!identifier); ("session_id", !!identifier) ]
    ~optional:
      [ ("capture_timestamp", timestamp);
        ("dimensions", map_of ~unknown:true [ ("height", !!(uint 1 uint32)); ("width", !!(uint 1 uint32)) ]);
        ("camera_id", map_of ~unknown:true [ ("model", !!any_text); ("serial", !!any_text) ]) ]

let lqip =
  map_of ~unknown:true
    [ ("chromahash", fun i -> match i.kind with Bytes _ -> () | _ -> refuse "invalid" "not bytes");
      ( "dominant_color",
        fun i ->
          match i.kind with
          | Array ([ _; _; _ ] as l) -> List.iter !!(uint 0 255) l
          | _ -> refuse "invalid" "not three colour values" );
      ("format_version", !!(uint 0 65535)) ]

let degrees limit i =
  match i.kind with Float f when -.limit <= f && f <= limit -> () | _ -> refuse "invalid" "not a float in bounds"

let gps =
  map_of ~unknown:true
    [ ("lat", degrees 90.); ("lon", degrees 180.); ("source", !!(closed [ "exif"; "manual"; "inferred" ])) ]
    ~optional:[ ("datum", !!(closed [ "gcj02" ])) ]

let membership =
  map_of ~unknown:true
    [ ("role", !!(closed [ "primary"; "member"; "proxy" ])); ("stack_id", !!identifier);
      ("stack_type", !!(closed stack_types)) ]
    ~optional:[ ("member_index", !!(uint 0 uint32)) ]

let caption = !!(sized_text 0 4096)
let label = !!short_text
let rating = !!(uint 0 5)
let orientation = !!(uint 1 8)
let cull = !!(closed [ "pick"; "neutral"; "reject" ])
let hidden i = match i.kind with Bool _ -> () | _ -> refuse "invalid" "not a bool"
let definition i = match i.kind with Map _ -> () | _ -> refuse "invalid" "not a map"
let ai_tag_keys = [ "tag"; "model_id"; "model_version" ]
let ai_tag = map_of ~unknown:true (List.map (fun k -> (k, !!short_text)) ai_tag_keys)

let shape i =
  let fields = text_fields i and f = !!(uint 0 fraction_one) in
  let get k = uint 0 fraction_one (List.assoc k fields) in
  if List.mem_assoc "r" fields then (
    map_of ~unknown:false [ ("cx", f); ("cy", f); ("r", f) ] i;
    let cx = get "cx" and cy = get "cy" and r = get "r" in
    let inner c = min c (fraction_one - c) in
    invalid
      (r >= 1 && 0 < cx && cx < fraction_one && 0 < cy && cy < fraction_one && (r <= inner cx || r <= inner cy))
      "a circle out of bounds")
  else (
    map_of ~unknown:false [ ("x", f); ("y", f); ("w", f); ("h", f) ] i;
    let x = get "x" and y = get "y" and w = get "w" and h = get "h" in
    invalid (w >= 1 && h >= 1 && x + w <= fraction_one && y + h <= fraction_one) "a rectangle out of bounds")
