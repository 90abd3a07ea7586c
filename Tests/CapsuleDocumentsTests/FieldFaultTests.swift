// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

/// Faults that were reported in public of other programs, in terms of documents; each names where.
@Suite struct FieldFaultTests {
    /// All orders and groupings of three states give one document.
    private func joinedAllWays<Kind: DocumentType>(
        _ states: [Document<Kind>], sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Document<Kind> {
        #expect(states.count == 3)
        let (a, b, c) = (states[0], states[1], states[2])
        let broken = brokenLaws(a, b, c, horizon: Sample.time(0))
        #expect(broken.isEmpty, "\(broken)", sourceLocation: sourceLocation)
        return try a.joined(with: b).joined(with: c)
    }

    /// CBaquero/delta-enabled-crdts#7, Convex-Dev/convex#641, pathosDev/actor-ts#950.
    @Test("two writes of one device at one instant have the same winner in every order")
    func sameInstantSameDevice() throws {
        let names: [CBORTree] = [.stamped("a"), .stamped("bb"), .stamped("bb", [("new", 1)])]
        let all = try joinedAllWays(names.map { try album([("name", $0)]) })
        // The fourth key makes the map's head greater.
        #expect(all.name?.encoded == names[2].encoded)
    }

    /// calimero-network/core#2969.
    @Test("an all-zero device at equal instants is a device like any other")
    func zeroDevice() throws {
        let names: [CBORTree] = [.stamped("z", by: 0), .stamped("a", by: 0), .stamped("b", by: 1)]
        let all = try joinedAllWays(names.map { try album([("name", $0)]) })
        #expect(all.name?.value.description == "b")
        #expect(
            try album([("name", names[0])]).joined(with: album([("name", names[1])])).name?.value.description
                == "z")
    }

    /// KanishJebaMathewM/Truxify#11993: t1 < t3 < t2.
    @Test("three writes, the middle one last, give equal bytes in all groupings")
    func threeWrites() throws {
        let times: [(String, Int64)] = [("1", 1), ("2", 9), ("3", 5)]
        let captions = try times.map { text, time -> AssetSidecar in
            let write = CBORTree.stamped(.text(text), at: time)
            return try asset([("caption", CBORTree.map([("current", write)]))])
        }
        let history: [String]? = try joinedAllWays(captions).caption?.writes.map { $0.value.description }
        #expect(history == ["2", "3", "1"])
        let names = try times.map { text, time -> AlbumDocument in
            try album([("name", CBORTree.stamped(.text(text), at: time))])
        }
        #expect(try joinedAllWays(names).name?.value.description == "2")
    }

    /// Brute force: a log that is cut before equal values are dropped breaks associativity.
    @Test("a history drops lesser writes of a value before it is cut to seventeen")
    func capAfterDedupe() throws {
        // Seventeen values on one side; the other writes sixteen of them again, later.
        let first = (0..<17).map { CBORTree.stamped(.text("v\($0)"), at: Int64($0)) }
        let again = (1..<17).map { CBORTree.stamped(.text("v\($0)"), by: 2, at: Int64(100 + $0)) }
        let old = (0..<17).map { CBORTree.stamped(.text("old\($0)"), by: 3, at: Int64(-100 + $0)) }
        func document(_ writes: [CBORTree]) throws -> AssetSidecar {
            let log = writes.reversed()
            return try asset([
                ("caption", ["current": log[log.startIndex], "superseded": .array(Array(log.dropFirst()))])
            ])
        }
        let all = try joinedAllWays([document(first), document(again), document(old)])
        let texts = all.caption?.writes.map(\.value.description)
        #expect(texts == (1..<17).reversed().map { "v\($0)" } + ["v0"])
    }

    /// Brute force: ordering by the instant alone.
    @Test("a history orders writes of one instant by device, then bytes")
    func historyTies() throws {
        let writes: [CBORTree] = [.stamped("a", by: 2), .stamped("b", by: 1), .stamped("c", by: 1)]
        let all = try joinedAllWays(writes.map { try asset([("caption", ["current": $0])]) })
        #expect(all.caption?.writes.map(\.value.description) == ["a", "c", "b"])
    }

