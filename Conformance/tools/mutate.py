# SPDX-License-Identifier: Apache-2.0
"""Mutate the reference mechanically, and prove that the vectors see it: mutate.py [--changed] [--write] ...

Makes every mutant of every module (mutants.py), one at a time, and asks it the vectors that reach the changed line
until one is answered wrongly. What survives must stand in mutation.json with a verdict and a reason:

  equivalent    no input tells the mutant from the reference
  unreachable   the test interface cannot bring about what would tell them apart
  permitted     the specification allows both answers

--changed mutates only the modules whose code is not the one that mutation.json has on record, and names those that
it has as pending: nobody has judged their mutants yet. --module NAME only
that one, --only TEXT only mutants whose function or source contains it. --write notes the counts of the modules
that it mutated whole and writes MUTATION.md; it notes no module with a survivor that is not listed. --survivors FILE
writes those for a list. --listed asks only those that are listed, with all vectors: what new vectors kill leaves the
list with --write, and is counted as killed. Of a module whose code stands as recorded nothing else can change, since
no vector ever does. --killers FILE keeps what killed each mutant, also of a run that is broken off, so that the
next run asks that vector first and takes minutes. Exit 1 when a survivor is not listed, or when a listed mutant is killed or is gone.
"""

import argparse
import collections
import hashlib
import json
import multiprocessing
import os
import sys
import time

import mutants
import mutationrun
import suitefiles

RECORD = suitefiles.ROOT / "mutation.json"
REPORT = suitefiles.ROOT / "MUTATION.md"
VERDICTS = ("equivalent", "unreachable", "permitted")
WHY = (
    "A module without a line here has survivors that nobody has judged yet; `mutate.py --changed` names them.",
    "`testee.main` and the lists of faults are not mutated: they are the process around the rules. Texts of refusals are",
    "for people, and no vector may look at them.",
    "",
    "## Why a tool of its own",
    "",
    "- **cosmic-ray** 8.7 starts the test command anew for each mutant, which is seconds instead of milliseconds, and has",
    "  no operator for a dropped statement, a member of a set or table, a slice, a sort key, a field or an argument.",
    "- **mutmut** 3.8 mutates functions by trampolines, so the tables that hold closed sets, limits and the schema stay",
    "  as they are, and it asks pytest, not vectors.",
    "- Both name a mutant by its position, so a list of survivors with reasons is void after the next edit of the file.",
)
FIELDS = ("module", "function", "operator", "before", "after", "number", "verdict", "reason")


def load_record():
    """The modules on record, and the listed survivors by key."""
    record = suitefiles.load(RECORD) if RECORD.is_file() else {"modules": {}, "survivors": []}
    listed = {}
    for each in record["survivors"]:
        number = each.get("number", 1)
        key = tuple(each[name] for name in FIELDS[:5]) + (number,)
        if each["verdict"] not in VERDICTS or len(each["reason"]) < 10 or key in listed:
            raise SystemExit("mutate: no verdict, no reason, or twice: %s" % (key,))
        listed[key] = each
    return record, listed


def work(suite, chosen, counter, results):
    """One worker: take the next mutant until none is left."""
    while True:
        with counter.get_lock():
            index, counter.value = counter.value, counter.value + 1
        if index >= len(chosen):
            break
        results.put((index, None if chosen[index].key() in suite.alive else suite.killer(chosen[index])))
    results.put(None)


def load_killers(path, state):
    """(what killed each mutant in an earlier run, which were alive with these very vectors and modules), by key."""
    killers, alive = {}, set()
    if path and os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for key, killer, of_state in map(json.loads, file):
                if killer is not None:
                    killers[tuple(key)] = killer
                elif of_state == state:
                    alive.add(tuple(key))
    return killers, alive


def state_of(prints):
    """What an answer that a mutant is alive depends on: all vectors and all modules."""
    lock = (suitefiles.ROOT / "vectors" / "lock.json").read_bytes()
    return hashlib.sha256(lock + json.dumps(prints, sort_keys=True).encode()).hexdigest()[:16]


def run(suite, chosen, jobs, killers_path, state):
    """The killer of each mutant, in their order; progress on standard error."""
    killers_file = open(killers_path or os.devnull, "a", encoding="utf-8")
    counter, results = multiprocessing.Value("i", 0), multiprocessing.SimpleQueue()
    workers = [multiprocessing.Process(target=work, args=(suite, chosen, counter, results)) for _ in range(jobs)]
    for each in workers:
        each.start()
    found, ended, shown = {}, 0, time.monotonic()
    while ended < jobs:
        result = results.get()
        if result is None:
            ended += 1
            continue
        found[result[0]] = result[1]
        key = chosen[result[0]].key()
        if suite.known.get(key, "") != result[1] and key not in suite.alive:
            killers_file.write(json.dumps([key, result[1], state]) + "\n")
            killers_file.flush()
        if time.monotonic() - shown > 20:
            shown = time.monotonic()
            alive = sum(1 for each in found.values() if each is None)
            print("mutate: %d of %d, %d alive" % (len(found), len(chosen), alive), file=sys.stderr, flush=True)
    for each in workers:
        each.join()
    return [found[index] for index in range(len(chosen))]


def entry(mutant, verdict="", reason=""):
    """A survivor as the list has it."""
    values = dict(zip(FIELDS, (*mutant.key(), verdict, reason)))
    if values["number"] == 1:
        del values["number"]
    return values


