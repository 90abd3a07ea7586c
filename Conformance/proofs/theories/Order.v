(* SPDX-License-Identifier: Apache-2.0 *)

(** Total orders, decided by a comparison function, and the greater of two. *)

From Coq Require Import Bool NArith String Ascii.

Record TotalOrder (A : Type) := {
  cmp : A -> A -> comparison;
  cmp_eq : forall a b, cmp a b = Eq <-> a = b;
  cmp_flip : forall a b, cmp b a = CompOpp (cmp a b);
  cmp_lt_trans : forall a b c, cmp a b = Lt -> cmp b c = Lt -> cmp a c = Lt
}.
Arguments cmp {A}. Arguments cmp_eq {A}. Arguments cmp_flip {A}. Arguments cmp_lt_trans {A}.

Section Facts.
  Context {A : Type} (T : TotalOrder A).

  Lemma cmp_refl a : cmp T a a = Eq.
  Proof. now apply cmp_eq. Qed.

  Lemma cmp_gt_lt a b : cmp T a b = Gt <-> cmp T b a = Lt.
  Proof. rewrite (cmp_flip T a b). destruct (cmp T a b); simpl; split; congruence. Qed.

  Lemma cmp_lt_irrefl a : cmp T a a <> Lt.
  Proof. rewrite cmp_refl. discriminate. Qed.

  Lemma cmp_lt_not_eq a b : cmp T a b = Lt -> a <> b.
  Proof. intros H ->. now apply cmp_lt_irrefl in H. Qed.

  Lemma cmp_lt_asym a b : cmp T a b = Lt -> cmp T b a = Lt -> False.
  Proof. intros H K. apply (cmp_lt_irrefl a). eapply cmp_lt_trans; eauto. Qed.

  Lemma eq_dec_of (a b : A) : {a = b} + {a <> b}.
  Proof.
    destruct (cmp T a b) eqn:E.
    - left. now apply (cmp_eq T).
    - right. now apply cmp_lt_not_eq.
    - right. intros ->. rewrite cmp_refl in E. discriminate.
  Qed.

  (** The greater of two. *)
  Definition greater (a b : A) : A := match cmp T a b with Lt => b | _ => a end.

  Lemma greater_cases a b : greater a b = a \/ greater a b = b.
  Proof. unfold greater. destruct (cmp T a b); auto. Qed.

  Lemma greater_idem a : greater a a = a.
  Proof. unfold greater. now rewrite cmp_refl. Qed.

  Lemma greater_comm a b : greater a b = greater b a.
  Proof.
    unfold greater. rewrite (cmp_flip T a b). destruct (cmp T a b) eqn:E; simpl; auto.
    now apply (cmp_eq T).
  Qed.

  Lemma greater_lt a b : cmp T a b = Lt -> greater a b = b.
  Proof. unfold greater. now intros ->. Qed.

  Lemma greater_gt a b : cmp T a b = Lt -> greater b a = b.
  Proof. intros H. rewrite greater_comm. now apply greater_lt. Qed.

  Lemma greater_assoc a b c : greater a (greater b c) = greater (greater a b) c.
  Proof.
    destruct (cmp T a b) eqn:AB; [apply (cmp_eq T) in AB; subst b | |].
    - rewrite greater_idem. destruct (cmp T a c) eqn:AC; [apply (cmp_eq T) in AC; subst c | |].
      + now rewrite !greater_idem.
      + rewrite (greater_lt a c AC). now apply greater_lt.
      + apply cmp_gt_lt in AC. rewrite (greater_gt c a AC). apply greater_idem.
    - rewrite (greater_lt a b AB). destruct (cmp T b c) eqn:BC; [apply (cmp_eq T) in BC; subst c | |].
      + rewrite greater_idem. now apply greater_lt.
      + rewrite (greater_lt b c BC). apply greater_lt. eapply cmp_lt_trans; eauto.
      + apply cmp_gt_lt in BC. rewrite (greater_gt c b BC). now apply greater_lt.
    - apply cmp_gt_lt in AB. rewrite (greater_gt b a AB).
      destruct (cmp T b c) eqn:BC; [apply (cmp_eq T) in BC; subst c | |].
      + now rewrite greater_idem.
      + now rewrite (greater_lt b c BC).
      + apply cmp_gt_lt in BC. rewrite (greater_gt c b BC), (greater_gt b a AB).
        symmetry. apply greater_gt. eapply cmp_lt_trans; eauto.
  Qed.
