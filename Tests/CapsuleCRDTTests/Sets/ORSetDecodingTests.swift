// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import Testing
import TestSupport

@Suite("The encoding of an OR-set")
struct ORSetDecodingTests {
    static let last = Counter.last

    static let valid: [CBORItem] = [
        orSet(Row(1, [0, 0])), orSet(Row(1, [0, 0], [(0, text("a"))])),
        orSet(
            Row(
                1, [0, 3, 5, 9, 24, 300],
                [(0, text("a")), (3, text("b")), (5, text("a")), (24, text("zz")), (256, text("c"))])),
        orSet(Row(0, [7, 7]), Row(1, [0, 1], [(1, text("x"))]), Row(255, [0, 0], [(0, text("x"))])),
        orSet(Row(1, [last, last], [(last, text("a"))])), orSet(Row(1, [0, last])),
        orSet(Row(1, [0, 0], [(0, text(String(repeating: "a", count: 256)))])),
    ]

    @Test("is kept byte for byte", arguments: valid)
    func accepts(item: CBORItem) {
        expectCanonical(item) { bytes throws(CBORError) in
            // No bytes are a set that observed nothing, which a document leaves out.
            guard !bytes.isEmpty else { throw CBORError(.malformed, at: 0, "empty") }
            return try ORSet<Label>(decoding: bytes).encoded
        }
    }

    @Test("a set that observed nothing has no bytes")
    func empty() throws {
        #expect(ORSet<Label>().encoded == [])
        #expect(try ORSet<Label>(decoding: []) == ORSet<Label>())
        #expect(ORSet<Label>().elements == [])
        #expect(ORSet<Label>().adds.isEmpty)
        #expect(ORSet<Label>().context == CausalContext())
    }

    // The head of the map, the writer, the head of the pair, then the ranges.
    private static let ranges = 1 + 17 + 1

    private static func pair(_ observed: CBORItem, _ adds: CBORItem) -> CBORItem {
        .map([.init(.bytes(identifier(1)), .array([observed, adds]))])
    }

    private static func numbers(_ values: UInt64...) -> CBORItem { .array(values.map { .unsigned($0) }) }