def take_out(record, killed):
    """Takes survivors that vectors kill by now from the list, counts them, and writes list and report."""
    left = []
    for each in record["survivors"]:
        if tuple(each[name] for name in FIELDS[:5]) + (each.get("number", 1),) in killed:
            record["modules"][each["module"]]["killed"] += 1
        else:
            left.append(each)
    record["survivors"], record["asked"] = left, len(suitefiles.vectors())
    RECORD.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    REPORT.write_text(report(record), encoding="utf-8")


def report(record):
    """MUTATION.md."""
    verdicts = collections.Counter((each["module"], each["verdict"]) for each in record["survivors"])
    lines = [
        "# Mutants of the reference",
        "",
        "Made by `Conformance/tools/mutate.py --write` (`make conformance-mutate`). Every comparison,",
        "constant, boundary, sort key, slice, field name, member of a set or table, branch, operator, default, return,",
        "statement, call and argument of each module was changed, one at a time, and the vectors asked until one was",
        "answered wrongly. Those that no vector kills are listed in `mutation.json`, each with a reason. The last column",
        "says how many vectors there were when the module was mutated as a whole; no vector ever changes, so what one of",
        "them killed stays killed while the module's code stands.",
        "",
        "| module | mutants | killed | equivalent | unreachable | permitted | vectors |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    total = collections.Counter()
    for name, module in sorted(record["modules"].items()):
        row = [module["made"], module["killed"], *(verdicts[name, verdict] for verdict in VERDICTS)]
        total.update(dict(enumerate(row)))
        lines.append("| %s | %s | %d |" % (name, " | ".join(map(str, row)), module["vectors"]))
    lines.append("| all | %s | |" % " | ".join(str(total[index]) for index in range(5)))
    if record.get("asked"):
        lines += ["", "The listed survivors were last asked %d vectors (`mutate.py --listed`)." % record["asked"]]
    if record.get("pending"):
        lines += ["", "Not judged yet: %s." % ", ".join(record["pending"])]
    if record.get("history"):
        lines += ["", "## How it went", "", *("- " + each for each in record["history"])]
    lines += ["", "## What is not mutated", "", *WHY]
    return "\n".join(lines) + "\n"


def main():
    """Mutate, judge, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--changed", action="store_true")
    parser.add_argument("--module", action="append")
    parser.add_argument("--only")
    parser.add_argument("--listed", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--survivors")
    parser.add_argument("--killers")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    record, listed = load_record()
    reference = mutationrun.Reference()
    prints = {name: mutants.fingerprint(tree) for name, tree in reference.trees.items()}
    names = options.module or reference.names
    if options.changed:
        names = [name for name in names if record["modules"].get(name, {}).get("code") != prints[name]]
        pending = [name for name in names if name in record.get("pending", ())]
        if pending:
            print("mutate: nobody has judged the mutants of %s yet, so they are not looked at" % ", ".join(pending))
        names = [name for name in names if name not in pending]
    unknown = set(names) - set(reference.names)
    if unknown:
        sys.exit("mutate: no module %s" % ", ".join(sorted(unknown)))
    chosen = [
        each
        for each in reference.mutants(names)
        if (not options.only or options.only in each.scope or options.only in each.before)
        and (not options.listed or each.key() in listed)
    ]
    print("mutate: %d mutants of %s" % (len(chosen), ", ".join(names) or "no module, since none has changed"))
    started = time.monotonic()
    killers, state = [], state_of(prints)
    if chosen:
        suite = mutationrun.Suite(reference, *load_killers(options.killers, state))
        killers = run(suite, chosen, options.jobs, options.killers, state)
    alive = [mutant for mutant, killer in zip(chosen, killers) if killer is None]
    unlisted = [each for each in alive if each.key() not in listed]
    whole = [] if options.only or options.listed else names
    alive_keys = {each.key() for each in alive}
    if options.listed:
        newly = [(mutant.key(), killer) for mutant, killer in zip(chosen, killers) if killer is not None]
        for key, killer in newly:
            print("killed now by %s: %s" % (killer, key))
        if options.write:
            take_out(record, {key for key, _ in newly})
    stale = [key for key in listed if key[0] in whole and key not in alive_keys]
    stale += [key for key in listed if key[0] not in reference.names]
    for each in unlisted:
        print(
            "alive, not listed: %s.%s line %d, %s\n  - %s\n  + %s"
            % (each.module, each.scope, each.lines[0], each.operator, each.before, each.after)
        )
    for key in stale:
        print("listed, but killed or gone: %s" % (key,))
    if options.survivors:
        with open(options.survivors, "w", encoding="utf-8") as file:
            json.dump([{**entry(each), "line": each.lines[0]} for each in unlisted], file, indent=1)
    if options.write and not options.listed:
        faulty = {each.module for each in unlisted} | {key[0] for key in stale}
        for name in whole:
            of_module = [(mutant, killer) for mutant, killer in zip(chosen, killers) if mutant.module == name]
            record["modules"].pop(name, None)
            if name not in faulty:
                killed = sum(1 for _, killer in of_module if killer is not None)
                record["modules"][name] = {
                    "code": prints[name],
                    "made": len(of_module),
                    "killed": killed,
                    "vectors": len(suite.vectors),
                }
                record["pending"] = [each for each in record.get("pending", ()) if each != name]
        record["modules"] = {name: record["modules"][name] for name in sorted(record["modules"]) if name in prints}
        RECORD.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
        REPORT.write_text(report(record), encoding="utf-8")
    print(
        "mutate: %d mutants, %d killed, %d alive and listed, %d alive and not listed, %d listed in vain, in %d s"
        % (
            len(chosen),
            len(chosen) - len(alive),
            len(alive) - len(unlisted),
            len(unlisted),
            len(stale),
            time.monotonic() - started,
        )
    )
    sys.exit(1 if unlisted or stale else 0)


if __name__ == "__main__":
    main()
