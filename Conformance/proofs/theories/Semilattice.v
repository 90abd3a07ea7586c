(* SPDX-License-Identifier: Apache-2.0 *)

(** Join-semilattices with a validity predicate, ways to build them, and what follows from the laws alone. *)

From Coq Require Import List Permutation.
From Capsule Require Import Order.
Import ListNotations.

(** [ok] is the decode rules: which states a reader takes. [jn_ok] is closure. *)
Record Semilattice := {
  car :> Type;
  ok : car -> Prop;
  jn : car -> car -> car;
  jn_ok : forall a b, ok a -> ok b -> ok (jn a b);
  jn_comm : forall a b, ok a -> ok b -> jn a b = jn b a;
  jn_assoc : forall a b c, ok a -> ok b -> ok c -> jn a (jn b c) = jn (jn a b) c;
  jn_idem : forall a, ok a -> jn a a = a
}.
Arguments ok {s}. Arguments jn {s}. Arguments jn_ok {s}. Arguments jn_comm {s}. Arguments jn_assoc {s}.
Arguments jn_idem {s}.

(** * Constructions *)

(** The greater of a total order, restricted by any predicate on one value. *)
Definition max_lattice {A : Type} (T : TotalOrder A) (P : A -> Prop) : Semilattice.
Proof.
  refine {| car := A; ok := P; jn := greater T |}.
  - intros a b Ha Hb. destruct (greater_cases T a b) as [-> | ->]; assumption.
  - intros. apply greater_comm.
  - intros. apply greater_assoc.
  - intros. apply greater_idem.
Defined.

(** One given value, such as the id of a document. *)
Definition constant_lattice {A : Type} (x : A) : Semilattice.
Proof.
  refine {| car := A; ok := fun a => a = x; jn := fun a _ => a |}; intros; congruence.
Defined.

Definition product (X Y : Semilattice) : Semilattice.
Proof.
  refine {| car := X * Y;
            ok := fun p => ok (fst p) /\ ok (snd p);
            jn := fun p q => (jn (fst p) (fst q), jn (snd p) (snd q)) |}.
  - intros a b [] []. split; apply jn_ok; assumption.
  - intros a b [] []. f_equal; apply jn_comm; assumption.
  - intros a b c [] [] []. simpl. f_equal; apply jn_assoc; assumption.
  - intros [] []. simpl in *. f_equal; apply jn_idem; assumption.
Defined.

(** What may be absent: present beats absent. *)
Definition opt_jn {A : Type} (j : A -> A -> A) (a b : option A) : option A :=
  match a, b with
  | Some x, Some y => Some (j x y)
  | Some x, None => Some x
  | None, _ => b
  end.

Definition opt_ok {A : Type} (P : A -> Prop) (a : option A) : Prop :=
  match a with Some x => P x | None => True end.

Definition optional (X : Semilattice) : Semilattice.
Proof.
  refine {| car := option X; ok := opt_ok ok; jn := opt_jn jn |}.
  - intros [a|] [b|]; simpl; auto using jn_ok.
  - intros [a|] [b|]; simpl; auto. intros. f_equal. now apply jn_comm.
  - intros [a|] [b|] [c|]; simpl; auto. intros. f_equal. now apply jn_assoc.
  - intros [a|]; simpl; auto. intros. f_equal. now apply jn_idem.
Defined.

(** A representation whose states mean a family of states of a semilattice, one meaning for each representation. *)
Definition represented {X I : Type} (L : Semilattice) (P : X -> Prop) (j : X -> X -> X) (sem : X -> I -> L)
  (sem_ok : forall a, P a -> forall i, ok (sem a i))
  (sem_inj : forall a b, P a -> P b -> (forall i, sem a i = sem b i) -> a = b)
  (j_ok : forall a b, P a -> P b -> P (j a b))
  (j_sem : forall a b, P a -> P b -> forall i, sem (j a b) i = jn (sem a i) (sem b i)) : Semilattice.
Proof.
  refine {| car := X; ok := P; jn := j; jn_ok := j_ok |}.
  - intros a b Ha Hb. apply sem_inj; auto. intros i. rewrite !j_sem by assumption. apply jn_comm; auto.
  - intros a b c Ha Hb Hc. apply sem_inj; auto. intros i. rewrite !j_sem by auto. apply jn_assoc; auto.
  - intros a Ha. apply sem_inj; auto. intros i. rewrite j_sem by assumption. apply jn_idem; auto.
Defined.

(** A record that is a product under other names. *)
Definition renamed {X : Type} (L : Semilattice) (to : X -> L) (from : L -> X)
  (from_to : forall x, from (to x) = x) (to_from : forall l, to (from l) = l) : Semilattice.
