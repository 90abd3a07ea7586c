// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR

/// Dates of the proleptic Gregorian calendar, years 0000 to 9999 (RFC 3339 section 5.7).
enum CivilDate {
    /// The first day after 9999-12-31, counted from 0000-01-01.
    static let endDay = day(year: 10_000, month: 1, day: 1)

    /// How many days a month has; 0 for a month that does not exist.
    static func daysInMonth(year: Int, month: Int) -> Int {
        switch month {
        case 1, 3, 5, 7, 8, 10, 12: 31
        case 4, 6, 9, 11: 30
        case 2: isLeap(year) ? 29 : 28
        default: 0
        }
    }

    /// The number of days since 0000-01-01.
    static func day(year: Int, month: Int, day: Int) -> Int {
        // Years counted from March put the leap day last, which makes the months regular.
        let shifted = month <= 2 ? year + 399 : year + 400
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear
        return days - epochShift
    }

    // The day number of 0000-01-01 in years counted from March -0400.
    private static let epochShift = 365 * 399 + 399 / 4 - 399 / 100 + (153 * 10 + 2) / 5

    /// The date of a day counted from 0000-01-01.
    static func date(day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + epochShift
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 - 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }
}

/// Reads fixed-width ASCII fields.
struct ASCIIFields: ~Escapable {
    let bytes: Span<UInt8>
    private(set) var position = 0

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    /// The next byte without reading it.
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// A number of exactly so many decimal digits.
    @_lifetime(self: copy self)
    mutating func digits(_ count: Int) -> Int? {
        guard bytes.count - position >= count else { return nil }
        var value = 0
        for _ in 0..<count {
            let digit = bytes[position]
            guard (48...57).contains(digit) else { return nil }
            value = value * 10 + Int(digit - 48)
            position += 1
        }
        return value
    }

    /// Reads one of the given bytes.
    @_lifetime(self: copy self)
    mutating func skip(_ wanted: StaticString) -> Bool {
        guard let next else { return false }
        // A static string's bytes live as long as the program.
        let choices = unsafe UnsafeBufferPointer(start: wanted.utf8Start, count: wanted.utf8CodeUnitCount)
        guard unsafe choices.contains(next) else { return false }
        position += 1
        return true
    }

    /// `YYYY-MM-DD`, `T`, `HH:MM:SS`; the date is a real one, the second at most a bound.
    ///
    /// - Parameter lowercase: whether the separator may be `t`, too.
    @_lifetime(self: copy self)
    mutating func dateTime(lowercase: Bool, lastSecond: Int) -> (minute: Int, second: Int)? {
        guard bytes.count - position >= 19 else { return nil }
        // Eight bytes at a time, each of which must be what the template has there.
        var dayToMinute = bytes.bigEndianWord(at: position + 8)
        if lowercase, bytes[position + 10] == UInt8(ascii: "t") { dayToMinute ^= 0x20 &<< 40 }
        guard let date = ASCIITemplate.yearAndMonth.fields(bytes.bigEndianWord(at: position)),
            let time = ASCIITemplate.dayToMinute.fields(dayToMinute)
        else { return nil }
        position += 16
        guard skip(":"), let second = digits(2), second <= lastSecond else { return nil }
        let (year, month) = (date.pair(at: 0) * 100 + date.pair(at: 2), date.pair(at: 5))
        let (day, hour, minute) = (time.pair(at: 0), time.pair(at: 3), time.pair(at: 6))
        guard day >= 1, day <= CivilDate.daysInMonth(year: year, month: month), hour <= 23, minute <= 59
        else {
            return nil
        }
        let days = CivilDate.day(year: year, month: month, day: day)
        return ((days * 24 + hour) * 60 + minute, second)
    }
}