End Facts.

(** Lexicographic order: first by [f], then by a total order of the whole. *)
Section Lexicographic.
  Context {A B : Type} (f : A -> B) (TB : TotalOrder B) (TA : TotalOrder A).

  Definition lex_cmp (a b : A) : comparison :=
    match cmp TB (f a) (f b) with Eq => cmp TA a b | c => c end.

  Definition by_then : TotalOrder A.
  Proof.
    refine {| cmp := lex_cmp |}; unfold lex_cmp.
    - intros a b. split.
      + destruct (cmp TB (f a) (f b)); try discriminate. apply (cmp_eq TA).
      + intros ->. now rewrite !cmp_refl.
    - intros a b. rewrite (cmp_flip TB (f a) (f b)).
      destruct (cmp TB (f a) (f b)); simpl; auto. apply (cmp_flip TA).
    - intros a b c. destruct (cmp TB (f a) (f b)) eqn:E1; try discriminate;
        destruct (cmp TB (f b) (f c)) eqn:E2; try discriminate.
      + apply (cmp_eq TB) in E1. apply (cmp_eq TB) in E2.
        rewrite E1, E2, cmp_refl. apply (cmp_lt_trans TA).
      + apply (cmp_eq TB) in E1. rewrite E1, E2. auto.
      + apply (cmp_eq TB) in E2. rewrite <- E2, E1. auto.
      + intros _ _. now rewrite (cmp_lt_trans TB _ _ _ E1 E2).
  Defined.
End Lexicographic.

(** Numbers. *)
Definition N_order : TotalOrder N.
Proof.
  refine {| cmp := N.compare |}.
  - intros. apply N.compare_eq_iff.
  - intros. apply N.compare_antisym.
  - intros a b c H K. apply N.compare_lt_iff in H, K. apply N.compare_lt_iff. eapply N.lt_trans; eauto.
Defined.

(** Truth values: false before true. *)
Definition bool_cmp (a b : bool) : comparison :=
  match a, b with false, true => Lt | true, false => Gt | _, _ => Eq end.

Definition bool_order : TotalOrder bool.
Proof.
  refine {| cmp := bool_cmp |}.
  - now intros [] []; simpl; split.
  - now intros [] [].
  - now intros [] [] [].
Defined.

(** Byte strings. A Coq [string] is a sequence of 8-bit characters, so it is a byte string; [String.compare] is
    bytewise, and a prefix comes before what it is a prefix of. *)
Notation bytes := string.

Lemma ascii_lt_trans a b c : Ascii.compare a b = Lt -> Ascii.compare b c = Lt -> Ascii.compare a c = Lt.
Proof. unfold Ascii.compare. apply (cmp_lt_trans N_order). Qed.

Lemma ascii_refl a : Ascii.compare a a = Eq.
Proof. unfold Ascii.compare. apply N.compare_refl. Qed.

Lemma bytes_refl s : String.compare s s = Eq.
Proof. induction s as [|x s IH]; simpl; auto. now rewrite ascii_refl. Qed.

Lemma bytes_lt_trans a : forall b c,
  String.compare a b = Lt -> String.compare b c = Lt -> String.compare a c = Lt.
Proof.
  induction a as [|x a IH]; intros [|y b] [|z c]; simpl; try discriminate; auto.
  destruct (Ascii.compare x y) eqn:E1; try discriminate;
    destruct (Ascii.compare y z) eqn:E2; try discriminate; intros H K.
  - apply Ascii.compare_eq_iff in E1, E2. subst. rewrite ascii_refl. eauto.
  - apply Ascii.compare_eq_iff in E1. subst. now rewrite E2.
  - apply Ascii.compare_eq_iff in E2. subst. now rewrite E1.
  - now rewrite (ascii_lt_trans _ _ _ E1 E2).
Qed.

Definition bytes_order : TotalOrder bytes.
Proof.
  refine {| cmp := String.compare |}.
  - intros a b. split; [apply String.compare_eq_iff | intros ->; apply bytes_refl].
  - intros a b. apply String.compare_antisym.
  - intros a b c. apply bytes_lt_trans.
Defined.
