// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT

extension Choices {
    /// One item of canonical CBOR of any kind, as an unknown value may be.
    ///
    /// - Parameter levels: how deep containers nest at most.
    public mutating func canonicalCBOR(levels: Int = 3) -> [UInt8] {
        var writer = CBORWriter()
        writeItem(levels: levels, to: &writer)
        return writer.bytes
    }

    private mutating func writeItem(levels: Int, to writer: inout CBORWriter) {
        switch below(levels > 0 ? 13 : 9) {
        case 0: writer.writeUnsigned(UInt64(below(3)))
        case 1: writer.writeUnsigned(word())
        case 2: writer.writeHead(major: 1, bool() ? .max : UInt64(below(300)))
        case 3: writer.writeBool(bool())
        case 4: writer.writeNull()
        case 5: writer.writeText(text())
        case 6: writer.writeBytes(bytes(below(20)).span)
        case 7: writer.writeFloat(float())
        // The simple values that have no meaning, 24 to 31 left out, which do not exist.
        case 8: writer.writeHead(major: 7, UInt64([23, 0, 19, 32, 255][below(5)]))
        case 9, 10:
            let count = below(4)
            writer.writeArrayHead(count)
            for _ in 0..<count { writeItem(levels: levels - 1, to: &writer) }
        case 11: writeMap(levels: levels - 1, to: &writer)
        default:
            writer.writeTag(bool() ? word() : UInt64(below(30)))
            writeItem(levels: levels - 1, to: &writer)
        }
    }

    private mutating func writeMap(levels: Int, to writer: inout CBORWriter) {
        if chance(3) {
            // A stamped map is what carried values are told apart by.
            writer.append(raw: stampedMap(bytes: canonicalCBOR(levels: 0)).span)
            return
        }
        var entries: [[UInt8]: [UInt8]] = [:]
        for _ in 0..<below(4) { entries[canonicalCBOR(levels: 0)] = canonicalCBOR(levels: levels) }
        writer.append(raw: Self.map(entries).span)
    }

    /// A float that is at an edge of one of the three widths, or any.
    mutating func float() -> Double {
        switch below(10) {
        case 0: 0
        case 1: -0.0
        case 2: 1.5
        case 3: 65_504
        case 4: 65_505
        case 5: 5.960_464_477_539_063e-8
        case 6: .infinity
        case 7: .nan
        case 8: 0.1
        default: Double(bitPattern: word())
        }
    }

    /// A stamped map of a value that is given encoded, at times with an unknown key.
    mutating func stampedMap(bytes value: [UInt8]) -> [UInt8] {
        var map = CBORMap()
        map.put("by", encoded: identifier(outOf: 2).encoded)
        map.put("ts", encoded: stampTime().encoded)
        map.put("value", encoded: value)
        if chance(10) { map.put("zz", encoded: [UInt8(below(4))]) }
        return map.encoded
    }

    /// The map of encoded keys and values, in the canonical order.
    static func map(_ entries: [[UInt8]: [UInt8]]) -> [UInt8] {
        var map = CBORMap()
        for (key, value) in entries { map.put(encodedKey: key, encoded: value) }
        return map.encoded
    }

    /// The encoding of a text.
    static func encodedText(_ text: String) -> [UInt8] {
        var writer = CBORWriter()
        writer.writeText(text)
        return writer.bytes
    }
}
