// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import Testing
import TestSupport

@Suite("A region register")
struct RegionRegisterTests {
    static let square = rectangle(1, 2, 3, 4)
    static let dot = circle(500_000_000, 500_000_000, 1)
    static let set = orSet(Row(1, [0, 1], [(0, text("a"))]))

    static func deleted(by: UInt8 = 1, ts: String = time(1)) -> CBORItem {
        map([("shape", stamped(.simple(22), by: by, ts: ts))])
    }

    static let valid: [CBORItem] = [
        map([("shape", stamped(square))]), map([("shape", stamped(dot, extra: [("zz", .unsigned(1))]))]),
        map([("labels", set)]), map([("labels", set), ("shape", stamped(square))]), deleted(),
        map([("a", .unsigned(1))]), map([("", .simple(22))]),
        map([
            ("a", .unsigned(1)), ("labels", set), ("lzbels", .float(of: 1.5)), ("shape", stamped(dot)),
            ("zzzzzzzzz", .map([])),
        ]),
        map([(String(repeating: "k", count: 256), .tag(6, .simple(99)))]),
    ]

    @Test("is kept byte for byte", arguments: valid)
    func accepts(item: CBORItem) {
        expectCanonical(item) { bytes throws(CBORError) in try RegionRegister(decoding: bytes).encoded }
    }

    static let breaches: [Breach] = [
        Breach("not a map", .array([]), at: 0), Breach("no key at all", .map([]), at: 0),
        Breach("an empty set of labels", map([("labels", .map([]))]), at: 8),
        Breach("labels that are null", map([("labels", .simple(22))]), at: 8),
        Breach(
            "an element that is no label", map([("labels", orSet(Row(1, [0, 0], [(0, .unsigned(1))])))]),
            at: 8 + 1 + 17 + 1 + 3 + 1 + 1),
        Breach("a shape that is not stamped", map([("shape", square)]), at: 7),
        Breach("a bare null as shape", map([("shape", .simple(22))]), at: 7),
        Breach("a shape that is broken", map([("shape", stamped(rectangle(0, 0, 0, 1)))]), at: 7 + 56),
        Breach("a deletion with labels", map([("shape", stamped(.simple(22))), ("labels", set)]), at: 0),
        Breach(
            "a deletion with an unknown key", map([("shape", stamped(.simple(22))), ("a", .unsigned(1))]),
            at: 0),
        Breach(
            "a deletion with a later unknown key",
            map([("shape", stamped(.simple(22))), ("zzzzzz", .unsigned(1))]), at: 0),
        Breach(
            "a deletion whose stamp has an unknown key",
            map([("shape", stamped(.simple(22), extra: [("zz", .unsigned(1))]))]), at: 0),
        Breach("a key that is no text", .map([.init(.unsigned(0), .unsigned(0))]), at: 1),
        Breach(
            "a name of 257 bytes", map([(String(repeating: "k", count: 257), .unsigned(1))]), .limit, at: 4),
        Breach(
            "a carried value of 65 537 bytes", map([("a", .bytes([UInt8](repeating: 0, count: 65_534)))]),
            .limit, at: 3),
        Breach(
            "keys out of order", .map([.init(text("labels"), set), .init(text("shape"), stamped(square))]),
            .nonCanonical,
            at: 8 + set.encoded.count),
        Breach("a byte after it", deleted().encoded + [0], .malformed, at: deleted().encoded.count),
    ]

    @Test("breaks a rule", arguments: breaches)
    func refuses(breach: Breach) {
        breach.expect { bytes throws(CBORError) in _ = try RegionRegister(decoding: bytes) }
    }

    private func region(_ item: CBORItem) throws -> RegionRegister {
        try RegionRegister(decoding: item.encoded)
    }

    @Test("shows its parts")
    func parts() throws {
        let live = try region(map([("labels", Self.set), ("shape", stamped(Self.square))]))
        #expect(live.isLive && !live.isDeleted)
        #expect(live.shape?.encoded == stamped(Self.square).encoded)
        #expect(try live.labels == labels(Self.set))
        let gone = try region(Self.deleted())
        #expect(!gone.isLive && gone.isDeleted)
        #expect(gone.shape?.value == .some(nil))
        #expect(gone.labels == ORSet())
        let onlyLabels = try region(map([("labels", Self.set)]))
        #expect(!onlyLabels.isLive && !onlyLabels.isDeleted)
        #expect(onlyLabels.shape == nil)
    }