    static let breaches: [Breach] = [
        Breach("not a map", .array([]), at: 0),
        Breach("an empty map", .map([]), at: 0),
        Breach("null", .simple(22), at: 0),
        Breach(
            "a writer that is a text",
            .map([.init(.text(identifier(1)), .array([numbers(0, 0), .map([])]))]), at: 1),
        Breach(
            "a writer of 15 bytes", .map([.init(.bytes([UInt8](repeating: 1, count: 15)), .array([]))]), at: 1
        ),
        Breach("a pair that is a map", .map([.init(.bytes(identifier(1)), .map([]))]), at: 18),
        Breach("a pair of one", .map([.init(.bytes(identifier(1)), .array([numbers(0, 0)]))]), at: 18),
        Breach(
            "a pair of three",
            .map([.init(.bytes(identifier(1)), .array([numbers(0, 0), .map([]), .map([])]))]), at: 18),
        Breach("ranges that are a map", pair(.map([]), .map([])), at: ranges),
        Breach("no range", pair(.array([]), .map([])), at: ranges),
        Breach("a bound without its other", pair(numbers(0), .map([])), at: ranges),
        Breach("three bounds", pair(numbers(0, 0, 2), .map([])), at: ranges),
        Breach(
            "a bound that is negative", pair(.array([.negative(0), .unsigned(0)]), .map([])), at: ranges + 1),
        Breach(
            "a bound that is a float", pair(.array([.unsigned(0), .float(of: 1)]), .map([])), at: ranges + 2),
        Breach("a bound that is null", pair(.array([.unsigned(0), .simple(22)]), .map([])), at: ranges + 2),
        Breach("a bound of 2^53", pair(numbers(0, last + 1), .map([])), at: ranges + 2),
        Breach(
            "smithy-lang/smithy-swift#1085: a bound of 2^64 - 1", pair(numbers(.max, .max), .map([])),
            at: ranges + 1),
        Breach("a range that ends before it begins", pair(numbers(2, 1), .map([])), at: ranges + 1),
        Breach("adjacent ranges", pair(numbers(0, 1, 2, 3), .map([])), at: ranges + 3),
        Breach("overlapping ranges", pair(numbers(0, 2, 2, 3), .map([])), at: ranges + 3),
        Breach("ranges out of order", pair(numbers(5, 5, 0, 0), .map([])), at: ranges + 3),
        Breach("a range twice", pair(numbers(0, 0, 0, 0), .map([])), at: ranges + 3),
        Breach("adds that are an array", pair(numbers(0, 0), .array([])), at: ranges + 3),
        Breach(
            "an add before the ranges", pair(numbers(1, 1), .map([.init(.unsigned(0), text("a"))])),
            at: ranges + 4),
        Breach(
            "an add between the ranges", pair(numbers(0, 0, 2, 2), .map([.init(.unsigned(1), text("a"))])),
            at: ranges + 6),
        Breach(
            "an add after the ranges", pair(numbers(0, 0), .map([.init(.unsigned(1), text("a"))])),
            at: ranges + 4),
        Breach(
            "a counter that is a text", pair(numbers(0, 0), .map([.init(text("a"), text("a"))])),
            at: ranges + 4),
        Breach(
            "a counter of 2^53", pair(numbers(0, last), .map([.init(.unsigned(last + 1), text("a"))])),
            at: ranges + 1 + 1 + 9 + 1),
        Breach(
            "an element of another type", pair(numbers(0, 0), .map([.init(.unsigned(0), .unsigned(1))])),
            at: ranges + 5),
        Breach("an empty label", pair(numbers(0, 0), .map([.init(.unsigned(0), text(""))])), at: ranges + 5),
        Breach(
            "a label of 257 bytes",
            pair(numbers(0, 0), .map([.init(.unsigned(0), text(String(repeating: "a", count: 257)))])),
            at: ranges + 5),
        Breach("writers out of order", orSetUnsorted([2, 1]), .nonCanonical, at: 1 + 22),
        Breach("a writer twice", orSetUnsorted([1, 1]), .nonCanonical, at: 1 + 22),
        Breach(
            "counters out of order",
            pair(numbers(0, 1), .map([.init(.unsigned(1), text("a")), .init(.unsigned(0), text("a"))])),
            .nonCanonical, at: ranges + 4 + 3),
        Breach(
            "a counter twice",
            pair(numbers(0, 1), .map([.init(.unsigned(0), text("a")), .init(.unsigned(0), text("a"))])),
            .nonCanonical, at: ranges + 4 + 3),
        Breach("a byte after it", orSet(Row(1, [0, 0])).encoded + [0], .malformed, at: 23),
    ]

    private static func orSetUnsorted(_ writers: [UInt8]) -> CBORItem {
        .map(writers.map { Row($0, [0, 0]).entry })
    }

    @Test("breaks a rule", arguments: breaches)
    func refuses(breach: Breach) {
        breach.expect { bytes throws(CBORError) in _ = try ORSet<Label>(decoding: bytes) }
    }

    @Test("an element has at most 65 536 bytes", arguments: [65_536, 65_537])
    func elementSize(count: Int) {
        let item = Self.pair(
            Self.numbers(0, 0), .map([.init(.unsigned(0), .bytes([UInt8](repeating: 0, count: count - 3)))]))
        if count == 65_536 {
            #expect(throws: Never.self) { try ORSet<AnyBytes>(decoding: item.encoded) }
        } else {
            Breach("too long", item, .limit, at: Self.ranges + 5).expect { bytes throws(CBORError) in
                _ = try ORSet<AnyBytes>(decoding: bytes)
            }
        }
    }
}

/// A byte string of any size, to see the limits of sets and registers.
struct AnyBytes: ORSetElement {
    let content: [UInt8]

    static func read(_ reader: inout CBORReader) throws(CBORError) -> AnyBytes {
        let range = try reader.readBytes()
        return AnyBytes(content: reader.bytes.extracting(range).copied())
    }

    func write(to writer: inout CBORWriter) { writer.writeBytes(content.span) }

    var matchKey: [UInt8] { encoded }

    static func matches(_ encoded: Span<UInt8>, _ key: [UInt8]) -> Bool { encoded.elementsEqual(key.span) }
}
