// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import Foundation
import Testing

/// What must hold for any text.
///
/// The seed comes from CAPSULE_SEED, or is new each time, and stands in a failure.
@Suite("The normal form of any text")
struct NormalFormPropertyTests {
    static let seed: UInt64 = {
        let given = ProcessInfo.processInfo.environment["CAPSULE_SEED"].flatMap { UInt64($0) }
        let seed = given ?? UInt64.random(in: 0...UInt64.max)
        print("CAPSULE_SEED=\(seed)")
        return seed
    }()

    static let texts = 3_000

    private let nfd = Dictionary(uniqueKeysWithValues: NFCFacts.changing.map { ($0.scalar, $0.nfd) })
    private let classes = Dictionary(
        uniqueKeysWithValues: NFCFacts.marks.map { ($0.scalar, $0.combiningClass) })

    /// Runs a check on random texts and lists those that fail it.
    private func failures(_ count: Int = texts, _ check: (inout SplitMix64, [UInt32]) -> Bool) -> [String] {
        var random = SplitMix64(seed: Self.seed)
        return (0..<count).compactMap { _ in
            let text = random.text()
            return check(&random, text) ? nil : hex(text)
        }
    }

    /// Puts decompositions in the place of some or all scalars, one level at once: canonically the same text.
    private func decompose(_ text: [UInt32], oneIn odds: Int, _ random: inout SplitMix64) -> [UInt32] {
        text.flatMap { scalar -> [UInt32] in
            guard random.next(odds) == 0 else { return [scalar] }
            if (0xAC00...0xD7A3).contains(scalar) {
                let index = scalar - 0xAC00
                let tail = index % 28
                return [0x1100 + index / 588, 0x1161 + index / 28 % 21] + (tail == 0 ? [] : [0x11A7 + tail])
            }
            return nfd[scalar] ?? [scalar]
        }
    }

    /// Swaps neighbouring marks of different classes, some of them and again and again: canonically the same text.
    private func reorder(_ text: [UInt32], _ random: inout SplitMix64) -> [UInt32] {
        var text = text
        for _ in 0..<text.count * 2 where text.count > 1 {
            let index = random.next(text.count - 1)
            if let first = classes[text[index]], let second = classes[text[index + 1]], first != second {
                text.swapAt(index, index + 1)
            }
        }
        return text
    }

    @Test("is its own normal form, and is said to be")
    func idempotent() {
        #expect(
            failures { _, text in
                let once = label(utf8(text))
                return label(once) == once && isNormal(once)
            } == [], "CAPSULE_SEED=\(Self.seed)")
    }

    @Test("is said to be normal exactly when normalising changes nothing")
    func check() {
        #expect(
            failures { _, text in isNormal(utf8(text)) == (label(utf8(text)) == utf8(text)) } == [],
            "CAPSULE_SEED=\(Self.seed)")
    }

    @Test("is that of its full decomposition")
    func decomposed() {
        #expect(
            failures { random, text in label(utf8(decompose(text, oneIn: 1, &random))) == label(utf8(text)) }
                == [],
            "CAPSULE_SEED=\(Self.seed)")
    }

    @Test("is that of every canonically equivalent text")
    func equivalent() {
        #expect(
            failures { random, text in
                let other = utf8(reorder(decompose(text, oneIn: 2, &random), &random))
                return label(other) == label(utf8(text)) && equal(other, utf8(text))
            } == [], "CAPSULE_SEED=\(Self.seed)")
    }

    @Test("decides whether texts are equal")
    func equality() {
        #expect(
            failures { random, text in
                var other = reorder(text, &random)
                if random.next(2) == 0 { other[random.next(other.count)] = random.text()[0] }
                return equal(utf8(text), utf8(other)) == (label(utf8(text)) == label(utf8(other)))
            } == [], "CAPSULE_SEED=\(Self.seed)")
    }

    @Test("does not depend on white space around it")
    func trimmed() {
        #expect(
            failures { random, text in
                let before = (0..<random.next(3)).map { _ in whiteSpace[random.next(whiteSpace.count)] }
                let after = (0..<random.next(3)).map { _ in whiteSpace[random.next(whiteSpace.count)] }
                return label(utf8(before + text + after)) == label(utf8(text))
            } == [], "CAPSULE_SEED=\(Self.seed)")
    }

    @Test("of a long run of marks is the run in order")
    func longRuns() {
        var random = SplitMix64(seed: Self.seed)
        // Marks that neither decompose nor join with one another.
        let marks = NFCFacts.marks.filter { nfd[$0.scalar] == nil }
        for length in [15, 16, 17, 18, 255, 256, 257, 5_000] {
            let run = (0..<length).map { _ in marks[random.next(marks.count)] }
            let ordered = (1...254).flatMap { group in run.filter { $0.combiningClass == group } }
            let expected = [0x2D] + utf8(ordered.map(\.scalar))
            #expect(
                label([0x2D] + utf8(run.map(\.scalar))) == expected,
                "\(length) marks, CAPSULE_SEED=\(Self.seed)")
        }
    }

    @Test("of text that is no UTF-8 keeps the bytes that belong to no scalar")
    func notUTF8() {
        for stray in [
            [0x80], [0xBF], [0xC0], [0xC1], [0xC2], [0xCC], [0xE0, 0x80, 0x80], [0xE3, 0x80],
            [0xED, 0xA0, 0x80],
            [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5], [0xFF],
        ] as [[UInt8]] {
            #expect(label(stray) == stray)
            #expect(isNormal(stray))
            #expect(label([0x20, 0x41] + stray + [0x20]) == [0x41] + stray)
            #expect(label(stray + [0x61, 0xCC, 0x81] + stray) == stray + [0xC3, 0xA1] + stray)
            #expect(label(stray + [0xCC, 0x81, 0xCC, 0xA3]) == stray + [0xCC, 0xA3, 0xCC, 0x81])
        }
        var random = SplitMix64(seed: Self.seed)
        for _ in 0..<Self.texts {
            let bytes = (0..<random.next(12)).map { _ in
                [0x20, 0x61, 0x80, 0x81, 0xA0, 0xC2, 0xCC, 0xE0, 0xE1, 0xE3, 0xED, 0xF0, 0xF4, 0xFF][
                    random.next(14)]
                    as UInt8
            }
            let once = label(bytes)
            #expect(label(once) == once && isNormal(once), "\(bytes), CAPSULE_SEED=\(Self.seed)")
        }
    }
}
