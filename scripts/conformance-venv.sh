#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Makes the interpreter that the reference runs in: it needs packages, which do not belong into anybody's system.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=.build/conformance-venv
requirements=Conformance/reference/python/requirements.txt
if ! cmp -s "$requirements" "$venv/requirements.txt"; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$requirements"
    cp "$requirements" "$venv/requirements.txt"
fi
