(* SPDX-License-Identifier: Apache-2.0 *)

(** The canonical bytes of each state (sections 1 and 5 to 10): equal bytes if and only if equal states. *)

From Coq Require Import List NArith Lia String Ascii.
From Capsule Require Import Order Semilattice SortedMap Ranges ORSet Stamped History Region Documents Cbor.
Import ListNotations.

Lemma some_eq {A} (a b : A) : Some a = Some b -> a = b.
Proof. congruence. Qed.

Lemma cons_eq {A} (a b : A) l m : a :: l = b :: m -> a = b /\ l = m.
Proof. split; congruence. Qed.

Lemma pair_eq {A B} (a c : A) (b d : B) : (a, b) = (c, d) -> a = c /\ b = d.
Proof. split; congruence. Qed.

(** States that are always there. *)
Record Encoder (L : Semilattice) := {
  enc : L -> bytes;
  enc_item : forall a, ok a -> fits (enc a) -> is_item (enc a);
  enc_inj : forall a b, ok a -> ok b -> fits (enc a) -> enc a = enc b -> a = b
}.
Arguments enc {L}. Arguments enc_item {L}. Arguments enc_inj {L}.

(** States one of which is written as absence. *)
Record Field (L : Semilattice) := {
  write : L -> option bytes;
  write_item : forall a s, ok a -> write a = Some s -> fits s -> is_item s;
  write_inj : forall a b, ok a -> ok b -> (forall s, write a = Some s -> fits s) -> write a = write b -> a = b
}.
Arguments write {L}. Arguments write_item {L}. Arguments write_inj {L}.

(** * Pairs *)

