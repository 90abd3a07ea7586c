(* SPDX-License-Identifier: Apache-2.0 *)

(** The history register (section 5): of all writes the greatest of each distinct value, and of these the greatest 17. *)

From Coq Require Import List Lia.
From Capsule Require Import Order Semilattice.
Import ListNotations.

Section History.
  Context {A V : Type} (T : TotalOrder A) (TV : TotalOrder V) (value : A -> V) (entry_ok : A -> Prop).

  Definition same (x y : A) : bool := match cmp TV (value x) (value y) with Eq => true | _ => false end.

  Lemma same_spec x y : same x y = true <-> value x = value y.
  Proof. unfold same. rewrite <- (cmp_eq TV). destruct (cmp TV (value x) (value y)); split; congruence. Qed.

  Lemma same_false x y : same x y = false <-> value x <> value y.
  Proof. rewrite <- same_spec. destruct (same x y); split; congruence. Qed.

  (** Strictly descending, without repeating a value. *)
  Fixpoint log_ok (l : list A) : Prop :=
    match l with
    | [] => True
    | x :: t => Forall (fun y => cmp T y x = Lt /\ value y <> value x) t /\ log_ok t
    end.

  (** The log without the entry of the value of [x]. *)
  Definition without (x : A) (l : list A) : list A := filter (fun y => negb (same x y)) l.

  (** A log after one more write. *)
  Fixpoint add (x : A) (l : list A) : list A :=
    match l with
    | [] => [x]
    | y :: t =>
        match cmp T x y with
        | Gt => x :: without x (y :: t)
        | Eq => y :: t
        | Lt => if same x y then y :: t else y :: add x t
        end
    end.

  Definition join_all (a b : list A) : list A := fold_right add b a.

  (** The entry of a value. *)
  Fixpoint held (l : list A) (v : V) : option A :=
    match l with
    | [] => None
    | x :: t => match cmp TV (value x) v with Eq => Some x | _ => held t v end
    end.

  Definition single (x : A) (v : V) : option A := held [x] v.

  Lemma held_value l v x : held l v = Some x -> value x = v.
  Proof.
    induction l as [|y l IH]; simpl; [discriminate|]. destruct (cmp TV (value y) v) eqn:E; auto.
    intros [= ->]. now apply (cmp_eq TV).
  Qed.

  Lemma held_in l v x : held l v = Some x -> In x l.
  Proof.
    induction l as [|y l IH]; simpl; [discriminate|]. destruct (cmp TV (value y) v); auto. intros [= ->]. auto.
  Qed.

  Lemma held_other l v : (forall y, In y l -> value y <> v) -> held l v = None.
  Proof.
    induction l as [|y l IH]; simpl; auto. intros H. destruct (cmp TV (value y) v) eqn:E; auto.
    apply (cmp_eq TV) in E. exfalso. eapply H; eauto.
  Qed.

  Lemma in_held l x : log_ok l -> In x l -> held l (value x) = Some x.
  Proof.
    induction l as [|y l IH]; simpl; [intros _ []|]. intros [F L] [-> | Hin].
    - now rewrite cmp_refl.
    - rewrite Forall_forall in F. destruct (F _ Hin) as [_ N].
      destruct (cmp TV (value y) (value x)) eqn:E; auto. apply (cmp_eq TV) in E. congruence.
  Qed.

  Lemma held_without x l v : held (without x l) v = match cmp TV (value x) v with Eq => None | _ => held l v end.
  Proof.
    induction l as [|y l IH]; simpl.
    - now destruct (cmp TV (value x) v).
    - destruct (same x y) eqn:E; simpl.
      + apply same_spec in E. rewrite IH, <- E. now destruct (cmp TV (value x) v).
      + rewrite IH. apply same_false in E. destruct (cmp TV (value y) v) eqn:F; auto.
        apply (cmp_eq TV) in F. destruct (cmp TV (value x) v) eqn:G; auto. apply (cmp_eq TV) in G. congruence.
  Qed.

  Lemma log_below l x y : log_ok (y :: l) -> In x l -> cmp T x y = Lt.
  Proof. intros [F _] H. rewrite Forall_forall in F. now apply F. Qed.

  Lemma in_without x y l : In y (without x l) <-> In y l /\ value x <> value y.
  Proof. unfold without. rewrite filter_In, Bool.negb_true_iff, same_false. reflexivity. Qed.

  Lemma without_ok x l : log_ok l -> log_ok (without x l).
  Proof.
    induction l as [|y l IH]; simpl; auto. intros [F L]. destruct (same x y); simpl; auto. split; auto.
    rewrite Forall_forall in *. intros z Hz. apply in_without in Hz as []. auto.
  Qed.

  Lemma in_add x y l : In y (add x l) -> y = x \/ In y l.
  Proof.
    induction l as [|z l IH]; simpl; [intuition|].
    destruct (cmp T x z); [| destruct (same x z) |].
    - auto.
    - auto.
    - simpl. intuition.
    - intros [-> | H]; auto. right. change (In y (z :: l)). apply (in_without x y (z :: l)). exact H.
  Qed.

  Lemma add_ok x l : log_ok l -> log_ok (add x l).
  Proof.
    induction l as [|y l IH]; simpl; auto. intros [F L].
    destruct (cmp T x y) eqn:E; [| destruct (same x y) eqn:S |].
    - simpl; auto.
    - simpl; auto.
    - simpl. split; auto. rewrite Forall_forall in *. intros z Hz. apply in_add in Hz as [-> | Hz]; auto.
      split; auto. now apply same_false in S.
    - apply cmp_gt_lt in E. change (log_ok (x :: without x (y :: l))). split.
      + rewrite Forall_forall in *. intros z Hz. apply in_without in Hz as [Hz N]. split; auto.
        destruct Hz as [-> | Hz]; auto. apply (cmp_lt_trans T) with y; auto. now apply F.
      + apply without_ok. split; auto.
  Qed.

  Lemma held_add x l v : log_ok l -> held (add x l) v = opt_jn (greater T) (single x v) (held l v).
  Proof.
    unfold single. induction l as [|y l IH]; intros L.
    - simpl. now destruct (cmp TV (value x) v).
    - pose proof L as [F L']. simpl add. destruct (cmp T x y) eqn:E; [| destruct (same x y) eqn:S |].
      + apply (cmp_eq T) in E. subst y. simpl. destruct (cmp TV (value x) v); simpl; auto. now rewrite greater_idem.
      + apply same_spec in S. simpl. rewrite S. destruct (cmp TV (value y) v); simpl; auto. now rewrite greater_lt.
      + apply same_false in S. simpl. rewrite (IH L'). simpl.
        destruct (cmp TV (value y) v) eqn:Y, (cmp TV (value x) v) eqn:X; simpl; auto.
        apply (cmp_eq TV) in X, Y. congruence.
      + apply cmp_gt_lt in E. change (match cmp TV (value x) v with Eq => Some x | _ => held (without x (y :: l)) v end =
          opt_jn (greater T) (match cmp TV (value x) v with Eq => Some x | _ => None end) (held (y :: l) v)).
        rewrite held_without. destruct (held (y :: l) v) as [z|] eqn:Z; destruct (cmp TV (value x) v) eqn:X;
          cbn [opt_jn]; auto.
        f_equal. symmetry. apply greater_gt.
        apply held_in in Z as [-> | Z]; auto. apply (cmp_lt_trans T) with y; auto. eapply log_below; eauto.
  Qed.

  Lemma join_all_ok a b : log_ok a -> log_ok b -> log_ok (join_all a b).
  Proof. intros _ Hb. induction a; simpl; auto using add_ok. Qed.

  Lemma held_join_all a b v : log_ok a -> log_ok b ->
    held (join_all a b) v = opt_jn (greater T) (held a v) (held b v).
  Proof.
    intros Ha Hb. induction a as [|x a IH]; auto. pose proof Ha as [F La].
    simpl join_all. rewrite held_add by now apply join_all_ok. rewrite (IH La). unfold single. simpl.
    destruct (cmp TV (value x) v) eqn:X; auto. apply (cmp_eq TV) in X.
    rewrite (held_other a v); auto. intros y Hy. rewrite Forall_forall in F. rewrite <- X. now apply F.
  Qed.

  Lemma held_inj a : forall b, log_ok a -> log_ok b -> (forall v, held a v = held b v) -> a = b.
  Proof.
    induction a as [|x a IH]; intros [|y b] La Lb H; auto.
    - specialize (H (value y)). simpl in H. rewrite cmp_refl in H. discriminate.
    - specialize (H (value x)). simpl in H. rewrite cmp_refl in H. discriminate.
    - assert (Hx : In x (y :: b)).
      { eapply held_in. rewrite <- H. simpl. now rewrite cmp_refl. }
      assert (Hy : In y (x :: a)).
      { eapply held_in. rewrite H. simpl. now rewrite cmp_refl. }
      assert (x = y).
      { destruct Hx as [|Hx]; auto. destruct Hy as [|Hy]; auto.
        exfalso. apply (cmp_lt_asym T x y); eapply log_below; eauto. }
      subst y. f_equal. destruct La as [Fa La], Lb as [Fb Lb]. apply IH; auto. intros v. specialize (H v). simpl in H.
      destruct (cmp TV (value x) v) eqn:E; auto. apply (cmp_eq TV) in E. subst v.
      rewrite Forall_forall in Fa, Fb. rewrite !held_other; auto; intros z Hz; [now destruct (Fb z Hz) | now destruct (Fa z Hz)].
  Qed.

  Definition entries_lattice : Semilattice := optional (max_lattice T entry_ok).

  (** The register without a bound. *)
  Definition unbounded : Semilattice.
  Proof.
    refine (represented entries_lattice (fun l => log_ok l /\ Forall entry_ok l) join_all held _ _ _ _).
    - intros a [L F] v. simpl. destruct (held a v) as [x|] eqn:E; simpl; auto.
      rewrite Forall_forall in F. apply F. eapply held_in; eauto.
    - intros a b [La _] [Lb _]. now apply held_inj.
    - intros a b [La Fa] [Lb Fb]. split; [now apply join_all_ok|]. rewrite Forall_forall in *. clear La Lb.
      induction a as [|x a IH]; simpl; auto. intros z Hz. apply in_add in Hz as [-> | Hz].
      + apply Fa. now left.
      + apply IH; auto. intros. apply Fa. now right.
    - intros a b [La _] [Lb _] v. now apply held_join_all.
  Defined.

  Lemma firstn_ok n : forall l, log_ok l -> log_ok (firstn n l).
  Proof.
    induction n as [|n IH]; intros [|x l]; simpl; auto. intros [F L]. split; auto.
    rewrite Forall_forall in *. intros y Hy. apply F. rewrite <- (firstn_skipn n l). apply in_or_app. auto.
  Qed.

  Lemma firstn_in n l (x : A) : In x (firstn n l) -> In x l.
  Proof. intros H. rewrite <- (firstn_skipn n l). apply in_or_app. auto. Qed.

  Lemma without_absent x l : (forall y, In y l -> value x <> value y) -> without x l = l.
  Proof.
    induction l as [|y l IH]; simpl; auto. intros H.
    destruct (same x y) eqn:E; simpl; [apply same_spec in E; exfalso; eapply H; eauto|]. rewrite IH; auto.
  Qed.

  Lemma firstn_without x l : forall m, log_ok l -> firstn m (without x l) = firstn m (without x (firstn (S m) l)).
  Proof.
    induction l as [|y l IH]; intros m L; auto. destruct L as [F L]. rewrite Forall_forall in F.
    rewrite firstn_cons. simpl without. destruct (same x y) eqn:E; simpl.
    - apply same_spec in E. rewrite !without_absent.
      + now rewrite firstn_firstn, PeanoNat.Nat.min_id.
      + intros z Hz. apply firstn_in in Hz. rewrite E. apply not_eq_sym. now apply F.
      + intros z Hz. rewrite E. apply not_eq_sym. now apply F.
    - destruct m as [|m]; auto. rewrite !firstn_cons. f_equal. now apply IH.
  Qed.

  (** Dropping what is past the bound before a write or after it is the same. *)
  Lemma firstn_add x l : forall n, log_ok l -> firstn n (add x l) = firstn n (add x (firstn n l)).
  Proof.
    induction l as [|y l IH]; intros n L.
    - now rewrite firstn_nil.
    - destruct n as [|m]; auto. pose proof L as [F L']. rewrite firstn_cons. simpl add.
      destruct (cmp T x y) eqn:E; [| destruct (same x y) eqn:S |].
      + rewrite !firstn_cons. f_equal. now rewrite firstn_firstn, PeanoNat.Nat.min_id.
      + rewrite !firstn_cons. f_equal. now rewrite firstn_firstn, PeanoNat.Nat.min_id.
      + rewrite !firstn_cons. f_equal. auto.
      + change (firstn (S m) (x :: without x (y :: l)) = firstn (S m) (x :: without x (y :: firstn m l))).
        rewrite !firstn_cons. f_equal. rewrite firstn_without by assumption. reflexivity.
  Qed.

  Lemma firstn_join_all n a : forall b, log_ok b ->
    firstn n (join_all a b) = firstn n (join_all a (firstn n b)).
  Proof.
    intros b Lb. induction a as [|x a IH]; simpl.
    - now rewrite firstn_firstn, PeanoNat.Nat.min_id.
    - assert (G : forall l, log_ok l -> log_ok (join_all a l)) by (intros l Hl; clear IH; induction a; simpl; auto using add_ok).
      rewrite firstn_add by auto. rewrite IH. symmetry. apply firstn_add. apply G. now apply firstn_ok.
  Qed.

  Section Bounded.
    Context (bound : nat).

    Definition history_ok (l : list A) : Prop := log_ok l /\ Forall entry_ok l /\ length l <= bound.

    Definition history_jn (a b : list A) : list A := firstn bound (join_all a b).

    Lemma history_ok_unbounded l : history_ok l -> ok (s := unbounded) l.
    Proof. intros (? & ? & ?). split; auto. Qed.

    Definition bounded : Semilattice.
    Proof.
      refine {| car := list A; ok := history_ok; jn := history_jn |}.
      - intros a b Ha Hb. pose proof (jn_ok (s := unbounded) a b (history_ok_unbounded a Ha) (history_ok_unbounded b Hb)) as [L F].
        unfold history_jn. split; [|split].
        + now apply firstn_ok.
        + rewrite Forall_forall in *. intros x Hx. apply F. eapply firstn_in; eauto.
        + apply firstn_le_length.
      - intros a b Ha Hb. unfold history_jn. f_equal.
        apply (jn_comm (s := unbounded)); now apply history_ok_unbounded.
      - intros a b c Ha Hb Hc. apply history_ok_unbounded in Ha, Hb, Hc.
        pose proof (jn_ok (s := unbounded) _ _ Ha Hb) as Hab. pose proof (jn_ok (s := unbounded) _ _ Hb Hc) as Hbc.
        assert (Cut : forall l, ok (s := unbounded) l -> ok (s := unbounded) (firstn bound l)).
        { intros l [L F]. split; [now apply firstn_ok|]. rewrite Forall_forall in *. intros x Hx. apply F.
          eapply firstn_in; eauto. }
        unfold history_jn.
        rewrite <- firstn_join_all by apply Hbc.
        pose proof (jn_comm (s := unbounded) (firstn bound (join_all a b)) c (Cut _ Hab) Hc) as E1. simpl in E1.
        rewrite E1, <- firstn_join_all by apply Hab.
        f_equal. pose proof (jn_assoc (s := unbounded) a b c Ha Hb Hc) as E2. simpl in E2. rewrite E2.
        exact (jn_comm (s := unbounded) _ _ Hab Hc).
      - intros a Ha. unfold history_jn. pose proof (jn_idem (s := unbounded) a (history_ok_unbounded a Ha)) as E.
        simpl in E. rewrite E. apply firstn_all2. apply Ha.
    Defined.

    (** The bound costs nothing: bounding at every join gives what bounding once at the end gives. *)
    Theorem bound_commutes_with_joins (a b : list A) : log_ok a -> log_ok b -> Forall entry_ok a -> Forall entry_ok b ->
      history_jn (firstn bound a) (firstn bound b) = firstn bound (join_all a b).
    Proof.
      intros La Lb Fa Fb. unfold history_jn.
      assert (C : forall l, log_ok l -> Forall entry_ok l -> ok (s := unbounded) (firstn bound l)).
      { intros l L F. split; [now apply firstn_ok|]. rewrite Forall_forall in *. intros x Hx. apply F.
        eapply firstn_in; eauto. }
      rewrite <- firstn_join_all by assumption.
      pose proof (jn_comm (s := unbounded) (firstn bound a) b (C a La Fa) (conj Lb Fb)) as E. simpl in E.
      rewrite E, <- firstn_join_all by assumption.
      pose proof (jn_comm (s := unbounded) b a (conj Lb Fb) (conj La Fa)) as E2. simpl in E2. now rewrite E2.
    Qed.
  End Bounded.

  (** Of all writes seen, each distinct value keeps only its greatest: what a join holds is what either side held and
      neither side surpassed under the same value. *)
  Theorem join_keeps_greatest_of_each_value a b x : log_ok a -> log_ok b ->
    (In x (join_all a b) <->
     (In x a \/ In x b) /\ forall y, In y a \/ In y b -> value y = value x -> cmp T x y <> Lt).
  Proof.
    intros La Lb. pose proof (join_all_ok a b La Lb) as Lj.
    assert (J := held_join_all a b (value x) La Lb).
    assert (Ia : forall y, In y a -> value y = value x -> held a (value x) = Some y)
      by (intros y Hy E; rewrite <- E; now apply in_held).
    assert (Ib : forall y, In y b -> value y = value x -> held b (value x) = Some y)
      by (intros y Hy E; rewrite <- E; now apply in_held).
    split.
    - intros Hx. apply (in_held _ _ Lj) in Hx. rewrite J in Hx.
      destruct (held a (value x)) as [p|] eqn:Ea, (held b (value x)) as [q|] eqn:Eb; simpl in Hx; try discriminate;
        injection Hx as Hx.
      + pose proof (held_in _ _ _ Ea). pose proof (held_in _ _ _ Eb). split.
        * destruct (greater_cases T p q) as [E | E]; rewrite E in Hx; subst; auto.
        * intros y [Hy | Hy] Ev Hlt.
          -- pose proof (Ia y Hy Ev) as K. injection K as <-.
             destruct (greater_cases T p q) as [E | E]; rewrite E in Hx; subst.
             ++ now apply (cmp_lt_irrefl T) in Hlt.
             ++ unfold greater in E. destruct (cmp T p x) eqn:C; try (subst; now apply (cmp_lt_irrefl T) in Hlt).
                now apply (cmp_lt_asym T p x) in C.
          -- pose proof (Ib y Hy Ev) as K. injection K as <-.
             destruct (greater_cases T p q) as [E | E]; rewrite E in Hx; subst.
             ++ unfold greater in E. rewrite Hlt in E. subst. now apply (cmp_lt_irrefl T) in Hlt.
             ++ now apply (cmp_lt_irrefl T) in Hlt.
      + subst p. split; [left; eapply held_in; eauto|]. intros y [Hy | Hy] Ev.
        * pose proof (Ia y Hy Ev) as K. injection K as <-. apply cmp_lt_irrefl.
        * pose proof (Ib y Hy Ev) as K. discriminate.
      + subst q. split; [right; eapply held_in; eauto|]. intros y [Hy | Hy] Ev.
        * pose proof (Ia y Hy Ev) as K. discriminate.
        * pose proof (Ib y Hy Ev) as K. injection K as <-. apply cmp_lt_irrefl.
    - intros [Hx Hmax]. eapply held_in. rewrite J.
      destruct Hx as [Hx | Hx].
      + rewrite (in_held a x La Hx). destruct (held b (value x)) as [q|] eqn:Eb; simpl; auto.
        f_equal. unfold greater. destruct (cmp T x q) eqn:C; auto.
        exfalso. apply (Hmax q); auto; [right; eapply held_in; eauto | eapply held_value; eauto].
      + rewrite (in_held b x Lb Hx). destruct (held a (value x)) as [p|] eqn:Ea; simpl; auto.
        f_equal. unfold greater. destruct (cmp T p x) eqn:C; auto.
        * now apply (cmp_eq T) in C.
        * exfalso. apply (Hmax p); [left; eapply held_in; eauto | eapply held_value; eauto | now apply cmp_gt_lt].
  Qed.
End History.

(** Section 5: the current value and the next 16. *)
Definition history_bound : nat := 17.
