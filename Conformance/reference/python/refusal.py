# SPDX-License-Identifier: Apache-2.0
"""SPEC section 1: the classes under which an input or a request is refused."""

MALFORMED = "malformed"
NON_CANONICAL = "non-canonical"
LIMIT = "limit"
INVALID = "invalid"
NEWER_SCHEMA = "newer-schema"
MISMATCH = "mismatch"
COUNTER_EXHAUSTED = "counter-exhausted"
UNKNOWN_SUITE = "unknown-suite"
AUTHENTICATION_FAILED = "authentication-failed"
SIGNATURE_INVALID = "signature-invalid"
UNSUPPORTED = "unsupported"
STALE_REVIVAL = "stale-revival"
RETENTION_ELAPSED = "retention-elapsed"
NOT_TRASHED = "not-trashed"
PURGED = "purged"


class Refused(Exception):
    """SPEC section 1: a refusal, with its class and a text for people."""

    def __init__(self, error_class: str, detail: str):
        super().__init__(detail)
        self.error_class = error_class
        self.detail = detail


def require(condition, detail: str, error_class: str = INVALID):
    """SPEC section 1: refuse, as `invalid` when nothing else is named, unless the condition holds."""
    if not condition:
        raise Refused(error_class, detail)
