// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import Testing
import TestSupport

@Suite("Carried keys")
struct CarriedKeysTests {
    /// Ascending: what is no stamped map by its bytes, then stamped maps by their order.
    static let ascending: [CBORItem] = {
        let unstamped: [CBORItem] = [
            .unsigned(0), .unsigned(24), .negative(0), .bytes([1]), text("x"), .array([]), .map([]),
            // Not quite stamped maps.
            map([("by", .bytes(identifier(1))), ("ts", text(time(999)))]),
            map([("by", .bytes([1])), ("ts", text(time(999))), ("value", .unsigned(1))]),
            stamped(.unsigned(1), ts: "9999-12-31T23:59:59Z"),
            .tag(6, stamped(.unsigned(1), ts: time(999))), .array([stamped(.unsigned(1), ts: time(999))]),
            .simple(22), .simple(99), .float(of: 1),
        ]
        return unstamped.sorted { $0.encoded.lexicographicallyPrecedes($1.encoded) } + [
            // Whatever the value; unknown keys, too.
            stamped(.simple(22), by: 0, ts: "0000-01-01T00:00:00.000Z"),
            stamped(.float(of: 1.5), by: 9, ts: time(0)), stamped(.unsigned(0), by: 1),
            stamped(.unsigned(1), by: 1),
            stamped(.unsigned(1), by: 1, extra: [("zz", .unsigned(0))]), stamped(.unsigned(0), by: 2),
            stamped(.map([]), by: 0, ts: time(2)),
        ]
    }()

    @Test("a stamped map beats what is none, the greater of two stays, else the greater bytes")
    func order() {
        for (i, left) in Self.ascending.enumerated() {
            for (j, right) in Self.ascending.enumerated() {
                let (a, b) = (left.encoded, right.encoded)
                #expect(CarriedKeys.rightWins(a.span, b.span) == (i < j), "\(hex(a)) \(hex(b))")
            }
        }
    }

    @Test("a name has at most 256 bytes")
    func names() throws {
        try CarriedKeys.checkName(5..<5)
        try CarriedKeys.checkName(5..<261)
        do throws(CBORError) {
            try CarriedKeys.checkName(5..<262)
            Issue.record("accepted")
        } catch {
            #expect(error.errorClass == .limit)
            #expect(error.offset == 5)
        }
    }

    @Test("a value is any item of at most 65 536 bytes", arguments: [65_536, 65_537])
    func sizes(count: Int) {
        let input = [0x81] + CBORItem.bytes([UInt8](repeating: 0, count: count - 3)).encoded
        // A head of three bytes up to 65 535, of five above.
        let excess = input.count - 1 - count
        #expect(excess == 0)
        var reader = CBORReader(input.span)
        do throws(CBORError) {
            _ = try reader.enterArray()
            try CarriedKeys.checkValue(&reader)
            #expect(count == 65_536)
        } catch {
            #expect(count == 65_537)
            #expect(error.errorClass == .limit)
            #expect(error.offset == 1)
        }
    }

    @Test("quininer/cbor4ii#19: the least negative integer is a value like any other")
    func leastNegative() throws {
        let region = map([("zz", .negative(.max))])
        #expect(try RegionRegister(decoding: region.encoded).encoded == region.encoded)
    }
}
