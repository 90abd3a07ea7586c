#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the library beside yrs, loro and automerge on the same merge, round by round in one run.

Also cbor2, the compiled CBOR codec that Python programs use, on the same bytes: loading a document
into objects beside decoding and checking it, and dumping a map canonically beside writing it.

Two stack documents of N labels each (12-byte labels, half of the history shared, four devices). For a peer
the whole job is the import of the other side's whole state into a loaded replica, and the encoding of the
result; for the library it is decoding both, joining and encoding. Times are medians in microseconds.
"""
import argparse
import json
import statistics
import subprocess
import sys
import time

import automerge.core as am
import cbor2
import loro
import pycrdt


def label(number):
    return "label %06d" % number


def parts(count):
    """The label numbers of the shared half and of each side."""
    shared = range(count // 2)
    return shared, range(count // 2, count), range(count, count + count - count // 2)


class Yrs:
    name = "yrs"

    def grow(self, state, numbers, devices):
        docs = []
        for device in devices:
            doc = pycrdt.Doc(client_id=device)
            if state:
                doc.apply_update(state)
            docs.append(doc)
        for index, doc in enumerate(docs):
            labels = doc.get("labels", type=pycrdt.Map)
            with doc.transaction():
                for number in list(numbers)[index :: len(docs)]:
                    labels[label(number)] = True
        for doc in docs[1:]:
            docs[0].apply_update(doc.get_update())
        return docs[0].get_update()

    def load(self, state):
        doc = pycrdt.Doc()
        doc.get("labels", type=pycrdt.Map)
        doc.apply_update(state)
        return doc

    def job(self, doc, state):
        doc.apply_update(state)
        return doc.get_update()

    def delta(self, state, numbers, device):
        doc = pycrdt.Doc(client_id=device)
        doc.apply_update(state)
        before = doc.get_state()
        labels = doc.get("labels", type=pycrdt.Map)
        with doc.transaction():
            for number in numbers:
                labels[label(number)] = True
        return doc.get_update(before)

    def removed(self, state, numbers):
        doc = self.load(state)
        labels = doc.get("labels", type=pycrdt.Map)
        with doc.transaction():
            for number in numbers:
                del labels[label(number)]
        return doc.get_update()


class Loro:
    name = "loro"

    def grow(self, state, numbers, devices):
        docs = []
        for index, device in enumerate(devices):
            doc = loro.LoroDoc()
            doc.peer_id = device
            if state:
                doc.import_(state)
            labels = doc.get_map("labels")
            for number in list(numbers)[index :: len(devices)]:
                labels.insert(label(number), True)
            doc.commit()
            docs.append(doc)
        for doc in docs[1:]:
            docs[0].import_(doc.export(loro.ExportMode.Snapshot()))
        return docs[0].export(loro.ExportMode.Snapshot())

    def load(self, state):
        doc = loro.LoroDoc()
        doc.import_(state)
        return doc

    def job(self, doc, state):
        doc.import_(state)
        return doc.export(loro.ExportMode.Snapshot())

    def delta(self, state, numbers, device):
        doc = loro.LoroDoc()
        doc.peer_id = device
        doc.import_(state)
        before = doc.oplog_vv
        labels = doc.get_map("labels")
        for number in numbers:
            labels.insert(label(number), True)
        doc.commit()
        return doc.export(loro.ExportMode.Updates(before))

    def removed(self, state, numbers):
        doc = self.load(state)
        labels = doc.get_map("labels")
        for number in numbers:
            labels.delete(label(number))
        doc.commit()
        return doc.export(loro.ExportMode.Snapshot())


class Automerge:
    name = "automerge"

    def grow(self, state, numbers, devices):
        docs = []
        for index, device in enumerate(devices):
            doc = am.Document.load(state) if state else am.Document()
            doc.set_actor(device.to_bytes(16, "big"))
            with doc.transaction() as tx:
                for number in list(numbers)[index :: len(devices)]:
                    tx.put(am.ROOT, label(number), am.ScalarType.Boolean, True)
            docs.append(doc)
        for doc in docs[1:]:
            docs[0].merge(doc)
        return docs[0].save()

    def load(self, state):
        return am.Document.load(state)

    def job(self, doc, state):
        doc.merge(am.Document.load(state))
        return doc.save()

    delta = None

    def removed(self, state, numbers):
        doc = am.Document.load(state)
        with doc.transaction() as tx:
            for number in numbers:
                tx.delete(am.ROOT, label(number))
        return doc.save()


class Ours:
    """The benchmark program, which does a round for each line, and one more right after it.

    A peer's round follows the loading of its replica by the same code, so that its caches are warm; the second
    of our rounds is the one like it. The first, which starts cold after the peers' rounds, is shown as well.
    """

    name = "capsule"
    cold = "capsule, cold"

    def __init__(self, command):
        self.process = subprocess.Popen(command + ["serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def round(self, work, count, times):
        cold, warm = (int(number) / 1e3 for number in self.ask(f"{work} {count}").split())
        times[self.cold].append(cold)
        times[self.name].append(warm)


def timed(work):
    start = time.perf_counter_ns()
    result = work()
    return (time.perf_counter_ns() - start) / 1e3, result


def rounds(count):
    return max(5, min(200, 40_000 // count))


def merge(peers, ours, count):
    shared, left, right = parts(count)
    states = {}
    for peer in peers:
        base = peer.grow(None, shared, [1, 2, 3, 4])
        states[peer.name] = (peer.grow(base, left, [1, 2]), peer.grow(base, right, [3, 4]))
    times = {name: [] for name in [ours.cold, ours.name] + [peer.name for peer in peers]}
    ours.ask(f"merge {count}")
    for _ in range(rounds(count)):
        ours.round("merge", count, times)
        for peer in peers:
            doc = peer.load(states[peer.name][0])
            elapsed, _ = timed(lambda: peer.job(doc, states[peer.name][1]))
            times[peer.name].append(elapsed)
    return {name: statistics.median(values) for name, values in times.items()}


def delta(peers, ours, count):
    peers = [peer for peer in peers if peer.delta]
    extra = range(2 * count, 2 * count + max(1, count // 100))
    states = {}
    for peer in peers:
        base = peer.grow(None, range(count), [1, 2, 3, 4])
        states[peer.name] = (base, peer.delta(base, extra, 1))
    times = {name: [] for name in [ours.cold, ours.name] + [peer.name for peer in peers]}
    ours.ask(f"delta {count}")
    for _ in range(rounds(count)):
        ours.round("delta", count, times)
        for peer in peers:
            doc = peer.load(states[peer.name][0])
            import_delta = doc.apply_update if isinstance(peer, Yrs) else doc.import_
            elapsed, _ = timed(lambda: import_delta(states[peer.name][1]))
            times[peer.name].append(elapsed)
    return {name: statistics.median(values) for name, values in times.items()}


def codec(ours, count):
    """Medians of loads beside a decoded document and of canonical dumps beside a written map."""
    document, table = (bytes.fromhex(ours.ask(f"{name} {count}")) for name in ("document", "map"))
    labels = {number: label(number) for number in range(count)}
    if cbor2.dumps(labels, canonical=True) != table or cbor2.dumps(cbor2.loads(document), canonical=True) != document:
        sys.exit("peers: cbor2 gives other bytes")
    works = {"decode": lambda: cbor2.loads(document), "encode": lambda: cbor2.dumps(labels, canonical=True)}
    result = {}
    for name, work in works.items():
        times = {ours.cold: [], ours.name: [], "cbor2": []}
        for _ in range(rounds(count)):
            ours.round(name, count, times)
            times["cbor2"].append(timed(work)[0])
        result[name] = {peer: statistics.median(values) for peer, values in times.items()}
    return result


def sizes(peers, ours, count):
    live, removed = ours.ask(f"sizes {count}").split()
    result = {ours.name: (int(live) / 1e3, int(removed) / 1e3)}
    for peer in peers:
        state = peer.grow(None, range(count), [1, 2, 3, 4])
        result[peer.name] = (len(state) / count, len(peer.removed(state, range(count))) / count)
    return result


def show(title, result, ours, elements=None):
    fastest = min(value for name, value in result.items() if not name.startswith(ours))
    cells = ["%s %10.1f" % (name, value) for name, value in result.items()]
    tail = "" if elements is None else "   ours %5.1f ns an element" % (result[ours] * 1e3 / elements)
    print("%-14s %s   fastest peer / ours %6.1f%s" % (title, "  ".join(cells), fastest / result[ours], tail), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", nargs="+", help="the benchmark program, built for release")
    parser.add_argument("--json", help="write the figures to this file")
    parser.add_argument("--counts", default="100,1000,10000,100000", help="the values of N")
    options = parser.parse_args()
    counts = [int(count) for count in options.counts.split(",")]
    peers, ours = [Yrs(), Loro(), Automerge()], Ours(options.command)
    figures = {"merge_us": {}, "delta_us": {}, "codec_us": {}, "bytes": {}}
    print("whole merge, microseconds")
    for count in counts:
        figures["merge_us"][count] = merge(peers, ours, count)
        show("N = %d" % count, figures["merge_us"][count], ours.name, 2 * count)
    print("delta of 1 %, microseconds")
    for count in counts:
        figures["delta_us"][count] = delta(peers, ours, count)
        show("N = %d" % count, figures["delta_us"][count], ours.name)
    print("one document decoded, one map encoded, microseconds")
    for count in counts:
        figures["codec_us"][count] = codec(ours, count)
        for name, result in figures["codec_us"][count].items():
            show("%s %d" % (name, count), result, ours.name)
    print("bytes per live label, and per label once all are removed; not compressed")
    figures["bytes"] = sizes(peers, ours, 10_000)
    for name, (live, removed) in figures["bytes"].items():
        print("  %-10s %8.2f %8.2f" % (name, live, removed))
    if options.json:
        with open(options.json, "w") as file:
            json.dump(figures, file, indent=2)
    return 0


if __name__ == "__main__":
    sys.exit(main())
