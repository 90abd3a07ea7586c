(* SPDX-License-Identifier: Apache-2.0 *)

(** Encoded CBOR items as byte strings (section 1): no item begins another, so a sequence of them is read in one way. *)

From Coq Require Import List NArith Arith Lia String Ascii.
From Capsule Require Import Order.
Import ListNotations.
Local Open Scope N_scope.

Definition byte (n : N) : ascii := ascii_of_N n.

Fixpoint big_endian (k : nat) (n : N) : bytes :=
  match k with
  | O => EmptyString
  | S j => String (byte ((n / 256 ^ N.of_nat j) mod 256)) (big_endian j n)
  end.

(** The argument of a head in its shortest form. *)
Definition info (n : N) : N :=
  if n <? 24 then n else if n <? 256 then 24 else if n <? 65536 then 25 else if n <? 4294967296 then 26 else 27.

Definition width (i : N) : nat :=
  if i =? 24 then 1%nat else if i =? 25 then 2%nat else if i =? 26 then 4%nat else if i =? 27 then 8%nat else O.

Definition head (major n : N) : bytes := String (byte (major * 32 + info n)) (big_endian (width (info n)) n).

Definition length_of (s : bytes) : N := N.of_nat (String.length s).

Definition concat_all (l : list bytes) : bytes := fold_right append EmptyString l.

Definition enc_uint (n : N) : bytes := head 0 n.
Definition enc_bytes (s : bytes) : bytes := (head 2 (length_of s) ++ s)%string.
Definition enc_text (s : bytes) : bytes := (head 3 (length_of s) ++ s)%string.
Definition enc_array (l : list bytes) : bytes := (head 4 (N.of_nat (List.length l)) ++ concat_all l)%string.

(** Pairs in the order given; who calls this gives them in ascending order of their keys. *)
Definition flatten (l : list (bytes * bytes)) : list bytes := fold_right (fun p t => fst p :: snd p :: t) [] l.
Definition enc_map (l : list (bytes * bytes)) : bytes :=
  (head 5 (N.of_nat (List.length l)) ++ concat_all (flatten l))%string.

(** * Reading *)

Fixpoint read_big_endian (k : nat) (acc : N) (s : bytes) : option (N * bytes) :=
  match k, s with
  | O, _ => Some (acc, s)
  | S j, String c t => read_big_endian j (acc * 256 + N_of_ascii c) t
  | S _, EmptyString => None
  end.

Definition read_head (s : bytes) : option (N * N * bytes) :=
  match s with
  | EmptyString => None
  | String c t =>
      let b := N_of_ascii c in
      let i := b mod 32 in
      if i <? 24 then Some (b / 32, i, t)
      else if i <? 28 then
        match read_big_endian (width i) 0 t with Some (n, r) => Some (b / 32, n, r) | None => None end
      else None
  end.

Fixpoint drop (n : nat) (s : bytes) : option bytes :=
  match n, s with
  | O, _ => Some s
  | S m, String _ t => drop m t
  | S _, EmptyString => None
  end.

(** What is left after [todo] items; [fuel] is how many heads it may read. *)
Fixpoint skip (fuel : nat) (todo : N) (s : bytes) : option bytes :=
  if todo =? 0 then Some s
  else match fuel with
  | O => None
  | S f =>
      match read_head s with
      | None => None
      | Some (major, n, r) =>
          let left := todo - 1 in
          if (major =? 0) || (major =? 1) || (major =? 7) then skip f left r
          else if (major =? 2) || (major =? 3) then
            match drop (N.to_nat n) r with Some r' => skip f left r' | None => None end
          else if major =? 4 then skip f (n + left) r
          else if major =? 5 then skip f (2 * n + left) r
          else skip f (1 + left) r
      end
  end%bool.

(** * Items *)

Definition limit : N := 18446744073709551616.

(** An item and how many heads it has. Texts need not be UTF-8, map keys need not ascend and floats need not be
    shortest here: the items of section 1 are among these, so what holds of these holds of them. *)
