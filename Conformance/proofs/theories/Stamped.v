(* SPDX-License-Identifier: Apache-2.0 *)

(** Stamped values, LWW registers and carried keys (sections 3, 4 and 9). *)

From Coq Require Import Bool String.
From Capsule Require Import Order Semilattice SortedMap.

(** What is read out of the bytes of a stamped map. A stamped value is its own bytes, since section 3 orders by them;
    the theorems hold for every way to read them. *)
Record Reader := {
  is_stamped : bytes -> bool;
  ts : bytes -> bytes;
  by_ : bytes -> bytes;
  value : bytes -> bytes
}.

Section Stamped.
  Context (R : Reader).

  (** Section 3: by [ts], then the bytes of [by], then the encoded bytes of the whole stamped map. *)
  Definition stamped_order : TotalOrder bytes :=
    by_then (ts R) bytes_order (by_then (by_ R) bytes_order bytes_order).

  (** Section 4: an LWW register, once written. [P] is the decode rule of its type: any rule on one value alone. *)
  Definition register (P : bytes -> Prop) : Semilattice := max_lattice stamped_order P.

  (** A later [ts] wins, whatever else the two hold. *)
  Theorem later_wins a b : String.compare (ts R a) (ts R b) = Lt -> greater stamped_order a b = b.
  Proof. intros H. apply greater_lt. simpl. unfold lex_cmp. simpl. now rewrite H. Qed.

  (** With one [ts] the greater [by] wins. *)
  Theorem greater_by_wins a b : ts R a = ts R b -> String.compare (by_ R a) (by_ R b) = Lt ->
    greater stamped_order a b = b.
  Proof.
    intros E H. apply greater_lt. simpl. unfold lex_cmp. simpl. unfold lex_cmp. simpl. rewrite E, bytes_refl.
    now rewrite H.
  Qed.

  (** With one stamp the greater bytes win, so one device, one instant and two values converge too. *)
  Theorem greater_bytes_win a b : ts R a = ts R b -> by_ R a = by_ R b -> String.compare a b = Lt ->
    greater stamped_order a b = b.
  Proof.
    intros E F H. apply greater_lt. simpl. unfold lex_cmp. simpl. unfold lex_cmp. simpl.
    now rewrite E, F, !bytes_refl.
  Qed.

  (** Section 9: a stamped map beats what is none; of two the greater by section 3; else the greater bytes. *)
  Definition if_stamped (f : bytes -> bytes) (v : bytes) : bytes := if is_stamped R v then f v else EmptyString.

  Definition carried_order : TotalOrder bytes :=
    by_then (is_stamped R) bool_order
      (by_then (if_stamped (ts R)) bytes_order (by_then (if_stamped (by_ R)) bytes_order bytes_order)).

  Theorem carried_both_stamped a b : is_stamped R a = true -> is_stamped R b = true ->
    greater carried_order a b = greater stamped_order a b.
  Proof.
    intros Ha Hb. unfold greater. simpl. unfold lex_cmp. simpl. unfold lex_cmp. simpl. unfold lex_cmp. simpl.
    unfold if_stamped. now rewrite Ha, Hb.
  Qed.

  Theorem carried_neither_stamped a b : is_stamped R a = false -> is_stamped R b = false ->
    greater carried_order a b = greater bytes_order a b.
  Proof.
    intros Ha Hb. unfold greater. simpl. unfold lex_cmp. simpl. unfold lex_cmp. simpl. unfold lex_cmp. simpl.
    unfold if_stamped. now rewrite Ha, Hb.
  Qed.

  Theorem carried_stamped_beats_other a b : is_stamped R a = false -> is_stamped R b = true ->
    greater carried_order a b = b.
  Proof. intros Ha Hb. apply greater_lt. simpl. unfold lex_cmp. simpl. now rewrite Ha, Hb. Qed.

  (** The carried keys of one level: a map from encoded key to value. [P] is the decode rule of a key, [Q] of a value. *)
  Definition carried (P Q : bytes -> Prop) : Semilattice :=
    map_lattice bytes_order P (max_lattice carried_order Q).
End Stamped.
