// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import FuzzSupport

/// A date and time read the plain way: parts by separators, days counted year by year.
private struct PlainTime: Equatable {
    var minute: Int
    var second: Int
    var nanosecond: Int

    init?(_ bytes: [UInt8], isStamp: Bool) {
        guard bytes.count <= (isStamp ? 24 : 40), bytes.count >= 20, bytes.allSatisfy({ $0 < 128 }) else {
            return nil
        }
        let text = bytes.map { Character(Unicode.Scalar($0)) }
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= text.count, text[range].allSatisfy({ ("0"..."9").contains($0) }) else {
                return nil
            }
            return Int(String(text[range]))
        }
        guard let year = number(0..<4), text[4] == "-", let month = number(5..<7), text[7] == "-",
            let day = number(8..<10), text[10] == "T" || (!isStamp && text[10] == "t"),
            let hour = number(11..<13), text[13] == ":", let minutes = number(14..<16), text[16] == ":",
            let seconds = number(17..<19), hour < 24, minutes < 60, (1...12).contains(month), day >= 1
        else { return nil }
        let leap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
        let lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard day <= lengths[month - 1] else { return nil }
        var rest = text[19...]
        nanosecond = 0
        if rest.first == "." {
            let digits = rest.dropFirst().prefix { ("0"..."9").contains($0) }
            guard (1...9).contains(digits.count), !isStamp || digits.count == 3 else { return nil }
            nanosecond = Int(String(digits).padded(to: 9)) ?? 0
            rest = rest.dropFirst(1 + digits.count)
        } else if isStamp {
            return nil
        }
        var offset = 0
        if rest.count == 1, rest.first == "Z" || (!isStamp && rest.first == "z") {
        } else {
            let start = rest.startIndex
            guard !isStamp, rest.count == 6, rest[start] == "+" || rest[start] == "-", rest[start + 3] == ":",
                let hours = number(start + 1..<start + 3), hours < 24,
                let minutes = number(start + 4..<start + 6), minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (rest[start] == "-" ? -1 : 1)
        }
        var days = 365 * year + (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400
        days += lengths[..<(month - 1)].reduce(0, +) + day - 1
        minute = days * 1_440 + hour * 60 + minutes - offset
        second = seconds
        guard minute >= 0, minute < 3_652_425 * 1_440 else { return nil }
        if second == 60, !isStamp, minute % 1_440 == 1_439 { return }
        guard second < 60 else { return nil }
    }
}

extension String {
    fileprivate func padded(to count: Int) -> String {
        self + String(repeating: "0", count: count - self.count)
    }
}

/// The two kinds of time against a plain reading; the seeded faults: any 60th second is taken, times compare
/// as texts.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe input(start, count)
    let halves = bytes.split(separator: UInt8(ascii: ","), maxSplits: 1, omittingEmptySubsequences: false)
        .map(Array.init)
    var read: [(Timestamp, PlainTime)] = []
    for half in halves {
        let plain = PlainTime(half, isStamp: false)
        let timestamp = Timestamp(half.span)
        if hasFault(1), timestamp == nil, half.contains(run: Array(":60".utf8)), half.count > 19,
            half[18] == 48
        {
            expect(plain != nil, "a timestamp is accepted exactly when the plain reading accepts it")
        }
        expect((timestamp == nil) == (plain == nil), "timestamps: \(String(decoding: half, as: UTF8.self))")
        if let timestamp, let plain {
            expect(timestamp.description.utf8.elementsEqual(half), "the text is kept")
            let instant = timestamp.instant
            expect(
                Int(instant.minute) == plain.minute && Int(instant.second) == plain.second
                    && Int(instant.nanosecond) == plain.nanosecond, "the instant is the plain one")
            read.append((timestamp, plain))
        }
        checkStamp(half)
    }
    if read.count == 2 {
        let (a, b) = (read[0].1, read[1].1)
        var earlier = read[0].0.instant < read[1].0.instant
        if hasFault(2) { earlier = read[0].0.description < read[1].0.description }
        expect(
            earlier == ((a.minute, a.second, a.nanosecond) < (b.minute, b.second, b.nanosecond)),
            "timestamps compare by instant")
    }
    return 0
}

private func checkStamp(_ bytes: [UInt8]) {
    let stamp = StampTime(bytes.span)
    expect((stamp == nil) == (PlainTime(bytes, isStamp: true) == nil), "stamp times")
    guard let stamp else { return }
    expect(stamp.description.utf8.elementsEqual(bytes), "a stamp time has one spelling")
    expect(StampTime(unixMilliseconds: stamp.unixMilliseconds) == stamp, "milliseconds give it back")
    let day = stamp.advanced(byMilliseconds: 86_400_000)
    if let day { expect(day.advanced(byMilliseconds: -86_400_000) == stamp, "a day on and back") }
    guard let next = try? StampTime.successor(of: stamp, now: stamp) else {
        expect(stamp == .last, "only the last has no successor")
        return
    }
    expect(
        next > stamp && next.description.utf8.lexicographicallyPrecedes(bytes) == false,
        "the successor is later")
    expect(StampTime(next.description) == next, "the successor is spelled right")
}