Inductive item : bytes -> nat -> Prop :=
| item_int major n : major < 2 -> n < limit -> item (head major n) 1
| item_string major s : 2 <= major < 4 -> length_of s < limit -> item (head major (length_of s) ++ s)%string 1
| item_array l k : items l k -> N.of_nat (List.length l) < limit -> item (enc_array l) (S k)
| item_map l k : items (flatten l) k -> N.of_nat (List.length l) < limit -> item (enc_map l) (S k)
| item_tag n s k : n < limit -> item s k -> item (head 6 n ++ s)%string (S k)
| item_simple i p : i < 28 -> String.length p = width i -> item (String (byte (224 + i)) p) 1
with items : list bytes -> nat -> Prop :=
| items_nil : items [] 0
| items_cons a l j k : item a j -> items l k -> items (a :: l) (j + k).

Scheme item_mutual := Induction for item Sort Prop
with items_mutual := Induction for items Sort Prop.

Definition is_item (s : bytes) : Prop := exists k, item s k.

Lemma append_assoc (a b c : bytes) : ((a ++ b) ++ c = a ++ (b ++ c))%string.
Proof. induction a; simpl; congruence. Qed.

Lemma append_nil_right (a : bytes) : (a ++ "" = a)%string.
Proof. induction a; simpl; congruence. Qed.

Lemma length_append (a b : bytes) : String.length (a ++ b) = (String.length a + String.length b)%nat.
Proof. induction a; simpl; congruence. Qed.

Lemma append_cancel_right (a : bytes) : forall b r, (a ++ r = b ++ r)%string -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b] r H; auto.
  - exfalso. apply (f_equal String.length) in H. simpl in H. rewrite length_append in H. lia.
  - exfalso. apply (f_equal String.length) in H. simpl in H. rewrite length_append in H. lia.
  - simpl in H. injection H as -> H. f_equal. eauto.
Qed.

Lemma byte_value n : n < 256 -> N_of_ascii (byte n) = n.
Proof. apply N_ascii_embedding. Qed.

Lemma read_big_endian_spec k : forall n acc r,
  read_big_endian k acc (big_endian k n ++ r) = Some (acc * 256 ^ N.of_nat k + n mod 256 ^ N.of_nat k, r).
Proof.
  induction k as [|k IH]; intros n acc r.
  - simpl. rewrite N.mod_1_r. f_equal. f_equal. lia.
  - simpl big_endian. simpl append. cbn [read_big_endian]. rewrite byte_value by (apply N.mod_lt; lia).
    rewrite IH. f_equal. f_equal. rewrite Nat2N.inj_succ, N.pow_succ_r', (N.mul_comm 256).
    assert (256 ^ N.of_nat k <> 0) by (apply N.pow_nonzero; lia).
    rewrite N.mod_mul_r by lia. lia.
Qed.

Lemma info_lt n : info n < 28.
Proof.
  unfold info. repeat (match goal with |- context [?a <? ?b] => destruct (N.ltb_spec a b) end); lia.
Qed.

Lemma read_head_spec major n r : major < 8 -> n < limit -> read_head (head major n ++ r) = Some (major, n, r).
Proof.
  intros Hm Hn. pose proof (info_lt n) as Hi. unfold head. simpl append. unfold read_head.
  rewrite byte_value by lia.
  assert (E1 : (major * 32 + info n) mod 32 = info n) by (rewrite N.add_comm, N.mod_add by lia; apply N.mod_small; lia).
  assert (E2 : (major * 32 + info n) / 32 = major) by (rewrite N.div_add_l by lia; rewrite N.div_small by lia; lia).
  rewrite E1, E2. rewrite read_big_endian_spec. unfold limit in Hn.
  unfold info in *. destruct (N.ltb_spec n 24); [|destruct (N.ltb_spec n 256); [|destruct (N.ltb_spec n 65536);
    [|destruct (N.ltb_spec n 4294967296)]]].
  - destruct (N.ltb_spec n 24); [|lia]. unfold width.
    repeat (match goal with |- context [?a =? ?b] => destruct (N.eqb_spec a b); [lia|] end). reflexivity.
  - change (256 ^ N.of_nat (width 24)) with 256. rewrite N.mod_small by lia. reflexivity.
  - change (256 ^ N.of_nat (width 25)) with 65536. rewrite N.mod_small by lia. reflexivity.
  - change (256 ^ N.of_nat (width 26)) with 4294967296. rewrite N.mod_small by lia. reflexivity.
  - change (256 ^ N.of_nat (width 27)) with 18446744073709551616. rewrite N.mod_small by lia. reflexivity.
