// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR

/// The time of a write, to the millisecond, in its one spelling `YYYY-MM-DDTHH:MM:SS.mmmZ` (SPEC section 2).
///
/// Its order in time is the bytewise order of its text. Years 0000 to 9999.
public struct StampTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// How many bytes the text has.
    public static let size = 24
    /// The last stamp time there is.
    public static let last = StampTime(
        milliseconds: Int64(CivilDate.endDay) * 86_400_000 - 1)

    /// Milliseconds since 0000-01-01T00:00:00.000Z.
    let milliseconds: Int64

    /// The caller knows that the number is one of the years 0000 to 9999.
    init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Reads the 24 bytes of the text, or gives nil when they are not a stamp time.
    public init?(_ text: Span<UInt8>) {
        guard text.count == Self.size else { return nil }
        var fields = ASCIIFields(text)
        guard let (minute, _) = fields.dateTime(lowercase: false, lastSecond: 59),
            let rest = ASCIITemplate.secondToEnd.fields(text.bigEndianWord(at: 16))
        else { return nil }
        let thousandths = rest.pair(at: 1) * 1_000 + rest.digit(at: 4) * 100 + rest.pair(at: 5)
        milliseconds = Int64(minute) * 60_000 + Int64(thousandths)
    }

    /// Reads the text, or gives nil when it is not a stamp time.
    public init?(_ text: String) {
        self.init(Array(text.utf8).span)
    }

    /// The stamp time a number of milliseconds after 1970-01-01T00:00:00.000Z, or nil outside the years.
    public init?(unixMilliseconds: Int64) {
        let (sum, overflow) = unixMilliseconds.addingReportingOverflow(Self.unixEpoch)
        guard !overflow, sum >= 0, sum <= Self.last.milliseconds else { return nil }
        milliseconds = sum
    }

    /// Milliseconds since 1970-01-01T00:00:00.000Z.
    public var unixMilliseconds: Int64 { milliseconds - Self.unixEpoch }

    private static let unixEpoch = Int64(CivilDate.day(year: 1970, month: 1, day: 1)) * 86_400_000

    /// The stamp time a number of milliseconds later, or nil outside the years.
    public func advanced(byMilliseconds distance: Int64) -> StampTime? {
        let (sum, overflow) = milliseconds.addingReportingOverflow(distance)
        guard !overflow, sum >= 0, sum <= Self.last.milliseconds else { return nil }
        return StampTime(milliseconds: sum)
    }

    /// The stamp of a write that was made having read another (SPEC section 3, writing rule).
    ///
    /// - Parameters:
    ///   - current: the stamp that was read, nil when there was none.
    ///   - now: the writer's clock.
    /// - Returns: the later of the clock and one millisecond after what was read.
    /// - Throws: `limit` when no later stamp time is left.
    public static func successor(of current: StampTime?, now: StampTime) throws(CRDTError) -> StampTime {
        guard let current else { return now }
        guard let next = current.advanced(byMilliseconds: 1) else {
            throw CRDTError(
                .limit, "the current value has the last stamp time there is, so no write can follow it")
        }
        return max(next, now)
    }

    /// Orders by time, which is the order of the texts' bytes.
    public static func < (left: StampTime, right: StampTime) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The 24 characters.
    public var description: String {
        var writer = CBORWriter()
        appendText(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Appends the 24 bytes of the text.
    private func appendText(to writer: inout CBORWriter) {
        let date = CivilDate.date(day: Int(milliseconds / 86_400_000))
        let rest = Int(milliseconds % 86_400_000)
        writer.append(decimal: date.year, digits: 4)
        writer.append(ascii: "-")
        writer.append(decimal: date.month, digits: 2)
        writer.append(ascii: "-")
        writer.append(decimal: date.day, digits: 2)
        writer.append(ascii: "T")
        writer.append(decimal: rest / 3_600_000, digits: 2)
        writer.append(ascii: ":")
        writer.append(decimal: rest / 60_000 % 60, digits: 2)
        writer.append(ascii: ":")
        writer.append(decimal: rest / 1_000 % 60, digits: 2)
        writer.append(ascii: ".")
        writer.append(decimal: rest % 1_000, digits: 3)
        writer.append(ascii: "Z")
    }
}

extension StampTime: CanonicalValue {
    /// Reads a text in the one spelling.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> StampTime {
        let start = reader.position
        let range = try reader.readText()
        guard let time = StampTime(reader.bytes.extracting(range)) else {
            throw CBORError(
                .invalid, at: start,
                "a stamp time is spelled YYYY-MM-DDTHH:MM:SS.mmmZ and is a real date and time")
        }
        return time
    }

    /// Writes the text.
    public func write(to writer: inout CBORWriter) {
        writer.writeHead(major: 3, UInt64(Self.size))
        appendText(to: &writer)
    }
}