    @Test("a caption's log keeps sixteen superseded values, and a repeated value moves up")
    func captionEdits() throws {
        var document = AssetSidecar(id: Sample.document)
        for text in (0..<20).map(String.init) + ["7"] {
            _ = try document.setCaption(try #require(Caption(text)), by: Sample.author(1))
        }
        let texts = document.caption?.writes.map(\.value.description)
        #expect(texts == ["7"] + (3..<20).reversed().map(String.init).filter { $0 != "7" })
        #expect(texts?.count == 17)
        #expect(
            Caption(String(repeating: "x", count: 4_096)) != nil
                && Caption(String(repeating: "x", count: 4_097)) == nil)
        #expect(Caption(String(repeating: "\u{1f346}", count: 1_024)) != nil)
        #expect(Caption(String(repeating: "\u{1f346}", count: 1_025)) == nil)
    }

    /// drkostas/hevy2garmin#76, xregistry/spec#588.
    @Test("a stamp time has one spelling; timestamps of any spelling compare by instant")
    func spellings() throws {
        for ts in ["2026-01-01T00:00:00.000+00:00", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000000000Z"]
        {
            let error = refusal { _ = try album([("name", .stamped("a", ts: ts))]) }
            #expect(error?.errorClass == .invalid && error?.path == "name.ts")
        }
        let same = ["2026-01-01T00:00:00Z", "2026-01-01t01:00:00.000+01:00", "2025-12-31T23:59:00.0-00:01"]
        let instants = try same.map { text in
            try asset([("capture_time", .stamped(.text(text)))]).effectiveCaptureTimestamp?.instant
        }
        #expect(Set(instants).count == 1)
        let other = try asset([("capture_time", .stamped("2026-01-01T00:00:00.000000001Z"))])
        #expect(other.effectiveCaptureTimestamp?.instant != instants[0])
    }

    /// darktable-org/darktable#20231: rating 6 from a peer.
    @Test("a rating of six is invalid when decoded, and names the place")
    func ratingSix() {
        let error = refusal { _ = try asset([("rating", .stamped(6))]) }
        #expect(error?.errorClass == .invalid && error?.path == "rating.value")
    }

    /// smithy-lang/smithy-swift#1085: the greatest integer where a counter belongs.
    @Test("an integer above the last counter is invalid wherever a counter or number belongs")
    func greatestInteger() {
        let largest = CBORTree.unsigned(.max)
        let documents: [(DocumentKind, CBORTree)] = [
            (.stack, CBORTree.document(.stack, [("labels", .set(0x81, [0, .max]))])),
            (.stack, CBORTree.document(.stack, [("labels", .set(0x81, [0, 0], [(.max, "a")]))])),
            (.asset, CBORTree.document(.asset, [("rating", .stamped(largest))])),
            (
                .asset,
                CBORTree.document(
                    .asset,
                    [("regions", [.id(1): ["shape": .stamped(CBORTree.rectangle.with("x", largest))]])])
            ),
            (
                .asset,
                CBORTree.document(
                    .asset,
                    [("stack_membership", .stamped(CBORTree.membership.with("member_index", largest)))])
            ),
            (
                .asset,
                CBORTree.document(
                    .asset,
                    [("facts", .stamped(CBORTree.facts.with("dimensions", ["width": largest, "height": 1])))])
            ),
            (
                .asset,
                CBORTree.document(.asset, [("lqip", .stamped(CBORTree.lqip.with("format_version", largest)))])
            ),
            (.asset, CBORTree.document(.asset).with(0, largest)),
        ]
        for (kind, tree) in documents {
            #expect(refusal { _ = try state(kind, tree) }?.errorClass == .invalid)
        }
    }

    /// The inputs of the table of CBOR faults, each as a whole document and as a carried value.
    @Test(
        "bytes that break other codecs have their class as a document and inside one",
        arguments: [
            // PJK/libcbor#16, #431, #415
            ("a29b8000000000000000000000000000", ErrorClass.malformed),
            ("9b0203366bfffbde1856bfffff", .malformed),
            ("bb8000000000000000", .malformed),
            // PJK/libcbor#53, dotnet/runtime#92080
            ("f97e01", .nonCanonical), ("f9fe00", .nonCanonical), ("fa7fc00000", .nonCanonical),
            // agronholm/cbor2#93, #187, #282, #283, #331
            ("9b37388519251ae9ca", .malformed), ("f814", .malformed), ("9f01ff", .nonCanonical),
            ("a2616101616102", .nonCanonical), ("bf6161ff", .malformed),
            // valpackett/SwiftCBOR#118, nlohmann/json#5529
            ("9b00ffffffffffffff", .malformed), ("62c0ae", .malformed),
            // rvagg/cborg#202, hashberg-io/dag-cbor#8, #3
            ("1b000000000000000b", .nonCanonical), ("1817", .nonCanonical),
            ("a262616101617802", .nonCanonical),
            // kriszyp/cbor-x#136, fxamacker/cbor#46, bitwarden/clients#21584
            ("ff", .malformed), ("81ff", .malformed), ("a16161ff", .malformed), ("c0ff", .malformed),
            ("f818", .malformed),
            ("1f", .malformed), ("3f", .malformed),
            // IntersectMBO/cardano-api#1124: 1818 comes before 40.
            ("a24000181800", .nonCanonical),
        ])
    func codecFaults(_ hex: String, _ errorClass: ErrorClass) throws {
        let bytes = try #require([UInt8](hex: hex))
        for kind in DocumentKind.allCases {
            let inside = refusal { _ = try state(kind, CBORTree.document(kind, [("zz", .raw(bytes))])) }
            #expect(inside?.errorClass == errorClass)
            let whole = refusal { _ = try DocumentState(decoding: bytes, kind: kind) }
            // A document that is no map is invalid as well, and may be refused for that when well-formed.
            #expect(
                whole?.errorClass == errorClass
                    || (errorClass == .nonCanonical && whole?.errorClass == .invalid))
        }
    }