Qed.

Lemma head_injective major n n' : major < 8 -> n < limit -> n' < limit -> head major n = head major n' -> n = n'.
Proof.
  intros Hm Hn Hn' H. pose proof (read_head_spec major n EmptyString Hm Hn) as A.
  pose proof (read_head_spec major n' EmptyString Hm Hn') as B. rewrite H in A. rewrite A in B. congruence.
Qed.

Lemma drop_append s : forall r, drop (String.length s) (s ++ r) = Some r.
Proof. induction s; simpl; auto. Qed.

Lemma read_big_endian_any k : forall p acc r, String.length p = k ->
  exists n, read_big_endian k acc (p ++ r) = Some (n, r).
Proof.
  induction k as [|k IH]; intros [|c p] acc r; simpl; try discriminate; eauto.
Qed.

Lemma skip_step f todo major n s r : todo <> 0 -> read_head s = Some (major, n, r) ->
  skip (S f) todo s =
    if ((major =? 0) || (major =? 1) || (major =? 7))%bool then skip f (todo - 1) r
    else if ((major =? 2) || (major =? 3))%bool then
      match drop (N.to_nat n) r with Some r' => skip f (todo - 1) r' | None => None end
    else if major =? 4 then skip f (n + (todo - 1)) r
    else if major =? 5 then skip f (2 * n + (todo - 1)) r
    else skip f (1 + (todo - 1)) r.
Proof. intros H E. simpl. rewrite E. destruct (N.eqb_spec todo 0); [contradiction | reflexivity]. Qed.

Lemma flatten_length l : List.length (flatten l) = (2 * List.length l)%nat.
Proof. induction l as [|p l IH]; simpl; auto. rewrite IH. lia. Qed.

Lemma item_skip s k : item s k -> forall f todo r, skip (k + f) (1 + todo) (s ++ r) = skip f todo r.
Proof.
  apply (item_mutual
    (fun s k _ => forall f todo r, skip (k + f) (1 + todo) (s ++ r) = skip f todo r)
    (fun l k _ => forall f todo r, skip (k + f) (N.of_nat (List.length l) + todo) (concat_all l ++ r) = skip f todo r)).
  - intros major n Hm Hn f todo r. cbn [plus].
    erewrite skip_step; [|lia | apply read_head_spec; lia].
    replace (1 + todo - 1) with todo by lia.
    assert (E : major = 0 \/ major = 1) by lia. destruct E as [-> | ->]; reflexivity.
  - intros major t Hm Hn f todo r. cbn [plus]. rewrite append_assoc.
    erewrite skip_step; [|lia | apply read_head_spec; lia].
    replace (1 + todo - 1) with todo by lia. unfold length_of. rewrite Nat2N.id, drop_append.
    assert (E : major = 2 \/ major = 3) by lia. destruct E as [-> | ->]; reflexivity.
  - intros l j _ IH Hl f todo r. cbn [plus]. unfold enc_array. rewrite append_assoc.
    erewrite skip_step; [|lia | apply read_head_spec; lia].
    replace (1 + todo - 1) with todo by lia. cbn [N.eqb Pos.eqb orb]. apply IH.
  - intros l j _ IH Hl f todo r. cbn [plus]. unfold enc_map. rewrite append_assoc.
    erewrite skip_step; [|lia | apply read_head_spec; lia].
    replace (1 + todo - 1) with todo by lia. cbn [N.eqb Pos.eqb orb].
    rewrite <- (IH f todo r). f_equal. rewrite flatten_length. lia.
  - intros n t j Hn _ IH f todo r. cbn [plus]. rewrite append_assoc.
    erewrite skip_step; [|lia | apply read_head_spec; lia].
    replace (1 + todo - 1) with todo by lia. cbn [N.eqb Pos.eqb orb]. apply IH.
  - intros i p Hi Hp f todo r. cbn [plus].
    assert (E : exists n, read_head (String (byte (224 + i)) p ++ r) = Some (7, n, r)).
    { cbn [append]. unfold read_head. cbv zeta. rewrite (byte_value (224 + i)) by lia.
      assert (E1 : (224 + i) mod 32 = i).
      { change 224 with (7 * 32). rewrite N.add_comm, N.mod_add by lia. apply N.mod_small. lia. }
      assert (E2 : (224 + i) / 32 = 7).
      { change 224 with (7 * 32). rewrite N.div_add_l by lia. rewrite N.div_small by lia. lia. }
      rewrite E1, E2. destruct (N.ltb_spec i 24).
      - assert (W : width i = O).
        { unfold width. repeat (match goal with |- context [?a =? ?b] => destruct (N.eqb_spec a b); [lia|] end). reflexivity. }
        rewrite W in Hp. destruct p; [|discriminate]. simpl. eauto.
      - destruct (N.ltb_spec i 28); [|lia]. destruct (read_big_endian_any _ p 0 r Hp) as [n ->]. eauto. }
    destruct E as [n E]. erewrite skip_step; [|lia | exact E].
    replace (1 + todo - 1) with todo by lia. reflexivity.
  - intros f todo r. reflexivity.
  - intros a l j i _ IHa _ IHl f todo r. cbn [List.length concat_all fold_right]. rewrite append_assoc.
    rewrite Nat2N.inj_succ. replace (N.succ (N.of_nat (List.length l)) + todo) with (1 + (N.of_nat (List.length l) + todo)) by lia.
    rewrite <- Nat.add_assoc, IHa. apply IHl.
