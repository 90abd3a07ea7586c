// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import Testing
import TestSupport

@Suite("A stamped value")
struct StampedTests {
    static let valid: [CBORItem] = [
        stamped(text("x")), stamped(text("x"), by: 0, ts: "0000-01-01T00:00:00.000Z"),
        stamped(text("x"), by: 255, ts: "9999-12-31T23:59:59.999Z"),
        stamped(text("x"), extra: [("a", .unsigned(1)), ("zzzzzz", .tag(6, .simple(99)))]),
        stamped(text("x"), extra: [("", .map([.init(.unsigned(1), .negative(.max))]))]),
    ]

    @Test("is kept byte for byte, unknown keys with it", arguments: valid)
    func accepts(item: CBORItem) throws {
        expectCanonical(item) { bytes throws(CBORError) in
            let value = try Stamped<Label>(decoding: bytes)
            var writer = CBORWriter()
            value.write(to: &writer)
            var reader = CBORReader(bytes.span)
            try Stamped<Label>.check(&reader)
            return writer.bytes == value.encoded ? value.encoded : []
        }
    }

    static let breaches: [Breach] = [
        Breach("not a map", .array([]), at: 0),
        Breach("an empty map", .map([]), at: 0),
        Breach("no by", map([("ts", text(time(1))), ("value", text("x"))]), at: 0),
        Breach("no ts", map([("by", .bytes(identifier(1))), ("value", text("x"))]), at: 0),
        Breach("no value", map([("by", .bytes(identifier(1))), ("ts", text(time(1)))]), at: 0),
        Breach("a short by", map([("by", .bytes([1])), ("ts", text(time(1))), ("value", text("x"))]), at: 4),
        Breach("a text as by", map([("by", text("x")), ("ts", text(time(1))), ("value", text("x"))]), at: 4),
        Breach("a ts in another spelling", stamped(text("x"), ts: "2026-03-04T05:06:07Z"), at: 24),
        Breach(
            "drkostas/hevy2garmin#76: a ts with an offset",
            stamped(text("x"), ts: "2026-03-04T05:06:07.00+00:00"),
            at: 24),
        Breach(
            "xregistry/spec#588: a ts of nine digits",
            stamped(text("x"), ts: "2026-03-04T05:06:07.000000000Z"), at: 24),
        Breach("a ts of a day that is not there", stamped(text("x"), ts: "2026-02-30T05:06:07.000Z"), at: 24),
        Breach("a value of another type", stamped(.unsigned(1)), at: 56),
        Breach("an empty label", stamped(text("")), at: 56),
        Breach("a null where none may be", stamped(.simple(22)), at: 56),
        Breach(
            "a key that is no text",
            .sortedMap([
                .init(.unsigned(0), .unsigned(0)), .init(text("by"), .bytes(identifier(1))),
                .init(text("ts"), text(time(1))), .init(text("value"), text("x")),
            ]), at: 1),
        Breach(
            "keys out of order",
            .map([
                .init(text("value"), text("x")), .init(text("by"), .bytes(identifier(1))),
                .init(text("ts"), text(time(1))),
            ]), .nonCanonical, at: 9),
        Breach(
            "a key twice", bytes("a36262795001010101010101010101010101010101" + "62627900" + "6274730a"),
            .nonCanonical, at: 21),
        Breach(
            "a byte after it", stamped(text("x")).encoded + [0], .malformed,
            at: stamped(text("x")).encoded.count),
    ]

    @Test("breaks a rule", arguments: breaches)
    func refuses(breach: Breach) {
        breach.expect { bytes throws(CBORError) in _ = try Stamped<Label>(decoding: bytes) }
        breach.expect { bytes throws(CBORError) in _ = try LWWRegister<Label>(decoding: bytes) }
    }

    @Test("has at most 65 536 bytes, its unknown keys included")
    func size() {
        func item(_ count: Int) -> CBORItem {
            let rest = stamped(text("x"), extra: [("zzz", .bytes([]))]).encoded.count - 1
            // Content that needs a head of three bytes.
            return stamped(
                text("x"), extra: [("zzz", .bytes([UInt8](repeating: 0, count: count - rest - 3)))])
        }
        #expect(item(65_536).encoded.count == 65_536 || item(65_536).encoded.count == 65_538)
        let fits = item(65_536 - (item(65_536).encoded.count - 65_536))
        #expect(fits.encoded.count == 65_536)
        #expect(throws: Never.self) { try Stamped<Label>(decoding: fits.encoded) }
        let tooLong = item(65_537 - (item(65_536).encoded.count - 65_536))
        #expect(tooLong.encoded.count == 65_537)
        Breach("65 537 bytes", tooLong, .limit, at: 0).expect { bytes throws(CBORError) in
            _ = try Stamped<Label>(decoding: bytes)
        }
    }

    @Test("is written with its three keys in order")
    func writes() throws {
        let value = try Stamped(newLabel("x"), by: id(1), ts: stamp(time(1)))
        #expect(value.encoded == stamped(text("x")).encoded)
        #expect(try Stamped<Label>(decoding: value.encoded) == value)
        let cleared = try Stamped<Label?>(nil, by: id(1), ts: stamp(time(1)))
        #expect(cleared.encoded == stamped(.simple(22)).encoded)
    }

