(* SPDX-License-Identifier: Apache-2.0 *)

(** Stamps from the future (section 3): [before] of each type of state, idempotent, and closed under joins of states
    that went through it with one horizon. *)

From Coq Require Import List String Bool.
From Capsule Require Import Order Semilattice SortedMap ORSet Stamped History Region Documents.
Import ListNotations.

(** [cut_jn]: states that a cut leaves alone join to one that it leaves alone. *)
Record Cut (L : Semilattice) := {
  cut : L -> L;
  cut_ok : forall a, ok a -> ok (cut a);
  cut_idem : forall a, ok a -> cut (cut a) = cut a;
  cut_jn : forall a b, ok a -> ok b -> cut a = a -> cut b = b -> cut (jn a b) = jn a b
}.
Arguments cut {L}. Arguments cut_ok {L}. Arguments cut_idem {L}. Arguments cut_jn {L}.

(** Of a state that may go as a whole. *)
Record EntryCut (L : Semilattice) := {
  ecut : L -> option L;
  ecut_ok : forall a b, ok a -> ecut a = Some b -> ok b;
  ecut_idem : forall a b, ok a -> ecut a = Some b -> ecut b = Some b;
  ecut_jn : forall a b, ok a -> ok b -> ecut a = Some a -> ecut b = Some b -> ecut (jn a b) = Some (jn a b)
}.
Arguments ecut {L}. Arguments ecut_ok {L}. Arguments ecut_idem {L}. Arguments ecut_jn {L}.

Theorem cut_of_cut_records {L : Semilattice} (C : Cut L) (a b : L) : ok a -> ok b ->
  cut C (jn (cut C a) (cut C b)) = jn (cut C a) (cut C b).
Proof. intros. apply cut_jn; auto using cut_ok, cut_idem. Qed.

(** Every replica that puts each record through [cut] before joining it holds a state that needs no cut. *)
Theorem received_cut_stays_cut {L : Semilattice} (C : Cut L) ds : forall s : L, ok s -> Forall ok ds -> cut C s = s ->
  cut C (receive s (List.map (cut C) ds)) = receive s (List.map (cut C) ds).
Proof.
  induction ds as [|d ds IH]; intros s Hs Hds E; simpl; auto. inversion_clear Hds.
  apply IH; auto using jn_ok, cut_ok. apply cut_jn; auto using cut_ok, cut_idem.
Qed.

(** Then all replicas decide alike, whatever the order and the repetitions. *)
Theorem cut_records_converge {L : Semilattice} (C : Cut L) (s : L) ds es : ok s -> Forall ok ds -> Forall ok es ->
  (forall d, In d ds <-> In d es) -> receive s (List.map (cut C) ds) = receive s (List.map (cut C) es).
Proof.
  intros Hs Hds Hes H. apply convergence; auto.
  - rewrite Forall_forall in *. intros x Hx. apply in_map_iff in Hx as (y & <- & Hy). apply cut_ok; auto.
  - rewrite Forall_forall in *. intros x Hx. apply in_map_iff in Hx as (y & <- & Hy). apply cut_ok; auto.
  - intros d. rewrite !in_map_iff. split; intros (y & E & Hy); exists y; split; auto; now apply H.
Qed.

Definition cut_nothing (L : Semilattice) : Cut L.
Proof. refine {| cut := fun a => a |}; auto. Defined.

Definition cut_product {X Y : Semilattice} (C : Cut X) (D : Cut Y) : Cut (product X Y).
Proof.
  refine {| cut := fun p : product X Y => ((cut C (fst p), cut D (snd p)) : product X Y) |}.
  - intros a []. split; simpl; apply cut_ok; assumption.
  - intros a []. simpl. f_equal; apply cut_idem; assumption.
  - intros [a a'] [b b'] [] []. simpl in *. intros [= E F] [= G K]. f_equal; apply cut_jn; assumption.
Defined.

