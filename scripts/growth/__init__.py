# SPDX-License-Identifier: Apache-2.0
"""The cases of check-growth.py."""
