(* SPDX-License-Identifier: Apache-2.0 *)

(** Sets of counters as inclusive ranges: ascending, disjoint, not adjacent. *)

From Coq Require Import List NArith Lia Bool.
Import ListNotations.
Local Open Scope N_scope.

Definition ranges := list (N * N).

(** 2^53 - 1. *)
Definition counter_limit : N := 9007199254740991.

(** Every range begins at [k] or later, ends where it begins or later, and the next does not touch it. *)
Fixpoint canonical_from (k : N) (r : ranges) : Prop :=
  match r with
  | [] => True
  | (lo, hi) :: t => k <= lo /\ lo <= hi /\ hi <= counter_limit /\ canonical_from (hi + 2) t
  end.

Definition canonical (r : ranges) : Prop := canonical_from 0 r.

Definition member (n : N) (r : ranges) : Prop := Exists (fun p => fst p <= n <= snd p) r.

Fixpoint memberb (n : N) (r : ranges) : bool :=
  match r with
  | [] => false
  | (lo, hi) :: t => ((lo <=? n) && (n <=? hi)) || memberb n t
  end.

Fixpoint insert (lo hi : N) (r : ranges) : ranges :=
  match r with
  | [] => [(lo, hi)]
  | (a, b) :: t =>
      if hi + 1 <? a then (lo, hi) :: (a, b) :: t
      else if b + 1 <? lo then (a, b) :: insert lo hi t
      else insert (N.min lo a) (N.max hi b) t
  end.

Definition union (r s : ranges) : ranges := fold_right (fun p => insert (fst p) (snd p)) s r.

Lemma memberb_spec n r : memberb n r = true <-> member n r.
Proof.
  induction r as [|[lo hi] r IH]; simpl.
  - split; [discriminate | intros H; inversion H].
  - rewrite orb_true_iff, andb_true_iff, !N.leb_le, IH. unfold member. rewrite Exists_cons. reflexivity.
Qed.

Lemma memberb_false n r : memberb n r = false <-> ~ member n r.
Proof. rewrite <- memberb_spec. destruct (memberb n r); split; congruence. Qed.

Lemma canonical_weaken r : forall k j, j <= k -> canonical_from k r -> canonical_from j r.
Proof. destruct r as [|[lo hi] r]; simpl; auto. intros k j H (? & ? & ? & ?). repeat split; auto. lia. Qed.

Lemma canonical_member r : forall k n, canonical_from k r -> member n r -> k <= n <= counter_limit.
Proof.
  induction r as [|[lo hi] r IH]; simpl; intros k n H M; inversion M as [p t Hp | p t Hp]; subst.
  - simpl in Hp. lia.
  - destruct H as (? & ? & ? & Hc). apply (IH _ n) in Hc; auto. lia.
Qed.

Lemma insert_canonical r : forall k lo hi, canonical_from k r -> k <= lo -> lo <= hi -> hi <= counter_limit ->
  canonical_from k (insert lo hi r).
Proof.
  induction r as [|[a b] r IH]; intros k lo hi; simpl.
  - intros. repeat split; auto.
  - intros (Hk & Hab & Hb & Hc) Hlo Hle Hhi.
    destruct (N.ltb_spec (hi + 1) a); [|destruct (N.ltb_spec (b + 1) lo)]; simpl.
    + repeat split; auto; lia.
    + repeat split; auto. apply IH; auto; lia.
    + apply IH; [|lia..]. eapply canonical_weaken; [|exact Hc]. lia.
Qed.

Lemma member_insert n r : forall k lo hi, canonical_from k r -> lo <= hi ->
  (member n (insert lo hi r) <-> lo <= n <= hi \/ member n r).
Proof.
  induction r as [|[a b] r IH]; intros k lo hi; simpl.
  - intros _ _. unfold member. rewrite Exists_cons. simpl. reflexivity.
  - intros (Hk & Hab & Hb & Hc) Hle.
    destruct (N.ltb_spec (hi + 1) a); [|destruct (N.ltb_spec (b + 1) lo)].
    + unfold member. rewrite !Exists_cons. simpl. reflexivity.
    + unfold member in *. rewrite !Exists_cons. simpl. rewrite (IH (b + 2)) by (auto; lia). tauto.
    + rewrite (IH (b + 2)) by (auto; lia). unfold member. rewrite Exists_cons. simpl.
      split; [intros [|]; auto | intros [|[|]]; auto]; lia.