    /// valpackett/SwiftCBOR#92, nlohmann/json#5451, intel/tinycbor#283.
    @Test("ten thousand nested arrays, tags or maps are a limit, with no stack to overflow")
    func nesting() {
        for unit: [UInt8] in [[0x81], [0xca], [0xa1, 0x00]] {
            let deep: [UInt8] = Array(repeatElement(unit, count: 10_000).joined()) + [0x00]
            for kind in DocumentKind.allCases {
                #expect(
                    refusal { _ = try state(kind, CBORTree.document(kind, [("k", .raw(deep))])) }?.errorClass
                        == .limit)
                let newer = CBORTree.document(kind, [("k", .raw(deep))], version: 2)
                #expect(refusal { _ = try state(kind, newer) }?.errorClass == .limit)
            }
        }
    }

    /// heckj/CRDT: a join that copies the other's identity.
    @Test("who I am is not in the state: joining leaves the next add-id of each writer its own")
    func identity() throws {
        var (a, b) = (AlbumDocument(id: Sample.document), AlbumDocument(id: Sample.document))
        _ = try a.addLabel("a", by: Sample.author(1))
        _ = try b.addLabel("b", by: Sample.author(2))
        _ = try b.addLabel("c", by: Sample.author(2))
        let both = try joinedBothWays(a, b)
        #expect(try both.nextCounter(of: Sample.id(0x81), in: "labels") == 1)
        #expect(try both.nextCounter(of: Sample.id(0x82), in: "labels") == 2)
        #expect(try both.nextCounter(of: Sample.id(0x83), in: "labels") == 0)
    }
}

/// Documents that are large in every way that a hostile writer can choose.
///
/// No times are asserted: work that grows with the square of these sizes would not come to an end.
@Suite struct HostileSizeTests {
    private static let count = 30_000

