// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import Testing
import TestSupport

/// A key is read in one word where the input goes on for long enough, else byte by byte.
///
/// What follows an item decides which, so each case is read both ways.
@Suite("A short key is read in one word as it is read byte by byte")
struct ShortKeyTests {
    private enum Outcome: Equatable {
        case accepted(keys: [Range<Int>])
        case refused(CBORError)
    }

    /// Reads a map of texts to small integers, and gives the ranges of the keys.
    private static func outcome(_ bytes: [UInt8]) -> Outcome {
        var keys: [Range<Int>] = []
        var reader = CBORReader(bytes.span)
        do throws(CBORError) {
            var cursor = try reader.enterMap()
            while let key = try cursor.nextText(&reader) {
                keys.append(key)
                _ = try reader.readUnsigned()
            }
            reader.leave()
            return .accepted(keys: keys)
        } catch {
            return .refused(error)
        }
    }

    @Test("of every length up to 30, with every byte at every place", arguments: 0...30)
    func everyByte(length: Int) {
        for place in 0..<max(1, length) {
            for byte in UInt8.min...UInt8.max {
                var text = [UInt8](repeating: 0x61, count: length)
                if length > 0 { text[place] = byte }
                let head: [UInt8] = length < 24 ? [0x60 | UInt8(length)] : [0x78, UInt8(length)]
                let bytes = [0xa1] + head + text + [0]
                let valid = Array(String(decoding: text, as: UTF8.self).utf8) == text
                let outcome = Self.outcome(bytes + [UInt8](repeating: 0, count: 64))
                let content = 1 + head.count..<1 + head.count + length
                #expect((outcome == .accepted(keys: [content])) == valid, "byte \(byte) at \(place)")
                #expect(Self.outcome(bytes) == outcome, "byte \(byte) at \(place)")
            }
        }
    }

    @Test("two keys are held to their order wherever they differ", arguments: 0...24, 0...24)
    func order(first: Int, second: Int) {
        func text(_ length: Int, _ place: Int?, _ byte: UInt8) -> [UInt8] {
            var text = [UInt8](repeating: 0x6d, count: length)
            if let place, place < length { text[place] = byte }
            return (length < 24 ? [0x60 | UInt8(length)] : [0x78, UInt8(length)]) + text
        }
        for place in 0..<max(first, 1) {
            for byte: UInt8 in [0x00, 0x6c, 0x6d, 0x6e, 0x7f] {
                let (left, right) = (text(first, place, byte), text(second, nil, 0))
                let bytes = [0xa2] + left + [0] + right + [0]
                let outcome = Self.outcome(bytes + [UInt8](repeating: 0, count: 64))
                let ascends = left.lexicographicallyPrecedes(right)
                switch outcome {
                case .accepted: #expect(ascends, "\(left) before \(right)")
                case .refused(let error):
                    #expect(!ascends, "\(left) before \(right)")
                    #expect(error.errorClass == .nonCanonical && error.offset == 1 + left.count + 1)
                }
                #expect(Self.outcome(bytes) == outcome, "\(left) before \(right)")
            }
        }
    }
}
