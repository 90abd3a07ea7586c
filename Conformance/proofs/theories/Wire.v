(* SPDX-License-Identifier: Apache-2.0 *)

(** A reader of stamped maps (section 3) that is proven to read what was written. *)

From Coq Require Import List NArith PeanoNat Lia String Ascii Bool.
From Capsule Require Import Order Stamped Cbor Encoding DocumentBytes StampTime.
Import ListNotations.
Local Open Scope string_scope.

(** The first item of a sequence, and what comes after it. *)
Definition first_item (s : bytes) : option (bytes * bytes) :=
  match skip (String.length s) 1 s with
  | Some r => Some (substring 0 (String.length s - String.length r) s, r)
  | None => None
  end.

Fixpoint fields (n : nat) (s : bytes) : list (bytes * bytes) :=
  match n with
  | O => []
  | S m =>
      match first_item s with
      | Some (k, r) => match first_item r with Some (v, r') => (k, v) :: fields m r' | None => [] end
      | None => []
      end
  end.

(** The pairs of a map, each key and value in its encoded form. *)
Definition map_fields (s : bytes) : list (bytes * bytes) :=
  match read_head s with
  | Some (major, n, r) => if (major =? 5)%N then fields (N.to_nat n) r else []
  | None => []
  end.

Fixpoint find (k : bytes) (l : list (bytes * bytes)) : option bytes :=
  match l with [] => None | (j, v) :: t => if String.eqb k j then Some v else find k t end.

(** The content of a byte string or a text. *)
Definition content (s : bytes) : bytes := match read_head s with Some (_, _, r) => r | None => EmptyString end.

Definition member_content (k : bytes) (s : bytes) : bytes :=
  match find k (map_fields s) with Some v => content v | None => EmptyString end.

Definition has_major (major : N) (s : bytes) : bool :=
  match read_head s with Some (m, _, _) => (m =? major)%N | None => false end.

Definition is_stamp_time (s : bytes) : bool :=
  match read s with Some t => in_bounds t && String.eqb (print t) s | None => false end.

(** A valid stamped map, whatever its value: text keys, among them [by] with 16 bytes, [ts] with a stamp time,
  [value]. *)
Definition wire : Reader :=
  {| is_stamped := fun s =>
       forallb (fun p => has_major 3 (fst p)) (map_fields s) &&
       match find (key "by") (map_fields s), find (key "ts") (map_fields s), find (key "value") (map_fields s) with
       | Some b, Some t, Some _ =>
           has_major 2 b && Nat.eqb (String.length (content b)) 16 && has_major 3 t && is_stamp_time (content t)
       | _, _, _ => false
       end;
     ts := member_content (key "ts");
     by_ := member_content (key "by");
     value := fun s => match find (key "value") (map_fields s) with Some v => v | None => EmptyString end |}.

Lemma length_head major n : (1 <= String.length (head major n))%nat.
Proof. simpl. lia. Qed.

Lemma item_count s k : item s k -> (k <= String.length s)%nat.
Proof.
  apply (item_mutual (fun s k _ => (k <= String.length s)%nat) (fun l k _ => (k <= String.length (concat_all
    l))%nat)).
  - intros. apply length_head.
  - intros. rewrite length_append. pose proof (length_head major (length_of s0)). lia.
  - intros l j _ IH _. unfold enc_array. rewrite length_append. pose proof (length_head 4 (N.of_nat (List.length
    l))). lia.
  - intros l j _ IH _. unfold enc_map. rewrite length_append. pose proof (length_head 5 (N.of_nat (List.length l))).
    lia.
  - intros n t j _ _ IH. rewrite length_append. pose proof (length_head 6 n). lia.
  - intros. simpl. lia.
  - auto.
  - intros a l j i _ IHa _ IHl. cbn [concat_all fold_right]. change (fold_right append EmptyString l) with
    (concat_all l).
    rewrite length_append. lia.
Qed.

Lemma substring_prefix a : forall r, substring 0 (String.length a) (a ++ r) = a.
Proof. induction a as [|c a IH]; intros r; simpl; [now destruct r | now rewrite IH]. Qed.

Lemma first_item_spec a r : is_item a -> first_item (a ++ r) = Some (a, r).
Proof.
  intros [k H]. pose proof (item_count a k H) as L. unfold first_item. rewrite length_append.
  replace (String.length a + String.length r)%nat with (k + (String.length a - k + String.length r))%nat at 1 by lia.
  rewrite (item_skip a k H _ 0%N r : skip _ 1 _ = _).
  assert (S0 : forall f s, skip f 0 s = Some s) by (intros [|f] s; reflexivity). rewrite S0.
  replace (String.length a + String.length r - String.length r)%nat with (String.length a) by lia.
  now rewrite substring_prefix.
Qed.

Lemma fields_spec l : forall r, Forall is_item (flatten l) -> fields (List.length l) (concat_all (flatten l) ++ r) =
  l.
Proof.
  induction l as [|[k v] l IH]; intros r H; auto. simpl in H. inversion_clear H as [|? ? Hk H']. inversion_clear H'
    as [|? ? Hv Hl].
  cbn [flatten fold_right fst snd concat_all List.length fields].
  change (fold_right append EmptyString (fold_right (fun p t => fst p :: snd p :: t) [] l)) with (concat_all (flatten
    l)).
  rewrite !append_assoc, first_item_spec by assumption. rewrite first_item_spec by assumption.
  now rewrite IH.
Qed.

(** A map is read as the pairs that were written. *)
Theorem map_fields_of_map l : Forall is_item (flatten l) -> (N.of_nat (List.length l) < limit)%N -> map_fields
  (enc_map l) = l.
Proof.
  intros H C. unfold map_fields, enc_map. rewrite read_head_spec by (assumption || reflexivity).
  change (5 =? 5)%N with true. cbv iota. rewrite Nat2N.id, <- (append_nil_right (concat_all (flatten l))).
  now apply fields_spec.
Qed.

Lemma content_of_string major s : (major < 8)%N -> (length_of s < limit)%N ->
  content (head major (length_of s) ++ s) = s.
Proof. intros. unfold content. now rewrite read_head_spec. Qed.

(** The reader gives the time, the device and the value that were written, beside whatever unknown keys. *)
Theorem wire_reads_what_was_written l t b v : Forall is_item (flatten l) -> (N.of_nat (List.length l) < limit)%N ->
  (length_of t < limit)%N -> (length_of b < limit)%N ->
  find (key "ts") l = Some (enc_text t) -> find (key "by") l = Some (enc_bytes b) -> find (key "value") l = Some v ->
  ts wire (enc_map l) = t /\ by_ wire (enc_map l) = b /\ value wire (enc_map l) = v.
Proof.
  intros H C Ht Hb Ft Fb Fv. unfold wire. cbn [ts by_ value]. unfold member_content.
  rewrite (map_fields_of_map l H C), Ft, Fb, Fv. split; [|split; auto].
  - now apply (content_of_string 3).
  - now apply (content_of_string 2).
Qed.
