(* SPDX-License-Identifier: Apache-2.0 *)

(** The successor of a stamp time (section 3, writing rule): one millisecond later by the calendar, and later as
  text. *)

From Coq Require Import List NArith Lia String Ascii Bool.
From Capsule Require Import Order Stamped Edits.
Import ListNotations.
Local Open Scope N_scope.

Record Moment := { year : N; month : N; day : N; hour : N; minute : N; second : N; milli : N }.

Definition is_leap (y : N) : bool := (y mod 4 =? 0) && (negb (y mod 100 =? 0) || (y mod 400 =? 0)).

Definition days_in (y m : N) : N :=
  if m =? 2 then (if is_leap y then 29 else 28)
  else if (m =? 4) || (m =? 6) || (m =? 9) || (m =? 11) then 30 else 31.

(** A decimal number of a fixed width. *)
Fixpoint decimal (width : nat) (n : N) : bytes :=
  match width with
  | O => EmptyString
  | S w => String (ascii_of_N (48 + n / 10 ^ N.of_nat w)) (decimal w (n mod 10 ^ N.of_nat w))
  end.

Definition print (t : Moment) : bytes :=
  decimal 4 (year t) ++ "-" ++ decimal 2 (month t) ++ "-" ++ decimal 2 (day t) ++ "T" ++ decimal 2 (hour t) ++ ":" ++
  decimal 2 (minute t) ++ ":" ++ decimal 2 (second t) ++ "." ++ decimal 3 (milli t) ++ "Z".

Definition in_bounds (t : Moment) : bool :=
  (year t <=? 9999) && (1 <=? month t) && (month t <=? 12) && (1 <=? day t) && (day t <=? days_in (year t) (month t))
    &&
  (hour t <=? 23) && (minute t <=? 59) && (second t <=? 59) && (milli t <=? 999).

(** Nothing comes after the last millisecond of the year 9999. *)
Definition next (t : Moment) : option Moment :=
  let '{| year := y; month := mo; day := d; hour := h; minute := mi; second := s; milli := ms |} := t in
  if ms <? 999 then Some {| year := y; month := mo; day := d; hour := h; minute := mi; second := s; milli := ms + 1 |}
  else if s <? 59 then Some {| year := y; month := mo; day := d; hour := h; minute := mi; second := s + 1; milli := 0
    |}
  else if mi <? 59 then Some {| year := y; month := mo; day := d; hour := h; minute := mi + 1; second := 0; milli :=
    0 |}
  else if h <? 23 then Some {| year := y; month := mo; day := d; hour := h + 1; minute := 0; second := 0; milli := 0
    |}
  else if d <? days_in y mo then
    Some {| year := y; month := mo; day := d + 1; hour := 0; minute := 0; second := 0; milli := 0 |}
  else if mo <? 12 then Some {| year := y; month := mo + 1; day := 1; hour := 0; minute := 0; second := 0; milli := 0
    |}
  else if y <? 9999 then Some {| year := y + 1; month := 1; day := 1; hour := 0; minute := 0; second := 0; milli := 0
    |}
  else None.

Definition number (digits : list ascii) : N := fold_left (fun n c => 10 * n + (N_of_ascii c - 48)) digits 0.

(** The digits at their places; whether these are all of the text is checked by printing. *)
Definition read (s : bytes) : option Moment :=
  match list_ascii_of_string s with
  | [y1; y2; y3; y4; _; m1; m2; _; d1; d2; _; h1; h2; _; n1; n2; _; s1; s2; _; f1; f2; f3; _] =>
      Some {| year := number [y1; y2; y3; y4]; month := number [m1; m2]; day := number [d1; d2];
              hour := number [h1; h2]; minute := number [n1; n2]; second := number [s1; s2];
              milli := number [f1; f2; f3] |}
  | _ => None
  end.

Definition successor (s : bytes) : option bytes :=
  match read s with
  | Some t => if in_bounds t && String.eqb (print t) s then option_map print (next t) else None
  | None => None
  end.

