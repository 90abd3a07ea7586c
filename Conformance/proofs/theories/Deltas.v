(* SPDX-License-Identifier: Apache-2.0 *)

(** Deltas of documents: a delta holds only what changed, so what it does not hold stays. *)

From Coq Require Import List String.
From Capsule Require Import Order Semilattice SortedMap ORSet Stamped History Region Documents Edits.
Import ListNotations.

Section Deltas.
  Context (C : Rules) (id : bytes).

  (** Key 0 and the id: the delta of an edit that changes nothing. *)
  Definition stack_nothing : stack C id := {| stack_id := id; stack_labels := []; stack_unknown := [] |}.

  Definition album_nothing : album C id :=
    {| album_id := id; album_name := None; album_labels := []; album_unknown := [] |}.

  Definition asset_nothing : asset C id :=
    {| uuid := id; asset_facts := None; asset_capture_time := None; asset_location := None; asset_lqip := None;
       tags_user := []; tags_ai := []; asset_caption := []; asset_rating := None; asset_orientation := None;
       stack_membership := None; asset_cull := None; asset_hidden := None; regions := []; asset_unknown := [] |}.

  Definition settings_nothing : settings C id :=
    {| settings_doc_id := id; smart_albums := []; scope_overrides := []; source_kind_defaults := [];
       aggregated_album_covers := []; settings_unknown := [] |}.

  Lemma set_nothing (s : label_set C) : jn (s := label_set C) s [] = s.
  Proof. apply (map_jn_nothing bytes_order (line_lattice (label C))). Qed.

  Lemma tags_nothing (s : ai_tag_set C) : jn (s := ai_tag_set C) s [] = s.
  Proof. apply (map_jn_nothing bytes_order (line_lattice (ai_tag C))). Qed.

  Lemma unknown_nothing (u : unknown_keys C) : jn (s := unknown_keys C) u [] = u.
  Proof. apply (map_jn_nothing bytes_order (max_lattice (carried_order (reader C)) (carried_value C))). Qed.

  Lemma regions_nothing (m : region_map C) : jn (s := region_map C) m [] = m.
  Proof. apply (map_jn_nothing bytes_order (a_region C)). Qed.

  Lemma registers_nothing P Q (m : lww_map C P Q) : jn (s := lww_map C P Q) m [] = m.
  Proof. apply (map_jn_nothing bytes_order (register (reader C) Q)). Qed.

  Lemma lww_nothing P (r : lww C P) : jn (s := lww C P) r None = r.
  Proof. now destruct r. Qed.

  Lemma caption_nothing (l : caption_history C) : ok l -> jn (s := caption_history C) l [] = l.
  Proof.
    intros H. rewrite jn_comm; auto.
    - simpl. unfold history_jn. simpl join_all. apply firstn_all2. apply H.
    - split; [exact I | split; [constructor | apply PeanoNat.Nat.le_0_l]].
  Qed.

  Theorem stack_delta_of_nothing (d : stack C id) : ok d -> jn d stack_nothing = d.
  Proof.
    intros _. destruct d as [i l u].
    change ({| stack_id := i; stack_labels := jn (s := label_set C) l []; stack_unknown := jn (s := unknown_keys C) u
      [] |}
            = {| stack_id := i; stack_labels := l; stack_unknown := u |}).
    now rewrite set_nothing, unknown_nothing.
  Qed.

  Theorem album_delta_of_nothing (d : album C id) : ok d -> jn d album_nothing = d.
  Proof.
    intros _. destruct d as [i n l u].
    change ({| album_id := i; album_name := jn (s := lww C (label_register C)) n None;
               album_labels := jn (s := label_set C) l []; album_unknown := jn (s := unknown_keys C) u [] |}
            = {| album_id := i; album_name := n; album_labels := l; album_unknown := u |}).
    now rewrite lww_nothing, set_nothing, unknown_nothing.
  Qed.

  (** Every field of an asset joins on its own. *)
  Theorem asset_joins_by_field (a b : asset C id) : jn a b =
    {| uuid := uuid C a;
       asset_facts := jn (s := lww C (facts C)) (asset_facts C a) (asset_facts C b);
       asset_capture_time := jn (s := lww C (capture_time C)) (asset_capture_time C a) (asset_capture_time C b);
       asset_location := jn (s := lww C (location C)) (asset_location C a) (asset_location C b);
       asset_lqip := jn (s := lww C (lqip C)) (asset_lqip C a) (asset_lqip C b);
       tags_user := jn (s := label_set C) (tags_user C a) (tags_user C b);
       tags_ai := jn (s := ai_tag_set C) (tags_ai C a) (tags_ai C b);
       asset_caption := jn (s := caption_history C) (asset_caption C a) (asset_caption C b);
       asset_rating := jn (s := lww C (rating C)) (asset_rating C a) (asset_rating C b);
       asset_orientation := jn (s := lww C (orientation C)) (asset_orientation C a) (asset_orientation C b);
       stack_membership := jn (s := lww C (membership C)) (stack_membership C a) (stack_membership C b);
       asset_cull := jn (s := lww C (cull C)) (asset_cull C a) (asset_cull C b);
       asset_hidden := jn (s := lww C (hidden C)) (asset_hidden C a) (asset_hidden C b);
       regions := jn (s := region_map C) (regions C a) (regions C b);
       asset_unknown := jn (s := unknown_keys C) (asset_unknown C a) (asset_unknown C b) |}.
  Proof. reflexivity. Qed.

  Theorem asset_delta_of_nothing (d : asset C id) : ok d -> jn d asset_nothing = d.
  Proof.
    intros (_ & _ & (_ & _ & Hc) & _). rewrite asset_joins_by_field. destruct d as [i f ct lo lq tu ta ca ra o me cu
      hi re un].
    cbn [uuid asset_facts asset_capture_time asset_location asset_lqip tags_user tags_ai asset_caption asset_rating
      asset_orientation stack_membership asset_cull asset_hidden regions asset_unknown asset_nothing].
    rewrite !lww_nothing, set_nothing, tags_nothing, regions_nothing, unknown_nothing.
    now rewrite (caption_nothing ca Hc).
  Qed.

  Theorem settings_delta_of_nothing (d : settings C id) : ok d -> jn d settings_nothing = d.
  Proof.
    intros _. destruct d as [i s o k c u].
    change ({| settings_doc_id := i;
               smart_albums := jn (s := lww_map C (identifier C) (definition_or_null C)) s [];
               scope_overrides := jn (s := lww_map C (digest C) (identifier_or_null C)) o [];
               source_kind_defaults := jn (s := lww_map C (source_kind C) (identifier_or_null C)) k [];
               aggregated_album_covers := jn (s := lww_map C (identifier C) (identifier_or_null C)) c [];
               settings_unknown := jn (s := unknown_keys C) u [] |}
            = {| settings_doc_id := i; smart_albums := s; scope_overrides := o; source_kind_defaults := k;
                 aggregated_album_covers := c; settings_unknown := u |}).
    now rewrite !registers_nothing, unknown_nothing.
  Qed.
End Deltas.
