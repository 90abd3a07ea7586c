// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import Testing
import TestSupport

@Suite("A timestamp is an RFC 3339 date-time")
struct TimestampTests {
    static let valid = [
        "2026-03-04T05:06:07Z", "2026-03-04t05:06:07z", "2026-03-04T05:06:07z", "2026-03-04t05:06:07Z",
        "2026-03-04T05:06:07+00:00", "2026-03-04T05:06:07-00:00", "2026-03-04T05:06:07+23:59",
        "2026-03-04T05:06:07-23:59", "2026-03-04T05:06:07+05:30", "2026-03-04T05:06:07.1Z",
        "2026-03-04T05:06:07.12Z", "2026-03-04T05:06:07.123Z", "2026-03-04T05:06:07.1234Z",
        "2026-03-04T05:06:07.12345Z", "2026-03-04T05:06:07.123456Z", "2026-03-04T05:06:07.1234567Z",
        "2026-03-04T05:06:07.12345678Z", "2026-03-04T05:06:07.123456789Z",
        "2026-03-04T05:06:07.000000000-12:34",
        "2016-12-31T23:59:60Z", "2016-12-31T23:59:60.999999999Z", "2017-01-01T00:59:60+01:00",
        "2016-12-31T15:59:60-08:00", "2016-12-31T23:59:60-00:00", "2026-03-04T23:59:60Z",
        "2026-03-05T05:29:60+05:30", "2000-02-29T00:00:00Z", "0000-02-29T00:00:00Z",
        "0000-01-01T00:00:00Z", "0000-01-01T23:59:00+23:59", "9999-12-31T23:59:59.999999999Z",
        "9999-12-31T23:59:60Z", "9999-12-31T00:00:59-23:59", "0000-01-01T00:00:00-23:59",
        "9999-12-31T23:59:59+00:01", "9999-12-31T23:00:60-00:59",
    ]

    @Test("valid, and kept as it is written", arguments: valid)
    func isValid(text: String) throws {
        #expect(try #require(Timestamp(text)).description == text)
        expectCanonical(.text(Array(text.utf8))) { bytes throws(CBORError) in
            var reader = CBORReader(bytes.span)
            try Timestamp.check(&reader)
            return try Timestamp(decoding: bytes).encoded
        }
    }

    static let invalid = [
        "", "2026-03-04", "2026-03-04T05:06:07", "2026-03-04T05:06Z", "2026-03-04 05:06:07Z",
        "2026-03-04_05:06:07Z", "20260304T050607Z", "2026-03-04T05:06:07.Z",
        "2026-03-04T05:06:07.1234567890Z",
        "2026-03-04T05:06:07,5Z", "2026-03-04T05:06:07+0000", "2026-03-04T05:06:07+00",
        "2026-03-04T05:06:07+00:0",
        "2026-03-04T05:06:07+24:00", "2026-03-04T05:06:07-24:00", "2026-03-04T05:06:07+00:60",
        "2026-03-04T05:06:07+1:00", "2026-03-04T05:06:07Z ", " 2026-03-04T05:06:07Z", "2026-03-04T05:06:07ZZ",
        "2026-03-04T05:06:07Z+00:00", "2026-03-04T24:00:00Z", "2026-03-04T05:60:07Z", "2026-03-04T05:06:61Z",
        "2026-03-04T05:06:60Z", "2016-12-31T23:58:60Z", "2016-12-31T23:59:60+01:00", "2017-01-01T00:59:60Z",
        "2016-12-31T22:59:60Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z",
        "2026-00-01T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-32T00:00:00Z",
        "0000-01-01T00:00:00+00:01", "0000-01-01T23:58:00+23:59", "9999-12-31T23:59:00-00:01",
        "9999-12-31T00:01:00-23:59", "10000-01-01T00:00:00Z", "-001-01-01T00:00:00Z", "02026-03-04T05:06:07Z",
        "2026-03-04T05:06:07\u{2212}01:00", "2026-03-04T05:06:0\u{667}Z", "2026-3-4T05:06:07Z",
        "2026-W10-3T05:06:07Z", "2026-063T05:06:07Z", "2026-03-04T5:06:07Z", "2026-03-04T05:06:07.5",
        "2026-03-04T05:06:07.-5Z", "2026-03-04T05:06:07.+5Z", "2026-03-04T05:06:07\u{0}Z",
        "2026-03-04T05:06:07.123456789+00:00Europe/X",
    ]

