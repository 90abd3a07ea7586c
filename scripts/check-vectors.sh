#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Compares the committed known answers with what independent implementations give: scripts/check-vectors.sh.
# Python and its packages live in .venv, so that nothing is installed outside this directory.
set -euo pipefail
cd "$(dirname "$0")/.."

requirements=Conformance/reference/python/requirements.txt
if ! cmp -s "$requirements" .venv/requirements.installed; then
    python3 -m venv .venv
    .venv/bin/pip install --quiet --disable-pip-version-check -r "$requirements"
    cp "$requirements" .venv/requirements.installed
fi
exec .venv/bin/python scripts/generate-sealing-vectors.py --check
