(* SPDX-License-Identifier: Apache-2.0 *)

(** Documents: equal bytes if and only if equal states. *)

From Coq Require Import List NArith PeanoNat Lia String Ascii Bool.
From Capsule Require Import Order Semilattice SortedMap Ranges ORSet Stamped History Region Documents Cbor Encoding
  DocumentBytes.
Import ListNotations.
Local Open Scope string_scope.

Section Documents.
  Context (C : Rules).
  Let R := reader C.

  (** The fields but the unknown keys. *)
  Definition stack_lattice (id : bytes) := product (constant_lattice id) (label_set C).
  Definition album_lattice (id : bytes) := product (constant_lattice id) (product (lww C (label_register C))
    (label_set C)).
  Definition asset_lattice (id : bytes) :=
    product (constant_lattice id) (product (lww C (facts C)) (product (lww C (capture_time C))
    (product (lww C (location C)) (product (lww C (lqip C)) (product (label_set C) (product (ai_tag_set C)
    (product (caption_history C) (product (lww C (rating C)) (product (lww C (orientation C))
    (product (lww C (membership C)) (product (lww C (cull C)) (product (lww C (hidden C)) (region_map C))))))))))))).
  Definition settings_lattice (id : bytes) :=
    product (constant_lattice id) (product (lww_map C (identifier C) (definition_or_null C))
    (product (lww_map C (digest C) (identifier_or_null C)) (product (lww_map C (source_kind C) (identifier_or_null C))
    (lww_map C (identifier C) (identifier_or_null C))))).

  (** ** Injectivity *)

  Section Injective.
    Context (keys : list bytes) (W : Written C keys).

    Let label_field : Field (label_set C) := orset_field (identifier C) (label C) (w_identifier C keys W) (w_label C
      keys W).
    Let ai_tag_field : Field (ai_tag_set C) :=
      orset_field (identifier C) (ai_tag C) (w_identifier C keys W) (w_ai_tag C keys W).
    Let lww_field (P : bytes -> Prop) (I : forall x, P x -> is_item x) : Field (lww C P) := register_field R P I.
    Let registers_field (P Q : bytes -> Prop) (IP : forall x, P x -> is_item x) (IQ : forall x, Q x -> is_item x) :
      Field (lww_map C P Q) := map_field P IP (register_encoder R Q IQ).
    Let regions_field : Field (region_map C) :=
      map_field (identifier C) (w_identifier C keys W)
        (region_encoder R (identifier C) (label C) (region_key C) (carried_value C) (deletion C) (region_shape C)
          (w_identifier C keys W) (w_label C keys W) (w_region_key C keys W) (w_carried_value C keys W)
          (w_deletion C keys W) (w_region_shape C keys W)).
    Let log_field : Field (caption_history C) := history_field R (caption C) history_bound (w_caption C keys W).

    (** A document is its known fields, key 0 first, and its unknown keys. *)
    Definition keyed_document_known {L : Semilattice} {ks} (K : Keyed L ks) (a : L) : list (bytes * option bytes) :=
      (key_schema, Some schema_1) :: kn K a.

    Lemma keyed_document_parts {L : Semilattice} {ks} (K : Keyed L ks) (a : L) (u : unknown_keys C) :
      key_schema :: ks = keys -> distinct keys = true -> Forall is_item ks -> ok a -> ok u ->
      parts_ok keys (keyed_document_known K a) u.
    Proof.
      intros Ek D Ik Ha [Su Hu]. split; [|split; [now apply distinct_nodup | split; [|split; [|split; [exact Su|]]]]].
      - simpl. now rewrite kn_keys.
      - rewrite <- Ek. constructor; auto. apply schema_items.
      - intros k x [E | Hin] Fx.
        + apply pair_eq in E as [_ E]. apply some_eq in E. subst. apply schema_items.
        + exact (kn_item K a k x Ha Hin Fx).
      - intros k x Lk. destruct (Hu _ _ Lk) as [Hk Hx]. destruct (w_carried_key C keys W k Hk).
        split; auto. split; auto. exact (w_carried_value C keys W x Hx).
    Qed.

    Lemma keyed_document_injective {L L' : Semilattice} {ks} (K : Keyed L ks) (K' : Keyed L' ks) (a : L) (b : L')
      (u v : unknown_keys C) :
      key_schema :: ks = keys -> distinct keys = true -> Forall is_item ks -> ok a -> ok u -> ok b -> ok v ->
      fits (enc_map (assemble (keyed_document_known K a) u)) ->
      enc_map (assemble (keyed_document_known K a) u) = enc_map (assemble (keyed_document_known K' b) v) ->
      kn K a = kn K' b /\ u = v /\ (forall k x, In (k, Some x) (kn K a) -> fits x).
    Proof.
      intros Ek D Ik Ha Hu Hb Hv F E.
      pose proof (keyed_document_parts K a u Ek D Ik Ha Hu) as Pa.
      pose proof (keyed_document_parts K' b v Ek D Ik Hb Hv) as Pb.
      destruct (parts_injective _ _ _ _ _ Pa Pb F E) as [Eq Eu]. apply cons_eq in Eq as [_ Eq].
      split; auto. split; auto. intros k x Hin. apply (known_fits _ _ _ Pa F k x). now right.
    Qed.

    Definition keyed_stack (id : bytes) (I : is_item id) : Keyed (stack_lattice id) (tl stack_keys) :=
      keyed_pair (keyed_id (key "stack_id") id I) (keyed_field (key "labels") label_field).

    Definition keyed_album (id : bytes) (I : is_item id) : Keyed (album_lattice id) (tl album_keys) :=
      keyed_pair (keyed_id (key "album_id") id I)
      (keyed_pair (keyed_field (key "name") (lww_field _ (w_label_register C keys W)))
      (keyed_field (key "labels") label_field)).

    Definition keyed_asset (id : bytes) (I : is_item id) : Keyed (asset_lattice id) (tl asset_keys) :=
      keyed_pair (keyed_id (key "uuid") id I)
      (keyed_pair (keyed_field (key "facts") (lww_field _ (w_facts C keys W)))
      (keyed_pair (keyed_field (key "capture_time") (lww_field _ (w_capture_time C keys W)))
      (keyed_pair (keyed_field (key "location") (lww_field _ (w_location C keys W)))
      (keyed_pair (keyed_field (key "lqip") (lww_field _ (w_lqip C keys W)))
      (keyed_pair (keyed_field (key "tags_user") label_field)
      (keyed_pair (keyed_field (key "tags_ai") ai_tag_field)
      (keyed_pair (keyed_field (key "caption") log_field)
      (keyed_pair (keyed_field (key "rating") (lww_field _ (w_rating C keys W)))
      (keyed_pair (keyed_field (key "orientation") (lww_field _ (w_orientation C keys W)))
      (keyed_pair (keyed_field (key "stack_membership") (lww_field _ (w_membership C keys W)))
      (keyed_pair (keyed_field (key "cull") (lww_field _ (w_cull C keys W)))
      (keyed_pair (keyed_field (key "hidden") (lww_field _ (w_hidden C keys W)))
      (keyed_field (key "regions") regions_field))))))))))))).

    Definition keyed_settings (id : bytes) (I : is_item id) : Keyed (settings_lattice id) (tl settings_keys) :=
      keyed_pair (keyed_id (key "settings_doc_id") id I)
      (keyed_pair (keyed_field (key "smart_albums")
        (registers_field _ _ (w_identifier C keys W) (w_definition_or_null C keys W)))
      (keyed_pair (keyed_field (key "scope_overrides")
        (registers_field _ _ (w_digest C keys W) (w_identifier_or_null C keys W)))
      (keyed_pair (keyed_field (key "source_kind_defaults")
        (registers_field _ _ (w_source_kind C keys W) (w_identifier_or_null C keys W)))
      (keyed_field (key "aggregated_album_covers")
        (registers_field _ _ (w_identifier C keys W) (w_identifier_or_null C keys W)))))).
  End Injective.

  Ltac keys_are_items := repeat (constructor; [apply key_is_item; reflexivity|]); constructor.

  (** Documents of one kind: equal bytes if and only if equal states, of the size that section 1 allows. *)

  Theorem stack_encoding_injective (W : Written C stack_keys) id id' (a : stack C id) (b : stack C id') :
    identifier C id -> identifier C id' -> ok a -> ok b -> fits (enc_stack C a) ->
    (enc_stack C a = enc_stack C b <-> a = b).
  Proof.
    intros Hi Hi' Ha Hb F. split; [|intros ->; reflexivity]. intros E.
    pose proof (w_identifier C _ W id Hi) as I. pose proof (w_identifier C _ W id' Hi') as I'.
    set (f := fun d : Stack C => (stack_id C d, stack_labels C d)).
    destruct Ha as (A1 & A2 & A3), Hb as (B1 & B2 & B3).
    assert (Oa : ok (s := stack_lattice id) (f a)) by (repeat (split; [assumption|]); assumption).
    assert (Ob : ok (s := stack_lattice id') (f b)) by (repeat (split; [assumption|]); assumption).
    assert (D : distinct stack_keys = true) by (vm_compute; reflexivity).
    assert (Ka : enc_stack C a = enc_map (assemble (keyed_document_known (keyed_stack stack_keys W id I) (f a))
      (stack_unknown C a))) by reflexivity.
    assert (Kb : enc_stack C b = enc_map (assemble (keyed_document_known (keyed_stack stack_keys W id' I') (f b))
      (stack_unknown C b))) by reflexivity.
    rewrite Ka in F, E. rewrite Kb in E.
    assert (Ki : Forall is_item (tl stack_keys)) by keys_are_items.
    pose proof (keyed_document_injective stack_keys W (keyed_stack stack_keys W id I) (keyed_stack stack_keys W id'
      I')
      (f a) (f b) (stack_unknown C a) (stack_unknown C b)) as Inj.
    specialize (Inj eq_refl). specialize (Inj D). specialize (Inj Ki). specialize (Inj Oa). specialize (Inj A3).
    specialize (Inj Ob). specialize (Inj B3). specialize (Inj F). specialize (Inj E). destruct Inj as (Ek & Eu & Fk).
    assert (Ei : stack_id C a = stack_id C b).
    { apply cons_eq in Ek as [Ek _]. apply pair_eq in Ek as [_ Ek]. now apply some_eq in Ek. }
    assert (Eid : id = id') by (transitivity (stack_id C a); [symmetry; exact A1 | rewrite Ei; exact B1]). subst id'.
    apply (kn_inj (keyed_stack stack_keys W id I)) in Ek; [|exact Oa | exact Ob | exact Fk].
    destruct a, b. unfold f in Ek. simpl in *. repeat (apply pair_eq in Ek as [? Ek]). now subst.
  Qed.

  Theorem album_encoding_injective (W : Written C album_keys) id id' (a : album C id) (b : album C id') :
    identifier C id -> identifier C id' -> ok a -> ok b -> fits (enc_album C a) ->
    (enc_album C a = enc_album C b <-> a = b).
  Proof.
    intros Hi Hi' Ha Hb F. split; [|intros ->; reflexivity]. intros E.
    pose proof (w_identifier C _ W id Hi) as I. pose proof (w_identifier C _ W id' Hi') as I'.
    set (f := fun d : Album C => (album_id C d, (album_name C d, album_labels C d))).
    destruct Ha as (A1 & A2 & A3 & A4), Hb as (B1 & B2 & B3 & B4).
    assert (Oa : ok (s := album_lattice id) (f a)) by (repeat (split; [assumption|]); assumption).
    assert (Ob : ok (s := album_lattice id') (f b)) by (repeat (split; [assumption|]); assumption).
    assert (D : distinct album_keys = true) by (vm_compute; reflexivity).
    assert (Ka : enc_album C a = enc_map (assemble (keyed_document_known (keyed_album album_keys W id I) (f a))
      (album_unknown C a))) by reflexivity.
    assert (Kb : enc_album C b = enc_map (assemble (keyed_document_known (keyed_album album_keys W id' I') (f b))
      (album_unknown C b))) by reflexivity.
    rewrite Ka in F, E. rewrite Kb in E.
    assert (Ki : Forall is_item (tl album_keys)) by keys_are_items.
    pose proof (keyed_document_injective album_keys W (keyed_album album_keys W id I) (keyed_album album_keys W id'
      I')
      (f a) (f b) (album_unknown C a) (album_unknown C b)) as Inj.
    specialize (Inj eq_refl). specialize (Inj D). specialize (Inj Ki). specialize (Inj Oa). specialize (Inj A4).
    specialize (Inj Ob). specialize (Inj B4). specialize (Inj F). specialize (Inj E). destruct Inj as (Ek & Eu & Fk).
    assert (Ei : album_id C a = album_id C b).
    { apply cons_eq in Ek as [Ek _]. apply pair_eq in Ek as [_ Ek]. now apply some_eq in Ek. }
    assert (Eid : id = id') by (transitivity (album_id C a); [symmetry; exact A1 | rewrite Ei; exact B1]). subst id'.
    apply (kn_inj (keyed_album album_keys W id I)) in Ek; [|exact Oa | exact Ob | exact Fk].
    destruct a, b. unfold f in Ek. simpl in *. repeat (apply pair_eq in Ek as [? Ek]). now subst.
  Qed.

  Theorem asset_encoding_injective (W : Written C asset_keys) id id' (a : asset C id) (b : asset C id') :
    identifier C id -> identifier C id' -> ok a -> ok b -> fits (enc_asset C a) ->
    (enc_asset C a = enc_asset C b <-> a = b).
  Proof.
    intros Hi Hi' Ha Hb F. split; [|intros ->; reflexivity]. intros E.
    pose proof (w_identifier C _ W id Hi) as I. pose proof (w_identifier C _ W id' Hi') as I'.
    set (f := fun d : Asset C => (uuid C d, (asset_facts C d, (asset_capture_time C d, (asset_location C d,
      (asset_lqip C d, (tags_user C d, (tags_ai C d, (asset_caption C d, (asset_rating C d, (asset_orientation C d,
      (stack_membership C d, (asset_cull C d, (asset_hidden C d, regions C d)))))))))))))).
    destruct Ha as (A1 & (A2 & A3 & A4 & A5) & (A6 & A7 & A8) & (A9 & A10) & (A11 & A12 & A13) & A14 & A15).
    destruct Hb as (B1 & (B2 & B3 & B4 & B5) & (B6 & B7 & B8) & (B9 & B10) & (B11 & B12 & B13) & B14 & B15).
    assert (Oa : ok (s := asset_lattice id) (f a)) by (repeat (split; [assumption|]); assumption).
    assert (Ob : ok (s := asset_lattice id') (f b)) by (repeat (split; [assumption|]); assumption).
    assert (D : distinct asset_keys = true) by (vm_compute; reflexivity).
    assert (Ka : enc_asset C a = enc_map (assemble (keyed_document_known (keyed_asset asset_keys W id I) (f a))
      (asset_unknown C a))) by reflexivity.
    assert (Kb : enc_asset C b = enc_map (assemble (keyed_document_known (keyed_asset asset_keys W id' I') (f b))
      (asset_unknown C b))) by reflexivity.
    rewrite Ka in F, E. rewrite Kb in E.
    assert (Ki : Forall is_item (tl asset_keys)) by keys_are_items.
    pose proof (keyed_document_injective asset_keys W (keyed_asset asset_keys W id I) (keyed_asset asset_keys W id'
      I')
      (f a) (f b) (asset_unknown C a) (asset_unknown C b)) as Inj.
    specialize (Inj eq_refl). specialize (Inj D). specialize (Inj Ki). specialize (Inj Oa). specialize (Inj A15).
    specialize (Inj Ob). specialize (Inj B15). specialize (Inj F). specialize (Inj E). destruct Inj as (Ek & Eu & Fk).
    assert (Ei : uuid C a = uuid C b).
    { apply cons_eq in Ek as [Ek _]. apply pair_eq in Ek as [_ Ek]. now apply some_eq in Ek. }
    assert (Eid : id = id') by (transitivity (uuid C a); [symmetry; exact A1 | rewrite Ei; exact B1]). subst id'.
    apply (kn_inj (keyed_asset asset_keys W id I)) in Ek; [|exact Oa | exact Ob | exact Fk].
    destruct a, b. unfold f in Ek. simpl in *. repeat (apply pair_eq in Ek as [? Ek]). now subst.
  Qed.

  Theorem settings_encoding_injective (W : Written C settings_keys) id id' (a : settings C id) (b : settings C id') :
    identifier C id -> identifier C id' -> ok a -> ok b -> fits (enc_settings C a) ->
    (enc_settings C a = enc_settings C b <-> a = b).
  Proof.
    intros Hi Hi' Ha Hb F. split; [|intros ->; reflexivity]. intros E.
    pose proof (w_identifier C _ W id Hi) as I. pose proof (w_identifier C _ W id' Hi') as I'.
    set (f := fun d : Settings C => (settings_doc_id C d, (smart_albums C d, (scope_overrides C d,
      (source_kind_defaults C d, aggregated_album_covers C d))))).
    destruct Ha as (A1 & A2 & A3 & A4 & A5 & A6), Hb as (B1 & B2 & B3 & B4 & B5 & B6).
    assert (Oa : ok (s := settings_lattice id) (f a)) by (repeat (split; [assumption|]); assumption).
    assert (Ob : ok (s := settings_lattice id') (f b)) by (repeat (split; [assumption|]); assumption).
    assert (D : distinct settings_keys = true) by (vm_compute; reflexivity).
    assert (Ka : enc_settings C a = enc_map (assemble (keyed_document_known (keyed_settings settings_keys W id I) (f
      a)) (settings_unknown C a))) by reflexivity.
    assert (Kb : enc_settings C b = enc_map (assemble (keyed_document_known (keyed_settings settings_keys W id' I')
      (f b)) (settings_unknown C b))) by reflexivity.
    rewrite Ka in F, E. rewrite Kb in E.
    assert (Ki : Forall is_item (tl settings_keys)) by keys_are_items.
    pose proof (keyed_document_injective settings_keys W (keyed_settings settings_keys W id I) (keyed_settings
      settings_keys W id' I')
      (f a) (f b) (settings_unknown C a) (settings_unknown C b)) as Inj.
    specialize (Inj eq_refl). specialize (Inj D). specialize (Inj Ki). specialize (Inj Oa). specialize (Inj A6).
    specialize (Inj Ob). specialize (Inj B6). specialize (Inj F). specialize (Inj E). destruct Inj as (Ek & Eu & Fk).
    assert (Ei : settings_doc_id C a = settings_doc_id C b).
    { apply cons_eq in Ek as [Ek _]. apply pair_eq in Ek as [_ Ek]. now apply some_eq in Ek. }
    assert (Eid : id = id') by (transitivity (settings_doc_id C a); [symmetry; exact A1 | rewrite Ei; exact B1]).
      subst id'.
    apply (kn_inj (keyed_settings settings_keys W id I)) in Ek; [|exact Oa | exact Ob | exact Fk].
    destruct a, b. unfold f in Ek. simpl in *. repeat (apply pair_eq in Ek as [? Ek]). now subst.
  Qed.
End Documents.
