(* SPDX-License-Identifier: Apache-2.0 *)

(** That the theorems speak of something: rules as they suppose them, and states on which [before] and joins differ.
  *)

From Coq Require Import List NArith String Ascii.
From Capsule Require Import Order Semilattice SortedMap Stamped Documents Before Cbor Encoding DocumentBytes.
Import ListNotations.
Local Open Scope string_scope.

(** The bytes of a stamped value are its time. *)
Definition bare_reader : Reader :=
  {| is_stamped := fun _ => true; ts := fun s => s; by_ := fun _ => ""; value := fun s => s |}.

(** Every item is taken; what begins with 0x80 is a deletion. *)
Definition deleted_mark (s : bytes) : bool := match s with String c _ => Ascii.eqb c (byte 128) | _ => false end.

Definition bare_rules (keys : list bytes) : Rules :=
  {| reader := bare_reader; identifier := is_item; digest := is_item; source_kind := is_item;
     carried_key := fun s => is_item s /\ ~ In s keys; region_key := fun s => is_item s /\ ~ In s region_keys;
     carried_value := is_item; label := is_item; ai_tag := is_item;
     deletion := fun s => is_item s /\ deleted_mark s = true;
     region_shape := fun s => is_item s /\ deleted_mark s = false;
     label_register := is_item; facts := is_item; capture_time := is_item; location := is_item; lqip := is_item;
     caption := is_item; rating := is_item; orientation := is_item; membership := is_item; cull := is_item;
     hidden := is_item; definition_or_null := is_item; identifier_or_null := is_item |}.

(** What the theorems on bytes suppose of the rules can be had. *)
Theorem rules_can_be_written keys : Written (bare_rules keys) keys.
Proof.
  constructor; simpl; auto; try tauto.
  intros x [H E]. split; auto. intros [_ F]. congruence.
Qed.

(** A horizon and two valid albums for which leaving out after joining differs from leaving out first. *)
Theorem before_after_joining_differs : exists (C : Rules) (horizon id : bytes) (a b : album C id), ok a /\ ok b /\
  cut (before_album C horizon id) (jn a b) <> jn (cut (before_album C horizon id) a) (cut (before_album C horizon id)
    b).
Proof.
  set (C := bare_rules album_keys).
  set (named := fun n : bytes => {| album_id := enc_uint 0; album_name := Some n; album_labels := [];
                                    album_unknown := [] |} : album C (enc_uint 0)).
  assert (Ok : forall n : N, (n < limit)%N -> ok (named (enc_uint n))).
  { intros n H. repeat split; simpl; try discriminate. now apply uint_is_item. }
  exists C, (enc_uint 1), (enc_uint 0), (named (enc_uint 1)), (named (enc_uint 2)).
  split; [apply Ok; reflexivity|]. split; [apply Ok; reflexivity|].
  apply (album_before_does_not_commute C (enc_uint 1) (enc_uint 0) (enc_uint 1) (enc_uint 2)); vm_compute; congruence.
Qed.
