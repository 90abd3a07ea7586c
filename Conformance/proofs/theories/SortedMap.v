(* SPDX-License-Identifier: Apache-2.0 *)

(** Maps as association lists in ascending order of their keys, so that two maps with the same entries are equal. *)

From Coq Require Import List.
From Capsule Require Import Order Semilattice.
Import ListNotations.

Section Maps.
  Context {K A : Type} (T : TotalOrder K).

  Definition map := list (K * A).

  Fixpoint lookup (k : K) (m : map) : option A :=
    match m with
    | [] => None
    | (j, v) :: t => match cmp T k j with Eq => Some v | _ => lookup k t end
    end.

  Definition above (k : K) (m : map) : Prop := Forall (fun p => cmp T k (fst p) = Lt) m.

  Fixpoint sorted (m : map) : Prop :=
    match m with [] => True | (k, _) :: t => above k t /\ sorted t end.

  Definition cons_opt (k : K) (v : option A) (m : map) : map :=
    match v with Some x => (k, x) :: m | None => m end.

  Lemma above_trans j k m : cmp T j k = Lt -> above k m -> above j m.
  Proof. intros H. apply Forall_impl. intros p. apply (cmp_lt_trans T _ _ _ H). Qed.

  Lemma above_lookup k m : above k m -> lookup k m = None.
  Proof.
    induction m as [|[j v] m IH]; simpl; auto. intros H. inversion_clear H as [|x y E R]. simpl in E. rewrite E. auto.
  Qed.

  Lemma lookup_in k v m : lookup k m = Some v -> In (k, v) m.
  Proof.
    induction m as [|[j w] m IH]; simpl; [discriminate|].
    destruct (cmp T k j) eqn:E; auto. apply (cmp_eq T) in E. intros [= ->]. subst. auto.
  Qed.

  Lemma in_lookup k v m : sorted m -> In (k, v) m -> lookup k m = Some v.
  Proof.
    induction m as [|[j w] m IH]; simpl; [intros _ []|]. intros [Ha Hs] [[= -> ->] | Hin].
    - now rewrite cmp_refl.
    - unfold above in Ha. rewrite Forall_forall in Ha. specialize (Ha _ Hin). simpl in Ha.
      rewrite (cmp_flip T j k), Ha. simpl. auto.
  Qed.

  Lemma cons_opt_above j k v m : cmp T j k = Lt -> above j m -> above j (cons_opt k v m).
  Proof. intros. destruct v; simpl; auto. constructor; auto. Qed.

  Lemma cons_opt_sorted k v m : above k m -> sorted m -> sorted (cons_opt k v m).
  Proof. destruct v; simpl; auto. Qed.

  Lemma lookup_cons_opt k j v m : above j m ->
    lookup k (cons_opt j v m) = match cmp T k j with Eq => v | _ => lookup k m end.
  Proof.
    intros H. destruct v; simpl; auto. destruct (cmp T k j) eqn:E; auto.
    apply (cmp_eq T) in E. subst. now apply above_lookup.
  Qed.

  (** Equal entries, equal maps. *)
  Theorem map_extensional a : forall b, sorted a -> sorted b -> (forall k, lookup k a = lookup k b) -> a = b.
  Proof.
    induction a as [|[j v] a IH]; intros [|[k w] b]; simpl; auto.
    - intros _ _ H. specialize (H k). rewrite cmp_refl in H. discriminate.
    - intros _ _ H. specialize (H j). rewrite cmp_refl in H. discriminate.
    - intros [Aa Sa] [Ab Sb] H.
      assert (E : cmp T j k = Eq).
      { destruct (cmp T j k) eqn:E; auto.
        - pose proof (H j) as Hj. rewrite cmp_refl, E, (above_lookup j b) in Hj; [discriminate|].
          eapply above_trans; eauto.
        - apply cmp_gt_lt in E. pose proof (H k) as Hk. rewrite cmp_refl, E, (above_lookup k a) in Hk; [discriminate|].
          eapply above_trans; eauto. }
      apply (cmp_eq T) in E. subst k.
      pose proof (H j) as Hj. rewrite cmp_refl in Hj. injection Hj as ->. f_equal.
      apply IH; auto. intros k. specialize (H k). destruct (cmp T k j) eqn:E; auto.
      apply (cmp_eq T) in E. subst. now rewrite !above_lookup.
  Qed.

  (** Both maps in one walk; [f] says what becomes of a key, by what each side has under it. *)
  Section Merge.
    Context (f : K -> option A -> option A -> option A).
    Context (f_absent : forall k, f k None None = None).

    Fixpoint merge_right (m : map) : map :=
      match m with [] => [] | (k, v) :: t => cons_opt k (f k None (Some v)) (merge_right t) end.

    Fixpoint merge (a : map) : map -> map :=
      match a with
      | [] => merge_right
      | (j, v) :: s =>
          fix walk (b : map) : map :=
            match b with
            | [] => cons_opt j (f j (Some v) None) (merge s [])
            | (k, w) :: t =>
                match cmp T j k with
                | Eq => cons_opt j (f j (Some v) (Some w)) (merge s t)
                | Lt => cons_opt j (f j (Some v) None) (merge s b)
                | Gt => cons_opt k (f k None (Some w)) (walk t)
                end
            end
      end.

    Lemma merge_cons j v a k w b : merge ((j, v) :: a) ((k, w) :: b) =
      match cmp T j k with
      | Eq => cons_opt j (f j (Some v) (Some w)) (merge a b)
      | Lt => cons_opt j (f j (Some v) None) (merge a ((k, w) :: b))
      | Gt => cons_opt k (f k None (Some w)) (merge ((j, v) :: a) b)
      end.
    Proof. reflexivity. Qed.

    Lemma merge_right_above k m : above k m -> above k (merge_right m).
    Proof. induction m as [|[j v] m IH]; simpl; auto. intros H. inversion_clear H. apply cons_opt_above; auto. Qed.

    Lemma merge_above k a : forall b, above k a -> above k b -> above k (merge a b).
    Proof.
      induction a as [|[j v] a IHa]; intros b Ha Hb; [now apply merge_right_above|].
      inversion_clear Ha as [|x y Hj Ha']. simpl in Hj.
      induction b as [|[i w] b IHb]; simpl.
      - apply cons_opt_above; auto.
      - inversion_clear Hb as [|x y Hi Hb']. simpl in Hi.
        destruct (cmp T j i); apply cons_opt_above; auto.
        apply IHa; auto. constructor; auto.
    Qed.

    Lemma merge_right_sorted m : sorted m -> sorted (merge_right m).
    Proof.
      induction m as [|[j v] m IH]; simpl; auto. intros [Ha Hs].
      apply cons_opt_sorted; auto using merge_right_above.
    Qed.

    Lemma merge_sorted a : forall b, sorted a -> sorted b -> sorted (merge a b).
    Proof.
      induction a as [|[j v] a IHa]; intros b Sa Sb; [now apply merge_right_sorted|].
      destruct Sa as [Aa Sa].
      induction b as [|[i w] b IHb]; simpl.
      - apply cons_opt_sorted; [apply merge_above; auto; constructor | apply IHa; auto].
      - pose proof Sb as [Ab Sb']. destruct (cmp T j i) eqn:E.
        + apply (cmp_eq T) in E. subst i. apply cons_opt_sorted; auto. apply merge_above; auto.
        + apply cons_opt_sorted; auto. apply merge_above; auto. constructor; auto. eapply above_trans; eauto.
        + apply cmp_gt_lt in E. apply cons_opt_sorted.
          * apply (merge_above i ((j, v) :: a)); auto. constructor; auto. eapply above_trans; eauto.
          * apply IHb; auto.
    Qed.

    Lemma lookup_merge_right k m : sorted m -> lookup k (merge_right m) = f k None (lookup k m).
    Proof.
      induction m as [|[j v] m IH]; simpl; auto. intros [Ha Hs].
      rewrite lookup_cons_opt by now apply merge_right_above.
      destruct (cmp T k j) eqn:E; auto. apply (cmp_eq T) in E. now subst.
    Qed.

    Lemma lookup_merge k a : forall b, sorted a -> sorted b -> lookup k (merge a b) = f k (lookup k a) (lookup k b).
    Proof.
      induction a as [|[j v] a IHa]; intros b Sa Sb; [now apply lookup_merge_right|].
      destruct Sa as [Aa Sa].
      induction b as [|[i w] b IHb].
      - simpl. rewrite lookup_cons_opt by (apply merge_above; auto; constructor).
        destruct (cmp T k j) eqn:E; [apply (cmp_eq T) in E; now subst | |]; rewrite IHa by auto; reflexivity.
      - pose proof Sb as [Ab Sb']. rewrite merge_cons. cbn [lookup]. destruct (cmp T j i) eqn:E.
        + apply (cmp_eq T) in E. subst i. rewrite lookup_cons_opt by (apply merge_above; auto).
          destruct (cmp T k j) eqn:F; [apply (cmp_eq T) in F; now subst | |]; apply IHa; auto.
        + assert (above j b) by (eapply above_trans; eauto).
          rewrite lookup_cons_opt by (apply merge_above; auto; constructor; auto).
          destruct (cmp T k j) eqn:F.
          * apply (cmp_eq T) in F. subst k. rewrite E. now rewrite above_lookup.
          * now rewrite IHa.
          * now rewrite IHa.
        + apply cmp_gt_lt in E. assert (above i a) by (eapply above_trans; eauto).
          rewrite lookup_cons_opt by (apply (merge_above i ((j, v) :: a)); auto; constructor; auto).
          destruct (cmp T k i) eqn:F.
          * apply (cmp_eq T) in F. subst k. rewrite E. now rewrite above_lookup.
          * now rewrite (IHb Sb').
          * now rewrite (IHb Sb').
    Qed.
  End Merge.

  (** Each entry on its own; [g] gives nothing where an entry goes. *)
  Section Filter.
    Context (g : K -> A -> option A).

    Fixpoint filter_map (m : map) : map :=
      match m with [] => [] | (k, v) :: t => cons_opt k (g k v) (filter_map t) end.

    Lemma filter_map_above k m : above k m -> above k (filter_map m).
    Proof. induction m as [|[j v] m IH]; simpl; auto. intros H. inversion_clear H. apply cons_opt_above; auto. Qed.

    Lemma filter_map_sorted m : sorted m -> sorted (filter_map m).
    Proof.
      induction m as [|[j v] m IH]; simpl; auto. intros []. apply cons_opt_sorted; auto using filter_map_above.
    Qed.

    Lemma lookup_filter_map k m : sorted m ->
      lookup k (filter_map m) = match lookup k m with Some v => g k v | None => None end.
    Proof.
      induction m as [|[j v] m IH]; simpl; auto. intros [Ha Hs].
      rewrite lookup_cons_opt by now apply filter_map_above.
      destruct (cmp T k j) eqn:E; auto. apply (cmp_eq T) in E. now subst.
    Qed.
  End Filter.

  Definition entries_ok (P : K -> A -> Prop) (m : map) : Prop :=
    sorted m /\ forall k v, lookup k m = Some v -> P k v.
End Maps.
Arguments map : clear implicits.

(** A map whose entries join each on its own. A map without an entry is the one that is absent from its document. *)
Section Lattice.
  Context {K : Type} (T : TotalOrder K) (P : K -> Prop) (V : Semilattice).

  Definition map_jn : map K V -> map K V -> map K V := merge T (fun _ => opt_jn jn).

  Definition map_ok : map K V -> Prop := entries_ok T (fun k v => P k /\ ok v).

  Lemma lookup_map_jn k a b : sorted T a -> sorted T b ->
    lookup T k (map_jn a b) = opt_jn jn (lookup T k a) (lookup T k b).
  Proof. intros. unfold map_jn. now rewrite lookup_merge. Qed.

  Definition map_lattice : Semilattice.
  Proof.
    refine (represented (optional V) map_ok map_jn (fun m k => lookup T k m) _ _ _ _).
    - intros a [Sa Pa] k. simpl. destruct (lookup T k a) as [v|] eqn:E; simpl; auto. now apply (Pa k v).
    - intros a b [Sa _] [Sb _]. now apply map_extensional.
    - intros a b [Sa Pa] [Sb Pb]. split; [now apply merge_sorted|]. intros k v.
      rewrite lookup_map_jn by assumption.
      destruct (lookup T k a) as [x|] eqn:Ea, (lookup T k b) as [y|] eqn:Eb; simpl; intros [= <-].
      + destruct (Pa _ _ Ea), (Pb _ _ Eb). auto using jn_ok.
      + apply (Pa _ _ Ea).
      + apply (Pb _ _ Eb).
    - intros a b [Sa _] [Sb _] k. now apply lookup_map_jn.
  Defined.
End Lattice.
