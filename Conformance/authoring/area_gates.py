# SPDX-License-Identifier: Apache-2.0
"""Area gates: gated views (section 21), and what is shown when bytes are missing (section 22)."""

import itertools

from chains import LAST_TIME, LONG_AGO, NOW, refusals, with_members
from suite import Topic

LATER_300 = "2026-05-31T10:05:00Z"
LATER_299 = "2026-05-31T10:04:59.999999999Z"
EARLIER = "2026-05-31T09:59:59.999999999Z"
ALL = ["biometric", "device", "account"]


def gate(view="hidden", granted=None, other=None, now=NOW, **members):
    """gate.open: the grants of the view asked for and of the other one."""
    grants = {view: granted, "hidden" if view == "trash" else "trash": other}
    return {"op": "gate.open", "view": view, "grants": grants, "now": now, "credentials": ALL, **members}


def asks(method):
    """A closed gate."""
    return {"open": False, "ask": method}


OPEN = {"open": True, "ask": None}

gates = Topic("gates", "open")
near = gates.accepts("granted-now", "gate-grant", "granted at this instant", gate(granted=NOW), OPEN)
for view in ("trash", "hidden"):
    for slug, request, answer in (
        ("never", gate(view), asks("biometric")),
        ("granted", gate(view, NOW, now=LATER_299), OPEN),
        ("granted-grace-ago", gate(view, NOW, now=LATER_300), asks("biometric")),
        ("granted-long-ago", gate(view, LONG_AGO), asks("biometric")),
        ("granted-in-future", gate(view, NOW, now=EARLIER), asks("biometric")),
        ("granted-far-in-future", gate(view, LAST_TIME), asks("biometric")),
        ("other-view", gate(view, None, NOW), asks("biometric")),
        ("other-view-old", gate(view, NOW, LONG_AGO), OPEN),
        ("offset", gate(view, "2026-05-31T12:00:00+02:00", now=LATER_299), OPEN),
        ("grace-shorter", gate(view, NOW, now="2026-05-31T10:00:01Z", grace=1), asks("biometric")),
        ("grace-shorter-in-time", gate(view, NOW, now="2026-05-31T10:00:00.999999999Z", grace=1), OPEN),
        ("grace-longer", gate(view, NOW, now=LATER_300, grace=301), OPEN),
        ("grace-zero", gate(view, NOW, grace=0), asks("biometric")),
        ("grace-greatest", gate(view, "0000-01-01T00:00:00Z", grace=2**53 - 1), OPEN),
    ):
        gates.accepts(
            "%s-%s" % (view, slug),
            "gate-grant",
            "a grant of this view, at or before now, less than grace old",
            request,
            answer,
        )
gates.accepts(
    "second-60",
    "decision-times",
    "the second after a leap second is 300 s old",
    gate(granted="2026-12-31T23:59:60Z", now="2027-01-01T00:05:00Z"),
    asks("biometric"),
)
gates.accepts(
    "second-60-in-time",
    "decision-times",
    "a leap second is second 0 of the next minute",
    gate(granted="2026-12-31T23:59:60Z", now="2027-01-01T00:00:00Z", grace=1),
    OPEN,
)
gates.accepts("nothing-enrolled", "gate-credentials", "nothing to ask for", gate(credentials=[]), OPEN)
gates.accepts(
    "nothing-enrolled-failed",
    "gate-credentials",
    "nothing enrolled, whatever failed",
    gate(credentials=[], failed=ALL),
    OPEN,
)
gates.accepts("unknown", "gate-credentials", "the system could not say", gate(credentials=None), asks(None))
gates.accepts(
    "unknown-granted",
    "gate-credentials",
    "the system could not say, but a grant is fresh",
    gate(granted=NOW, credentials=None),
    OPEN,
)
gates.accepts(
    "unknown-absent",
    "decision-null-members",
    "credentials are absent",
    with_members(gate(), credentials=...),
    asks(None),
)
gates.accepts("failed-null", "decision-null-members", "failed is null", gate(failed=None), asks("biometric"))
gates.accepts(
    "grace-null", "decision-null-members", "the default of grace", gate(granted=NOW, now=LATER_299, grace=None), OPEN
)
gates.accepts("grants-absent", "decision-null-members", "no grants", with_members(gate(), grants={}), asks("biometric"))
for size in range(1, 4):
    for enrolled in itertools.combinations(ALL, size):
        for failed in ((), *((each,) for each in enrolled), enrolled):
            left = [each for each in enrolled if each not in failed]
            slug = "ask-%s-failed-%s" % ("-".join(enrolled), "-".join(failed) or "none")
            if slug in gates.slugs:
                continue
            gates.accepts(
                slug,
                "gate-ask",
                "the first that is left",
                gate(credentials=list(reversed(enrolled)), failed=list(failed)),
                asks(left[0] if left else None),
            )
gates.accepts(
    "ask-failed-not-enrolled",
    "gate-ask",
    "what failed need not be enrolled",
    gate(credentials=["account"], failed=["biometric"]),
    asks("account"),
)
gates.accepts(
    "ask-twice", "gate-ask", "a method that is named twice", gate(credentials=["account", "account"]), asks("account")
)
refusals(gates, "decision-members", gate(), near, view=(..., None, "all", "Hidden"), grants=(..., None, [], {"hidden": 5}, {"trash": "soon"}), now=(..., None, "x"),
         credentials=(5, ["face"], [None]), failed=(5, ["face"]))  # fmt: skip
refusals(gates, "decision-durations", gate(), near, grace=(-1, 2**53, 1.5, "300", True))

# Representations.

FORMS = ("lqip", "thumbnail", "preview", "original")
STATUS = {
    "available": "fetching",
    "offline": "unavailable-for-now",
    "transient": "unavailable-for-now",
    "permanent": "unavailable",
}


def show(local, wanted, remote):
    """representation.show."""
    return {"op": "representation.show", "local": list(local), "wanted": wanted, "remote": remote}


shown = Topic("gates", "representation")
near = None
for wanted, form in enumerate(FORMS):
    for size in range(5):
        for local in itertools.combinations(range(4), size):
            for remote in STATUS if not any(each >= wanted for each in local) else ("available", "permanent"):
                above, below = [each for each in local if each >= wanted], [each for each in local if each < wanted]
                one = above[0] if above else below[-1] if below else 0
                status = "complete" if above else STATUS[remote]
                slug = "%s-of-%s-%s" % (form, "-".join(FORMS[each] for each in local) or "nothing", remote)
                rule = "shown-representation" if remote == "available" else "shown-status"
                near = shown.accepts(
                    slug,
                    rule,
                    "what is shown, and what is said",
                    show([FORMS[each] for each in reversed(local)], form, remote),
                    {"show": FORMS[one], "status": status, "listed": True},
                )
refusals(shown, "decision-members", show(["lqip"], "lqip", "available"), near, local=(..., None, [None], ["raw"], "lqip"), wanted=(..., None, "raw", "LQIP"),
         remote=(..., None, "gone", True))  # fmt: skip