Section Pairs.
  Context {K V : Type} (fk : K -> bytes) (fv : V -> bytes).
  Definition pairs (m : list (K * V)) : list (bytes * bytes) := List.map (fun p => (fk (fst p), fv (snd p))) m.

  Lemma in_pairs k v m : In (k, v) m -> In (fk k) (flatten (pairs m)) /\ In (fv v) (flatten (pairs m)).
  Proof. induction m as [|[j w] m IH]; simpl; [intros []|]. intros [[= -> ->] | H]; auto. apply IH in H as []. auto. Qed.

  Lemma pairs_items m : (forall k v, In (k, v) m -> is_item (fk k) /\ is_item (fv v)) -> Forall is_item (flatten (pairs m)).
  Proof.
    induction m as [|[k v] m IH]; simpl; intros H; constructor.
    - apply (H k v). auto.
    - constructor; [apply (H k v) | apply IH; intros]; auto.
  Qed.

  Lemma pairs_injective m : forall m', (forall k v k' v', In (k, v) m -> In (k', v') m' -> fk k = fk k' -> fv v = fv v' ->
    k = k' /\ v = v') -> pairs m = pairs m' -> m = m'.
  Proof.
    induction m as [|[k v] m IH]; intros [|[k' v'] m'] H E; simpl in E; try discriminate; auto.
    apply cons_eq in E as [Ep E]. apply pair_eq in Ep as [Ek Ev]. destruct (H k v k' v'); simpl; auto. subst. f_equal. apply IH; auto.
    intros. apply H; simpl; auto.
  Qed.
End Pairs.

(** * Registers and maps of entries *)

Definition register_field (R : Reader) (P : bytes -> Prop) (I : forall x, P x -> is_item x) : Field (optional (register R P)).
Proof.
  refine {| write := fun a : optional (register R P) => (a : option bytes) |}.
  - intros [a|] s H; simpl; [|discriminate]. intros [= <-] _. auto.
  - intros a b _ _ _ E. exact E.
Defined.

Definition register_encoder (R : Reader) (P : bytes -> Prop) (I : forall x, P x -> is_item x) : Encoder (register R P).
Proof. refine {| enc := fun a : register R P => (a : bytes) |}; simpl; auto. Defined.

Section MapEncoder.
  Context (P : bytes -> Prop) (I : forall x, P x -> is_item x) {V : Semilattice} (E : Encoder V).

  Definition enc_entries (m : map bytes V) : bytes := enc_map (pairs (fun k => k) (enc E) m).

  Lemma entries_items m : map_ok bytes_order P V m -> fits (enc_entries m) ->
    Forall is_item (flatten (pairs (fun k => k) (enc E) m)).
  Proof.
    intros [S H] F. apply pairs_items. intros k v Hin. pose proof (in_lookup _ _ _ _ S Hin) as L.
    destruct (H _ _ L). split; auto. apply enc_item; auto.
    eapply fits_map_member; eauto. now apply (in_pairs (fun k => k) (enc E) k v).
  Qed.

  Lemma entries_injective m m' : map_ok bytes_order P V m -> map_ok bytes_order P V m' -> fits (enc_entries m) ->
    enc_entries m = enc_entries m' -> m = m'.
  Proof.
    intros Hm Hm' F Eq. assert (F' : fits (enc_entries m')) by now rewrite <- Eq.
    pose proof (map_injective _ _ (entries_items m Hm F) (entries_items m' Hm' F') F Eq) as Ep.
    apply pairs_injective in Ep; auto. intros k v k' v' Hin Hin' -> Ev. split; auto.
    destruct Hm as [S H], Hm' as [S' H'].
    pose proof (in_lookup _ _ _ _ S Hin) as L. pose proof (in_lookup _ _ _ _ S' Hin') as L'.
    destruct (H _ _ L), (H' _ _ L'). apply (enc_inj E); auto.
    eapply fits_map_member; [exact F|]. now apply (in_pairs (fun k => k) (enc E) k').
  Qed.

  (** A map is absent when it is empty. *)
  Definition map_field : Field (map_lattice bytes_order P V).
  Proof.
    refine {| write := fun m : map_lattice bytes_order P V =>
      match (m : map bytes V) with [] => None | _ => Some (enc_entries m) end |}.
    - intros m s H. destruct m as [|p m]; [discriminate|]. intros [= <-] F.
      apply map_is_item; auto. now apply entries_items.
    - intros a b Ha Hb F Eq. destruct a as [|p a], b as [|q b]; try discriminate; auto.
      apply entries_injective; auto. now apply some_eq.
  Defined.
End MapEncoder.

(** * OR-sets *)

Section LineEncoder.
  Context (element_ok : bytes -> Prop) (I : forall x, element_ok x -> is_item x).

  Definition enc_ranges (r : ranges) : list bytes := fold_right (fun p t => enc_uint (fst p) :: enc_uint (snd p) :: t) [] r.

  Definition enc_line (l : line) : bytes :=
    enc_array [enc_array (enc_ranges (fst l)); enc_map (pairs enc_uint (fun e => e) (snd l))].

  Lemma counter_fits n : (n <= counter_limit)%N -> (n < limit)%N.
  Proof. unfold counter_limit, limit. lia. Qed.

  Lemma range_bounds r : forall k, canonical_from k r -> forall lo hi, In (lo, hi) r ->
    (lo <= counter_limit /\ hi <= counter_limit)%N.
  Proof.
    induction r as [|[a b] r IH]; simpl; [intros _ _ _ _ []|]. intros k (? & ? & ? & Hc) lo hi [[= <- <-] | Hin].
    - lia.
    - eapply IH; eauto.
  Qed.

  Lemma ranges_items r : canonical r -> Forall is_item (enc_ranges r).
  Proof.
    intros H. pose proof (range_bounds r 0%N H) as B. clear H. induction r as [|[lo hi] r IH]; simpl; constructor.
    - apply uint_is_item, counter_fits. apply (B lo hi). now left.
    - constructor; [apply uint_is_item, counter_fits; apply (B lo hi); now left|]. apply IH. intros. apply B. now right.
  Qed.

  Lemma enc_ranges_injective r : forall s, canonical r -> canonical s -> enc_ranges r = enc_ranges s -> r = s.
  Proof.
    intros s Hr Hs. pose proof (range_bounds r 0%N Hr) as B. pose proof (range_bounds s 0%N Hs) as D. clear Hr Hs.
    revert s D. induction r as [|[lo hi] r IH]; intros [|[a b] s] D E; cbn in E; try discriminate; auto.
    change (enc_uint lo :: enc_uint hi :: enc_ranges r = enc_uint a :: enc_uint b :: enc_ranges s) in E.
    apply cons_eq in E as [E1 E]. apply cons_eq in E as [E2 E].
    destruct (B lo hi (or_introl eq_refl)), (D a b (or_introl eq_refl)).
    apply uint_injective in E1, E2; auto using counter_fits. subst. f_equal. apply IH; auto.
    - intros. apply B. now right.
    - intros. apply D. now right.
  Qed.

  Lemma adds_items l : line_ok element_ok l -> Forall is_item (flatten (pairs enc_uint (fun e => e) (snd l))).
  Proof.
    intros (C & _ & S & P). apply pairs_items. intros n e Hin. apply (in_lookup N_order) in Hin; auto.
    destruct (P _ _ Hin) as [M He]. split; auto.
    apply uint_is_item. exact (counter_fits n (proj2 (canonical_member _ 0%N _ C M))).
  Qed.

  Lemma line_parts l : line_ok element_ok l -> fits (enc_line l) ->
    fits (enc_array (enc_ranges (fst l))) /\ fits (enc_map (pairs enc_uint (fun e => e) (snd l))).
  Proof. intros _ F. split; (eapply fits_array_member; [exact F|]; simpl; auto). Qed.

  Lemma line_items l : line_ok element_ok l -> fits (enc_line l) ->
    Forall is_item [enc_array (enc_ranges (fst l)); enc_map (pairs enc_uint (fun e => e) (snd l))].
  Proof.
    intros H F. destruct (line_parts l H F). constructor; [|constructor; [|constructor]].
    - apply array_is_item; auto. apply ranges_items. apply H.
    - apply map_is_item; auto. now apply adds_items.
  Qed.

  Definition line_encoder : Encoder (line_lattice element_ok).
  Proof.
    refine {| enc := (enc_line : line_lattice element_ok -> bytes) |}.
    - intros l H F. apply array_is_item; auto. now apply line_items.
    - intros a b Ha Hb F E. assert (F' : fits (enc_line b)) by (rewrite <- E; exact F).
      pose proof (array_injective _ _ (line_items a Ha F) (line_items b Hb F') F E) as H. apply cons_eq in H as [H1 H]. apply cons_eq in H as [H2 _].
      destruct (line_parts a Ha F) as [F1 F2].
      apply array_injective in H1; auto; try (apply ranges_items; first [apply Ha | apply Hb]).
      apply map_injective in H2; auto using adds_items.
      apply enc_ranges_injective in H1; [|apply Ha | apply Hb].
      apply pairs_injective in H2.
      + destruct a, b. simpl in *. congruence.
      + intros n e n' e' Hin Hin' En ->. split; auto.
        assert (Bound : forall l k f, line_ok element_ok l -> In (k, f) (snd l) -> (k < limit)%N).
        { intros l k f (C & _ & S & P) X. apply (in_lookup N_order) in X; auto. destruct (P _ _ X) as [M _].
          exact (counter_fits k (proj2 (canonical_member _ 0%N _ C M))). }
        exact (uint_injective n n' (Bound a n e' Ha Hin) (Bound b n' e' Hb Hin') En).
  Defined.
End LineEncoder.

Definition orset_field (P Q : bytes -> Prop) (IP : forall x, P x -> is_item x) (IQ : forall x, Q x -> is_item x) :
  Field (orset P Q) := map_field P IP (line_encoder Q IQ).

(** * Histories *)

Local Open Scope string_scope.

Definition key_current : bytes := enc_text "current".
Definition key_superseded : bytes := enc_text "superseded".

Definition enc_history (x : bytes) (t : list bytes) : bytes :=
  enc_map ((key_current, x) :: match t with [] => [] | _ => [(key_superseded, enc_array t)] end).

Lemma short_text_is_item s : (String.length s < 1000)%nat -> is_item (enc_text s).
Proof. intros H. apply text_is_item. unfold length_of, limit. lia. Qed.

Definition history_field (R : Reader) (P : bytes -> Prop) (n : nat) (I : forall x, P x -> is_item x) :
  Field (bounded (stamped_order R) bytes_order (value R) P n).
Proof.
  set (L := bounded (stamped_order R) bytes_order (value R) P n).
  assert (It : forall x t, ok (s := L) (x :: t) -> fits (enc_history x t) ->
    Forall is_item (flatten ((key_current, x) :: match t with [] => [] | _ => [(key_superseded, enc_array t)] end))).
  { intros x t (_ & H & _) F. inversion_clear H as [|? ? Hx Ht]. constructor; [apply short_text_is_item; simpl; lia|].
    constructor; [auto|]. destruct t as [|y t]; [constructor|]. constructor; [apply short_text_is_item; simpl; lia|].
    constructor; [|constructor]. apply array_is_item.
    - eapply Forall_impl; [|exact Ht]. auto.
    - eapply fits_map_member; [exact F|]. simpl. auto. }
  refine {| write := fun l : L => match (l : list bytes) with [] => None | x :: t => Some (enc_history x t) end |}.
  - intros l s H. destruct l as [|x t]; [discriminate|]. intros [= <-] F. apply map_is_item; auto.
  - intros a b Ha Hb F E. destruct a as [|x t], b as [|y u]; try discriminate; auto.
    apply some_eq in E. specialize (F _ eq_refl). assert (F' : fits (enc_history y u)) by (rewrite <- E; exact F).
    pose proof (map_injective _ _ (It x t Ha F) (It y u Hb F') F E) as H. apply cons_eq in H as [H1 H]. apply pair_eq in H1 as [_ ->]. f_equal.
    destruct t as [|x' t], u as [|y' u]; try discriminate; auto.
    apply cons_eq in H as [H _]. apply pair_eq in H as [_ H].
    destruct Ha as (_ & Ha & _), Hb as (_ & Hb & _). inversion_clear Ha as [|? ? _ Ha']. inversion_clear Hb as [|? ? _ Hb'].
    apply array_injective in H; auto.
    + eapply Forall_impl; [|exact Ha']. auto.
    + eapply Forall_impl; [|exact Hb']. auto.
    + eapply fits_map_member; [exact F|]. simpl. auto.
Defined.

(** * Maps of known and unknown keys *)

(** One more key, when it has a value. *)
Definition put (k : bytes) (o : option bytes) (m : map bytes bytes) : map bytes bytes :=
  merge bytes_order (fun _ a b => match a with Some x => Some x | None => b end)
    (match o with Some x => [(k, x)] | None => [] end) m.

Definition assemble (known : list (bytes * option bytes)) (unknown : map bytes bytes) : map bytes bytes :=
  fold_right (fun p m => put (fst p) (snd p) m) unknown known.

Lemma put_sorted k o m : sorted bytes_order m -> sorted bytes_order (put k o m).
Proof. intros. apply merge_sorted; auto. destruct o; simpl; auto. split; [constructor | exact Logic.I]. Qed.

Lemma lookup_put j k o m : sorted bytes_order m -> lookup bytes_order j (put k o m) =
  match (if String.eqb j k then o else None) with Some x => Some x | None => lookup bytes_order j m end.
Proof.
  intros S. unfold put. rewrite lookup_merge; auto.
  - destruct o as [x|]; simpl.
    + destruct (String.eqb_spec j k) as [-> | N].
      * now rewrite bytes_refl.
      * destruct (String.compare j k) eqn:E; auto. apply String.compare_eq_iff in E. contradiction.
    + now destruct (String.eqb j k).
  - destruct o; simpl; auto. split; [constructor | exact Logic.I].
Qed.

Lemma assemble_sorted known u : sorted bytes_order u -> sorted bytes_order (assemble known u).
Proof. intros. induction known as [|[k o] known IH]; simpl; auto using put_sorted. Qed.

Lemma lookup_assemble_other j known u : sorted bytes_order u -> ~ In j (List.map fst known) ->
  lookup bytes_order j (assemble known u) = lookup bytes_order j u.
Proof.
  intros S. induction known as [|[k o] known IH]; simpl; auto. intros N.
  rewrite lookup_put by now apply assemble_sorted. destruct (String.eqb_spec j k) as [-> |]; [exfalso; auto|]. apply IH. auto.
Qed.

Lemma lookup_assemble_known known u : sorted bytes_order u -> NoDup (List.map fst known) ->
  (forall k, In k (List.map fst known) -> lookup bytes_order k u = None) ->
  forall k o, In (k, o) known -> lookup bytes_order k (assemble known u) = o.
Proof.
  intros S. induction known as [|[j p] known IH]; simpl; intros ND U k o; [intros []|]. inversion_clear ND as [|? ? N ND'].
  rewrite lookup_put by now apply assemble_sorted. intros [[= <- <-] | Hin].
  - rewrite String.eqb_refl. destruct p; auto. rewrite lookup_assemble_other; auto.
  - destruct (String.eqb_spec k j) as [-> |].
    + exfalso. apply N. apply (in_map fst) in Hin. exact Hin.
    + apply IH; auto.
Qed.

Lemma assemble_items known u : (forall k o, In (k, o) known -> is_item k /\ forall x, o = Some x -> is_item x) ->
  (forall k x, In (k, x) u -> is_item k /\ is_item x) -> Forall is_item (flatten (assemble known u)).
Proof.
  intros HK HU.
  assert (G : forall known, (forall k o, In (k, o) known -> is_item k /\ forall x, o = Some x -> is_item x) ->
              forall k x, In (k, x) (assemble known u) -> is_item k /\ is_item x).
  { clear known HK. induction known as [|[j p] known IH]; simpl; auto. intros HK k x Hin.
    assert (M : forall (a b : map bytes bytes) (k x : bytes), In (k, x) (merge bytes_order
      (fun _ a b => match a with Some y => Some y | None => b end) a b) -> In (k, x) a \/ In (k, x) b).
    { clear. induction a as [|[i v] a IHa]; intros b k x.
      - induction b as [|[i v] b IHb]; simpl; auto. intros [|]; auto. apply IHb in H as [[]|]; auto.
      - induction b as [|[i' w] b IHb].
        + simpl. intros [|H]; auto. apply IHa in H as [|]; auto.
        + rewrite merge_cons. destruct (cmp bytes_order i i') eqn:E; simpl; intros [H | H]; auto.
          * apply IHa in H as [|]; auto.
          * apply IHa in H as [|]; auto.
          * apply IHb in H as [|]; auto. }
    unfold put in Hin. apply M in Hin as [Hin | Hin].
    - destruct p as [y|]; simpl in Hin; [|destruct Hin]. destruct Hin as [[= <- <-] | []].
      destruct (HK j (Some y) (or_introl eq_refl)). auto.
    - apply IH; auto. }
  specialize (G known HK). induction (assemble known u) as [|[k x] m IH]; simpl; [constructor|].
  destruct (G k x (or_introl eq_refl)). constructor; auto. constructor; auto. apply IH. intros. apply G. now right.
Qed.

Lemma same_answers (m : bytes -> option bytes) known : forall known', List.map fst known = List.map fst known' ->
  (forall k o, In (k, o) known -> m k = o) -> (forall k o, In (k, o) known' -> m k = o) -> known = known'.
Proof.
  induction known as [|[k o] known IH]; intros [|[k' o'] known'] Ek A A'; simpl in Ek; try discriminate; auto.
  apply cons_eq in Ek as [-> Ek]. f_equal.
  - rewrite <- (A k' o (or_introl eq_refl)). f_equal. exact (A' k' o' (or_introl eq_refl)).
  - apply IH; auto; intros; [apply A | apply A']; now right.
Qed.

Lemma assemble_injective known known' u u' : List.map fst known = List.map fst known' -> NoDup (List.map fst known) ->
  sorted bytes_order u -> sorted bytes_order u' ->
  (forall k, In k (List.map fst known) -> lookup bytes_order k u = None) ->
  (forall k, In k (List.map fst known) -> lookup bytes_order k u' = None) ->
  assemble known u = assemble known' u' -> known = known' /\ u = u'.
Proof.
  intros Ek ND S S' U U' E. split.
  - assert (A : forall k o, In (k, o) known -> lookup bytes_order k (assemble known u) = o)
      by (apply lookup_assemble_known; auto).
    assert (A' : forall k o, In (k, o) known' -> lookup bytes_order k (assemble known' u') = o).
    { apply lookup_assemble_known; auto; rewrite <- Ek; auto. }
    rewrite E in A. exact (same_answers (fun k => lookup bytes_order k (assemble known' u')) known known' Ek A A').
  - apply (map_extensional bytes_order); auto. intros k.
    destruct (in_dec String.string_dec k (List.map fst known)) as [H | H].
    + now rewrite U, U'.
    + rewrite <- (lookup_assemble_other k known u), E by auto. apply lookup_assemble_other; auto. now rewrite <- Ek.
Qed.
