# SPDX-License-Identifier: Apache-2.0
"""Decisions over facts that a server and peers supply."""
import json

from .case import CASES, Case


def record(number, action="metadata-update", **more):
    prior = None if number == 0 else f"{number:064x}"
    return {"digest": f"{number + 1:064x}", "prior": prior, "action": action, **more}


def chain(n):
    deleted = {"action": "delete", "retention_until": "2026-06-30T10:00:00Z"}
    return [record(0, "create"), *(record(i + 1, **(deleted if i % 2 else {"action": "trash-restore"}))
                                   for i in range(n - 1))]


def facts(name, n):
    disk, server = {"sidecar": True, "original": True}, {"server_purged": False, "server_now": None}
    middle = f"{max(1, n // 2):064x}"
    return {
        "state": {"chain": chain(n), **disk},
        "verb": {"chain": chain(n), "verb": "delete", "clock": "2026-05-31T10:00:00Z", "server_now": None,
                 "indexed": middle, "window": None, "album_window": None, **disk},
        "expire": {"chain": chain(n), "drained": True, "server_purged": False, "server_now": "2026-07-30T10:00:00Z",
                   "indexed": middle, **disk},
        "purge_due": {"chain": chain(n), "now": "2026-07-30T10:00:00Z"},
        "deliver": {"chain": chain(n), "clock": "2026-05-31T10:00:00Z", "indexed": middle, **server},
        "rebase": {"own": chain(n) + [record(n + 10_000_000, "delete", retention_until="2026-06-30T10:00:00Z")
                                      | {"prior": f"{n:064x}"}],
                   "feed": chain(n), "clock": "2026-05-31T10:00:00Z", **server},
        "receive": {"chain": chain(n), "record": record(n), "source": "peer", "now": "2026-05-31T10:00:00Z", **disk},
        "upload": {"chain": chain(n), "custody_confirmed": False, "sidecar": False, "original": False},
    }[name]


for name in ("state", "verb", "expire", "purge_due", "deliver", "rebase", "receive", "upload"):
    CASES.append(Case(
        f"lifecycle {name}", 100, ["lifecycle", name, "facts"],
        (lambda name: lambda n: {"facts": json.dumps(facts(name, n)).encode()})(name), quick=name == "rebase"))

ALERT = {"class": "quota_soft", "facts": {"used": 95, "quota": 100, "percent": 90}, "now": "2026-05-31T10:00:00Z",
         "enabled": True, "permission": "granted", "snoozes": 0, "most_snoozes": 3}
CASES.append(Case("alerts", 100, ["alerts", "facts"], lambda n: {"facts": json.dumps([ALERT] * n).encode()}))
