(* SPDX-License-Identifier: Apache-2.0 *)

(** The four documents (section 10) as products of their fields, each field once. A field that is absent is [None], or
    the empty map of a field that is a map or a set, or the empty log of a history. *)

From Coq Require Import List String.
From Capsule Require Import Order Semilattice SortedMap ORSet Stamped History Region.
Import ListNotations.

(** The decode rules of sections 1, 2 and 8 to 10. Each looks at one value on its own; the theorems hold for every
    choice of them, so also for those of the contract and of its later editions. *)
Record Rules := {
  reader : Reader;
  identifier : bytes -> Prop;       (* an encoded identifier: a writer, a key of a map *)
  digest : bytes -> Prop;           (* an encoded digest *)
  source_kind : bytes -> Prop;      (* an encoded source kind *)
  carried_key : bytes -> Prop;       (* an encoded unknown key at the top level *)
  region_key : bytes -> Prop;        (* an encoded unknown key of a region *)
  carried_value : bytes -> Prop;
  label : bytes -> Prop;            (* elements of OR-sets *)
  ai_tag : bytes -> Prop;
  deletion : bytes -> Prop;         (* stamped values from here on, by the type of what they hold *)
  region_shape : bytes -> Prop;
  label_register : bytes -> Prop;
  facts : bytes -> Prop;
  capture_time : bytes -> Prop;
  location : bytes -> Prop;
  lqip : bytes -> Prop;
  caption : bytes -> Prop;
  rating : bytes -> Prop;
  orientation : bytes -> Prop;
  membership : bytes -> Prop;
  cull : bytes -> Prop;
  hidden : bytes -> Prop;
  definition_or_null : bytes -> Prop;
  identifier_or_null : bytes -> Prop
}.