Qed.

Lemma union_canonical r s : canonical r -> canonical s -> canonical (union r s).
Proof.
  unfold canonical. intros Hr Hs. generalize dependent 0. intros k Hr.
  revert k Hr s. induction r as [|[lo hi] r IH]; simpl; auto.
  intros k (Hk & Hle & Hhi & Hc) s Hs. apply insert_canonical; auto.
  apply IH; auto. eapply canonical_weaken; [|exact Hc]. lia.
Qed.

(** Observed sets unite. *)
Theorem member_union n r s : canonical r -> canonical s -> (member n (union r s) <-> member n r \/ member n s).
Proof.
  intros Hr Hs. assert (G : forall k, canonical_from k r ->
    canonical (union r s) /\ (member n (union r s) <-> member n r \/ member n s)).
  { clear Hr. induction r as [|[lo hi] r IH]; simpl; intros k Hr.
    - split; auto. split; auto. intros [M|]; auto. inversion M.
    - destruct Hr as (Hk & Hle & Hhi & Hc). destruct (IH _ Hc) as [Hcan Hmem]. split.
      + apply insert_canonical; auto. apply N.le_0_l.
      + rewrite (member_insert n _ 0) by auto. rewrite Hmem. unfold member. rewrite Exists_cons. simpl. tauto. }
  apply (G 0). exact Hr.
Qed.

(** One set of counters has one list of ranges. *)
Theorem ranges_unique r s : canonical r -> canonical s -> (forall n, member n r <-> member n s) -> r = s.
Proof.
  assert (G : forall r s j k, canonical_from j r -> canonical_from k s ->
    (forall n, member n r <-> member n s) -> r = s).
  { clear r s. induction r as [|[a b] r IH]; intros [|[c d] s] j k; simpl.
    - auto.
    - intros _ (K1 & K2 & K3 & _) H. destruct (H c) as [_ H']. assert (X : member c []) by (apply H'; left; simpl; lia).
      inversion X.
    - intros (K1 & K2 & K3 & _) _ H. destruct (H a) as [H' _]. assert (X : member a []) by (apply H'; left; simpl; lia).
      inversion X.
    - intros (Ha & Hab & Hb & Hr) (Hc & Hcd & Hd & Hs) H.
      assert (Mr : forall n, member n r -> b + 2 <= n) by (intros n Hn; eapply canonical_member in Hr; eauto; lia).
      assert (Ms : forall n, member n s -> d + 2 <= n) by (intros n Hn; eapply canonical_member in Hs; eauto; lia).
      assert (E : forall n, (a <= n <= b \/ member n r) <-> (c <= n <= d \/ member n s)).
      { intros n. specialize (H n). unfold member in *. rewrite !Exists_cons in H. simpl in H. exact H. }
      assert (a = c).
      { destruct (proj1 (E a)) as [|X]; [left; lia | |apply Ms in X];
          (destruct (proj2 (E c)) as [|Y]; [left; lia | |apply Mr in Y]); lia. }
      subst c.
      assert (b = d).
      { destruct (N.lt_trichotomy b d) as [L | [L | L]]; auto.
        - destruct (proj2 (E (b + 1))) as [|X]; [left; lia | lia | apply Mr in X; lia].
        - destruct (proj1 (E (d + 1))) as [|X]; [left; lia | lia | apply Ms in X; lia]. }
      subst d. f_equal. apply (IH s (b + 2) (b + 2)); auto. intros n. specialize (E n). split; intros X.
      + destruct (proj1 E) as [|]; auto. apply Mr in X. lia.
      + destruct (proj2 E) as [|]; auto. apply Ms in X. lia. }
  intros Hr Hs H. exact (G r s 0 0 Hr Hs H).
Qed.

Lemma member_insert_canonical n r lo hi : canonical r -> lo <= hi ->
  (member n (insert lo hi r) <-> lo <= n <= hi \/ member n r).
Proof. apply member_insert. Qed.

