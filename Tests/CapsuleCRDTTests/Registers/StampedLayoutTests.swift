// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import Testing
import TestSupport

@Suite("The parts of a stamped map")
struct StampedLayoutTests {
    private static let values: [CBORItem] = [
        .unsigned(5), .simple(22), text("a caption"), .array([.unsigned(1), text("x")]),
        .bytes([UInt8](repeating: 7, count: 300)),
    ]

    @Test(
        "lie where reading found them, whatever keys there are besides and wherever the map stands",
        arguments: [
            [], [("a", CBORItem.unsigned(1))], [("zz", .unsigned(1))], [("value2", .unsigned(1))],
            [("a", .simple(22)), ("later", .array([.unsigned(1)]))],
        ] as [[(String, CBORItem)]])
    func places(extra: [(String, CBORItem)]) throws {
        for value in Self.values {
            let map = stamped(value, by: 0xb5, ts: time(7), extra: extra).encoded
            for before in [0, 1, 40] {
                let bytes = [UInt8](repeating: 0, count: before) + map + [0]
                var reader = CBORReader(bytes.span, at: before)
                let read = try StampedLayout.read(&reader) { (reader: inout CBORReader) throws(CBORError) in
                    try reader.skipItem()
                }
                let found = StampedLayout(unchecked: bytes.span, at: before)
                #expect(found.range == read.range)
                #expect(found.by == read.by)
                #expect(found.ts == read.ts)
                #expect(found.value == read.value)
                #expect(found.unknownKeys == extra.count)
                #expect(StampedLayout.value(unchecked: bytes.span, at: before) == read.value.lowerBound)
                #expect(Array(bytes[found.value]) == value.encoded)
            }
        }
    }
}