Proof.
  refine {| car := X; ok := fun x => ok (to x); jn := fun a b => from (jn (to a) (to b)) |}.
  - intros. rewrite to_from. now apply jn_ok.
  - intros. f_equal. now apply jn_comm.
  - intros. rewrite !to_from. f_equal. now apply jn_assoc.
  - intros. rewrite jn_idem by assumption. apply from_to.
Defined.

(** The same states and join under a narrower validity that joins keep. *)
Definition restricted (L : Semilattice) (P : L -> Prop)
  (P_jn : forall a b : L, ok a -> ok b -> P a -> P b -> P (jn a b)) : Semilattice.
Proof.
  refine {| car := L; ok := fun x => ok x /\ P x; jn := jn |}.
  - intros a b [] []. split; auto using jn_ok.
  - intros a b [] []. now apply jn_comm.
  - intros a b c [] [] []. now apply jn_assoc.
  - intros a []. now apply jn_idem.
Defined.

(** * Order and convergence *)

Section Laws.
  Context {L : Semilattice}.

  (** [a] is contained in [b]. *)
  Definition le (a b : L) : Prop := jn a b = b.

  Lemma le_refl a : ok a -> le a a.
  Proof. apply jn_idem. Qed.

  Lemma le_antisym a b : ok a -> ok b -> le a b -> le b a -> a = b.
  Proof. unfold le. intros Ha Hb H K. rewrite <- K, <- H at 1. rewrite H. rewrite jn_comm by assumption. congruence. Qed.

  Lemma le_trans a b c : ok a -> ok b -> ok c -> le a b -> le b c -> le a c.
  Proof. unfold le. intros Ha Hb Hc H K. rewrite <- K at 1. rewrite jn_assoc by assumption. now rewrite H. Qed.

  Lemma join_upper_left a b : ok a -> ok b -> le a (jn a b).
  Proof. unfold le. intros. rewrite jn_assoc by assumption. now rewrite jn_idem. Qed.

  Lemma join_upper_right a b : ok a -> ok b -> le b (jn a b).
  Proof. intros. rewrite jn_comm by assumption. now apply join_upper_left. Qed.

  Lemma join_least a b c : ok a -> ok b -> ok c -> le a c -> le b c -> le (jn a b) c.
  Proof. unfold le. intros Ha Hb Hc H K. rewrite <- jn_assoc by assumption. now rewrite K. Qed.

  Theorem join_monotone a a' b b' : ok a -> ok a' -> ok b -> ok b' -> le a a' -> le b b' -> le (jn a b) (jn a' b').
  Proof.
    intros. apply join_least; auto using jn_ok.
    - eapply le_trans with a'; auto using jn_ok, join_upper_left.
    - eapply le_trans with b'; auto using jn_ok, join_upper_right.
  Qed.

  (** What a replica holds that began with [s] and received [ds], the first first. *)
  Definition receive (s : L) (ds : list L) : L := fold_left jn ds s.

  Lemma receive_ok ds : forall s, ok s -> Forall ok ds -> ok (receive s ds).
  Proof.
    induction ds as [|d ds IH]; intros s Hs Hds; simpl; auto.
    inversion_clear Hds. apply IH; auto using jn_ok.
  Qed.

  Lemma receive_upper ds : forall s, ok s -> Forall ok ds -> le s (receive s ds).
  Proof.
    induction ds as [|d ds IH]; intros s Hs Hds; simpl.
    - now apply le_refl.
    - inversion_clear Hds. eapply le_trans with (jn s d); auto using jn_ok, join_upper_left, receive_ok.
  Qed.

  Lemma receive_contains ds : forall s d, ok s -> Forall ok ds -> In d ds -> le d (receive s ds).
  Proof.
    induction ds as [|e ds IH]; intros s d Hs Hds Hin; simpl; [destruct Hin|].
    inversion_clear Hds. destruct Hin as [-> | Hin]; auto using jn_ok.
    eapply le_trans with (jn s d); auto using jn_ok, join_upper_right, receive_upper, receive_ok.
  Qed.

  Lemma receive_least ds : forall s u, ok s -> ok u -> Forall ok ds -> le s u -> (forall d, In d ds -> le d u) ->
    le (receive s ds) u.
  Proof.
    induction ds as [|e ds IH]; intros s u Hs Hu Hds Hsu H; simpl; auto.
    inversion_clear Hds. apply IH; auto using jn_ok.
    - apply join_least; auto. apply H. now left.
    - intros d Hd. apply H. now right.
  Qed.

  (** Convergence: replicas that received the same set of deltas, in any order and with repetitions, are equal. *)
  Theorem convergence s ds es : ok s -> Forall ok ds -> Forall ok es -> (forall d, In d ds <-> In d es) ->
    receive s ds = receive s es.
  Proof.
    intros Hs Hds Hes H. apply le_antisym; try (apply receive_ok; assumption).
    - apply receive_least; auto using receive_ok, receive_upper.
      intros d Hd. apply receive_contains; auto. now apply H.
    - apply receive_least; auto using receive_ok, receive_upper.
      intros d Hd. apply receive_contains; auto. now apply H.
  Qed.

  Theorem convergence_any_order s ds es : ok s -> Forall ok ds -> Permutation ds es -> receive s ds = receive s es.
  Proof.
    intros Hs Hds P. apply convergence; auto.
    - rewrite Forall_forall in *. intros x Hx. apply Hds. eapply Permutation_in; [symmetry|]; eauto.
    - intros d. split; apply Permutation_in; auto. now symmetry.
  Qed.

  (** Any tree of joins. *)
  Inductive tree := Leaf (x : L) | Node (l r : tree).

  Fixpoint eval (t : tree) : L := match t with Leaf x => x | Node l r => jn (eval l) (eval r) end.
  Fixpoint leaves (t : tree) : list L := match t with Leaf x => [x] | Node l r => leaves l ++ leaves r end.

  Lemma leaves_nonempty t : leaves t <> [].
  Proof. induction t; simpl; [discriminate|]. intros H. apply app_eq_nil in H. now destruct H. Qed.

  Lemma eval_ok t : Forall ok (leaves t) -> ok (eval t).
  Proof.
    induction t as [x|l IHl r IHr]; simpl; intros H.
    - now inversion_clear H.
    - apply Forall_app in H as []. auto using jn_ok.
  Qed.

  Lemma eval_contains t : Forall ok (leaves t) -> forall d, In d (leaves t) -> le d (eval t).
  Proof.
    induction t as [x|l IHl r IHr]; simpl; intros H d Hd.
    - inversion_clear H. destruct Hd as [-> | []]. now apply le_refl.
    - apply Forall_app in H as [Hl Hr]. pose proof (eval_ok l Hl). pose proof (eval_ok r Hr).
      assert (ok d) by (apply in_app_or in Hd as []; [rewrite Forall_forall in Hl | rewrite Forall_forall in Hr]; auto).
      apply in_app_or in Hd as [Hd | Hd].
      + eapply le_trans with (eval l); auto using jn_ok, join_upper_left.
      + eapply le_trans with (eval r); auto using jn_ok, join_upper_right.
  Qed.

  Lemma eval_least t u : Forall ok (leaves t) -> ok u -> (forall d, In d (leaves t) -> le d u) -> le (eval t) u.
  Proof.
    induction t as [x|l IHl r IHr]; simpl; intros H Hu K.
    - apply K. now left.
    - apply Forall_app in H as [Hl Hr]. apply join_least; auto using eval_ok.
      + apply IHl; auto. intros. apply K. apply in_or_app. auto.
      + apply IHr; auto. intros. apply K. apply in_or_app. auto.
  Qed.

  (** Two trees over the same set of documents give the same, whatever their shapes, orders and repetitions. *)
  Theorem trees_agree t u : Forall ok (leaves t) -> Forall ok (leaves u) ->
    (forall d, In d (leaves t) <-> In d (leaves u)) -> eval t = eval u.
  Proof.
    intros Ht Hu H. apply le_antisym; auto using eval_ok.
    - apply eval_least; auto using eval_ok. intros d Hd. apply eval_contains; auto. now apply H.
    - apply eval_least; auto using eval_ok. intros d Hd. apply eval_contains; auto. now apply H.
  Qed.

  (** Pairwise joins in any tree give the same as left to right. *)
  Theorem tree_is_left_to_right t x xs : Forall ok (leaves t) -> leaves t = x :: xs -> eval t = receive x xs.
  Proof.
    intros Ht E. rewrite E in Ht. pose proof Ht as Ht'. inversion_clear Ht'.
    assert (Forall ok (leaves t)) by now rewrite E.
    apply le_antisym; auto using eval_ok, receive_ok.
    - apply eval_least; auto using receive_ok. rewrite E. intros d [<- | Hd].
      + now apply receive_upper.
      + now apply receive_contains.
    - apply receive_least; auto using eval_ok.
      + apply eval_contains; auto. rewrite E. now left.
      + intros d Hd. apply eval_contains; auto. rewrite E. now right.
  Qed.
End Laws.