    @Test("invalid, at the text", arguments: invalid)
    func isInvalid(text: String) {
        #expect(Timestamp(text) == nil)
        let breach = Breach("invalid", .array([.text(Array(text.utf8))]), at: 1)
        breach.expect { bytes throws(CBORError) in
            var reader = CBORReader(bytes.span)
            _ = try reader.enterArray()
            _ = try Timestamp.read(&reader)
        }
        breach.expect { bytes throws(CBORError) in
            var reader = CBORReader(bytes.span)
            _ = try reader.enterArray()
            try Timestamp.check(&reader)
        }
    }

    @Test("no valid one is longer than 35 bytes, and the bound of 40 is looked at first")
    func size() {
        #expect(Timestamp.maximumSize == 40)
        #expect("2026-03-04T05:06:07.123456789+00:00".utf8.count == 35)
        for count in [36, 40, 41, 100_000] {
            #expect(
                Timestamp("2026-03-04T05:06:07." + String(repeating: "1", count: count - 21) + "Z") == nil)
        }
    }

    static let order: [(String, Int, String)] = [
        ("2026-03-04T19:01:00+02:00", -1, "2026-03-04T19:00:00-04:00"),  // pulsejet/memories#1495
        ("2026-03-04T05:06:07Z", 0, "2026-03-04t05:06:07z"),
        ("2026-03-04T05:06:07Z", 0, "2026-03-04T05:06:07-00:00"),
        ("2026-03-04T05:06:07Z", 0, "2026-03-04T06:06:07+01:00"),
        ("2026-03-04T05:06:07Z", 0, "2026-03-03T23:36:07-05:30"),
        ("2026-03-04T05:06:07Z", 0, "2026-03-04T05:06:07.000000000Z"),
        ("2026-03-04T05:06:07.5Z", 0, "2026-03-04T05:06:07.500Z"),
        ("2026-03-04T05:06:07.5Z", 1, "2026-03-04T05:06:07.499999999Z"),
        ("2026-03-04T05:06:07.000000001Z", 1, "2026-03-04T05:06:07Z"),
        ("2026-03-04T05:06:07.09Z", -1, "2026-03-04T05:06:07.1Z"),
        ("2016-12-31T23:59:60Z", 1, "2016-12-31T23:59:59.999999999Z"),
        ("2016-12-31T23:59:60.999999999Z", -1, "2017-01-01T00:00:00Z"),
        ("2016-12-31T23:59:60Z", 0, "2017-01-01T00:59:60+01:00"),
        ("2026-01-01T00:30:00+01:00", -1, "2025-12-31T23:45:00Z"),
        ("2024-02-29T23:30:00-01:00", 0, "2024-03-01T00:30:00Z"),
        ("0000-01-01T00:00:00Z", -1, "9999-12-31T23:59:59Z"),
        ("0000-01-01T23:59:00+23:59", 0, "0000-01-01T00:00:00Z"),
    ]

    @Test("instants compare, not texts", arguments: order)
    func compares(left: String, order: Int, right: String) throws {
        let (a, b) = (try #require(Timestamp(left)), try #require(Timestamp(right)))
        #expect((a.instant < b.instant) == (order < 0))
        #expect((b.instant < a.instant) == (order > 0))
        #expect((a.instant == b.instant) == (order == 0))
        // The text is what a timestamp is.
        #expect((a == b) == (left == right))
    }

    @Test("the offset is taken off, over random times and offsets")
    func offsets() throws {
        var generator = SeededGenerator(seed: propertySeed("timestamps", 32))
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        for _ in 0..<3_000 {
            let milliseconds = Int64.random(in: -62_100_000_000_000...253_402_000_000_000, using: &generator)
            let utc = try #require(StampTime(unixMilliseconds: milliseconds))
            let minutes = Int.random(in: -1_439...1_439, using: &generator)
            let local = try #require(utc.advanced(byMilliseconds: Int64(minutes) * 60_000))
            let sign = minutes < 0 ? "-" : "+"
            let offset = "\(sign)\(padded(abs(minutes) / 60)):\(padded(abs(minutes) % 60))"
            let a = try #require(Timestamp(utc.description))
            let b = try #require(Timestamp(String(local.description.dropLast()) + offset))
            #expect(a.instant == b.instant, "\(a) \(b)")
        }
    }

    @Test("is a text", arguments: ["f6", "1a69a7c3ef", "c11a69a7c3ef", "fb41d9000000000001"])
    func otherType(hex: String) {
        Breach("not a text", bytes(hex), at: 0).expect { bytes throws(CBORError) in
            _ = try Timestamp(decoding: bytes)
        }
    }
}
