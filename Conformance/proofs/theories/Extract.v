(* SPDX-License-Identifier: Apache-2.0 *)

(** What the testee runs: the proven functions as OCaml. Byte strings become OCaml's strings and numbers its integers
  of
    63 bits (counters, counts and lengths stay below 2^53); the constants named here are replaced by OCaml's own. *)

From Coq Require Import NArith String List.
From Coq Require Extraction ExtrOcamlBasic ExtrOcamlNativeString ExtrOcamlNatInt ExtrOcamlZInt.
From Capsule Require Import Order Semilattice SortedMap Ranges ORSet Stamped History Region Documents Before Edits
  Cbor
  Encoding DocumentBytes StampTime Wire.

Extract Inlined Constant String.compare =>
  "(fun (a : string) b -> let c = Stdlib.compare a b in if c = 0 then Eq else if c < 0 then Lt else Gt)".
Extract Inlined Constant byte => "(fun n -> Char.chr (n land 255))".
Extract Inlined Constant length_of => "Stdlib.String.length".
Extract Inlined Constant concat_all => "(Stdlib.String.concat """")".

Section Operations.
  Context (C : Rules) (horizon : bytes).

  Definition merge_stack (a b : Stack C) : Stack C := jn (s := stack C (stack_id C a)) a b.
  Definition merge_album (a b : Album C) : Album C := jn (s := album C (album_id C a)) a b.
  Definition merge_asset (a b : Asset C) : Asset C := jn (s := asset C (uuid C a)) a b.
  Definition merge_settings (a b : Settings C) : Settings C := jn (s := settings C (settings_doc_id C a)) a b.

  Definition stack_before (a : Stack C) : Stack C := cut (before_stack C (stack_id C a)) a.
  Definition album_before (a : Album C) : Album C := cut (before_album C horizon (album_id C a)) a.
  Definition asset_before (a : Asset C) : Asset C := cut (before_asset C horizon (uuid C a)) a.
  Definition settings_before (a : Settings C) : Settings C := cut (before_settings C horizon (settings_doc_id C a)) a.
End Operations.

Definition set_unobserved := unobserved (fun _ => True) (fun _ => True).
Definition set_next_counter := next_counter (fun _ => True) (fun _ => True).
Definition set_removal := removal (fun _ => True) (fun _ => True).
Definition set_addition := addition (fun _ => True) (fun _ => True).

Set Warnings "-extraction-opaque-accessed,-extraction-reserved-identifier".
Extraction "build/proven.ml" merge_stack merge_album merge_asset merge_settings stack_before album_before asset_before
  settings_before enc_stack enc_album enc_asset enc_settings set_unobserved set_next_counter set_removal set_addition
  stamp_for successor greater bytes_order stamped_order enc_uint enc_bytes enc_text enc_map enc_array wire
    Build_Rules.
