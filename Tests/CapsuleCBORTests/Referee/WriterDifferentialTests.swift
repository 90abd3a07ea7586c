// SPDX-License-Identifier: Apache-2.0

import CLibCBOR
import CapsuleCBOR
import Testing
import TestSupport

@Suite("The writer against libcbor's encoder of heads")
struct WriterDifferentialTests {
    static let edges: [UInt64] =
        (0..<64).flatMap { shift -> [UInt64] in
            let power: UInt64 = 1 << UInt64(shift)
            return [power - 1, power, power + 1]
        } + [23, 24, 25, .max - 1, .max]

    /// The head that the writer makes, and the one that libcbor makes, by major type.
    private func heads(major: UInt8, _ argument: UInt64) -> (ours: [UInt8], theirs: [UInt8]) {
        var writer = CBORWriter()
        let theirs: [UInt8]
        switch major {
        case 0:
            writer.writeUnsigned(argument)
            theirs = unsafe LibCBOR.encoded { unsafe cbor_encode_uint(argument, $0, $1) }
        case 1:
            CBORItem.negative(argument).write(to: &writer)
            theirs = unsafe LibCBOR.encoded { unsafe cbor_encode_negint(argument, $0, $1) }
        case 2:
            writer.writeHead(major: 2, argument)
            theirs = unsafe LibCBOR.encoded { unsafe cbor_encode_bytestring_start(Int(argument), $0, $1) }
        case 3:
            writer.writeHead(major: 3, argument)
            theirs = unsafe LibCBOR.encoded { unsafe cbor_encode_string_start(Int(argument), $0, $1) }
        case 4:
            writer.writeArrayHead(Int(argument))
            theirs = unsafe LibCBOR.encoded { unsafe cbor_encode_array_start(Int(argument), $0, $1) }
        case 5:
            writer.writeMapHead(Int(argument))
            theirs = unsafe LibCBOR.encoded { unsafe cbor_encode_map_start(Int(argument), $0, $1) }
        default:
            writer.writeTag(argument)
            theirs = unsafe LibCBOR.encoded { unsafe cbor_encode_tag(argument, $0, $1) }
        }
        return (writer.bytes, theirs)
    }

    @Test("the head of every major type, at every power of two and at random", arguments: UInt8(0)...6)
    func head(major: UInt8) {
        var generator = SeededGenerator(seed: propertySeed("heads of major type \(major)", 25))
        let arguments = Self.edges + (0..<5_000).map { _ in generator.argument() }
        for argument in arguments where !(2...5).contains(major) || argument <= UInt64(Int.max) {
            let (ours, theirs) = heads(major: major, argument)
            #expect(ours == theirs, "\(argument)")
        }
    }

    @Test("byte strings and texts, head and content")
    func strings() {
        for count in [0, 1, 23, 24, 255, 256, 65_535, 65_536] {
            let content = [UInt8](repeating: 0x61, count: count)
            var writer = CBORWriter()
            writer.writeBytes(content.span)
            let bytesHead = unsafe LibCBOR.encoded { unsafe cbor_encode_bytestring_start(count, $0, $1) }
            #expect(writer.bytes == bytesHead + content, "\(count)")
            let textHead = unsafe LibCBOR.encoded { unsafe cbor_encode_string_start(count, $0, $1) }
            var utf8 = CBORWriter()
            utf8.writeText(utf8: content.span)
            #expect(utf8.bytes == textHead + content, "\(count)")
            var text = CBORWriter()
            text.writeText(String(decoding: content, as: UTF8.self))
            #expect(text.bytes == textHead + content, "\(count)")
        }
    }

    @Test("true, false, null and undefined are written as libcbor writes them")
    func constants() {
        var writer = CBORWriter()
        writer.writeBool(true)
        writer.writeBool(false)
        writer.writeNull()
        CBORItem.simple(23).write(to: &writer)
        let theirs = unsafe [
            LibCBOR.encoded { unsafe cbor_encode_bool(true, $0, $1) },
            LibCBOR.encoded { unsafe cbor_encode_bool(false, $0, $1) },
            LibCBOR.encoded { unsafe cbor_encode_null($0, $1) },
            LibCBOR.encoded { unsafe cbor_encode_undef($0, $1) },
        ]
        #expect(writer.bytes == theirs.flatMap { $0 })
    }

    @Test("floats: libcbor's encoder of the width that the writer chose gives the same bytes")
    func floats() {
        var generator = SeededGenerator(seed: propertySeed("written floats", 26))
        for _ in 0..<10_000 {
            let value = generator.double()
            // libcbor 0.8 drops bits of a subnormal half; the exhaustive test of the halves has those.
            if value != 0, value.magnitude < 0x1p-14, value.magnitude >= 0x1p-24 { continue }
            var writer = CBORWriter()
            writer.writeFloat(value)
            let theirs =
                switch writer.bytes[0] {
                case 0xf9: unsafe LibCBOR.encoded { unsafe cbor_encode_half(Float(value), $0, $1) }
                case 0xfa: unsafe LibCBOR.encoded { unsafe cbor_encode_single(Float(value), $0, $1) }
                default: unsafe LibCBOR.encoded { unsafe cbor_encode_double(value, $0, $1) }
                }
            #expect(writer.bytes == theirs, "\(value)")
        }
    }
}
