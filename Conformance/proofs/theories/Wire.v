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

(** The same over a list of characters, which a program can walk through without copying what is left. *)
Fixpoint read_big_endian_list (k : nat) (acc : N) (l : list ascii) : option (N * list ascii) :=
  match k, l with
  | O, _ => Some (acc, l)
  | S j, c :: t => read_big_endian_list j (acc * 256 + N_of_ascii c)%N t
  | S _, [] => None
  end.

Definition read_head_list (l : list ascii) : option (N * N * list ascii) :=
  match l with
  | [] => None
  | c :: t =>
      let b := N_of_ascii c in
      let i := (b mod 32)%N in
      if (i <? 24)%N then Some ((b / 32)%N, i, t)
      else if (i <? 28)%N then
        match read_big_endian_list (width i) 0 t with Some (n, r) => Some ((b / 32)%N, n, r) | None => None end
      else None
  end.

Fixpoint drop_list (n : nat) (l : list ascii) : option (list ascii) :=
  match n, l with
  | O, _ => Some l
  | S m, _ :: t => drop_list m t
  | S _, [] => None
  end.

Fixpoint skip_list (fuel : nat) (todo : N) (s : list ascii) : option (list ascii) :=
  if (todo =? 0)%N then Some s
  else match fuel with
  | O => None
  | S f =>
      match read_head_list s with
      | None => None
      | Some (major, n, r) =>
          let left := (todo - 1)%N in
          if ((major =? 0) || (major =? 1) || (major =? 7))%N then skip_list f left r
          else if ((major =? 2) || (major =? 3))%N then
            match drop_list (N.to_nat n) r with Some r' => skip_list f left r' | None => None end
          else if (major =? 4)%N then skip_list f (n + left)%N r
          else if (major =? 5)%N then skip_list f (2 * n + left)%N r
          else skip_list f (1 + left)%N r
      end
  end.

Definition first_item_list (l : list ascii) : option (bytes * list ascii) :=
  match skip_list (List.length l) 1 l with
  | Some r => Some (string_of_list_ascii (firstn (List.length l - List.length r) l), r)
  | None => None
  end.

