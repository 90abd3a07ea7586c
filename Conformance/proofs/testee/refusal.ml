(* SPDX-License-Identifier: Apache-2.0 *)

(** Refusals, by the classes of section 1. *)

exception Refused of string * string

let refuse clas detail = raise (Refused (clas, detail))
let require holds clas detail = if not holds then refuse clas detail
let invalid holds detail = require holds "invalid" detail