    /// Ascending: time before device before bytes.
    static let ascending: [CBORItem] = [
        stamped(text("z"), by: 9, ts: "0000-01-01T00:00:00.000Z"),
        stamped(text("a"), by: 0), stamped(text("b"), by: 0), stamped(text("z"), by: 0),
        stamped(text("aa"), by: 0),
        stamped(text("a"), by: 1), stamped(text("a"), by: 1, extra: [("a", .unsigned(0))]),
        stamped(text("a"), by: 255),
        stamped(text("a"), by: 0, ts: time(2)), stamped(text("a"), by: 0, ts: "2026-03-04T05:06:08.000Z"),
        stamped(text("a"), by: 0, ts: "9999-12-31T23:59:59.999Z"),
    ]

    @Test("is ordered by ts, then by, then the bytes of the whole map, totally")
    func order() throws {
        // A map of four keys has a greater first byte than one of three.
        let values = try Self.ascending.map { try Stamped<Label>(decoding: $0.encoded) }
        for (i, left) in values.enumerated() {
            for (j, right) in values.enumerated() {
                #expect((left < right) == (i < j), "\(i) \(j)")
                #expect((left == right) == (i == j), "\(i) \(j)")
            }
        }
    }
}

@Suite("A last-writer-wins register")
struct LWWRegisterTests {
    private func register(_ item: CBORItem) throws -> LWWRegister<Label> {
        try LWWRegister(decoding: item.encoded)
    }

    @Test("keeps the greater of any two writes, in both orders")
    func greater() throws {
        let items = StampedTests.ascending
        for (i, left) in items.enumerated() {
            for (j, right) in items.enumerated() {
                let joined = try register(left).joined(with: register(right))
                #expect(joined.encoded == items[max(i, j)].encoded)
            }
        }
    }

    @Test(
        "CBaquero/delta-enabled-crdts#7, Convex-Dev/convex#641, pathosDev/actor-ts#950: two values of one instant and one device have one winner"
    )
    func oneInstantOneDevice() throws {
        let states = try ["b", "aa", "a"].map { try register(stamped(text($0))) }
        #expect(joinOfThree(states, \.encoded) == stamped(text("aa")).encoded)
    }

    @Test("calimero-network/core#2969: the all-zero device is a device like any other")
    func zeroDevice() throws {
        let states = try ["b", "aa", "a"].map { try register(stamped(text($0), by: 0)) }
        #expect(joinOfThree(states, \.encoded) == stamped(text("aa"), by: 0).encoded)
        let other = try register(stamped(text("a"), by: 1))
        #expect(joinOfThree(states.dropLast() + [other], \.encoded) == other.encoded)
    }

    @Test("KanishJebaMathewM/Truxify#11993: three writes, the last one between the others in time")
    func between() throws {
        let states = try [time(1), time(9), time(5)].map { try register(stamped(text($0), ts: $0)) }
        #expect(joinOfThree(states, \.encoded) == states[1].encoded)
    }

    @Test("vscarpenter/gsd-task-manager#446: an edit made having read a stamp from years ahead wins over it")
    func farAhead() throws {
        let ahead = try register(stamped(text("ahead"), by: 9, ts: "2062-01-01T00:00:00.000Z"))
        let ts = try StampTime.successor(of: ahead.current.ts, now: stamp(time(1)))
        let edit = LWWRegister(try Stamped(newLabel("mine"), by: id(0), ts: ts))
        #expect(ts.description == "2062-01-01T00:00:00.001Z")
        #expect(ahead.joined(with: edit) == edit)
        #expect(edit.joined(with: ahead) == edit)
    }

    @Test("a cleared register holds a null, which wins like any value")
    func cleared() throws {
        let written = try LWWRegister<Label?>(decoding: stamped(text("x"), ts: time(1)).encoded)
        let cleared = LWWRegister<Label?>(try Stamped(nil, by: id(1), ts: stamp(time(2))))
        #expect(written.joined(with: cleared).value == nil)
        #expect(written.joined(with: cleared).encoded == stamped(.simple(22), ts: time(2)).encoded)
    }

    @Test("who joins is not in the state: two replicas that joined each other have the same bytes")
    func noIdentity() throws {
        // heckj/CRDT takes over the other's identity.
        var (a, b) = (try register(stamped(text("a"), by: 1)), try register(stamped(text("b"), by: 2)))
        let (first, second) = (a, b)
        a.join(second)
        b.join(first)
        #expect(a.encoded == b.encoded)
    }

    @Test("the byte-level register chooses as the typed one does")
    func layout() throws {
        let items = StampedTests.ascending.map(\.encoded)
        for (i, left) in items.enumerated() {
            for (j, right) in items.enumerated() {
                #expect(LWWLayout.rightWins(left.span, right.span) == (i < j))
            }
        }
    }
}