Fixpoint fields_list (n : nat) (l : list ascii) : list (bytes * bytes) :=
  match n with
  | O => []
  | S m =>
      match first_item_list l with
      | Some (k, r) => match first_item_list r with Some (v, r') => (k, v) :: fields_list m r' | None => [] end
      | None => []
      end
  end.

Definition map_fields_list (l : list ascii) : list (bytes * bytes) :=
  match read_head_list l with
  | Some (major, n, r) => if (major =? 5)%N then fields_list (N.to_nat n) r else []
  | None => []
  end.

Lemma read_big_endian_list_spec k : forall acc s, read_big_endian_list k acc (list_ascii_of_string s) =
  option_map (fun p => (fst p, list_ascii_of_string (snd p))) (read_big_endian k acc s).
Proof. induction k as [|k IH]; intros acc [|c s]; simpl; auto. Qed.

Lemma read_head_list_spec s : read_head_list (list_ascii_of_string s) =
  option_map (fun p => (fst p, list_ascii_of_string (snd p))) (read_head s).
Proof.
  destruct s as [|c s]; auto. cbn [list_ascii_of_string]. unfold read_head_list, read_head. cbv zeta.
  destruct (N_of_ascii c mod 32 <? 24)%N; auto. destruct (N_of_ascii c mod 32 <? 28)%N; auto.
  rewrite read_big_endian_list_spec. destruct (read_big_endian _ 0 s) as [[n r]|]; reflexivity.
Qed.

Lemma drop_list_spec n : forall s, drop_list n (list_ascii_of_string s) = option_map list_ascii_of_string (drop n s).
Proof. induction n as [|n IH]; intros [|c s]; simpl; auto. Qed.

Lemma skip_list_spec f : forall todo s,
  skip_list f todo (list_ascii_of_string s) = option_map list_ascii_of_string (skip f todo s).
Proof.
  induction f as [|f IH]; intros todo s; cbn [skip_list skip]; destruct (todo =? 0)%N; auto.
  rewrite read_head_list_spec. destruct (read_head s) as [[[major n] r]|]; auto. cbn [option_map fst snd]. cbv zeta.
  destruct ((major =? 0) || (major =? 1) || (major =? 7))%N%bool; auto.
  destruct ((major =? 2) || (major =? 3))%N%bool.
  - rewrite drop_list_spec. destruct (drop (N.to_nat n) r); cbn [option_map]; auto.
  - destruct (major =? 4)%N; auto. destruct (major =? 5)%N; auto.
Qed.

Lemma length_list s : List.length (list_ascii_of_string s) = String.length s.
Proof. induction s; simpl; congruence. Qed.

Lemma prefix_list s : forall n, string_of_list_ascii (firstn n (list_ascii_of_string s)) = substring 0 n s.
Proof. induction s as [|c s IH]; intros [|n]; simpl; auto. now rewrite IH. Qed.

Lemma first_item_list_spec s : first_item_list (list_ascii_of_string s) =
  option_map (fun p => (fst p, list_ascii_of_string (snd p))) (first_item s).
Proof.
  unfold first_item_list, first_item. rewrite length_list, skip_list_spec.
  destruct (skip (String.length s) 1 s) as [r|]; auto. cbn [option_map fst snd]. now rewrite length_list, prefix_list.
Qed.

Lemma fields_list_spec n : forall s, fields_list n (list_ascii_of_string s) = fields n s.
Proof.
  induction n as [|n IH]; intros s; auto. cbn [fields_list fields]. rewrite first_item_list_spec.
  destruct (first_item s) as [[k r]|]; auto. cbn [option_map fst snd]. rewrite first_item_list_spec.
  destruct (first_item r) as [[v r']|]; auto. cbn [option_map fst snd]. now rewrite IH.
Qed.

Lemma map_fields_list_spec s : map_fields_list (list_ascii_of_string s) = map_fields s.
Proof.
  unfold map_fields_list, map_fields. rewrite read_head_list_spec. destruct (read_head s) as [[[major n] r]|]; auto.
  cbn [option_map fst snd]. now rewrite fields_list_spec.
Qed.

(** What the reader runs. *)
Definition members (s : bytes) : list (bytes * bytes) := map_fields_list (list_ascii_of_string s).

Fixpoint find (k : bytes) (l : list (bytes * bytes)) : option bytes :=
  match l with [] => None | (j, v) :: t => if String.eqb k j then Some v else find k t end.

(** The content of a byte string or a text. *)
Definition content (s : bytes) : bytes := match read_head s with Some (_, _, r) => r | None => EmptyString end.

Definition member_content (k : bytes) (s : bytes) : bytes :=
  match find k (members s) with Some v => content v | None => EmptyString end.

Definition has_major (major : N) (s : bytes) : bool :=
  match read_head s with Some (m, _, _) => (m =? major)%N | None => false end.

Definition is_stamp_time (s : bytes) : bool :=
  match read s with Some t => in_bounds t && String.eqb (print t) s | None => false end.

(** A valid stamped map, whatever its value: text keys, among them [by] with 16 bytes, [ts] with a stamp time,
  [value]. *)
Definition wire : Reader :=
  {| is_stamped := fun s =>
       forallb (fun p => has_major 3 (fst p)) (members s) &&
       match find (key "by") (members s), find (key "ts") (members s), find (key "value") (members s) with
       | Some b, Some t, Some _ =>
           has_major 2 b && Nat.eqb (String.length (content b)) 16 && has_major 3 t && is_stamp_time (content t)
       | _, _, _ => false
       end;
     ts := member_content (key "ts");
     by_ := member_content (key "by");
     value := fun s => match find (key "value") (members s) with Some v => v | None => EmptyString end |}.

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
  unfold members. rewrite map_fields_list_spec, (map_fields_of_map l H C), Ft, Fb, Fv. split; [|split; auto].
  - now apply (content_of_string 3).
  - now apply (content_of_string 2).
Qed.
