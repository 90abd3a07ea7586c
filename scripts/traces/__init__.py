# SPDX-License-Identifier: Apache-2.0
"""One module for each sort of change that ARCHITECTURE.md has a list for.

Each says what adding a small one of its sort edits: EDITS has for each file the texts that are put before, after or
in place of others. `scripts/check-traces.py` holds the files to the list, and builds and tests a copy with the edits.
"""
