(* SPDX-License-Identifier: Apache-2.0 *)

(** The canonical bytes of regions and documents: equal bytes if and only if equal states. *)

From Coq Require Import List NArith PeanoNat Lia String Ascii Bool.
From Capsule Require Import Order Semilattice SortedMap Ranges ORSet Stamped History Region Documents Cbor Encoding.
Import ListNotations.
Local Open Scope string_scope.

Fixpoint distinct (l : list bytes) : bool :=
  match l with [] => true | x :: t => negb (existsb (String.eqb x) t) && distinct t end.

Lemma distinct_nodup l : distinct l = true -> NoDup l.
Proof.
  induction l as [|x l IH]; simpl; [constructor|]. rewrite andb_true_iff, negb_true_iff. intros [H K].
  constructor; auto. intros Hin. assert (E : existsb (String.eqb x) l = true).
  { apply existsb_exists. exists x. split; auto. apply String.eqb_refl. }
  congruence.
Qed.

(** Known fields under given keys, and unknown keys beside them. *)
Definition parts_ok (keys : list bytes) (known : list (bytes * option bytes)) (u : map bytes bytes) : Prop :=
  List.map fst known = keys /\ NoDup keys /\ Forall is_item keys /\
  (forall k x, In (k, Some x) known -> fits x -> is_item x) /\
  sorted bytes_order u /\ (forall k x, lookup bytes_order k u = Some x -> is_item k /\ is_item x /\ ~ In k keys).

Section Parts.
  Context (keys : list bytes) (known : list (bytes * option bytes)) (u : map bytes bytes).
  Context (H : parts_ok keys known u) (F : fits (enc_map (assemble known u))).

  Lemma unknown_free : forall k, In k (List.map fst known) -> lookup bytes_order k u = None.
  Proof.
    destruct H as (<- & _ & _ & _ & _ & U). intros k Hk. destruct (lookup bytes_order k u) as [x|] eqn:E; auto.
    destruct (U _ _ E) as (_ & _ & N). contradiction.
  Qed.

  Lemma known_fits k x : In (k, Some x) known -> fits x.
  Proof.
    intros Hin. destruct H as (Ek & ND & _ & _ & S & _). rewrite <- Ek in ND.
    pose proof (lookup_assemble_known known u S ND unknown_free k (Some x) Hin) as L. apply lookup_in in L.
    eapply fits_map_member; [exact F|]. clear - L. induction (assemble known u) as [|[j y] m IH]; simpl in *; [destruct L|].
    destruct L as [[= -> ->] | L]; auto.
  Qed.

  Lemma parts_items : Forall is_item (flatten (assemble known u)).
  Proof.
    pose proof H as (Ek & _ & Ik & V & S & U). apply assemble_items.
    - intros k o Hin. split.
      + rewrite Forall_forall in Ik. apply Ik. rewrite <- Ek. apply in_map_iff. exists (k, o). auto.
      + intros x ->. apply (V k); auto. eapply known_fits; eauto.
    - intros k x Hin. apply (in_lookup bytes_order) in Hin; auto. destruct (U _ _ Hin) as (? & ? & _). auto.
  Qed.

  Lemma parts_item : is_item (enc_map (assemble known u)).
  Proof. apply map_is_item; auto. apply parts_items. Qed.
End Parts.

Lemma parts_injective keys known known' u u' : parts_ok keys known u -> parts_ok keys known' u' ->
  fits (enc_map (assemble known u)) -> enc_map (assemble known u) = enc_map (assemble known' u') ->
  known = known' /\ u = u'.
