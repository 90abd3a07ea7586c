(* SPDX-License-Identifier: Apache-2.0 *)

(** Edits as delta-mutators: each makes a delta from what it has read, and the state after the edit is the join of the
    state before it with the delta. Each theorem here says what that join is. *)

From Coq Require Import List NArith String Bool.
From Capsule Require Import Order Semilattice SortedMap Ranges ORSet Stamped History Region.
Import ListNotations.

(** Every edit is an inflation: what was known stays known. *)
Theorem edit_is_inflation {L : Semilattice} (s d : L) : ok s -> ok d -> le s (jn s d).
Proof. apply join_upper_left. Qed.

(** An edit that was delivered, and delivered again, changes nothing more. *)
Theorem delta_again_changes_nothing {L : Semilattice} (s d : L) : ok s -> ok d -> jn (jn s d) d = jn s d.
Proof. intros. rewrite <- jn_assoc by assumption. now rewrite jn_idem. Qed.

(** Sending the delta or sending the whole state after the edit: a receiver that has the state before it holds the same. *)
Theorem delta_or_state {L : Semilattice} (t s d : L) : ok t -> ok s -> ok d -> le s t -> jn t d = jn t (jn s d).
Proof. unfold le. intros Ht Hs Hd H. rewrite jn_assoc by assumption. rewrite (jn_comm t s) by assumption. now rewrite H. Qed.

(** A map that is absent changes nothing. *)
Lemma map_jn_nothing {K} (T : TotalOrder K) (V : Semilattice) (m : map K V) : map_jn T V m [] = m.
Proof. induction m as [|[k v] m IH]; auto. change ((k, v) :: map_jn T V m [] = (k, v) :: m). now rewrite IH. Qed.

(** * Registers *)

Section Registers.
  Context (R : Reader) (P : bytes -> Prop).
  Let L := optional (register R P).

  (** A stamped value that was stamped after what its writer read. *)
  Definition stamped_after (x : bytes) (read : option bytes) : Prop :=
    match read with Some c => String.compare (ts R c) (ts R x) = Lt | None => True end.

  (** The state after writing is what was written, and that is the join with the delta. *)
  Theorem write_wins_over_what_it_read (s : option bytes) x : stamped_after x s -> jn (s := L) s (Some x) = Some x.
  Proof. destruct s as [c|]; simpl; auto. intros H. f_equal. now apply later_wins. Qed.

  (** Any write that is later than two beats both, in any order. *)
  Theorem write_wins_everywhere (s t : option bytes) x : stamped_after x s -> stamped_after x t ->
    jn (s := L) (jn (s := L) s t) (Some x) = Some x.
  Proof.
    intros Hs Ht. apply write_wins_over_what_it_read. destruct s as [c|], t as [d|]; simpl; auto.
    destruct (greater_cases (stamped_order R) c d) as [-> | ->]; auto.
  Qed.

  (** The stamp of the writing rule: the later of the clock and the successor of what was read; [successor] gives
      nothing past the last stamp time. *)
  Definition stamp_for (successor : bytes -> option bytes) (now : bytes) (read : option bytes) : option bytes :=
    match read with
    | None => Some now
    | Some c => match successor (ts R c) with Some t => Some (greater bytes_order now t) | None => None end
    end.

  Theorem stamp_for_is_after successor now read t x :
    (forall u v, successor u = Some v -> String.compare u v = Lt) ->
    stamp_for successor now read = Some t -> ts R x = t -> stamped_after x read.
  Proof.
    intros H. destruct read as [c|]; simpl; auto. destruct (successor (ts R c)) as [v|] eqn:E; [|discriminate].
    intros [= <-] ->. apply H in E. unfold greater. simpl. destruct (String.compare now v) eqn:F; auto.
    - apply String.compare_eq_iff in F. now subst.
    - apply (bytes_lt_trans _ v); auto. rewrite String.compare_antisym, F. reflexivity.
  Qed.

  (** ** Histories *)

  Let H := bounded (stamped_order R) bytes_order (value R) P history_bound.

  Lemma add_greatest x l : (forall y, In y l -> String.compare (ts R y) (ts R x) = Lt) ->
    exists t, add (stamped_order R) bytes_order (value R) x l = x :: t.
  Proof.
    destruct l as [|y l]; [eexists; reflexivity|]. intros Hx. cbn [add].
    assert (E : cmp (stamped_order R) x y = Gt).
    { apply (cmp_gt_lt (stamped_order R)). simpl. unfold lex_cmp. simpl. now rewrite (Hx y (or_introl eq_refl)). }
    rewrite E. eexists. reflexivity.
  Qed.

  (** A write that is stamped after the current value becomes the current value. *)
  Theorem history_write_becomes_current (l : list bytes) x : ok (s := H) l -> ok (s := H) [x] ->
    stamped_after x (hd_error l) -> exists t, jn (s := H) l [x] = x :: t.
  Proof.
    intros Hl Hx A. rewrite jn_comm by assumption. simpl. unfold history_jn, history_bound.
    destruct (add_greatest x l) as [t E].
    - destruct l as [|c l]; [intros y []|]. simpl in A. intros y [<- | Hy]; auto.
      destruct Hl as (Lo & _). pose proof (log_below (stamped_order R) (value R) l y c Lo Hy) as B. simpl in B.
      unfold lex_cmp in B. simpl in B. destruct (String.compare (ts R y) (ts R c)) eqn:F; try discriminate.
      + apply String.compare_eq_iff in F. now rewrite F.
      + eapply bytes_lt_trans; eauto.
    - simpl. rewrite E. simpl. eauto.
  Qed.

  (** The state after the write is the log with the write added, bounded; the join with the delta is the same. *)
  Theorem history_write_is_delta (l : list bytes) x : ok (s := H) l -> ok (s := H) [x] ->
    jn (s := H) l [x] = firstn history_bound (add (stamped_order R) bytes_order (value R) x l).
  Proof. intros Hl Hx. rewrite jn_comm by assumption. reflexivity. Qed.