Lemma insert_is_canonical r lo hi : canonical r -> lo <= hi -> hi <= counter_limit -> canonical (insert lo hi r).
Proof. intros. apply insert_canonical; auto. apply N.le_0_l. Qed.

Lemma insert_nonempty r : forall lo hi, insert lo hi r <> [].
Proof.
  induction r as [|[a b] r IH]; simpl; [discriminate|]. intros.
  destruct (_ <? _); [|destruct (_ <? _)]; auto; discriminate.
Qed.

Lemma union_nonempty r s : s <> [] -> union r s <> [].
Proof. destruct r; simpl; auto. intros _. apply insert_nonempty. Qed.

(** The greatest counter of a set, and the one after it; nothing when the set is empty. *)
Fixpoint greatest (r : ranges) : option N :=
  match r with
  | [] => None
  | [(_, hi)] => Some hi
  | _ :: t => greatest t
  end.

Lemma greatest_bound r : forall k g, canonical_from k r -> greatest r = Some g ->
  g <= counter_limit /\ forall n, member n r -> n <= g.
Proof.
  induction r as [|[lo hi] r IH]; intros k g; [discriminate|]. intros (? & ? & Hhi & Hc).
  destruct r as [|p r].
  - simpl. intros [= <-]. split; auto. intros n H'. inversion H' as [? ? M|? ? M]; [simpl in M; lia | inversion M].
  - intros G. destruct (IH (hi + 2) g Hc G) as [L M]. split; auto. intros n Hn.
    inversion Hn as [? ? X|? ? X]; subst; auto. simpl in X.
    destruct p as [a b]. simpl in Hc. assert (a <= g) by (apply M; left; simpl; lia). lia.
Qed.

(** Either one set is within the other, or a counter is missing there. *)
Lemma range_within_or_missing s : forall k lo hi, canonical_from k s -> lo <= hi ->
  (forall n, lo <= n <= hi -> member n s) \/ (exists n, lo <= n <= hi /\ ~ member n s).
Proof.
  induction s as [|[a b] s IH]; simpl; intros k lo hi Hs Hle.
  - right. exists lo. split; [lia|]. intros M. inversion M.
  - destruct Hs as (Ha & Hab & Hb & Hc).
    assert (Ms : forall n, member n s -> b + 2 <= n) by (intros n Hn; eapply canonical_member in Hc; eauto; lia).
    assert (E : forall n, member n ((a, b) :: s) <-> a <= n <= b \/ member n s).
    { intros n. unfold member. rewrite Exists_cons. reflexivity. }
    destruct (N.lt_ge_cases lo a); [|destruct (N.lt_ge_cases b lo)].
    + right. exists lo. split; [lia|]. rewrite E. intros [|M]; [lia | apply Ms in M; lia].
    + destruct (IH _ _ _ Hc Hle) as [L | (n & Hn & M)].
      * left. intros n Hn. rewrite E. auto.
      * right. exists n. split; auto. rewrite E. intros [|]; [lia | auto].
    + destruct (N.le_gt_cases hi b).
      * left. intros n Hn. rewrite E. left. lia.
      * right. exists (b + 1). split; [lia|]. rewrite E. intros [|M]; [lia | apply Ms in M; lia].
Qed.

Lemma subset_or_missing r s : canonical r -> canonical s ->
  (forall n, member n r -> member n s) \/ (exists n, member n r /\ ~ member n s).
Proof.
  intros Hr Hs. unfold canonical in Hr. revert Hr. generalize 0. induction r as [|[lo hi] r IH]; simpl; intros k Hr.
  - left. intros n M. inversion M.
  - destruct Hr as (_ & Hle & _ & Hc).
    assert (E : forall n, member n ((lo, hi) :: r) <-> lo <= n <= hi \/ member n r).
    { intros n. unfold member. rewrite Exists_cons. reflexivity. }
    destruct (IH _ Hc) as [L | (n & Hn & M)].
    + destruct (range_within_or_missing s 0 lo hi Hs Hle) as [K | (n & Hn & M)].
      * left. intros n. rewrite E. intros []; auto.
      * right. exists n. rewrite E. auto.
    + right. exists n. rewrite E. auto.
Qed.
