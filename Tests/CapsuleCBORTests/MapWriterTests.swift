// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import Testing
import TestSupport

@Suite("Writing")
struct MapWriterTests {
    @Test("a map that is gathered in any order is written in the one order")
    func anyOrder() {
        var generator = SeededGenerator(seed: propertySeed("gathered maps", 18))
        for round in 0..<500 {
            var keys = Set((0..<6).map { _ in String(decoding: generator.utf8(upTo: 3), as: UTF8.self) })
                .sorted()
            keys.shuffle(using: &generator)
            var map = CBORMap()
            #expect(map.isEmpty, "\(round)")
            for key in keys { map.put(key) { $0.writeUnsigned(1) } }
            let sorted = CBORItem.sortedMap(keys.map { .init(.text(Array($0.utf8)), .unsigned(1)) })
            // Keys that String holds for equal are two keys here.
            guard case .map(let entries) = sorted, entries.count == keys.count else { continue }
            #expect(map.encoded == sorted.encoded, "\(round)")
            #expect(refusal(of: map.encoded) == nil, "\(round)")
        }
    }

    @Test(
        "a count that is known only afterwards gives the same head",
        arguments: [0, 1, 23, 24, 255, 256, 65_536])
    func openContainer(count: Int) throws {
        for bound in [count, count + 1, 70_000] {
            var writer = CBORWriter()
            writer.writeText("before")
            let open = writer.beginContainer(major: 4, atMost: bound)
            for _ in 0..<count { writer.writeNull() }
            writer.end(open, count: count)
            var plain = CBORWriter()
            plain.writeText("before")
            plain.writeArrayHead(count)
            for _ in 0..<count { plain.writeNull() }
            #expect(writer.bytes == plain.bytes, "\(bound)")
        }
    }
}
