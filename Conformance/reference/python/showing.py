# SPDX-License-Identifier: Apache-2.0
"""SPEC sections 21 and 22: gated views, and what is shown when bytes are missing."""

import moment

METHODS = ("biometric", "device", "account")  # in the order in which they are asked for
DEFAULT_GRACE = 300

REPRESENTATIONS = ("lqip", "thumbnail", "preview", "original")  # ascending


def gate(granted, now, grace, credentials, failed):
    """SPEC section 21: (open, the method to ask for or None). `granted`: the grant of the view asked for."""
    recent = granted is not None and 0 <= now - granted < moment.seconds(grace)
    if recent or credentials == []:
        return True, None
    left = [each for each in METHODS if each in (credentials or []) and each not in failed]
    return False, left[0] if left else None


UNAVAILABLE = {"available": "fetching", "offline": "unavailable-for-now", "transient": "unavailable-for-now",
               "permanent": "unavailable"}


def representation(local, wanted, remote):
    """SPEC section 22: (what is shown, its status)."""
    rank = REPRESENTATIONS.index(wanted)
    enough = [each for each in REPRESENTATIONS[rank:] if each in local]
    if enough:
        return enough[0], "complete"
    lesser = [each for each in REPRESENTATIONS[:rank] if each in local]
    return lesser[-1] if lesser else "lqip", UNAVAILABLE[remote]