Qed.

(** No item begins another: the code is prefix-free. *)
Theorem items_prefix_free a b r r' : is_item a -> is_item b -> (a ++ r = b ++ r')%string -> a = b /\ r = r'.
Proof.
  intros [j Ha] [k Hb] E.
  pose proof (item_skip a j Ha k 0 r) as A. pose proof (item_skip b k Hb j 0 r') as B.
  rewrite E in A. rewrite Nat.add_comm in B. rewrite A in B.
  assert (S0 : forall f s, skip f 0 s = Some s) by (intros [|f] s; reflexivity).
  rewrite !S0 in B. injection B as <-. split; auto. now apply append_cancel_right in E.
Qed.

Lemma items_of l : Forall is_item l -> exists k, items l k.
Proof.
  induction 1 as [|a l [j Ha] _ [k IH]]; [exists O; constructor|]. exists (j + k)%nat. now constructor.
Qed.

Lemma item_nonempty s : is_item s -> (1 <= String.length s)%nat.
Proof. intros [k H]. inversion H; subst; simpl; lia. Qed.

Lemma concat_injective l : forall l' r r', Forall is_item l -> Forall is_item l' -> List.length l = List.length l' ->
  (concat_all l ++ r = concat_all l' ++ r')%string -> l = l' /\ r = r'.
Proof.
  induction l as [|a l IH]; intros [|b l'] r r' Hl Hl' E H; try discriminate; auto.
  inversion_clear Hl. inversion_clear Hl'. cbn [concat_all fold_right] in H.
  change (fold_right append EmptyString l) with (concat_all l) in H.
  change (fold_right append EmptyString l') with (concat_all l') in H. rewrite !append_assoc in H.
  apply items_prefix_free in H as [-> H]; auto. apply IH in H as [-> ->]; auto.
Qed.

(** What an encoding must keep to: section 1 allows 16 MiB. *)
Definition fits (s : bytes) : Prop := length_of s < limit.

Lemma concat_length l : Forall is_item l -> (List.length l <= String.length (concat_all l))%nat.
Proof.
  induction 1 as [|a l Ha _ IH]; simpl; auto. change (fold_right append EmptyString l) with (concat_all l).
  rewrite length_append. pose proof (item_nonempty a Ha). lia.
Qed.

Lemma concat_member_length x l : In x l -> (String.length x <= String.length (concat_all l))%nat.
Proof.
  induction l as [|a l IH]; [intros []|]. intros [-> | H]; cbn [concat_all fold_right];
    change (fold_right append EmptyString l) with (concat_all l); rewrite length_append; [lia|]. apply IH in H. lia.
Qed.

Lemma fits_array_member x l : fits (enc_array l) -> In x l -> fits x.
Proof.
  unfold fits, length_of, enc_array. rewrite length_append. intros H Hx. apply concat_member_length in Hx. lia.
Qed.

Lemma fits_map_member x l : fits (enc_map l) -> In x (flatten l) -> fits x.
Proof.
  unfold fits, length_of, enc_map. rewrite length_append. intros H Hx. apply concat_member_length in Hx. lia.
Qed.

Lemma fits_array_count l : Forall is_item l -> fits (enc_array l) -> N.of_nat (List.length l) < limit.
Proof.
  unfold fits, length_of, enc_array. rewrite length_append. intros Hl H. apply concat_length in Hl. lia.
Qed.

Lemma fits_map_count l : Forall is_item (flatten l) -> fits (enc_map l) -> N.of_nat (List.length l) < limit.
Proof.
  unfold fits, length_of, enc_map. rewrite length_append. intros Hl H. apply concat_length in Hl.
  rewrite flatten_length in Hl. lia.
Qed.

Lemma array_is_item l : Forall is_item l -> fits (enc_array l) -> is_item (enc_array l).
Proof.
  intros Hl H. destruct (items_of l Hl) as [k K]. exists (S k). constructor; auto. now apply fits_array_count.
Qed.

Lemma map_is_item l : Forall is_item (flatten l) -> fits (enc_map l) -> is_item (enc_map l).
Proof.
  intros Hl H. destruct (items_of _ Hl) as [k K]. exists (S k). constructor; auto. now apply fits_map_count.
Qed.

Theorem array_injective l l' : Forall is_item l -> Forall is_item l' -> fits (enc_array l) ->
  enc_array l = enc_array l' -> l = l'.
Proof.
  intros Hl Hl' F E. assert (F' : fits (enc_array l')) by now rewrite <- E.
  pose proof (fits_array_count l Hl F) as C. pose proof (fits_array_count l' Hl' F') as C'.
  pose proof (read_head_spec 4 _ (concat_all l) ltac:(lia) C) as A.
  pose proof (read_head_spec 4 _ (concat_all l') ltac:(lia) C') as B.
  unfold enc_array in E. rewrite E, B in A. injection A as N M.
  apply Nat2N.inj in N. destruct (concat_injective l l' EmptyString EmptyString Hl Hl'); auto. congruence.
Qed.

Lemma flatten_injective l : forall l', flatten l = flatten l' -> l = l'.
Proof.
  induction l as [|[a b] l IH]; intros [|[c d] l']; simpl; intros H; try discriminate; auto.
  injection H as -> -> H. f_equal. auto.
Qed.

Theorem map_injective l l' : Forall is_item (flatten l) -> Forall is_item (flatten l') -> fits (enc_map l) ->
  enc_map l = enc_map l' -> l = l'.
Proof.
  intros Hl Hl' F E. assert (F' : fits (enc_map l')) by now rewrite <- E.
  pose proof (fits_map_count l Hl F) as C. pose proof (fits_map_count l' Hl' F') as C'.
  pose proof (read_head_spec 5 _ (concat_all (flatten l)) ltac:(lia) C) as A.
  pose proof (read_head_spec 5 _ (concat_all (flatten l')) ltac:(lia) C') as B.
  unfold enc_map in E. rewrite E, B in A. injection A as N M. apply Nat2N.inj in N.
  apply flatten_injective.
  destruct (concat_injective (flatten l) (flatten l') EmptyString EmptyString Hl Hl'); auto; [|congruence].
  now rewrite !flatten_length, N.
Qed.

Lemma uint_is_item n : n < limit -> is_item (enc_uint n).
Proof. intros. exists 1%nat. apply (item_int 0); auto. lia. Qed.

Lemma text_is_item s : length_of s < limit -> is_item (enc_text s).
Proof. intros. exists 1%nat. apply (item_string 3); auto. lia. Qed.

Lemma bytes_is_item s : length_of s < limit -> is_item (enc_bytes s).
Proof. intros. exists 1%nat. apply (item_string 2); auto. lia. Qed.

Theorem uint_injective n n' : n < limit -> n' < limit -> enc_uint n = enc_uint n' -> n = n'.
Proof. intros. apply (head_injective 0); auto. lia. Qed.
