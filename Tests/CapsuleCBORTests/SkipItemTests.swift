// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import Testing
import TestSupport

@Suite("Walking over items that nobody asked about")
struct SkipItemTests {
    @Test("gives the range of the bytes of each of random items in a row")
    func ranges() throws {
        var generator = SeededGenerator(seed: propertySeed("skipped items", 15))
        for round in 0..<500 {
            let items = (0..<4).map { _ in CBORItem.random(using: &generator).encoded }
            let input = items.flatMap { $0 }
            var reader = CBORReader(input.span)
            for item in items {
                let start = reader.position
                let range = try reader.skipItem()
                #expect(range == start..<start + item.count, "\(round) \(item)")
                #expect(Array(input[range]) == item, "\(round) \(item)")
            }
            try reader.finish()
        }
    }

    @Test("gives the range of each value of a map, whatever it is")
    func mapValues() throws {
        let values = ["f6", "1bffffffffffffffff", "a2616101616202", "d8208100", "fb3ff199999999999a", "f8ff"]
        let input: [UInt8] =
            [0xa6]
            + values.enumerated().flatMap { index, value -> [UInt8] in
                [0x61, UInt8(0x61 + index)] + bytes(value)
            }
        var reader = CBORReader(input.span)
        var cursor = try reader.enterMap()
        var found: [String] = []
        while try cursor.nextText(&reader) != nil { found.append(hex(input[try reader.skipItem()])) }
        #expect(found == values)
        #expect(cursor.remaining == 0)
    }

    static let wanted: [(String, String)] = [
        ("unsigned", "20"), ("unsigned", "f6"), ("bytes", "60"), ("text", "40"), ("array", "a0"),
        ("map", "80"), ("bool", "f6"), ("bool", "f7"), ("bool", "f8ff"), ("bool", "00"), ("float", "00"),
        ("float", "f6"), ("float", "f5"), ("text", "6161"), ("bytes", "4161"),
    ]

    @Test("a typed read of another type is invalid at that item", arguments: wanted)
    func typedReads(type: String, hex: String) throws {
        let input = [0x81] + bytes(hex)
        var reader = CBORReader(input.span)
        _ = try reader.enterArray()
        do throws(CBORError) {
            switch type {
            case "unsigned": _ = try reader.readUnsigned()
            case "bytes": _ = try reader.readBytes(count: 2, "this")
            case "text": _ = try reader.readText(2...3, "this")
            case "array": _ = try reader.enterArray()
            case "map": _ = try reader.enterMap()
            case "bool": _ = try reader.readBool()
            default: _ = try reader.readFloat()
            }
            Issue.record("accepted")
        } catch {
            #expect(error.errorClass == .invalid)
            #expect(error.offset == 1)
        }
    }

    @Test(
        "a typed read of what is not canonical says so before it says another type is wanted",
        arguments: [
            ("1817", ErrorClass.nonCanonical), ("9fff", .nonCanonical), ("fa00000000", .nonCanonical),
            ("ff", .malformed), ("1c", .malformed), ("", .malformed), ("f814", .malformed),
        ])
    func classes(hex: String, errorClass: ErrorClass) {
        let input = bytes(hex)
        for type in 0..<6 {
            var reader = CBORReader(input.span)
            do throws(CBORError) {
                switch type {
                case 0: _ = try reader.readUnsigned()
                case 1: _ = try reader.readText()
                case 2: _ = try reader.enterArray()
                case 3: _ = try reader.enterMap()
                case 4: _ = try reader.readBool()
                default: _ = try reader.readFloat()
                }
                Issue.record("accepted")
            } catch {
                #expect(error.errorClass == errorClass, "\(type)")
                #expect(error.offset == 0, "\(type)")
            }
        }
    }

    @Test("a null is read only where one stands")
    func null() {
        let input = bytes("f6f7")
        var reader = CBORReader(input.span)
        let found = [reader.readNullIfPresent(), reader.readNullIfPresent()]
        let (position, remaining) = (reader.position, reader.remaining)
        #expect(found == [true, false])
        #expect(position == 1)
        #expect(remaining == 1)
    }
}