Definition cut_optional {L : Semilattice} (C : EntryCut L) : Cut (optional L).
Proof.
  refine {| cut := fun a : optional L => (match a with Some x => ecut C x | None => None end : optional L) |}.
  - intros [a|] H; [|exact I]. simpl. destruct (ecut C a) as [b|] eqn:E; [|exact I]. exact (ecut_ok C a b H E).
  - intros [a|] H; [|reflexivity]. destruct (ecut C a) as [b|] eqn:E; [|reflexivity]. exact (ecut_idem C a b H E).
  - intros [a|] [b|] Ha Hb Ea Eb; auto. now apply ecut_jn.
Defined.

Definition cut_map {K} (T : TotalOrder K) (P : K -> Prop) {V : Semilattice} (C : EntryCut V) : Cut (map_lattice T P V).
Proof.
  set (f := fun m : map K V => filter_map (fun _ => ecut C) m).
  assert (Ok : forall m, map_ok T P V m -> map_ok T P V (f m)).
  { intros m [S H]. split; [now apply filter_map_sorted|]. intros k v. unfold f. rewrite lookup_filter_map by assumption.
    destruct (lookup T k m) as [w|] eqn:E; [|discriminate]. destruct (H _ _ E). intros. split; auto. eapply ecut_ok; eauto. }
  assert (Fixed : forall m, map_ok T P V m -> f m = m -> forall k v, lookup T k m = Some v -> ecut C v = Some v).
  { intros m [S H] E k v L. assert (L' : lookup T k (f m) = Some v) by now rewrite E.
    unfold f in L'. now rewrite lookup_filter_map, L in L' by assumption. }
  refine {| cut := (f : map_lattice T P V -> map_lattice T P V); cut_ok := Ok |}.
  - intros m Hm. destruct (Ok _ Hm) as [S' _]. pose proof Hm as [S H].
    apply (map_extensional T); auto; [now apply filter_map_sorted|]. intros k.
    unfold f at 1. rewrite lookup_filter_map by assumption. unfold f. rewrite lookup_filter_map by assumption.
    destruct (lookup T k m) as [v|] eqn:E; auto. destruct (ecut C v) as [w|] eqn:F; auto. destruct (H _ _ E).
    apply (ecut_idem C v); auto.
  - intros a b Ha Hb Ea Eb. pose proof Ha as [Sa Pa]. pose proof Hb as [Sb Pb].
    pose proof (jn_ok (s := map_lattice T P V) a b Ha Hb) as [Sj _]. simpl in Sj. simpl.
    apply (map_extensional T); auto; [now apply filter_map_sorted|]. intros k.
    unfold f. rewrite lookup_filter_map by assumption. rewrite lookup_map_jn by assumption.
    destruct (lookup T k a) as [v|] eqn:La, (lookup T k b) as [w|] eqn:Lb; simpl; auto.
    + destruct (Pa _ _ La), (Pb _ _ Lb). apply ecut_jn; auto; [now apply (Fixed a Ha Ea k) | now apply (Fixed b Hb Eb k)].
    + now apply (Fixed a Ha Ea k).
    + now apply (Fixed b Hb Eb k).
Defined.

Definition cut_renamed {X : Type} (L : Semilattice) (to : X -> L) (from : L -> X)
  (ft : forall x, from (to x) = x) (tf : forall l, to (from l) = l) (C : Cut L) : Cut (renamed L to from ft tf).
Proof.
  refine {| cut := (fun x => from (cut C (to x))) : renamed L to from ft tf -> renamed L to from ft tf |}; simpl.
  - intros a H. rewrite tf. now apply cut_ok.
  - intros a H. rewrite tf. now rewrite cut_idem.
  - intros a b Ha Hb Ea Eb. f_equal. rewrite tf. apply cut_jn; auto.
    + rewrite <- Ea at 2. now rewrite tf.
    + rewrite <- Eb at 2. now rewrite tf.
Defined.

Section Horizon.
  Context (R : Reader) (horizon : bytes).

  (** Not later than the horizon. *)
  Definition kept (x : bytes) : bool := match String.compare (ts R x) horizon with Gt => false | _ => true end.

  Definition before_stamped (x : bytes) : option bytes := if kept x then Some x else None.

  Definition before_register (P : bytes -> Prop) : EntryCut (register R P).
  Proof.
    refine {| ecut := before_stamped : register R P -> option (register R P) |}; unfold before_stamped; simpl.
    - intros a b H. destruct (kept a); congruence.
    - intros a b _. destruct (kept a) eqn:E; [|discriminate]. intros [= <-]. now rewrite E.
    - intros a b _ _ Ha Hb. destruct (greater_cases (stamped_order R) a b) as [E | E]; now rewrite E.
  Defined.

  (** A history without its later entries: what remains moves up. *)
  Definition before_history (P : bytes -> Prop) (n : nat) : Cut (bounded (stamped_order R) bytes_order (value R) P n).
  Proof.
    set (L := bounded (stamped_order R) bytes_order (value R) P n).
    assert (All : forall l, filter kept l = l <-> forall x, In x l -> kept x = true).
    { induction l as [|x l IH]; simpl; [tauto|]. split.
      - destruct (kept x) eqn:E.
        + intros [= F] y [<- | Hy]; auto. now apply IH.
        + intros F. exfalso. assert (K : forall l', List.length (filter kept l') <= List.length l').
          { induction l' as [|z l' IHl]; simpl; auto. destruct (kept z); simpl; auto using le_n_S. }
          specialize (K l). rewrite F in K. simpl in K. exact (PeanoNat.Nat.nle_succ_diag_l _ K).
      - intros H. rewrite (H x (or_introl eq_refl)). f_equal. apply IH. auto. }
    refine {| cut := (filter kept : L -> L) |}.
    - intros l (Lo & F & B). split; [|split].
      + clear F B. induction l as [|x l IH]; simpl; auto. destruct Lo as [Fx Lo]. destruct (kept x); auto. split; auto.
        rewrite Forall_forall in *. intros y Hy. apply filter_In in Hy as []. auto.
      + rewrite Forall_forall in *. intros y Hy. apply filter_In in Hy as []. auto.
      + clear Lo F. assert (K : forall l', List.length (filter kept l') <= List.length l').
        { induction l' as [|z l' IHl]; simpl; auto. destruct (kept z); simpl; auto using le_n_S. }
        eapply PeanoNat.Nat.le_trans; eauto.
    - intros l _. refine (proj2 (All (filter kept l)) _). intros x Hx. now apply filter_In in Hx as [].
    - intros a b _ _ Ea Eb. refine (proj2 (All (jn (s := L) a b)) _). intros x Hx. simpl in Hx. unfold history_jn in Hx.
      apply firstn_in in Hx. change (filter kept a = a) in Ea. change (filter kept b = b) in Eb.
      rewrite All in Ea, Eb. clear All. induction a as [|y a IH]; simpl in Hx; auto.
      
      destruct (in_add _ _ _ P _ _ _ Hx) as [E | Hx']; [rewrite E; apply Ea; now left|].
      apply IH; auto. intros z Hz. apply Ea. now right.
  Defined.

  Section Regions.
    Context (writer_ok label_ok key_ok carried_ok deletion_ok shape_ok : bytes -> Prop).

    (** A deleted region stays, a live shape later than the horizon goes, and a region left with nothing goes. *)
    Definition before_region_function (r : region R writer_ok label_ok key_ok carried_ok) :
      option (region R writer_ok label_ok key_ok carried_ok) :=
      match r with
      | Deleted d => Some (Deleted d)
      | Present l s u =>
          match l, match s with Some x => before_stamped x | None => None end, u with
          | [], None, [] => None
          | _, s', _ => Some (Present l s' u)
          end
      end.

    Lemma before_region_present l s u : before_region_function (Present l s u) =
      let s' := match s with Some x => before_stamped x | None => None end in
      match l, s', u with [], None, [] => None | _, _, _ => Some (Present l s' u) end.
    Proof. simpl. destruct l, s as [x|], u; simpl; try destruct (before_stamped x); reflexivity. Qed.

    Lemma before_region_fixed l s u : ok (s := region_lattice R writer_ok label_ok key_ok carried_ok deletion_ok shape_ok) (Present l s u) ->
      (before_region_function (Present l s u) = Some (Present l s u) <->
       match s with Some x => kept x = true | None => True end).
    Proof.
      intros (_ & _ & _ & N). rewrite before_region_present. cbv zeta. unfold before_stamped.
      destruct s as [x|].
      - destruct (kept x) eqn:E; destruct l, u; split; congruence.
      - destruct l, u; split; auto. intros _. exfalso. apply N. auto.
    Qed.

    Definition before_region :
      EntryCut (region_lattice R writer_ok label_ok key_ok carried_ok deletion_ok shape_ok).
    Proof.
      set (L := region_lattice R writer_ok label_ok key_ok carried_ok deletion_ok shape_ok).
      assert (Ok : forall a b : L, ok a -> before_region_function a = Some b -> ok b).
      { intros [d|l s u] b H; [intros [= <-]; exact H|]. rewrite before_region_present. cbv zeta. unfold before_stamped.
        destruct H as (Hl & Hs & Hu & N). intros E.
        assert (K : forall s', (s' = s \/ s' = None) -> ~ (l = [] /\ s' = None /\ u = []) -> ok (s := L) (Present l s' u)).
        { intros s' [-> | ->] N'; (split; [exact Hl | split; [|split; [exact Hu | exact N']]]); simpl; auto. }
        destruct s as [x|]; [destruct (kept x)|].
        - destruct l, u; injection E as <-; apply K; auto; intros (? & ? & ?); congruence.
        - destruct l, u; try discriminate; injection E as <-; apply K; auto; intros (? & ? & ?); congruence.
        - destruct l, u; try discriminate; injection E as <-; apply K; auto; intros (? & ? & ?); congruence. }
      refine {| ecut := (before_region_function : L -> option L); ecut_ok := Ok |}.
      - intros a b Ha E. pose proof (Ok a b Ha E) as Hb.
        destruct a as [d|l s u]; [injection E as <-; reflexivity|].
        rewrite before_region_present in E. cbv zeta in E. unfold before_stamped in E.
        assert (F : exists s', b = Present l s' u /\ match s' with Some x => kept x = true | None => True end).
        { destruct s as [x|]; [destruct (kept x) eqn:Kx|];
            destruct l, u; try discriminate; injection E as <-; (eexists; split; [reflexivity | simpl; auto]). }
        destruct F as (s' & -> & F). now apply before_region_fixed.
      - intros a b Ha Hb Ea Eb. pose proof (jn_ok (s := L) a b Ha Hb) as Hj.
        destruct a as [d|l s u], b as [e|l' s' u']; simpl in *; auto.
        apply before_region_fixed; auto. apply before_region_fixed in Ea, Eb; auto.
        destruct s as [x|], s' as [y|]; simpl; auto.
        destruct (greater_cases (stamped_order R) x y) as [-> | ->]; auto.
    Defined.
  End Regions.
End Horizon.

(** * Documents *)

Section DocumentsBefore.
  Context (C : Rules) (horizon id : bytes).
  Let R := reader C.

  Definition before_lww (P : bytes -> Prop) : Cut (lww C P) := cut_optional (before_register R horizon P).
  Definition before_lww_map (P Q : bytes -> Prop) : Cut (lww_map C P Q) :=
    cut_map bytes_order P (before_register R horizon Q).
  Definition before_regions : Cut (region_map C) :=
    cut_map bytes_order (identifier C)
      (before_region R horizon (identifier C) (label C) (region_key C) (carried_value C) (deletion C) (region_shape C)).

  (** OR-sets hold no stamps, and carried keys stay. *)
  Definition before_stack : Cut (stack C id) := cut_nothing (stack C id).

  Definition before_album : Cut (album C id).
  Proof.
    apply cut_renamed. exact (cut_product (cut_nothing _) (cut_product (before_lww _) (cut_nothing _))).
  Defined.

  Definition before_asset : Cut (asset C id).
  Proof.
    apply cut_renamed. exact
      (cut_product (cut_nothing _)
      (cut_product (cut_product (before_lww _) (cut_product (before_lww _) (cut_product (before_lww _) (before_lww _))))
      (cut_product (cut_product (cut_nothing _) (cut_product (cut_nothing _) (before_history R horizon _ _)))
      (cut_product (cut_product (before_lww _) (before_lww _))
      (cut_product (cut_product (before_lww _) (cut_product (before_lww _) (before_lww _)))
      (cut_product before_regions (cut_nothing _))))))).
  Defined.

  Definition before_settings : Cut (settings C id).
  Proof.
    apply cut_renamed. exact
      (cut_product (cut_nothing _)
      (cut_product (before_lww_map _ _)
      (cut_product (before_lww_map _ _)
      (cut_product (before_lww_map _ _)
      (cut_product (before_lww_map _ _) (cut_nothing _)))))).
  Defined.

  Theorem album_before_idempotent (a : album C id) : ok a -> cut before_album (cut before_album a) = cut before_album a.
  Proof. apply cut_idem. Qed.
  Theorem asset_before_idempotent (a : asset C id) : ok a -> cut before_asset (cut before_asset a) = cut before_asset a.
  Proof. apply cut_idem. Qed.
  Theorem settings_before_idempotent (a : settings C id) : ok a ->
    cut before_settings (cut before_settings a) = cut before_settings a.
  Proof. apply cut_idem. Qed.

  Theorem album_before_of_joined_records (a b : album C id) : ok a -> ok b ->
    cut before_album (jn (cut before_album a) (cut before_album b)) = jn (cut before_album a) (cut before_album b).
  Proof. apply cut_of_cut_records. Qed.
  Theorem asset_before_of_joined_records (a b : asset C id) : ok a -> ok b ->
    cut before_asset (jn (cut before_asset a) (cut before_asset b)) = jn (cut before_asset a) (cut before_asset b).
  Proof. apply cut_of_cut_records. Qed.
  Theorem settings_before_of_joined_records (a b : settings C id) : ok a -> ok b ->
    cut before_settings (jn (cut before_settings a) (cut before_settings b)) =
    jn (cut before_settings a) (cut before_settings b).
  Proof. apply cut_of_cut_records. Qed.

  (** Leaving out after joining is another thing: it loses what the later value beat. This holds of every pair of names
      on the two sides of the horizon, so the counterexample is no corner case. *)
  Theorem album_before_does_not_commute (a b : bytes) :
    String.compare (ts R a) horizon <> Gt -> String.compare (ts R b) horizon = Gt ->
    let named n := {| album_id := id; album_name := Some n; album_labels := []; album_unknown := [] |} : album C id in
    cut before_album (jn (named a) (named b)) <> jn (cut before_album (named a)) (cut before_album (named b)).
  Proof.
    intros Ha Hb named H. apply (f_equal (album_name C)) in H.
    assert (L : String.compare (ts R a) (ts R b) = Lt).
    { destruct (String.compare (ts R a) horizon) eqn:Ea; try congruence.
      - apply (cmp_eq bytes_order) in Ea. now rewrite Ea, String.compare_antisym, Hb.
      - apply (bytes_lt_trans _ horizon); auto. now rewrite String.compare_antisym, Hb. }
    change (match Some (greater (stamped_order R) a b) with Some x => before_stamped R horizon x | None => None end =
            opt_jn (greater (stamped_order R)) (before_stamped R horizon a) (before_stamped R horizon b)) in H.
    rewrite (later_wins R a b L) in H. unfold before_stamped, kept in H. rewrite Hb in H.
    destruct (String.compare (ts R a) horizon); congruence || discriminate.
  Qed.
End DocumentsBefore.
