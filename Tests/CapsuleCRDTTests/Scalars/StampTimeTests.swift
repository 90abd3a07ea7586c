// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import Testing
import TestSupport

@Suite("A stamp time has one spelling")
struct StampTimeTests {
    @Test(
        "valid",
        arguments: [
            "0000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z", "1970-01-01T00:00:00.000Z",
            "2000-02-29T12:34:56.789Z", "0000-02-29T00:00:00.000Z", "2024-02-29T23:59:59.999Z",
            "1600-02-29T00:00:00.001Z", "2026-04-30T00:00:00.000Z", "2026-12-31T00:00:00.000Z",
        ])
    func valid(text: String) throws {
        let time = try #require(StampTime(text))
        #expect(time.description == text)
        expectCanonical(.text(Array(text.utf8))) { bytes throws(CBORError) in
            try StampTime(decoding: bytes).encoded
        }
    }

    @Test(
        "invalid",
        arguments: [
            "", "2026-03-04", "2026-03-04T05:06:07Z", "2026-03-04T05:06:07.1Z", "2026-03-04T05:06:07.12Z",
            "2026-03-04T05:06:07.1234Z", "2026-03-04T05:06:07.123456789Z", "2026-03-04T05:06:07.123+00:00",
            "2026-03-04T05:06:07.123z", "2026-03-04t05:06:07.123Z", "2026-03-04 05:06:07.123Z",
            "2026-03-04T05:06:07,123Z", "2026-03-04T05:06:07.123 ", " 2026-03-04T05:06:07.12Z",
            "2026-03-04T05:06:07.123", "2026-03-04T05:06:07.123ZZ", "2026-00-04T05:06:07.123Z",
            "2026-13-04T05:06:07.123Z", "2026-03-00T05:06:07.123Z", "2026-03-32T05:06:07.123Z",
            "2026-04-31T05:06:07.123Z", "2026-02-29T05:06:07.123Z", "1900-02-29T05:06:07.123Z",
            "9999-02-29T05:06:07.123Z", "2100-02-29T05:06:07.123Z", "2026-03-04T24:00:00.000Z",
            "2026-03-04T05:60:07.123Z", "2026-12-31T23:59:60.000Z", "+026-03-04T05:06:07.123Z",
            "-026-03-04T05:06:07.123Z", "2026-3-004T05:06:07.123Z", "2026-03-04T5:006:07.123Z",
            "2O26-03-04T05:06:07.123Z", "2026-03-04T05:06:07.\u{661}Z", "\u{ff12}26-03-04T05:06:07.12Z",
            "2026/03/04T05:06:07.123Z", "2026-03-04T05.06.07.123Z", "2026-03-04T05:06:07.12aZ",
        ])
    func invalid(text: String) {
        #expect(StampTime(text) == nil)
        Breach("invalid", .array([.text(Array(text.utf8))]), at: 1).expect { bytes throws(CBORError) in
            var reader = CBORReader(bytes.span)
            _ = try reader.enterArray()
            _ = try StampTime.read(&reader)
        }
    }

    @Test("is a text", arguments: ["f6", "00", "5818" + String(repeating: "30", count: 24)])
    func otherType(hex: String) {
        Breach("not a text", bytes(hex), at: 0).expect { bytes throws(CBORError) in
            _ = try StampTime(decoding: bytes)
        }
    }

    private static let lastMilliseconds: Int64 = {
        // 10 000 years of the Gregorian calendar are 25 times 400, each of 146 097 days.
        25 * 146_097 * 86_400_000 - 1
    }()

    /// A stamp time a number of milliseconds after the first.
    private static func time(after milliseconds: Int64) -> StampTime? {
        stamp("0000-01-01T00:00:00.000Z").advanced(byMilliseconds: milliseconds)
    }

