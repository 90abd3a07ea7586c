# SPDX-License-Identifier: Apache-2.0
"""Cases for scripts/tool-faults.py: each module has some, and all modules here are run."""
