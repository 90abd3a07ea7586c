// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR

/// One canonical item, taken apart as far as it can be made smaller.
indirect enum CBORTree {
    case unsigned(UInt64)
    case text([UInt8])
    case array([CBORTree])
    case map([(key: [UInt8], value: CBORTree)])
    /// Everything else, as its bytes.
    case atom([UInt8])

    /// Nil for what is not canonical.
    init?(_ bytes: [UInt8]) {
        do throws(CBORError) {
            try CanonicalCBOR.check(bytes.span)
            var reader = CBORReader(bytes.span)
            self = try Self.read(&reader)
        } catch {
            return nil
        }
    }

    /// As deep as a checked item goes, so at most 32.
    private static func read(_ reader: inout CBORReader) throws(CBORError) -> CBORTree {
        switch try reader.peek() {
        case .unsigned: return .unsigned(try reader.readUnsigned())
        case .text: return .text(reader.bytes.extracting(try reader.readText()).copied())
        case .array:
            var elements: [CBORTree] = []
            for _ in 0..<(try reader.enterArray()) { elements.append(try read(&reader)) }
            reader.leave()
            return .array(elements)
        case .map:
            var entries: [(key: [UInt8], value: CBORTree)] = []
            var cursor = try reader.enterMap()
            while let key = try cursor.nextItem(&reader) {
                let bytes = reader.bytes.extracting(key).copied()
                entries.append((bytes, try read(&reader)))
            }
            reader.leave()
            return .map(entries)
        default: return .atom(reader.bytes.extracting(try reader.skipItem()).copied())
        }
    }

    var encoded: [UInt8] {
        var writer = CBORWriter()
        write(to: &writer)
        return writer.bytes
    }

    private func write(to writer: inout CBORWriter) {
        switch self {
        case .unsigned(let value): writer.writeUnsigned(value)
        case .text(let utf8): writer.writeText(utf8: utf8.span)
        case .atom(let bytes): writer.append(raw: bytes.span)
        case .array(let elements):
            writer.writeArrayHead(elements.count)
            for element in elements { element.write(to: &writer) }
        case .map(let entries):
            writer.writeMapHead(entries.count)
            for entry in entries {
                writer.append(raw: entry.key.span)
                entry.value.write(to: &writer)
            }
        }
    }

    /// The same item with one thing taken away, the largest steps first.
    var reductions: [CBORTree] {
        switch self {
        case .atom: return []
        case .unsigned(let value):
            return value == 0 ? [] : [.unsigned(0), .unsigned(value / 2), .unsigned(value - 1)]
        case .text(let utf8):
            return utf8.count > 1 ? [.text([0x61]), .text(Array(utf8.prefix(utf8.count / 2)))] : []
        case .array(let elements):
            var smaller: [CBORTree] = []
            // Ranges of an OR-set go in pairs.
            for count in [2, 1] where elements.count >= count {
                for index in 0...(elements.count - count) {
                    var rest = elements
                    rest.removeSubrange(index..<(index + count))
                    smaller.append(.array(rest))
                }
            }
            for (index, element) in elements.enumerated() {
                smaller += element.reductions.map { reduced in
                    var changed = elements
                    changed[index] = reduced
                    return .array(changed)
                }
            }
            return smaller
        case .map(let entries):
            var smaller: [CBORTree] = entries.indices.map { index in
                var rest = entries
                rest.remove(at: index)
                return .map(rest)
            }
            for (index, entry) in entries.enumerated() {
                smaller += entry.value.reductions.map { reduced in
                    var changed = entries
                    changed[index].value = reduced
                    return .map(changed)
                }
            }
            return smaller
        }
    }
}