End Registers.

(** * OR-sets *)

Section ORSets.
  Context (writer_ok element_ok : bytes -> Prop).
  Let S := orset writer_ok element_ok.

  (** Section 6: a writer goes on from one past the greatest of its own that the state shows as observed. The outer
      [None] is [counter-exhausted]. *)
  Definition next_counter (s : S) (w : bytes) : option N :=
    match line_at writer_ok element_ok s w with
    | None => Some 0%N
    | Some l =>
        match greatest (fst l) with
        | Some g => if (g <? counter_limit)%N then Some (g + 1)%N else None
        | None => Some 0%N
        end
    end.

  Theorem next_counter_is_new (s : S) w n : ok s -> next_counter s w = Some n ->
    (n <= counter_limit)%N /\ standing_of writer_ok element_ok s w n = Unseen.
  Proof.
    intros Hs. unfold next_counter, standing_of. destruct (line_at writer_ok element_ok s w) as [l|] eqn:E.
    - apply line_at_ok in E as [_ L]; auto. pose proof L as (C & NE & _).
      destruct (greatest (fst l)) as [g|] eqn:G.
      + destruct (N.ltb_spec g counter_limit) as [Lt | _]; [|discriminate]. intros [= <-].
        destruct (greatest_bound _ _ _ C G) as [_ M]. split.
        * rewrite N.add_1_r. now apply N.le_succ_l.
        * destruct (line_standing l (g + 1)) eqn:F; auto; exfalso;
            (assert (X : member (g + 1) (fst l)) by (apply (line_observed element_ok l (g + 1) L); congruence));
            apply M in X; rewrite N.add_1_r in X; now apply N.nle_succ_diag_l in X.
      + exfalso. clear - NE G. revert NE G. induction (fst l) as [|[lo hi] t IH]; [congruence|].
        destruct t as [|p t]; [discriminate|]. intros _ G. apply IH; [discriminate | exact G].
    - intros [= <-]. split; auto. apply N.le_0_l.
  Qed.

  (** The add-ids of a line that are live for "that element", as [matching] tells it. *)
  Definition matching_ids (matching : bytes -> bool) (l : line) : ranges :=
    singles (filter (fun p => matching (snd p)) (snd l)).

  Definition line_removal (matching : bytes -> bool) (l : line) : option line :=
    match matching_ids matching l with [] => None | r => Some (r, []) end.

  (** The delta that removes an element: it observes every add-id that is live for it, and has none of them live. *)
  Definition removal (matching : bytes -> bool) (s : S) : S := filter_map (fun _ => line_removal matching) s.

  Lemma filter_sorted (f : N * bytes -> bool) m : sorted N_order m -> sorted N_order (filter f m).
  Proof.
    induction m as [|[k v] m IH]; simpl; auto. intros [A B]. destruct (f (k, v)); simpl; auto. split; auto.
    unfold above in *. rewrite Forall_forall in *. intros x Hx. apply filter_In in Hx as []. auto.
  Qed.

  Lemma matching_ids_spec matching l : line_ok element_ok l ->
    canonical (matching_ids matching l) /\
    forall n, member n (matching_ids matching l) <->
      exists e, lookup N_order n (snd l) = Some e /\ matching e = true.
  Proof.
    intros (C & _ & So & P). unfold matching_ids.
    destruct (singles_spec (filter (fun p => matching (snd p)) (snd l))) as [Cs Ms].
    - intros n e Hin. apply filter_In in Hin as [Hin _]. apply (in_lookup N_order) in Hin; auto.
      destruct (P _ _ Hin) as [M _]. now apply (canonical_member _ 0%N) in M.
    - split; auto. intros n. rewrite Ms. split; intros [e H]; exists e.
      + apply filter_In in H as [Hin Hm]. split; auto. now apply (in_lookup N_order).
      + destruct H as [Hl Hm]. apply filter_In. split; auto. now apply (lookup_in N_order).
  Qed.

  Lemma line_removal_standing matching l m : line_ok element_ok l -> line_removal matching l = Some m ->
    line_ok element_ok m /\ forall n, line_standing m n =
      match line_standing l n with Live e => if matching e then Removed else Unseen | _ => Unseen end.
  Proof.
    intros L. unfold line_removal. destruct (matching_ids_spec matching l L) as [C M].
    destruct (matching_ids matching l) as [|p r] eqn:E; [discriminate|]. intros [= <-]. split.
    - split; [exact C | split; [discriminate | split; [exact I | discriminate]]].
    - intros n. unfold line_standing at 1. simpl snd. simpl lookup. cbv iota. specialize (M n).
      rewrite <- memberb_spec in M. simpl fst. unfold line_standing.
      destruct (lookup N_order n (snd l)) as [e|] eqn:F.
      + destruct (matching e) eqn:G.
        * destruct (memberb n (p :: r)); auto. destruct M as [_ M]. discriminate M. eauto.
        * destruct (memberb n (p :: r)); auto. destruct M as [M _]. destruct (M eq_refl) as (f & Hf & Hm). congruence.
      + destruct (memberb n (p :: r)) eqn:G.
        * destruct M as [M _]. destruct (M eq_refl) as (f & Hf & _). discriminate.
        * destruct (memberb n (fst l)); reflexivity.
  Qed.

  Lemma line_removal_none matching l : line_ok element_ok l -> line_removal matching l = None ->
    forall n e, line_standing l n = Live e -> matching e = false.
  Proof.
    intros L. unfold line_removal. destruct (matching_ids_spec matching l L) as [C M].
    destruct (matching_ids matching l) as [|p r] eqn:E; [|discriminate]. intros _ n e H.
    unfold line_standing in H. destruct (lookup N_order n (snd l)) as [f|] eqn:F.
    - injection H as ->. destruct (matching e) eqn:G; auto. assert (X : member n []) by (apply M; eauto). inversion X.
    - destruct (memberb n (fst l)); discriminate.
  Qed.

  Lemma removal_ok matching (s : S) : ok s -> ok (removal matching s : S).
  Proof.
    intros [So P]. split; [now apply filter_map_sorted|]. intros w l. unfold removal.
    rewrite lookup_filter_map by assumption. destruct (lookup bytes_order w s) as [m|] eqn:E; [|discriminate].
    destruct (P _ _ E) as [Hw Hm]. intros F. split; auto. now apply line_removal_standing in F as [].
  Qed.

  Lemma removal_standing matching (s : S) : ok s -> forall w n,
    standing_of writer_ok element_ok (removal matching s) w n =
    match standing_of writer_ok element_ok s w n with Live e => if matching e then Removed else Unseen | _ => Unseen end.
  Proof.
    intros Hs w n. unfold standing_of.
    assert (E : line_at writer_ok element_ok (removal matching s) w =
      match line_at writer_ok element_ok s w with Some l => line_removal matching l | None => None end).
    { exact (lookup_filter_map bytes_order (fun _ => line_removal matching) w s (proj1 Hs)). }
    rewrite E. destruct (line_at writer_ok element_ok s w) as [l|] eqn:F; auto. apply line_at_ok in F as [_ L]; auto.
    destruct (line_removal matching l) as [m|] eqn:G.
    - now apply (line_removal_standing matching l m L G).
    - destruct (line_standing l n) eqn:K; auto. now rewrite (line_removal_none matching l L G n e K).
  Qed.

  (** What removing does: every add-id that is live for the element is removed, and nothing else changes. *)
  Theorem remove_effect matching (s : S) : ok s -> forall w n,
    standing_of writer_ok element_ok (jn s (removal matching s)) w n =
    match standing_of writer_ok element_ok s w n with
    | Live e => if matching e then Removed else Live e
    | other => other
    end.
  Proof.
    intros Hs w n. rewrite orset_join_standing by auto using removal_ok. rewrite removal_standing by assumption.
    destruct (standing_of writer_ok element_ok s w n) as [|e|]; auto. now destruct (matching e).
  Qed.

  (** With none live, nothing changes. *)
  Theorem remove_of_nothing matching (s : S) : ok s -> removal matching s = [] -> jn s (removal matching s) = s.
  Proof.
    intros Hs E. apply orset_extensional; auto using jn_ok, removal_ok. intros w n.
    rewrite orset_join_standing by auto using removal_ok. rewrite E. unfold standing_of at 2. simpl.
    now destruct (standing_of writer_ok element_ok s w n).
  Qed.

  (** The set that has one add and knows of nothing else. *)
  Definition one_add (w : bytes) (n : N) (e : bytes) : S := [(w, ([(n, n)], [(n, e)]))].

  Lemma one_add_ok w n e : writer_ok w -> element_ok e -> (n <= counter_limit)%N -> ok (one_add w n e).
  Proof.
    intros Hw He Hn. split; [split; constructor|]. intros v l. simpl.
    destruct (String.compare v w) eqn:E; try discriminate. intros [= <-]. apply String.compare_eq_iff in E. subst.
    split; auto. split; [|split; [discriminate | split; [split; constructor|]]].
    - simpl. repeat split; auto using N.le_0_l, N.le_refl.
    - intros k f. simpl. destruct (N.compare k n) eqn:F; try discriminate. apply N.compare_eq_iff in F. subst.
      intros [= <-]. split; auto. left. simpl. auto using N.le_refl.
  Qed.

  Lemma one_add_standing w n e v k : standing_of writer_ok element_ok (one_add w n e) v k =
    if String.eqb v w && N.eqb k n then Live e else Unseen.
  Proof.
    unfold standing_of, line_at. simpl. destruct (String.compare v w) eqn:E.
    - apply String.compare_eq_iff in E. subst. rewrite String.eqb_refl. simpl. unfold line_standing. simpl.
      destruct (N.compare k n) eqn:F.
      + apply N.compare_eq_iff in F. subst. now rewrite N.eqb_refl.
      + apply N.compare_lt_iff in F. rewrite (proj2 (N.eqb_neq k n)) by (intros ->; now apply N.lt_irrefl in F).
        destruct (N.leb_spec n k) as [G | G]; auto. exfalso. apply (N.lt_irrefl k). eapply N.lt_le_trans; eauto.
      + apply N.compare_gt_iff in F. rewrite (proj2 (N.eqb_neq k n)) by (intros ->; now apply N.lt_irrefl in F).
        destruct (N.leb_spec k n) as [G | G]; [exfalso; apply (N.lt_irrefl k); eapply N.le_lt_trans; eauto|].
        now rewrite andb_false_r.
    - rewrite (proj2 (String.eqb_neq v w)); auto. intros ->. now rewrite bytes_refl in E.
    - rewrite (proj2 (String.eqb_neq v w)); auto. intros ->. now rewrite bytes_refl in E.
  Qed.

  (** The delta that adds an element under a new add-id and removes those that are live for it. *)
  Definition addition (matching : bytes -> bool) (w e : bytes) (n : N) (s : S) : S :=
    jn (removal matching s) (one_add w n e).

  Lemma addition_ok matching w e n (s : S) : ok s -> writer_ok w -> element_ok e -> (n <= counter_limit)%N ->
    ok (addition matching w e n s).
  Proof. intros. apply jn_ok; auto using removal_ok, one_add_ok. Qed.

  (** What adding does: the new add-id is live, those that were live for the element are removed, and nothing else
      changes. *)
  Theorem add_effect matching w e n (s : S) : ok s -> writer_ok w -> element_ok e -> next_counter s w = Some n ->
    forall v k, standing_of writer_ok element_ok (jn s (addition matching w e n s)) v k =
      if String.eqb v w && N.eqb k n then Live e
      else match standing_of writer_ok element_ok s v k with
           | Live f => if matching f then Removed else Live f
           | other => other
           end.
  Proof.
    intros Hs Hw He Hn v k. destruct (next_counter_is_new s w n Hs Hn) as [Hl Hu].
    rewrite orset_join_standing by auto using addition_ok. unfold addition.
    rewrite orset_join_standing by auto using removal_ok, one_add_ok.
    rewrite removal_standing by assumption. rewrite one_add_standing.
    destruct (String.eqb_spec v w) as [-> |], (N.eqb_spec k n) as [-> |]; simpl.
    - now rewrite Hu.
    - destruct (standing_of writer_ok element_ok s w k) as [|f|]; auto. now destruct (matching f).
    - destruct (standing_of writer_ok element_ok s v n) as [|f|]; auto. now destruct (matching f).
    - destruct (standing_of writer_ok element_ok s v k) as [|f|]; auto. now destruct (matching f).
  Qed.

  (** An add survives every concurrent state that has not seen its add-id, so also every remove made there. *)
  Theorem add_survives_unseen_remove matching matching' w e n (s t : S) : ok s -> ok t -> writer_ok w -> element_ok e ->
    next_counter s w = Some n -> standing_of writer_ok element_ok t w n = Unseen ->
    standing_of writer_ok element_ok (jn (jn t (removal matching' t)) (jn s (addition matching w e n s))) w n = Live e.
  Proof.
    intros Hs Ht Hw He Hn Hu. destruct (next_counter_is_new s w n Hs Hn) as [Hl _].
    rewrite orset_join_standing by auto using jn_ok, removal_ok, addition_ok.
    rewrite remove_effect by assumption. rewrite Hu. rewrite add_effect by assumption.
    now rewrite String.eqb_refl, N.eqb_refl.
  Qed.

  (** A concurrent remove of the older add-ids of the element does not undo the add. *)
  Corollary concurrent_remove_does_not_undo_add matching matching' w e n (s : S) : ok s -> writer_ok w -> element_ok e ->
    next_counter s w = Some n ->
    standing_of writer_ok element_ok (jn (jn s (removal matching' s)) (jn s (addition matching w e n s))) w n = Live e.
  Proof.
    intros Hs Hw He Hn. apply add_survives_unseen_remove; auto. now apply next_counter_is_new.
  Qed.

  (** A removal that comes before its add takes effect when the add comes. *)
  Theorem removal_before_add matching w n e (s t : S) : ok s -> ok t -> standing_of writer_ok element_ok s w n = Live e ->
    matching e = true -> standing_of writer_ok element_ok (jn (jn t (removal matching s)) s) w n = Removed.
  Proof.
    intros Hs Ht H M. rewrite !orset_join_standing by auto using jn_ok, removal_ok.
    rewrite removal_standing by assumption. rewrite H, M.
    destruct (standing_of writer_ok element_ok t w n); reflexivity.
  Qed.
End ORSets.

(** * Regions *)

Section Regions.
  Context (R : Reader) (writer_ok label_ok key_ok carried_ok deletion_ok shape_ok : bytes -> Prop).
  Let G := region_lattice R writer_ok label_ok key_ok carried_ok deletion_ok shape_ok.

  (** The deltas: a shape that is put, a deletion, and a change of labels. *)
  Definition put_shape (x : bytes) : G := Present [] (Some x) [].
  Definition delete_region (d : bytes) : G := Deleted d.
  Definition change_labels (l : labels writer_ok label_ok) : G := Present l None [].

  Theorem put_is_delta l s u x : stamped_after R x s ->
    jn (s := G) (Present l s u) (put_shape x) = Present l (Some x) u.
  Proof.
    intros H. simpl. f_equal.
    - apply (map_jn_nothing bytes_order (line_lattice label_ok)).
    - exact (write_wins_over_what_it_read R shape_ok s x H).
    - apply (map_jn_nothing bytes_order (max_lattice (carried_order R) carried_ok)).
  Qed.

  Theorem label_change_is_delta l s u d :
    jn (s := G) (Present l s u) (change_labels d) = Present (jn (s := labels writer_ok label_ok) l d) s u.
  Proof.
    simpl. destruct s; (f_equal; apply (map_jn_nothing bytes_order (max_lattice (carried_order R) carried_ok))).
  Qed.

  (** Deleting gives the deletion and nothing else, on the device that deletes and wherever the delta arrives. *)
  Theorem delete_is_delta l s u d : jn (s := G) (Present l s u) (delete_region d) = Deleted d.
  Proof. reflexivity. Qed.

  (** Whatever arrives, before or after: a region that was deleted is deleted. *)
  Theorem deleted_region_stays_deleted d (r : G) rs : In (Deleted d) rs -> exists e, receive (L := G) r rs = Deleted e.
  Proof.
    assert (K : forall rs (r : G), (exists e, r = Deleted e) -> exists e, receive (L := G) r rs = Deleted e).
    { induction rs0 as [|x rs0 IH]; intros r0 [e ->]; simpl; [eauto|]. apply IH. destruct x; simpl; eauto. }
    revert r. induction rs as [|x rs IH]; intros r; [intros []|]. intros [-> | H]; simpl.
    - apply (K rs (region_jn R writer_ok label_ok key_ok carried_ok r (Deleted d))). destruct r; simpl; eauto.
    - now apply IH.
  Qed.
End Regions.