    @Test("is made of a shape that was written, of a deletion, or of labels alone")
    func makes() throws {
        let shape = try RegionShape(decoding: Self.square.encoded)
        let written = try Stamped<RegionShape?>(shape, by: id(1), ts: stamp(time(1)))
        #expect(try RegionRegister(shape: written).encoded == map([("shape", stamped(Self.square))]).encoded)
        let deletion = try Stamped<RegionShape?>(nil, by: id(1), ts: stamp(time(1)))
        #expect(try RegionRegister(shape: deletion).encoded == Self.deleted().encoded)
        #expect(try RegionRegister(labels: labels(Self.set))?.encoded == map([("labels", Self.set)]).encoded)
        #expect(RegionRegister(labels: ORSet()) == nil)
    }

    @Test("a live shape keeps the unknown keys of its stamped map, a deletion has none")
    func unknownKeysOfTheStamp() throws {
        let item = stamped(Self.square, extra: [("zz", .unsigned(1))])
        let shape = try Stamped<RegionShape?>(decoding: item.encoded)
        #expect(try RegionRegister(shape: shape).encoded == map([("shape", item)]).encoded)
        let null = try Stamped<RegionShape?>(
            decoding: stamped(.simple(22), extra: [("zz", .unsigned(1))]).encoded)
        #expect(try RegionRegister(shape: null).encoded == Self.deleted().encoded)
    }

    @Test("the greater shape, the join of the labels, and each unknown key on its own")
    func joins() throws {
        let left = map([
            ("a", .unsigned(1)), ("labels", orSet(Row(1, [0, 0], [(0, text("a"))]))),
            ("shape", stamped(Self.square, ts: time(2))),
            ("later1", stamped(.unsigned(9), ts: time(1))),
        ])
        let right = map([
            ("a", .unsigned(2)), ("labels", orSet(Row(1, [0, 0]), Row(2, [0, 0], [(0, text("b"))]))),
            ("shape", stamped(Self.dot, ts: time(1))), ("later1", stamped(.unsigned(1), ts: time(2))),
            ("zzzzzzz", .simple(22)),
        ])
        let expected = map([
            ("a", .unsigned(2)), ("labels", orSet(Row(1, [0, 0]), Row(2, [0, 0], [(0, text("b"))]))),
            ("shape", stamped(Self.square, ts: time(2))), ("later1", stamped(.unsigned(1), ts: time(2))),
            ("zzzzzzz", .simple(22)),
        ])
        #expect(try joinOfThree([region(left), region(right), region(left)], \.encoded) == expected.encoded)
    }

    @Test("superfly/corrosion#352: deleted on two devices, one stamp stays")
    func twoDeletions() throws {
        let states = try [
            region(Self.deleted(by: 1, ts: time(5))), region(Self.deleted(by: 2, ts: time(5))),
            region(Self.deleted(by: 9, ts: time(4))),
        ]
        #expect(joinOfThree(states, \.encoded) == Self.deleted(by: 2, ts: time(5)).encoded)
    }

    @Test("a deletion absorbs a live write with a later stamp, in every grouping of three")
    func deletionWins() throws {
        let states = try [
            region(Self.deleted(ts: time(1))),
            region(
                map([
                    ("shape", stamped(Self.square, by: 9, ts: "9999-12-31T23:59:59.999Z")),
                    ("labels", Self.set), ("a", .unsigned(1)),
                ])),
            region(map([("shape", stamped(Self.dot, by: 8, ts: time(500)))])),
        ]
        #expect(joinOfThree(states, \.encoded) == Self.deleted(ts: time(1)).encoded)
    }

