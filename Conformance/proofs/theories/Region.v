(* SPDX-License-Identifier: Apache-2.0 *)

(** The region register (section 8): deletion absorbs everything else. *)

From Coq Require Import List String.
From Capsule Require Import Order Semilattice SortedMap ORSet Stamped.
Import ListNotations.

(** A map that is not absent stays so under joins. *)
Lemma map_jn_absent {K} (T : TotalOrder K) (V : Semilattice) (a b : map K V) : sorted T a -> sorted T b ->
  map_jn T V a b = [] -> a = [] /\ b = [].
Proof.
  intros Sa Sb E. split.
  - destruct a as [|[k v] a]; auto. pose proof (lookup_map_jn T V k ((k, v) :: a) b Sa Sb) as H.
    rewrite E in H. simpl in H. rewrite cmp_refl in H. destruct (lookup T k b); discriminate.
  - destruct b as [|[k v] b]; auto. pose proof (lookup_map_jn T V k a ((k, v) :: b) Sa Sb) as H.
    rewrite E in H. simpl in H. rewrite cmp_refl in H. destruct (lookup T k a); discriminate.
Qed.

Section Region.
  Context (R : Reader).
  (** The decode rules: of writers, labels, keys and values of unknown keys, stamped nulls with exactly the keys by, ts
      and value, and stamped shapes. *)
  Context (writer_ok label_ok key_ok carried_ok deletion_ok shape_ok : bytes -> Prop).

  Definition labels := orset writer_ok label_ok.
  Definition shape := register R shape_ok.
  Definition unknown := carried R key_ok carried_ok.

  (** A deleted region has a stamped null and nothing else. Any other has labels, none where the set observed nothing;
      a shape, once it has arrived; and unknown keys. *)
  Inductive region :=
  | Deleted (stamp : bytes)
  | Present (l : labels) (s : option bytes) (u : unknown).

  Definition region_ok (r : region) : Prop :=
    match r with
    | Deleted d => deletion_ok d
    | Present l s u => ok l /\ opt_ok shape_ok s /\ ok u /\ ~ (l = [] /\ s = None /\ u = [])
    end.

  Definition region_jn (a b : region) : region :=
    match a, b with
    | Deleted d, Deleted e => Deleted (greater (stamped_order R) d e)
    | Deleted d, Present _ _ _ => Deleted d
    | Present _ _ _, Deleted e => Deleted e
    | Present l s u, Present l' s' u' =>
        Present (jn l l') (opt_jn (greater (stamped_order R)) s s') (jn u u')
    end.

  Lemma region_jn_ok a b : region_ok a -> region_ok b -> region_ok (region_jn a b).
  Proof.
    destruct a as [d|l s u], b as [e|l' s' u']; simpl; auto.
    - destruct (greater_cases (stamped_order R) d e) as [-> | ->]; auto.
    - intros (Hl & Hs & Hu & N) (Hl' & Hs' & Hu' & N'). split; [|split; [|split]].
      + exact (jn_ok (s := labels) l l' Hl Hl').
      + exact (jn_ok (s := optional shape) s s' Hs Hs').
      + exact (jn_ok (s := unknown) u u' Hu Hu').
      + intros (El & Es & Eu). apply N.
        destruct (map_jn_absent bytes_order (line_lattice label_ok) l l' (proj1 Hl) (proj1 Hl') El) as [El' _].
        destruct (map_jn_absent bytes_order (max_lattice (carried_order R) carried_ok) u u' (proj1 Hu) (proj1 Hu') Eu)
          as [Eu' _].
        destruct s, s'; try discriminate. auto.
  Qed.

  Definition region_lattice : Semilattice.
  Proof.
    refine {| car := region; ok := region_ok; jn := region_jn; jn_ok := region_jn_ok |}.
    - intros [d|l s u] [e|l' s' u']; simpl; auto.
      + intros. f_equal. apply greater_comm.
      + intros (Hl & Hs & Hu & _) (Hl' & Hs' & Hu' & _). f_equal.
        * exact (jn_comm (s := labels) l l' Hl Hl').
        * exact (jn_comm (s := optional shape) s s' Hs Hs').
        * exact (jn_comm (s := unknown) u u' Hu Hu').
    - intros [d|l s u] [e|l' s' u'] [f|l'' s'' u'']; simpl; auto.
      + intros. f_equal. apply greater_assoc.
      + intros (Hl & Hs & Hu & _) (Hl' & Hs' & Hu' & _) (Hl'' & Hs'' & Hu'' & _). f_equal.
        * exact (jn_assoc (s := labels) l l' l'' Hl Hl' Hl'').
        * exact (jn_assoc (s := optional shape) s s' s'' Hs Hs' Hs'').
        * exact (jn_assoc (s := unknown) u u' u'' Hu Hu' Hu'').
    - intros [d|l s u]; simpl.
      + intros. f_equal. apply greater_idem.
      + intros (Hl & Hs & Hu & _). f_equal.
        * exact (jn_idem (s := labels) l Hl).
        * exact (jn_idem (s := optional shape) s Hs).
        * exact (jn_idem (s := unknown) u Hu).
  Defined.

  (** A deleted region stays deleted, whatever it is joined with, and its labels and unknown keys are gone. *)
  Theorem deleted_stays_deleted d r : exists e, region_jn (Deleted d) r = Deleted e /\ region_jn r (Deleted d) = Deleted e.
  Proof.
    destruct r as [f|l s u]; simpl; eauto. exists (greater (stamped_order R) d f). split; auto.
    f_equal. apply greater_comm.
  Qed.

  (** An edit, however late its stamp, never brings it back. *)
  Theorem no_edit_revives d l s u : region_jn (Deleted d) (Present l s u) = Deleted d.
  Proof. reflexivity. Qed.

  (** Two deletions keep the greater of the deleted stamps. *)
  Theorem deletions_keep_greater_stamp d e :
    region_jn (Deleted d) (Deleted e) = Deleted (greater (stamped_order R) d e).
  Proof. reflexivity. Qed.
End Region.
Arguments Deleted {R writer_ok label_ok key_ok carried_ok}. Arguments Present {R writer_ok label_ok key_ok carried_ok}.
