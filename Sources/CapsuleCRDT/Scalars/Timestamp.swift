// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR

/// When a camera or a person says something happened: an RFC 3339 `date-time`, kept as it was written.
///
/// Never used to order writes. Equal when the texts are; `instant` is what is compared in time.
/// The rules are those of SPEC section 2.
public struct Timestamp: Hashable, Sendable, CustomStringConvertible {
    /// The longest text, in bytes.
    public static let maximumSize = 40

    private let utf8: [UInt8]
    /// The point in time that the text names.
    public let instant: Instant

    /// A point in time, comparable whatever the offset it was written in.
    public struct Instant: Hashable, Comparable, Sendable {
        /// Minutes since 0000-01-01T00:00Z.
        public let minute: Int64
        /// 0 to 60; 60 is a leap second.
        public let second: UInt8
        /// 0 to 999 999 999.
        public let nanosecond: UInt32

        /// Orders in time; a leap second comes after second 59 of its minute.
        public static func < (left: Instant, right: Instant) -> Bool {
            (left.minute, left.second, left.nanosecond) < (right.minute, right.second, right.nanosecond)
        }
    }

    /// Reads the bytes of a text, or gives nil when it is not a timestamp.
    public init?(_ text: Span<UInt8>) {
        guard let instant = Self.parse(text) else { return nil }
        self.instant = instant
        utf8 = text.copied()
    }

    /// Reads a text, or gives nil when it is not a timestamp.
    public init?(_ text: String) {
        self.init(Array(text.utf8).span)
    }

    /// A stamp time, whose text is a timestamp as it stands.
    public init(_ stamp: StampTime) {
        utf8 = Array(stamp.description.utf8)
        instant = Instant(
            minute: stamp.milliseconds / 60_000, second: UInt8(stamp.milliseconds / 1_000 % 60),
            nanosecond: UInt32(stamp.milliseconds % 1_000) * 1_000_000)
    }

    /// The text as it was written.
    public var description: String { String(decoding: utf8, as: UTF8.self) }

    /// The instant that a text names, or nil when it is not a timestamp.
    package static func parse(_ text: Span<UInt8>) -> Instant? {
        guard text.count <= maximumSize else { return nil }
        var fields = ASCIIFields(text)
        guard let (localMinute, second) = fields.dateTime(lowercase: true, lastSecond: 60) else { return nil }
        var nanosecond = 0
        if fields.skip(".") {
            var digits = 0
            while let digit = fields.digits(1) {
                digits += 1
                guard digits <= 9 else { return nil }
                nanosecond = nanosecond * 10 + digit
            }
            guard digits > 0 else { return nil }
            for _ in digits..<9 { nanosecond *= 10 }
        }
        guard let offset = offset(&fields), fields.isAtEnd else { return nil }
        let minute = localMinute - offset
        guard minute >= 0, minute < CivilDate.endDay * 1_440 else { return nil }
        if second == 60 {
            guard minute % 1_440 == 1_439 else { return nil }
        }
        return Instant(minute: Int64(minute), second: UInt8(second), nanosecond: UInt32(nanosecond))
    }

    /// The offset from UTC in minutes.
    private static func offset(_ fields: inout ASCIIFields) -> Int? {
        if fields.skip("Zz") { return 0 }
        let negative = fields.next == UInt8(ascii: "-")
        guard fields.skip("+-"), let hours = fields.digits(2), hours <= 23, fields.skip(":"),
            let minutes = fields.digits(2), minutes <= 59
        else { return nil }
        return (hours * 60 + minutes) * (negative ? -1 : 1)
    }
}

extension Timestamp: CanonicalValue {
    private static let reason =
        "a timestamp is an RFC 3339 date-time of at most 40 bytes whose UTC form lies in the years 0000 to 9999"

    /// Reads a text that is a timestamp.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> Timestamp {
        let start = reader.position
        let range = try reader.readText()
        guard let timestamp = Timestamp(reader.bytes.extracting(range)) else {
            throw CBORError(.invalid, at: start, reason)
        }
        return timestamp
    }

    /// Checks a text without keeping it.
    public static func check(_ reader: inout CBORReader) throws(CBORError) {
        let start = reader.position
        let range = try reader.readText()
        guard parse(reader.bytes.extracting(range)) != nil else {
            throw CBORError(.invalid, at: start, reason)
        }
    }

    /// Writes the text as it was.
    public func write(to writer: inout CBORWriter) {
        writer.writeText(utf8: utf8.span)
    }
}