    @Test("the order of the bytes is the order in time, over random pairs near and far")
    func order() throws {
        var generator = SeededGenerator(seed: propertySeed("stamp times", 31))
        for _ in 0..<5_000 {
            let first = Int64.random(in: 0...Self.lastMilliseconds, using: &generator)
            let distance =
                Int64.random(in: 0...Int64.max, using: &generator)
                >> Int64.random(in: 23..<63, using: &generator)
            let second = min(Self.lastMilliseconds, first + distance)
            let (a, b) = (try #require(Self.time(after: first)), try #require(Self.time(after: second)))
            #expect((a < b) == (first < second))
            let (x, y) = (Array(a.description.utf8), Array(b.description.utf8))
            #expect(x.lexicographicallyPrecedes(y) == (first < second))
            #expect((a == b) == (x == y))
            // The text says the same point again.
            #expect(StampTime(a.description) == a)
        }
    }

    @Test(
        "every day of ordinary, leap and boundary years follows the one before",
        arguments: [
            0, 1, 4, 99, 100, 399, 400, 1582, 1899, 1900, 1970, 1999, 2000, 2024, 2026, 2100, 9996, 9999,
        ])
    func days(year: Int) throws {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let months = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        func padded(_ number: Int, _ width: Int) -> String {
            String(repeating: "0", count: width - String(number).count) + String(number)
        }
        var time = try #require(StampTime("\(padded(year, 4))-01-01T23:59:59.999Z"))
        for (month, days) in months.enumerated() {
            for day in 1...days {
                let expected = "\(padded(year, 4))-\(padded(month + 1, 2))-\(padded(day, 2))T23:59:59.999Z"
                #expect(time.description == expected)
                #expect(StampTime(expected) == time)
                if month == 11, day == 31 { break }
                time = try #require(time.advanced(byMilliseconds: 86_400_000))
            }
        }
        let next = time.advanced(byMilliseconds: 1)
        #expect(next?.description == (year == 9999 ? nil : "\(padded(year + 1, 4))-01-01T00:00:00.000Z"))
    }

    @Test(
        "counts milliseconds from 1970 as everybody does",
        arguments: [
            ("1970-01-01T00:00:00.000Z", 0), ("1970-01-01T00:00:00.001Z", 1),
            ("1969-12-31T23:59:59.999Z", -1), ("2001-09-09T01:46:40.000Z", 1_000_000_000_000),
            ("2038-01-19T03:14:08.000Z", 2_147_483_648_000),
            ("0000-01-01T00:00:00.000Z", -62_167_219_200_000),
            ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
            ("1900-03-01T00:00:00.000Z", -2_203_891_200_000),
        ] as [(String, Int64)])
    func unix(text: String, milliseconds: Int64) throws {
        #expect(StampTime(unixMilliseconds: milliseconds)?.description == text)
        #expect(stamp(text).unixMilliseconds == milliseconds)
    }

    @Test(
        "does not exist outside the years 0000 to 9999, and never wraps",
        arguments: [
            253_402_300_800_000, -62_167_219_200_001, .max, .min, .max - 1, .min + 1,
        ] as [Int64])
    func outside(milliseconds: Int64) {
        #expect(StampTime(unixMilliseconds: milliseconds) == nil)
        #expect(StampTime.last.advanced(byMilliseconds: max(1, milliseconds)) == nil)
        #expect(stamp("0000-01-01T00:00:00.000Z").advanced(byMilliseconds: min(-1, milliseconds)) == nil)
    }

    @Test(
        "the successor is the later of the clock and one millisecond after what was read",
        arguments: [
            (nil, "2026-03-04T05:06:07.008Z", "2026-03-04T05:06:07.008Z"),
            ("2026-03-04T05:06:07.008Z", "2026-03-04T05:06:07.007Z", "2026-03-04T05:06:07.009Z"),
            ("2026-03-04T05:06:07.008Z", "2026-03-04T05:06:07.008Z", "2026-03-04T05:06:07.009Z"),
            ("2026-03-04T05:06:07.008Z", "2026-03-04T05:06:07.009Z", "2026-03-04T05:06:07.009Z"),
            ("2026-03-04T05:06:07.008Z", "2027-03-04T05:06:07.009Z", "2027-03-04T05:06:07.009Z"),
            ("2099-12-31T23:59:59.999Z", "2026-03-04T05:06:07.009Z", "2100-01-01T00:00:00.000Z"),
            ("1999-12-31T23:59:59.999Z", "0000-01-01T00:00:00.000Z", "2000-01-01T00:00:00.000Z"),
            ("9999-12-31T23:59:59.998Z", "2026-03-04T05:06:07.009Z", "9999-12-31T23:59:59.999Z"),
            (nil, "9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
        ] as [(String?, String, String)])
    func successor(current: String?, now: String, expected: String) throws {
        let next = try StampTime.successor(of: current.map(stamp), now: stamp(now))
        #expect(next.description == expected)
    }

    @Test(
        "pathosDev/actor-ts#724: after the last stamp time there is a limit, whatever the clock says",
        arguments: [
            "0000-01-01T00:00:00.000Z", "2026-03-04T05:06:07.009Z", "9999-12-31T23:59:59.999Z",
        ])
    func exhausted(now: String) {
        do throws(CRDTError) {
            _ = try StampTime.successor(of: .last, now: stamp(now))
            Issue.record("accepted")
        } catch {
            #expect(error.errorClass == .limit)
        }
    }

    @Test(
        "every byte at every place is accepted exactly where the spelling has it",
        arguments: ["2026-03-04T05:06:07.123Z", "1999-12-29T19:59:59.999Z", "2024-02-28T23:09:50.000Z"])
    func everyByte(text: String) {
        for place in 0..<StampTime.size {
            for byte in UInt8.min...UInt8.max {
                var bytes = Array(text.utf8)
                bytes[place] = byte
                #expect(
                    (StampTime(bytes.span) != nil) == StampTimeReferee.accepts(bytes),
                    "byte \(byte) at \(place)")
            }
        }
    }

    @Test("pairs of neighbours that carry between bytes are accepted exactly where the spelling has them")
    func neighbours() {
        let text = Array("2026-03-04T05:06:07.123Z".utf8)
        for place in 0..<StampTime.size - 1 {
            for first in [UInt8(0x2f), 0x30, 0x39, 0x3a, 0x80, 0xb0, 0xff] {
                for second in UInt8.min...UInt8.max {
                    var bytes = text
                    (bytes[place], bytes[place + 1]) = (first, second)
                    #expect(
                        (StampTime(bytes.span) != nil) == StampTimeReferee.accepts(bytes),
                        "bytes \(first) and \(second) at \(place)")
                }
            }
        }
    }
}
