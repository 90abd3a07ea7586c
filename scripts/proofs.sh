#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Checks the proofs in Conformance/proofs, what they assume and their list in its README, builds the testee from them,
# and runs the vectors that it answers. Installs Coq and OCaml where it can (Debian and its relatives).
set -euo pipefail
cd "$(dirname "$0")/.."

if ! { command -v coqc && command -v ocamlfind && command -v ocamlopt; } >/dev/null 2>&1; then
    if command -v apt-get >/dev/null 2>&1 && [[ $(id -u) == 0 ]]; then
        { apt-get update -qq && apt-get install -y -qq coq ocaml-nox ocaml-findlib; } >/dev/null </dev/null
    else
        echo 'proofs: Coq 8.16 and OCaml are missing: apt-get install coq ocaml-nox ocaml-findlib' >&2
        exit 1
    fi
fi

python3 Conformance/proofs/lint.py
make -j2 --no-print-directory -C Conformance/proofs
make --no-print-directory -C Conformance/proofs assumptions
python3 Conformance/proofs/answers.py
