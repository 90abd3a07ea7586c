(* SPDX-License-Identifier: Apache-2.0 *)

(** The OR-set with its causal context as ranges (section 7). *)

From Coq Require Import List NArith Bool String.
From Capsule Require Import Order Semilattice SortedMap Ranges.
Import ListNotations.

(** What is known of one add-id; section 7: unseen < live(e), by the bytes of e < removed. *)
Inductive standing := Unseen | Live (e : bytes) | Removed.

Definition standing_cmp (a b : standing) : comparison :=
  match a, b with
  | Unseen, Unseen | Removed, Removed => Eq
  | Unseen, _ | _, Removed => Lt
  | _, Unseen | Removed, _ => Gt
  | Live e, Live f => String.compare e f
  end.

Definition standing_order : TotalOrder standing.
Proof.
  refine {| cmp := standing_cmp |}.
  - intros [|e|] [|f|]; simpl; split; try congruence.
    + intros H. f_equal. now apply (cmp_eq bytes_order).
    + intros [= ->]. apply bytes_refl.
  - intros [|e|] [|f|]; simpl; auto. apply String.compare_antisym.
  - intros [|e|] [|f|] [|g|]; simpl; try congruence. apply bytes_lt_trans.
Defined.

Section ORSet.
  (** The decode rules of a writer, in its encoded form, and of an element: any rules on one value alone. *)
  Context (writer_ok element_ok : bytes -> Prop).

  (** What is known of one writer: the observed counters, and the live adds. *)
  Definition line : Type := ranges * map N bytes.

  Definition line_ok (l : line) : Prop :=
    canonical (fst l) /\ fst l <> [] /\
    entries_ok N_order (fun n e => member n (fst l) /\ element_ok e) (snd l).

  (** An add survives if the other side has it live or has never observed it. *)
  Definition add_jn (ra rb : ranges) (n : N) (x y : option bytes) : option bytes :=
    match x, y with
    | Some e, Some f => Some (greater bytes_order e f)
    | Some e, None => if memberb n rb then None else Some e
    | None, Some f => if memberb n ra then None else Some f
    | None, None => None
    end.

  Definition line_jn (a b : line) : line :=
    (union (fst a) (fst b), merge N_order (add_jn (fst a) (fst b)) (snd a) (snd b)).

  Definition line_standing (l : line) (n : N) : standing :=
    match lookup N_order n (snd l) with
    | Some e => Live e
    | None => if memberb n (fst l) then Removed else Unseen
    end.

  Definition standing_ok (s : standing) : Prop := match s with Live e => element_ok e | _ => True end.

  Lemma line_jn_standing a b : line_ok a -> line_ok b -> forall n,
    line_standing (line_jn a b) n = greater standing_order (line_standing a n) (line_standing b n).
  Proof.
    intros (Ca & _ & Sa & Pa) (Cb & _ & Sb & Pb) n. unfold line_standing, line_jn. simpl.
    rewrite lookup_merge by auto. pose proof (member_union n _ _ Ca Cb) as U. rewrite <- !memberb_spec in U.
    destruct (lookup N_order n (snd a)) as [e|] eqn:Ea, (lookup N_order n (snd b)) as [f|] eqn:Eb; simpl.
    - unfold greater. simpl. destruct (String.compare e f); reflexivity.
    - destruct (Pa _ _ Ea) as [M _]. apply memberb_spec in M.
      destruct (memberb n (fst b)); unfold greater; simpl; [|reflexivity].
      destruct (memberb n (union (fst a) (fst b))); auto. destruct U as [_ U]. discriminate U. auto.
    - destruct (Pb _ _ Eb) as [M _]. apply memberb_spec in M.
      destruct (memberb n (fst a)); unfold greater; simpl; [|reflexivity].
      destruct (memberb n (union (fst a) (fst b))); auto. destruct U as [_ U]. discriminate U. auto.
    - unfold greater.
      destruct (memberb n (fst a)), (memberb n (fst b)), (memberb n (union (fst a) (fst b))); simpl; auto;
        destruct U as [U V]; try (discriminate V; now auto); destruct (U eq_refl); discriminate.
  Qed.

  Lemma line_jn_ok a b : line_ok a -> line_ok b -> line_ok (line_jn a b).
  Proof.
    intros (Ca & Na & Sa & Pa) (Cb & Nb & Sb & Pb). unfold line_jn. split; [|split; [|split]]; simpl.
    - now apply union_canonical.
    - now apply union_nonempty.
    - now apply merge_sorted.
    - intros n e. rewrite lookup_merge by auto. rewrite member_union by assumption.
      destruct (lookup N_order n (snd a)) as [x|] eqn:Ea, (lookup N_order n (snd b)) as [y|] eqn:Eb; simpl.
      + destruct (Pa _ _ Ea), (Pb _ _ Eb). intros [= <-]. split; auto.
        destruct (greater_cases bytes_order x y) as [-> | ->]; auto.
      + destruct (Pa _ _ Ea). destruct (memberb n (fst b)); intros [= <-]; auto.
      + destruct (Pb _ _ Eb). destruct (memberb n (fst a)); intros [= <-]; auto.
      + discriminate.
  Qed.

  Lemma line_observed l n : line_ok l -> (member n (fst l) <-> line_standing l n <> Unseen).
  Proof.
    intros (_ & _ & _ & P). unfold line_standing. destruct (lookup N_order n (snd l)) as [e|] eqn:E.
    - destruct (P _ _ E). split; auto. discriminate.
    - destruct (memberb n (fst l)) eqn:M.
      + apply memberb_spec in M. split; auto. discriminate.
      + apply memberb_false in M. split; [contradiction | congruence].
  Qed.

  Lemma line_standing_inj a b : line_ok a -> line_ok b -> (forall n, line_standing a n = line_standing b n) -> a = b.
  Proof.
    intros Ha Hb H.
    assert (fst a = fst b).
    { apply ranges_unique; [apply Ha | apply Hb |]. intros n. rewrite (line_observed a n Ha), (line_observed b n Hb).
      now rewrite H. }
    assert (snd a = snd b).
    { apply (map_extensional N_order); [apply Ha | apply Hb |]. intros n. specialize (H n). unfold line_standing in H.
      destruct (lookup N_order n (snd a)), (lookup N_order n (snd b)).
      - congruence.
      - destruct (memberb n (fst b)); discriminate.
      - destruct (memberb n (fst a)); discriminate.
      - reflexivity. }
    destruct a, b. simpl in *. congruence.
  Qed.

  Definition standings : Semilattice := max_lattice standing_order standing_ok.

  Definition line_lattice : Semilattice.
  Proof.
    refine (represented standings line_ok line_jn line_standing _ line_standing_inj line_jn_ok line_jn_standing).
    intros l (_ & _ & _ & P) n. simpl. unfold line_standing.
    destruct (lookup N_order n (snd l)) as [e|] eqn:E; simpl; [apply (P _ _ E) | destruct (memberb n (fst l)); exact I].
  Defined.

  (** The set: a map from writer to what is known of it. One that observed nothing is absent from its document. *)
  Definition orset : Semilattice := map_lattice bytes_order writer_ok line_lattice.

  Definition line_at (s : orset) (w : bytes) : option line := lookup bytes_order w s.

  (** What is known of the add-id (w, n). *)
  Definition standing_of (s : orset) (w : bytes) (n : N) : standing :=
    match line_at s w with Some l => line_standing l n | None => Unseen end.

  Lemma line_at_jn (a b : orset) w : ok a -> ok b -> line_at (jn a b) w = opt_jn line_jn (line_at a w) (line_at b w).
  Proof. intros [Sa _] [Sb _]. exact (lookup_map_jn bytes_order line_lattice w a b Sa Sb). Qed.

  Lemma line_at_ok (s : orset) w l : ok s -> line_at s w = Some l -> writer_ok w /\ line_ok l.
  Proof. intros [_ P] E. exact (P _ _ E). Qed.

  Lemma greater_unseen_left s : greater standing_order Unseen s = s.
  Proof. now destruct s. Qed.

  Lemma greater_unseen_right s : greater standing_order s Unseen = s.
  Proof. now destruct s. Qed.

  (** The join takes the greater, add-id by add-id. *)
  Theorem orset_join_standing (a b : orset) : ok a -> ok b -> forall w n,
    standing_of (jn a b) w n = greater standing_order (standing_of a w n) (standing_of b w n).
  Proof.
    intros Ha Hb w n. unfold standing_of. rewrite line_at_jn by assumption.
    destruct (line_at a w) as [l|] eqn:Ea, (line_at b w) as [m|] eqn:Eb; simpl.
    - apply line_at_ok in Ea, Eb; auto. now apply line_jn_standing.
    - now rewrite greater_unseen_right.
    - now rewrite greater_unseen_left.
    - reflexivity.
  Qed.

  Lemma line_has_member l : line_ok l -> exists n, member n (fst l).
  Proof.
    intros (C & NE & _). destruct (fst l) as [|[lo hi] t]; [congruence|]. exists lo. left. simpl. simpl in C.
    destruct C as (_ & H & _). split; [apply N.le_refl | assumption].
  Qed.

  (** Two sets that know the same of every add-id are one state. *)
  Theorem orset_extensional (a b : orset) : ok a -> ok b ->
    (forall w n, standing_of a w n = standing_of b w n) -> a = b.
  Proof.
    intros Ha Hb H. apply (map_extensional bytes_order); [apply Ha | apply Hb |]. intros w.
    change (line_at a w = line_at b w). assert (H' := H w). unfold standing_of in H'.
    destruct (line_at a w) as [l|] eqn:Ea, (line_at b w) as [m|] eqn:Eb; auto.
    - apply line_at_ok in Ea, Eb; auto. f_equal. now apply line_standing_inj.
    - apply line_at_ok in Ea as [_ L]; auto. destruct (line_has_member l L) as [n M].
      apply (line_observed l n L) in M. now rewrite H' in M.
    - apply line_at_ok in Eb as [_ L]; auto. destruct (line_has_member m L) as [n M].
      apply (line_observed m n L) in M. now rewrite <- H' in M.
  Qed.

  (** A removed add-id never comes back. *)
  Theorem removed_stays_removed (a b : orset) w n : ok a -> ok b -> standing_of a w n = Removed ->
    standing_of (jn a b) w n = Removed.
  Proof. intros Ha Hb H. rewrite orset_join_standing by assumption. rewrite H. now destruct (standing_of b w n). Qed.

  (** An add survives a concurrent state that has never observed it. *)
  Theorem unseen_add_survives (a b : orset) w n e : ok a -> ok b -> standing_of a w n = Live e ->
    standing_of b w n = Unseen -> standing_of (jn a b) w n = Live e.
  Proof. intros Ha Hb H K. rewrite orset_join_standing by assumption. now rewrite H, K. Qed.

  (** Two live elements under one add-id keep the greater bytes. *)
  Theorem claimed_twice_keeps_greater (a b : orset) w n e f : ok a -> ok b -> standing_of a w n = Live e ->
    standing_of b w n = Live f -> standing_of (jn a b) w n = Live (greater bytes_order e f).
  Proof.
    intros Ha Hb H K. rewrite orset_join_standing by assumption. rewrite H, K. unfold greater. simpl.
    now destruct (String.compare e f).
  Qed.

  (** Section 7, [unobserved]: does the delta observe, without adding it, an add-id that the state has not observed? *)
  Definition singles (m : map N bytes) : ranges := fold_right (fun p => insert (fst p) (fst p)) [] m.

  Fixpoint ranges_eqb (a b : ranges) : bool :=
    match a, b with
    | [], [] => true
    | (lo, hi) :: s, (lo', hi') :: t => N.eqb lo lo' && N.eqb hi hi' && ranges_eqb s t
    | _, _ => false
    end.

  Definition line_unobserved (delta : line) (known : ranges) : bool :=
    let expected := union (singles (snd delta)) known in
    negb (ranges_eqb (union (fst delta) expected) expected).

  Definition unobserved (delta state : orset) : bool :=
    existsb (fun p => line_unobserved (snd p)
      match lookup bytes_order (fst p) state with Some l => fst l | None => [] end) delta.

  Lemma ranges_eqb_spec a : forall b, ranges_eqb a b = true <-> a = b.
  Proof.
    induction a as [|[lo hi] a IH]; intros [|[lo' hi'] b]; simpl; split; try congruence; try discriminate.
    - rewrite !andb_true_iff, !N.eqb_eq, IH. intros [[-> ->] ->]. reflexivity.
    - intros [= -> -> ->]. rewrite !andb_true_iff, !N.eqb_eq, IH. auto.
  Qed.

  Lemma singles_spec m : (forall n e, In (n, e) m -> (n <= counter_limit)%N) ->
    canonical (singles m) /\ forall n, member n (singles m) <-> exists e, In (n, e) m.
  Proof.
    induction m as [|[k f] m IH]; simpl; intros H.
    - split; [exact I|]. intros n. split; [intros X; inversion X | intros [e []]].
    - destruct IH as [C M]; [intros; eapply H; eauto|]. split.
      + apply insert_is_canonical; auto; [apply N.le_refl | eapply H; eauto].
      + intros n. rewrite member_insert_canonical by (auto using N.le_refl). rewrite M. split.
        * intros [X | [e X]]; [exists f; left; f_equal; now apply N.le_antisymm | eauto].
        * intros [e [[= -> ->] | X]]; [left; split; apply N.le_refl | eauto].
  Qed.

  Theorem line_unobserved_spec delta known : line_ok delta -> canonical known ->
    (line_unobserved delta known = true <->
     exists n, member n (fst delta) /\ lookup N_order n (snd delta) = None /\ ~ member n known).
  Proof.
    intros (C & _ & S & P) K. unfold line_unobserved.
    destruct (singles_spec (snd delta)) as [Cs Ms].
    { intros n e Hin. apply (in_lookup N_order) in Hin; auto. destruct (P _ _ Hin) as [M _].
      now apply (canonical_member _ 0) in M. }
    set (expected := union (singles (snd delta)) known).
    assert (Ce : canonical expected) by now apply union_canonical.
    assert (Me : forall n, member n expected <-> (exists e, In (n, e) (snd delta)) \/ member n known).
    { intros n. unfold expected. rewrite member_union by assumption. now rewrite Ms. }
    rewrite negb_true_iff. split.
    - intros H.
      destruct (subset_or_missing (fst delta) expected C Ce) as [Sub | (n & Hn & Hm)].
      + assert (union (fst delta) expected = expected).
        { apply ranges_unique; auto using union_canonical. intros n. rewrite member_union by assumption.
          split; [intros []|]; auto. }
        apply ranges_eqb_spec in H0. congruence.
      + exists n. split; [assumption|]. rewrite Me in Hm. split; [|tauto].
        destruct (lookup N_order n (snd delta)) as [e|] eqn:E; auto. apply lookup_in in E. exfalso. eauto.
    - intros (n & Hn & Hl & Hk). destruct (ranges_eqb _ _) eqn:E; auto. apply ranges_eqb_spec in E.
      exfalso. assert (member n expected) by (rewrite <- E; apply member_union; auto).
      apply Me in H as [[e Hin] | ]; auto. apply (in_lookup N_order) in Hin; auto. congruence.
  Qed.
End ORSet.