Proof.
  intros H H' F E. assert (F' : fits (enc_map (assemble known' u'))) by now rewrite <- E.
  pose proof (map_injective _ _ (parts_items _ _ _ H F) (parts_items _ _ _ H' F') F E) as A.
  pose proof (unknown_free _ _ _ H) as N. pose proof (unknown_free _ _ _ H') as N'.
  destruct H as (Ek & ND & _ & _ & S & _), H' as (Ek' & _ & _ & _ & S' & _).
  apply assemble_injective in A; auto; rewrite ?Ek, ?Ek' in *; auto.
Qed.

(** * The keys *)

Definition key (s : bytes) : bytes := enc_text s.
Definition key_schema : bytes := enc_uint 0.
Definition schema_1 : bytes := enc_uint 1.

Definition region_keys := [key "labels"; key "shape"].
Definition stack_keys := [key_schema; key "stack_id"; key "labels"].
Definition album_keys := [key_schema; key "album_id"; key "name"; key "labels"].
Definition asset_keys := [key_schema; key "uuid"; key "facts"; key "capture_time"; key "location"; key "lqip";
  key "tags_user"; key "tags_ai"; key "caption"; key "rating"; key "orientation"; key "stack_membership"; key "cull";
  key "hidden"; key "regions"].
Definition settings_keys := [key_schema; key "settings_doc_id"; key "smart_albums"; key "scope_overrides";
  key "source_kind_defaults"; key "aggregated_album_covers"].

Definition short (s : bytes) : bool := Nat.leb (String.length s) 100.

Lemma key_is_item s : short s = true -> is_item (key s).
Proof. intros H. apply Nat.leb_le in H. apply short_text_is_item. lia. Qed.

Lemma key_items l : forallb short l = true -> Forall is_item (List.map key l).
Proof.
  intros H. rewrite forallb_forall in H. rewrite Forall_forall. intros k Hk. apply in_map_iff in Hk as (s & <- & Hs).
  apply key_is_item. auto.
Qed.

Lemma schema_items : is_item key_schema /\ is_item schema_1.
Proof. split; apply uint_is_item; reflexivity. Qed.

(** What the decode rules must refuse for the encoding to be injective: what is no item, an unknown key that is a known
    one, and a deletion that is a shape. Every reader does. *)
Record Written (C : Rules) (keys : list bytes) : Prop := {
  w_identifier : forall x, identifier C x -> is_item x;
  w_digest : forall x, digest C x -> is_item x;
  w_source_kind : forall x, source_kind C x -> is_item x;
  w_carried_key : forall x, carried_key C x -> is_item x /\ ~ In x keys;
  w_region_key : forall x, region_key C x -> is_item x /\ ~ In x region_keys;
  w_carried_value : forall x, carried_value C x -> is_item x;
  w_label : forall x, label C x -> is_item x;
  w_ai_tag : forall x, ai_tag C x -> is_item x;
  w_deletion : forall x, deletion C x -> is_item x /\ ~ region_shape C x;
  w_region_shape : forall x, region_shape C x -> is_item x;
  w_label_register : forall x, label_register C x -> is_item x;
  w_facts : forall x, facts C x -> is_item x;
  w_capture_time : forall x, capture_time C x -> is_item x;
  w_location : forall x, location C x -> is_item x;
  w_lqip : forall x, lqip C x -> is_item x;
  w_caption : forall x, caption C x -> is_item x;
  w_rating : forall x, rating C x -> is_item x;
  w_orientation : forall x, orientation C x -> is_item x;
  w_membership : forall x, membership C x -> is_item x;
  w_cull : forall x, cull C x -> is_item x;
  w_hidden : forall x, hidden C x -> is_item x;
  w_definition_or_null : forall x, definition_or_null C x -> is_item x;
  w_identifier_or_null : forall x, identifier_or_null C x -> is_item x
}.

(** * What is written of each field. These need no proof to run; the theorems below are about them. *)

Section Writing.
  Definition write_map {V} (f : V -> bytes) (m : map bytes V) : option bytes :=
    match m with [] => None | _ => Some (enc_map (pairs (fun k => k) f m)) end.
  Definition write_orset (s : map bytes line) : option bytes := write_map enc_line s.
  Definition write_history (l : list bytes) : option bytes :=
    match l with [] => None | x :: t => Some (enc_history x t) end.
  Definition write_registers (m : map bytes bytes) : option bytes := write_map (fun x => x) m.
End Writing.

Section Regions.
  Context (R : Reader) (writer_ok label_ok key_ok carried_ok deletion_ok shape_ok : bytes -> Prop).

  Definition region_known (r : region R writer_ok label_ok key_ok carried_ok) : list (bytes * option bytes) :=
    match r with
    | Deleted d => [(key "labels", None); (key "shape", Some d)]
    | Present l s _ => [(key "labels", write_orset l); (key "shape", s)]
    end.

  Definition region_unknown (r : region R writer_ok label_ok key_ok carried_ok) : map bytes bytes :=
    match r with Deleted _ => [] | Present _ _ u => u end.

  Definition enc_region (r : region R writer_ok label_ok key_ok carried_ok) : bytes :=
    enc_map (assemble (region_known r) (region_unknown r)).

  Context (W : forall x, writer_ok x -> is_item x) (Lb : forall x, label_ok x -> is_item x)
    (Kk : forall x, key_ok x -> is_item x /\ ~ In x region_keys) (Cv : forall x, carried_ok x -> is_item x)
    (Dl : forall x, deletion_ok x -> is_item x /\ ~ shape_ok x) (Sh : forall x, shape_ok x -> is_item x).

  Let G := region_lattice R writer_ok label_ok key_ok carried_ok deletion_ok shape_ok.

  Lemma region_keys_ok : NoDup region_keys /\ Forall is_item region_keys.
  Proof.
    split; [apply distinct_nodup; vm_compute; reflexivity|].
    exact (key_items ["labels"; "shape"] eq_refl).
  Qed.

  Lemma region_parts (r : G) : ok r -> parts_ok region_keys (region_known r) (region_unknown r).
  Proof.
    destruct region_keys_ok. intros H'. split; [now destruct r|]. split; auto. split; auto.
    destruct r as [d|l s u].
    - destruct (Dl d H') as [Di _]. split; [|split; [exact Logic.I | discriminate]].
      intros k x [E | [E | []]] _; apply pair_eq in E as [_ E]; [discriminate|]. apply some_eq in E. now subst.
    - destruct H' as (Hl & Hs & [Su Hu] & _). split; [|split; [exact Su|]].
      + intros k x [E | [E | []]] Fx; apply pair_eq in E as [_ E].
        * exact (write_item (orset_field writer_ok label_ok W Lb) l x Hl E Fx).
        * subst s. apply Sh. exact Hs.
      + intros k x L. destruct (Hu _ _ L) as [Hk Hx]. destruct (Kk _ Hk). auto.
  Qed.

  Definition region_encoder : Encoder G.
  Proof.
    refine {| enc := (enc_region : G -> bytes) |}.
    - intros r H F. eapply parts_item; eauto using region_parts.
    - intros a b Ha Hb F E.
      pose proof (parts_injective _ _ _ _ _ (region_parts a Ha) (region_parts b Hb) F E) as [Ek Eu].
      pose proof (known_fits _ _ _ (region_parts a Ha) F) as Fk.
      destruct a as [d|l s u], b as [e|l' s' u']; simpl in Ek, Eu;
        apply cons_eq in Ek as [E1 Ek]; apply cons_eq in Ek as [E2 _];
        apply pair_eq in E1 as [_ E1]; apply pair_eq in E2 as [_ E2].
      + apply some_eq in E2. now subst.
      + exfalso. subst s'. destruct Hb as (_ & Hs & _). destruct (Dl d Ha). contradiction.
      + exfalso. subst s. destruct Ha as (_ & Hs & _). destruct (Dl e Hb). contradiction.
      + subst. f_equal. destruct Ha as (Hl & _), Hb as (Hl' & _).
        apply (write_inj (orset_field writer_ok label_ok W Lb)); auto.
        intros t Et. apply (Fk (key "labels")). left. f_equal. exact Et.
  Defined.
End Regions.

Lemma app_inj_length {A} (a : list A) : forall b c d, List.length a = List.length b -> (a ++ c = b ++ d)%list -> a = b /\ c = d.
Proof.
  induction a as [|x a IH]; intros [|y b] c d L E; simpl in *; try discriminate; auto.
  apply cons_eq in E as [-> E]. injection L as L. destruct (IH _ _ _ L E). subst. auto.
Qed.

(** * Several fields, each under its key *)

Record Keyed (L : Semilattice) (ks : list bytes) := {
  kn : L -> list (bytes * option bytes);
  kn_keys : forall a, List.map fst (kn a) = ks;
  kn_item : forall a k x, ok a -> In (k, Some x) (kn a) -> fits x -> is_item x;
  kn_inj : forall a b, ok a -> ok b -> (forall k x, In (k, Some x) (kn a) -> fits x) -> kn a = kn b -> a = b
}.
Arguments kn {L ks}. Arguments kn_keys {L ks}. Arguments kn_item {L ks}. Arguments kn_inj {L ks}.

Definition keyed_field {L : Semilattice} (k : bytes) (F : Field L) : Keyed L [k].
Proof.
  refine {| kn := fun a => [(k, write F a)] |}.
  - reflexivity.
  - intros a j x H [E | []] Fx. apply pair_eq in E as [_ E]. exact (write_item F a x H E Fx).
  - intros a b Ha Hb Fx E. apply cons_eq in E as [E _]. apply pair_eq in E as [_ E]. apply (write_inj F); auto.
    intros x Ex. apply (Fx k x). left. f_equal. exact Ex.
Defined.

(** The id, which is always there. *)
Definition keyed_id (k id : bytes) (I : is_item id) : Keyed (constant_lattice id) [k].
Proof.
  refine {| kn := fun a : constant_lattice id => [(k, Some (a : bytes))] |}.
  - reflexivity.
  - intros a j x H [E | []] _. apply pair_eq in E as [_ E]. apply some_eq in E. simpl in H. congruence.
  - intros a b Ha Hb _ E. simpl in Ha, Hb. congruence.
Defined.

Definition keyed_pair {X Y : Semilattice} {ks ls} (A : Keyed X ks) (B : Keyed Y ls) : Keyed (product X Y) (ks ++ ls)%list.
Proof.
  refine {| kn := fun p : product X Y => (kn A (fst p) ++ kn B (snd p))%list |}.
  - intros a. now rewrite map_app, !kn_keys.
  - intros a k x [Ha Hb] Hin. apply in_app_or in Hin as [Hin | Hin]; [eapply (kn_item A) | eapply (kn_item B)]; eauto.
  - intros [a a'] [b b'] [Ha Ha'] [Hb Hb'] F E. simpl in *.
    assert (Eq : kn A a = kn A b /\ kn B a' = kn B b').
    { apply app_inj_length; auto. rewrite <- (map_length fst (kn A a)), <- (map_length fst (kn A b)), !kn_keys. reflexivity. }
    destruct Eq as [E1 E2]. f_equal.
    + apply (kn_inj A); auto. intros k x Hin. apply (F k x). apply in_or_app. auto.
    + apply (kn_inj B); auto. intros k x Hin. apply (F k x). apply in_or_app. auto.
Defined.

(** * Documents *)

Section Documents.
  Context (C : Rules).
  Let R := reader C.

  Definition stack_known (d : Stack C) : list (bytes * option bytes) :=
    [(key_schema, Some schema_1); (key "stack_id", Some (stack_id C d)); (key "labels", write_orset (stack_labels C d))].
  Definition enc_stack (d : Stack C) : bytes := enc_map (assemble (stack_known d) (stack_unknown C d)).

  Definition album_known (d : Album C) : list (bytes * option bytes) :=
    [(key_schema, Some schema_1); (key "album_id", Some (album_id C d)); (key "name", album_name C d);
     (key "labels", write_orset (album_labels C d))].
  Definition enc_album (d : Album C) : bytes := enc_map (assemble (album_known d) (album_unknown C d)).

  Definition write_regions (m : map bytes (a_region C)) : option bytes :=
    write_map (enc_region R (identifier C) (label C) (region_key C) (carried_value C)) m.

  Definition asset_known (d : Asset C) : list (bytes * option bytes) :=
    [(key_schema, Some schema_1); (key "uuid", Some (uuid C d)); (key "facts", asset_facts C d);
     (key "capture_time", asset_capture_time C d); (key "location", asset_location C d); (key "lqip", asset_lqip C d);
     (key "tags_user", write_orset (tags_user C d)); (key "tags_ai", write_orset (tags_ai C d));
     (key "caption", write_history (asset_caption C d)); (key "rating", asset_rating C d);
     (key "orientation", asset_orientation C d); (key "stack_membership", stack_membership C d);
     (key "cull", asset_cull C d); (key "hidden", asset_hidden C d); (key "regions", write_regions (regions C d))].
  Definition enc_asset (d : Asset C) : bytes := enc_map (assemble (asset_known d) (asset_unknown C d)).

  Definition settings_known (d : Settings C) : list (bytes * option bytes) :=
    [(key_schema, Some schema_1); (key "settings_doc_id", Some (settings_doc_id C d));
     (key "smart_albums", write_registers (smart_albums C d));
     (key "scope_overrides", write_registers (scope_overrides C d));
     (key "source_kind_defaults", write_registers (source_kind_defaults C d));
     (key "aggregated_album_covers", write_registers (aggregated_album_covers C d))].
  Definition enc_settings (d : Settings C) : bytes := enc_map (assemble (settings_known d) (settings_unknown C d)).

  (** The fields but the unknown keys. *)
  Definition stack_lattice (id : bytes) := product (constant_lattice id) (label_set C).
  Definition album_lattice (id : bytes) := product (constant_lattice id) (product (lww C (label_register C)) (label_set C)).
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

    Let label_field : Field (label_set C) := orset_field (identifier C) (label C) (w_identifier C keys W) (w_label C keys W).
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
    identifier C id -> identifier C id' -> ok a -> ok b -> fits (enc_stack a) ->
    (enc_stack a = enc_stack b <-> a = b).
  Proof.
    intros Hi Hi' Ha Hb F. split; [|intros ->; reflexivity]. intros E.
    pose proof (w_identifier C _ W id Hi) as I. pose proof (w_identifier C _ W id' Hi') as I'.
    set (f := fun d : Stack C => (stack_id C d, stack_labels C d)).
    destruct Ha as (A1 & A2 & A3), Hb as (B1 & B2 & B3).
    assert (Oa : ok (s := stack_lattice id) (f a)) by (repeat (split; [assumption|]); assumption).
    assert (Ob : ok (s := stack_lattice id') (f b)) by (repeat (split; [assumption|]); assumption).
    assert (D : distinct stack_keys = true) by (vm_compute; reflexivity).
    assert (Ka : enc_stack a = enc_map (assemble (keyed_document_known (keyed_stack stack_keys W id I) (f a)) (stack_unknown C a))) by reflexivity.
    assert (Kb : enc_stack b = enc_map (assemble (keyed_document_known (keyed_stack stack_keys W id' I') (f b)) (stack_unknown C b))) by reflexivity.
    rewrite Ka in F, E. rewrite Kb in E.
    assert (Ki : Forall is_item (tl stack_keys)) by keys_are_items.
    pose proof (keyed_document_injective stack_keys W (keyed_stack stack_keys W id I) (keyed_stack stack_keys W id' I')
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
    identifier C id -> identifier C id' -> ok a -> ok b -> fits (enc_album a) ->
    (enc_album a = enc_album b <-> a = b).
  Proof.
    intros Hi Hi' Ha Hb F. split; [|intros ->; reflexivity]. intros E.
    pose proof (w_identifier C _ W id Hi) as I. pose proof (w_identifier C _ W id' Hi') as I'.
    set (f := fun d : Album C => (album_id C d, (album_name C d, album_labels C d))).
    destruct Ha as (A1 & A2 & A3 & A4), Hb as (B1 & B2 & B3 & B4).
    assert (Oa : ok (s := album_lattice id) (f a)) by (repeat (split; [assumption|]); assumption).
    assert (Ob : ok (s := album_lattice id') (f b)) by (repeat (split; [assumption|]); assumption).
    assert (D : distinct album_keys = true) by (vm_compute; reflexivity).
    assert (Ka : enc_album a = enc_map (assemble (keyed_document_known (keyed_album album_keys W id I) (f a)) (album_unknown C a))) by reflexivity.
    assert (Kb : enc_album b = enc_map (assemble (keyed_document_known (keyed_album album_keys W id' I') (f b)) (album_unknown C b))) by reflexivity.
    rewrite Ka in F, E. rewrite Kb in E.
    assert (Ki : Forall is_item (tl album_keys)) by keys_are_items.
    pose proof (keyed_document_injective album_keys W (keyed_album album_keys W id I) (keyed_album album_keys W id' I')
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
    identifier C id -> identifier C id' -> ok a -> ok b -> fits (enc_asset a) ->
    (enc_asset a = enc_asset b <-> a = b).
  Proof.
    intros Hi Hi' Ha Hb F. split; [|intros ->; reflexivity]. intros E.
    pose proof (w_identifier C _ W id Hi) as I. pose proof (w_identifier C _ W id' Hi') as I'.
    set (f := fun d : Asset C => (uuid C d, (asset_facts C d, (asset_capture_time C d, (asset_location C d, (asset_lqip C d, (tags_user C d, (tags_ai C d, (asset_caption C d, (asset_rating C d, (asset_orientation C d, (stack_membership C d, (asset_cull C d, (asset_hidden C d, regions C d)))))))))))))).
    destruct Ha as (A1 & (A2 & A3 & A4 & A5) & (A6 & A7 & A8) & (A9 & A10) & (A11 & A12 & A13) & A14 & A15).
    destruct Hb as (B1 & (B2 & B3 & B4 & B5) & (B6 & B7 & B8) & (B9 & B10) & (B11 & B12 & B13) & B14 & B15).
    assert (Oa : ok (s := asset_lattice id) (f a)) by (repeat (split; [assumption|]); assumption).
    assert (Ob : ok (s := asset_lattice id') (f b)) by (repeat (split; [assumption|]); assumption).
    assert (D : distinct asset_keys = true) by (vm_compute; reflexivity).
    assert (Ka : enc_asset a = enc_map (assemble (keyed_document_known (keyed_asset asset_keys W id I) (f a)) (asset_unknown C a))) by reflexivity.
    assert (Kb : enc_asset b = enc_map (assemble (keyed_document_known (keyed_asset asset_keys W id' I') (f b)) (asset_unknown C b))) by reflexivity.
    rewrite Ka in F, E. rewrite Kb in E.
    assert (Ki : Forall is_item (tl asset_keys)) by keys_are_items.
    pose proof (keyed_document_injective asset_keys W (keyed_asset asset_keys W id I) (keyed_asset asset_keys W id' I')
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
    identifier C id -> identifier C id' -> ok a -> ok b -> fits (enc_settings a) ->
    (enc_settings a = enc_settings b <-> a = b).
  Proof.
    intros Hi Hi' Ha Hb F. split; [|intros ->; reflexivity]. intros E.
    pose proof (w_identifier C _ W id Hi) as I. pose proof (w_identifier C _ W id' Hi') as I'.
    set (f := fun d : Settings C => (settings_doc_id C d, (smart_albums C d, (scope_overrides C d, (source_kind_defaults C d, aggregated_album_covers C d))))).
    destruct Ha as (A1 & A2 & A3 & A4 & A5 & A6), Hb as (B1 & B2 & B3 & B4 & B5 & B6).
    assert (Oa : ok (s := settings_lattice id) (f a)) by (repeat (split; [assumption|]); assumption).
    assert (Ob : ok (s := settings_lattice id') (f b)) by (repeat (split; [assumption|]); assumption).
    assert (D : distinct settings_keys = true) by (vm_compute; reflexivity).
    assert (Ka : enc_settings a = enc_map (assemble (keyed_document_known (keyed_settings settings_keys W id I) (f a)) (settings_unknown C a))) by reflexivity.
    assert (Kb : enc_settings b = enc_map (assemble (keyed_document_known (keyed_settings settings_keys W id' I') (f b)) (settings_unknown C b))) by reflexivity.
    rewrite Ka in F, E. rewrite Kb in E.
    assert (Ki : Forall is_item (tl settings_keys)) by keys_are_items.
    pose proof (keyed_document_injective settings_keys W (keyed_settings settings_keys W id I) (keyed_settings settings_keys W id' I')
      (f a) (f b) (settings_unknown C a) (settings_unknown C b)) as Inj.
    specialize (Inj eq_refl). specialize (Inj D). specialize (Inj Ki). specialize (Inj Oa). specialize (Inj A6).
    specialize (Inj Ob). specialize (Inj B6). specialize (Inj F). specialize (Inj E). destruct Inj as (Ek & Eu & Fk).
    assert (Ei : settings_doc_id C a = settings_doc_id C b).
    { apply cons_eq in Ek as [Ek _]. apply pair_eq in Ek as [_ Ek]. now apply some_eq in Ek. }
    assert (Eid : id = id') by (transitivity (settings_doc_id C a); [symmetry; exact A1 | rewrite Ei; exact B1]). subst id'.
    apply (kn_inj (keyed_settings settings_keys W id I)) in Ek; [|exact Oa | exact Ob | exact Fk].
    destruct a, b. unfold f in Ek. simpl in *. repeat (apply pair_eq in Ek as [? Ek]). now subst.
  Qed.
End Documents.