Section Documents.
  Context (C : Rules).
  Let R := reader C.

  (** * The types of fields *)

  Definition lww (P : bytes -> Prop) : Semilattice := optional (register R P).
  Definition label_set : Semilattice := orset (identifier C) (label C).
  Definition ai_tag_set : Semilattice := orset (identifier C) (ai_tag C).
  Definition caption_history : Semilattice :=
    bounded (stamped_order R) bytes_order (value R) (caption C) history_bound.
  Definition a_region : Semilattice :=
    region_lattice R (identifier C) (label C) (region_key C) (carried_value C) (deletion C) (region_shape C).
  Definition region_map : Semilattice := map_lattice bytes_order (identifier C) a_region.
  Definition lww_map (P Q : bytes -> Prop) : Semilattice := map_lattice bytes_order P (register R Q).
  Definition unknown_keys : Semilattice := carried R (carried_key C) (carried_value C).

  (** * Stack *)

  Record Stack := { stack_id : bytes; stack_labels : label_set; stack_unknown : unknown_keys }.

  Definition stack_fields (id : bytes) : Semilattice := product (constant_lattice id) (product label_set unknown_keys).

  Definition stack (id : bytes) : Semilattice.
  Proof.
    refine (@renamed Stack (stack_fields id)
      (fun d => (stack_id d, (stack_labels d, stack_unknown d)))
      (fun p : stack_fields id => let '(i, (l, u)) := p in {| stack_id := i; stack_labels := l; stack_unknown := u |}) _ _).
    - now intros [].
    - now intros [? []].
  Defined.

  (** * Album *)

  Record Album := {
    album_id : bytes;
    album_name : lww (label_register C);
    album_labels : label_set;
    album_unknown : unknown_keys
  }.

  Definition album_fields (id : bytes) : Semilattice :=
    product (constant_lattice id) (product (lww (label_register C)) (product label_set unknown_keys)).

  Definition album (id : bytes) : Semilattice.
  Proof.
    refine (@renamed Album (album_fields id)
      (fun d => (album_id d, (album_name d, (album_labels d, album_unknown d))))
      (fun p : album_fields id => let '(i, (n, (l, u))) := p in
         {| album_id := i; album_name := n; album_labels := l; album_unknown := u |}) _ _).
    - now intros [].
    - now intros [? [? []]].
  Defined.

  (** * Asset *)

  Record Asset := {
    uuid : bytes;
    asset_facts : lww (facts C);
    asset_capture_time : lww (capture_time C);
    asset_location : lww (location C);
    asset_lqip : lww (lqip C);
    tags_user : label_set;
    tags_ai : ai_tag_set;
    asset_caption : caption_history;
    asset_rating : lww (rating C);
    asset_orientation : lww (orientation C);
    stack_membership : lww (membership C);
    asset_cull : lww (cull C);
    asset_hidden : lww (hidden C);
    regions : region_map;
    asset_unknown : unknown_keys
  }.

  Definition asset_fields (id : bytes) : Semilattice :=
    product (constant_lattice id)
    (product (product (lww (facts C)) (product (lww (capture_time C)) (product (lww (location C)) (lww (lqip C)))))
    (product (product label_set (product ai_tag_set caption_history))
    (product (product (lww (rating C)) (lww (orientation C)))
    (product (product (lww (membership C)) (product (lww (cull C)) (lww (hidden C))))
    (product region_map unknown_keys))))).

  Definition asset_to (id : bytes) (d : Asset) : asset_fields id :=
    (uuid d,
    ((asset_facts d, (asset_capture_time d, (asset_location d, asset_lqip d))),
    ((tags_user d, (tags_ai d, asset_caption d)),
    ((asset_rating d, asset_orientation d),
    ((stack_membership d, (asset_cull d, asset_hidden d)),
    (regions d, asset_unknown d)))))).

  Definition asset_from (id : bytes) (p : asset_fields id) : Asset :=
    let '(i, ((f, (ct, (lo, lq))), ((tu, (ta, ca)), ((ra, ori), ((me, (cu, hi)), (re, un)))))) := p in
    {| uuid := i; asset_facts := f; asset_capture_time := ct; asset_location := lo; asset_lqip := lq; tags_user := tu;
       tags_ai := ta; asset_caption := ca; asset_rating := ra; asset_orientation := ori; stack_membership := me;
       asset_cull := cu; asset_hidden := hi; regions := re; asset_unknown := un |}.

  Definition asset (id : bytes) : Semilattice.
  Proof.
    refine (@renamed Asset (asset_fields id) (asset_to id) (asset_from id) _ _).
    - now intros [].
    - now intros (? & (? & ? & ? & ?) & (? & ? & ?) & (? & ?) & (? & ? & ?) & ? & ?).
  Defined.

  (** * Library settings *)

  Record Settings := {
    settings_doc_id : bytes;
    smart_albums : lww_map (identifier C) (definition_or_null C);
    scope_overrides : lww_map (digest C) (identifier_or_null C);
    source_kind_defaults : lww_map (source_kind C) (identifier_or_null C);
    aggregated_album_covers : lww_map (identifier C) (identifier_or_null C);
    settings_unknown : unknown_keys
  }.

  Definition settings_fields (id : bytes) : Semilattice :=
    product (constant_lattice id)
    (product (lww_map (identifier C) (definition_or_null C))
    (product (lww_map (digest C) (identifier_or_null C))
    (product (lww_map (source_kind C) (identifier_or_null C))
    (product (lww_map (identifier C) (identifier_or_null C)) unknown_keys)))).

  Definition settings (id : bytes) : Semilattice.
  Proof.
    refine (@renamed Settings (settings_fields id)
      (fun d => (settings_doc_id d, (smart_albums d, (scope_overrides d, (source_kind_defaults d,
                (aggregated_album_covers d, settings_unknown d))))))
      (fun p : settings_fields id => let '(i, (s, (o, (k, (c, u))))) := p in
         {| settings_doc_id := i; smart_albums := s; scope_overrides := o; source_kind_defaults := k;
            aggregated_album_covers := c; settings_unknown := u |}) _ _).
    - now intros [].
    - now intros (? & ? & ? & ? & ? & ?).
  Defined.

  (** * The laws, document by document *)

  Section Laws.
    Context (id : bytes).

    Theorem stack_join_commutative (a b : stack id) : ok a -> ok b -> jn a b = jn b a.
    Proof. apply jn_comm. Qed.
    Theorem stack_join_associative (a b c : stack id) : ok a -> ok b -> ok c -> jn a (jn b c) = jn (jn a b) c.
    Proof. apply jn_assoc. Qed.
    Theorem stack_join_idempotent (a : stack id) : ok a -> jn a a = a.
    Proof. apply jn_idem. Qed.
    Theorem stack_join_closed (a b : stack id) : ok a -> ok b -> ok (jn a b).
    Proof. apply jn_ok. Qed.

    Theorem album_join_commutative (a b : album id) : ok a -> ok b -> jn a b = jn b a.
    Proof. apply jn_comm. Qed.
    Theorem album_join_associative (a b c : album id) : ok a -> ok b -> ok c -> jn a (jn b c) = jn (jn a b) c.
    Proof. apply jn_assoc. Qed.
    Theorem album_join_idempotent (a : album id) : ok a -> jn a a = a.
    Proof. apply jn_idem. Qed.
    Theorem album_join_closed (a b : album id) : ok a -> ok b -> ok (jn a b).
    Proof. apply jn_ok. Qed.

    Theorem asset_join_commutative (a b : asset id) : ok a -> ok b -> jn a b = jn b a.
    Proof. apply jn_comm. Qed.
    Theorem asset_join_associative (a b c : asset id) : ok a -> ok b -> ok c -> jn a (jn b c) = jn (jn a b) c.
    Proof. apply jn_assoc. Qed.
    Theorem asset_join_idempotent (a : asset id) : ok a -> jn a a = a.
    Proof. apply jn_idem. Qed.
    Theorem asset_join_closed (a b : asset id) : ok a -> ok b -> ok (jn a b).
    Proof. apply jn_ok. Qed.

    Theorem settings_join_commutative (a b : settings id) : ok a -> ok b -> jn a b = jn b a.
    Proof. apply jn_comm. Qed.
    Theorem settings_join_associative (a b c : settings id) : ok a -> ok b -> ok c -> jn a (jn b c) = jn (jn a b) c.
    Proof. apply jn_assoc. Qed.
    Theorem settings_join_idempotent (a : settings id) : ok a -> jn a a = a.
    Proof. apply jn_idem. Qed.
    Theorem settings_join_closed (a b : settings id) : ok a -> ok b -> ok (jn a b).
    Proof. apply jn_ok. Qed.

    (** Convergence, document by document. *)
    Theorem stack_convergence (s : stack id) (ds es : list (stack id)) : ok s -> Forall ok ds -> Forall ok es ->
      (forall d, In d ds <-> In d es) -> receive s ds = receive s es.
    Proof. apply convergence. Qed.
    Theorem album_convergence (s : album id) (ds es : list (album id)) : ok s -> Forall ok ds -> Forall ok es ->
      (forall d, In d ds <-> In d es) -> receive s ds = receive s es.
    Proof. apply convergence. Qed.
    Theorem asset_convergence (s : asset id) (ds es : list (asset id)) : ok s -> Forall ok ds -> Forall ok es ->
      (forall d, In d ds <-> In d es) -> receive s ds = receive s es.
    Proof. apply convergence. Qed.
    Theorem settings_convergence (s : settings id) (ds es : list (settings id)) : ok s -> Forall ok ds -> Forall ok es ->
      (forall d, In d ds <-> In d es) -> receive s ds = receive s es.
    Proof. apply convergence. Qed.
  End Laws.
End Documents.
