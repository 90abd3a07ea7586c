// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import Testing

@Suite("The end of an item in bytes that come piece by piece")
struct StructuralEndTests {
    private func end(of bytes: [UInt8], from offset: Int = 0) throws -> Int? {
        try bytes.span.structuralEnd(ofItemAt: offset)
    }

    @Test("strings of every width of length, nested, end where they end, and nowhere before")
    func prefixes() throws {
        let long = [0x78, 30] + [UInt8](repeating: 0x61, count: 30)
        let longer = [0x59, 1, 44] + [UInt8](repeating: 0, count: 300)
        let item: [UInt8] = [0xa2, 0x01] + long + [0x02, 0x82] + longer + [0x43, 1, 2, 3]
        #expect(try end(of: item + [0x00]) == item.count)
        #expect(try end(of: [0x00] + item, from: 1) == item.count + 1)
        for count in item.indices {
            #expect(try end(of: Array(item[..<count])) == nil, "\(count) bytes")
        }
    }

    @Test("a length and a count that no memory has are bytes that have not come yet")
    func hugeLength() throws {
        for head: UInt8 in [0x5b, 0x7b, 0x9b, 0xbb] {
            let bytes = [head] + [UInt8](repeating: 0xff, count: 8)
            #expect(try end(of: bytes) == nil, "\(head)")
        }
        let most = [0x5b, 0x7f] + [UInt8](repeating: 0xff, count: 7)
        #expect(try end(of: most) == nil)
    }
}