Lemma compare_same_prefix a : forall r s, String.compare (a ++ r) (a ++ s) = String.compare r s.
Proof. induction a as [|x a IH]; intros; simpl; auto. now rewrite ascii_refl. Qed.

Lemma compare_digits a b : a < 256 -> b < 256 -> Ascii.compare (ascii_of_N a) (ascii_of_N b) = N.compare a b.
Proof. intros. unfold Ascii.compare. now rewrite !N_ascii_embedding. Qed.

Lemma decimal_lt w : forall n m r s, n < m -> m < 10 ^ N.of_nat w ->
  String.compare (decimal w n ++ r) (decimal w m ++ s) = Lt.
Proof.
  induction w as [|w IH]; intros n m r s L B.
  - simpl in B. lia.
  - cbn [decimal append String.compare]. rewrite Nat2N.inj_succ, N.pow_succ_r' in B.
    set (p := 10 ^ N.of_nat w) in *. assert (P : p <> 0) by (apply N.pow_nonzero; lia).
    assert (Bm : m / p < 10) by (apply N.div_lt_upper_bound; lia).
    assert (Le : n / p <= m / p) by (apply N.div_le_mono; lia).
    rewrite compare_digits by lia.
    destruct (N.compare_spec (48 + n / p) (48 + m / p)) as [E | E | E]; auto; [|lia].
    apply IH; [|apply N.mod_lt; assumption].
    pose proof (N.div_mod n p P) as Dn. pose proof (N.div_mod m p P) as Dm.
    assert (n / p = m / p) by lia. rewrite H in Dn. lia.
Qed.

Lemma some_equal {A} (a b : A) : Some a = Some b -> a = b.
Proof. congruence. Qed.

Theorem next_is_later t u : in_bounds t = true -> next t = Some u -> String.compare (print t) (print u) = Lt.
Proof.
  destruct t as [y mo d h mi s ms]. unfold in_bounds. cbn [year month day hour minute second milli].
  rewrite !andb_true_iff, !N.leb_le. intros B. destruct B as [[[[[[[[Y M1] M2] D1] D2] H] Mi] S] Ms].
  assert (Dd : days_in y mo <= 31).
  { unfold days_in. destruct (mo =? 2); [destruct (is_leap y); lia|].
    destruct ((mo =? 4) || (mo =? 6) || (mo =? 9) || (mo =? 11)); lia. }
  unfold print. intros E. cbn [next] in E.
  repeat match type of E with context [?a <? ?b] => destruct (N.ltb_spec a b); cbv iota in E end;
    try discriminate E; apply some_equal in E; subst u; cbn [year month day hour minute second milli];
    repeat (rewrite compare_same_prefix); (apply decimal_lt; [lia | simpl N.of_nat; change (10 ^ 2) with 100;
      change (10 ^ 3) with 1000; change (10 ^ 4) with 10000; lia]).
Qed.

(** What comes after a stamp time is later than it. *)
Theorem successor_is_later u v : successor u = Some v -> String.compare u v = Lt.
Proof.
  unfold successor. destruct (read u) as [t|]; [|discriminate].
  destruct (in_bounds t) eqn:B; [|discriminate]. cbn [andb].
  destruct (String.eqb_spec (print t) u) as [E0 |]; [rewrite <- E0 | discriminate].
  destruct (next t) as [w|] eqn:E; [|discriminate]. cbn [option_map]. intros F. apply some_equal in F. rewrite <- F.
  now apply next_is_later.
Qed.

(** An edit made having seen a value always beats that value, whatever the clocks say. *)
Theorem edit_beats_what_it_saw (R : Reader) (P : bytes -> Prop) now seen t x :
  stamp_for R successor now (Some seen) = Some t -> ts R x = t ->
  Semilattice.jn (s := Semilattice.optional (register R P)) (Some seen) (Some x) = Some x.
Proof.
  intros H E. apply write_wins_over_what_it_read. eapply stamp_for_is_after; eauto. exact successor_is_later.
Qed.