    private func identifier(_ index: Int) -> CBORTree {
        .bytes(
            [UInt8](repeating: 0, count: 12)
                + (0..<4).reversed().map { UInt8(truncatingIfNeeded: index >> (8 * $0)) })
    }

    @Test("many regions are read, joined, filtered and compared in one walk")
    func regions() throws {
        let shaped = CBORTree.map((0..<Self.count).map { (identifier($0), ["shape": .stamped(.circle)]) })
        let labelled = CBORTree.map(
            (0..<Self.count).map { (identifier($0), ["labels": .set(0x81, [0, 0], [(0, "a")])]) })
        var document = try asset([("regions", shaped)])
        let delta = try asset([("regions", labelled)])
        #expect(try document.apply(delta) == false)
        #expect(document.regions.count == Self.count)
        let before = document.before(Sample.time(-1))
        #expect(before == delta)
        let removal = try asset([
            ("regions", .map((0..<Self.count).map { (identifier($0), ["labels": .set(0x81, [0, 0])]) }))
        ])
        #expect(try document.apply(removal) == false)
        let gone = try asset([
            ("regions", .map((0..<Self.count).map { (identifier($0), ["shape": .stamped(.null)]) }))
        ])
        var report = JoinReport()
        try document.join(gone, report: &report)
        #expect(document == gone)
    }

    @Test("many carried keys are read, joined and reported in one walk")
    func carriedKeys() throws {
        let a = try album((0..<Self.count).map { (.text("key \($0)"), 1) })
        let b = try album((0..<Self.count).map { (.text("key \($0)"), 2) })
        var report = JoinReport()
        var both = a
        try both.join(b, report: &report)
        #expect(both == b && report.conflicts.count == Self.count)
        #expect(both.unknownKeys.count == Self.count)
        let region = CBORTree.map((0..<Self.count).map { (.text("key \($0)"), 1) })
        let other = CBORTree.map((0..<Self.count).map { (.text("key \($0)"), 2) })
        let joined = try joinedBothWays(
            asset([("regions", [.id(1): region])]), asset([("regions", [.id(1): other])]))
        #expect(try joined == asset([("regions", [.id(1): other])]))
    }

    @Test("many writers, and many ranges of one writer, are joined and compared in one walk")
    func sets() throws {
        let writers = CBORTree.map((0..<Self.count).map { (identifier($0), .row([0, 0], [(0, "a")])) })
        let removed = CBORTree.map((0..<Self.count).map { (identifier($0), .row([0, 0])) })
        var document = try album([("labels", writers)])
        #expect(document.labels.elements.count == 1)
        let delta = try document.removeLabel("a")
        #expect(try delta == album([("labels", removed)]))
        #expect(document == delta)
        let even = CBORTree.set(0x81, (0..<UInt64(Self.count)).flatMap { [4 * $0, 4 * $0] })
        let odd = CBORTree.set(0x81, (0..<UInt64(Self.count)).flatMap { [4 * $0 + 2, 4 * $0 + 2] })
        var ranges = try album([("labels", even)])
        #expect(try ranges.apply(album([("labels", odd)])))
        #expect(ranges.labels.context.counters(of: Sample.id(0x81)).count == 2 * Self.count)
        #expect(try ranges.nextCounter(of: Sample.id(0x81), in: "labels") == UInt64(4 * Self.count - 1))
    }

    @Test("many entries of settings, and a large refused document, end soon")
    func settings() throws {
        let map = CBORTree.map((0..<Self.count).map { (identifier($0), .stamped(.null)) })
        var document = try CapsuleDocumentsTests.settings([("smart_albums", map)])
        _ = try document.setSmartAlbum(
            Sample.id(9), definition: Sample.definition(Sample.id(9)), by: Sample.author(1))
        #expect(document.smartAlbums.count == Self.count + 1)
        // The fault is in the last of the values: its place is named all the same.
        let wrong = CBORTree.document(.settings, [("smart_albums", map.with(.id(0xff), 1))])
        let error = refusal { _ = try state(.settings, wrong) }
        #expect(error?.path == "smart_albums.\(Sample.id(0xff))")
    }
}