    @Test("immich-app/immich#22489: a deleted region that an old replica sends again stays deleted")
    func sentAgain() throws {
        let old = try region(map([("shape", stamped(Self.square)), ("labels", Self.set)]))
        let gone = old.joined(with: try region(Self.deleted(ts: time(2))))
        #expect(gone.encoded == Self.deleted(ts: time(2)).encoded)
        #expect(gone.joined(with: old) == gone)
        #expect(old.joined(with: gone) == gone)
    }

    @Test("immich-app/immich#31629: what a delta does not hold is not deleted by it")
    func absence() throws {
        let state = try region(
            map([("a", .unsigned(1)), ("labels", Self.set), ("shape", stamped(Self.square))]))
        for delta in [
            map([("labels", orSet(Row(9, [0, 0], [(0, text("n"))])))]), map([("a", .unsigned(1))]),
        ] {
            let joined = state.joined(with: try region(delta))
            #expect(joined.isLive)
            #expect(joined.shape == state.shape)
            #expect(Set(state.labels.elements).isSubset(of: Set(joined.labels.elements)))
        }
    }

    @Test("labels that come before their shape are kept, and meet it")
    func labelsFirst() throws {
        let states = try [
            region(map([("labels", Self.set)])), region(map([("shape", stamped(Self.square))])),
            region(map([("labels", Self.set)])),
        ]
        #expect(
            joinOfThree(states, \.encoded)
                == map([("labels", Self.set), ("shape", stamped(Self.square))]).encoded)
    }

    @Test("labels that come for a deleted region are gone")
    func labelsForDeleted() throws {
        let states = try [
            region(map([("labels", Self.set)])), region(Self.deleted()), region(map([("a", .unsigned(1))])),
        ]
        #expect(joinOfThree(states, \.encoded) == Self.deleted().encoded)
    }

    @Test("a join says what it absorbed")
    func absorbed() throws {
        let live = map([
            ("a", .unsigned(1)), ("labels", orSet(Row(1, [0, 1], [(0, text("bb")), (1, text("a"))]))),
            ("shape", stamped(Self.square)),
        ])
        var writer = CBORWriter()
        var absorbed = RegionAbsorption()
        RegionLayout.join(live.encoded.span, Self.deleted().encoded.span, into: &writer, absorbed: &absorbed)
        #expect(absorbed.labels.map(\.description) == ["a", "bb"])
        #expect(absorbed.absorbedKeys == ["a"])
        absorbed = RegionAbsorption()
        let other = map([("a", .unsigned(2)), ("labels", orSet(Row(1, [0, 0], [(0, text("c"))])))])
        RegionLayout.join(live.encoded.span, other.encoded.span, into: &writer, absorbed: &absorbed)
        #expect(absorbed.keys == ["a"])
        #expect(absorbed.doubled.map(\.id) == [AddID(writer: id(1), counter: 0)])
        #expect(absorbed.doubled.map(\.lesser.description) == ["c"])
    }

    static let horizons: [(CBORItem, Bool, CBORItem)] = [
        (
            map([("shape", stamped(square, ts: time(1)))]), true,
            map([("shape", stamped(square, ts: time(1)))])
        ),
        (map([("shape", stamped(square, ts: time(2)))]), false, .map([])),
        (map([("shape", stamped(square, ts: time(2))), ("labels", set)]), true, map([("labels", set)])),
        (
            map([("shape", stamped(square, ts: time(2))), ("a", .unsigned(1))]), true,
            map([("a", .unsigned(1))])
        ),
        (deleted(ts: time(900)), true, deleted(ts: time(900))),
        (map([("labels", set)]), true, map([("labels", set)])),
        // What is carried stays, also when it looks like a register.
        (
            map([("a", stamped(.unsigned(1), ts: time(900)))]), true,
            map([("a", stamped(.unsigned(1), ts: time(900)))])
        ),
    ]

    @Test("a live shape later than a horizon goes, a deletion and what is carried stay", arguments: horizons)
    func before(item: CBORItem, isLeft: Bool, expected: CBORItem) {
        var writer = CBORWriter()
        #expect(RegionLayout.before(stamp(time(1)), item.encoded.span, into: &writer) == isLeft)
        if isLeft { #expect(writer.bytes == expected.encoded) }
    }
}
