(* SPDX-License-Identifier: Apache-2.0 *)

(** The laws of the join, one CRDT at a time: closed, commutative, associative and idempotent. *)

From Coq Require Import List String.
From Capsule Require Import Order Semilattice SortedMap ORSet Stamped History Region.

Definition lawful (L : Semilattice) : Prop :=
  (forall a b : L, ok a -> ok b -> ok (jn a b)) /\
  (forall a b : L, ok a -> ok b -> jn a b = jn b a) /\
  (forall a b c : L, ok a -> ok b -> ok c -> jn a (jn b c) = jn (jn a b) c) /\
  (forall a : L, ok a -> jn a a = a).

Lemma all_lawful (L : Semilattice) : lawful L.
Proof. exact (conj jn_ok (conj jn_comm (conj jn_assoc jn_idem))). Qed.

Theorem register_lawful R P : lawful (optional (register R P)).
Proof. apply all_lawful. Qed.

Theorem history_lawful R P : lawful (bounded (stamped_order R) bytes_order (value R) P history_bound).
Proof. apply all_lawful. Qed.

Theorem orset_lawful writer_ok element_ok : lawful (orset writer_ok element_ok).
Proof. apply all_lawful. Qed.

Theorem region_lawful R writer_ok label_ok key_ok carried_ok deletion_ok shape_ok :
  lawful (region_lattice R writer_ok label_ok key_ok carried_ok deletion_ok shape_ok).
Proof. apply all_lawful. Qed.

Theorem carried_keys_lawful R P Q : lawful (carried R P Q).
Proof. apply all_lawful. Qed.

Theorem map_of_entries_lawful K (T : TotalOrder K) P V : lawful (map_lattice T P V).
Proof. apply all_lawful. Qed.
