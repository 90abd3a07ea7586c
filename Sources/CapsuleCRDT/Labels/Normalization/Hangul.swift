// SPDX-License-Identifier: Apache-2.0

/// Hangul syllables and their jamo, which the Unicode Standard (section 3.12) gives as arithmetic, not as tables.
enum Hangul {
    private static let syllables: UInt32 = 0xAC00
    private static let leads: UInt32 = 0x1100
    private static let vowels: UInt32 = 0x1161
    /// One before the first tail: the tail number 0 is no tail.
    private static let tails: UInt32 = 0x11A7

    private static let leadCount: UInt32 = 19
    private static let vowelCount: UInt32 = 21
    private static let tailCount: UInt32 = 28

    /// The jamo of a precomposed syllable, `tail` being nil for one without; nil for every other scalar.
    static func decompose(_ scalar: UInt32) -> (lead: UInt32, vowel: UInt32, tail: UInt32?)? {
        let index = scalar &- syllables
        guard index < leadCount * vowelCount * tailCount else { return nil }
        let tail = index % tailCount
        return (
            leads + index / (vowelCount * tailCount),
            vowels + index / tailCount % vowelCount,
            tail == 0 ? nil : tails + tail
        )
    }

    /// The syllable that a lead and a vowel, or a syllable without tail and a tail, make together.
    static func compose(_ first: UInt32, _ second: UInt32) -> UInt32? {
        let lead = first &- leads
        let vowel = second &- vowels
        if lead < leadCount, vowel < vowelCount {
            return syllables + (lead * vowelCount + vowel) * tailCount
        }
        let index = first &- syllables
        let tail = second &- tails
        if index < leadCount * vowelCount * tailCount, index % tailCount == 0, 0 < tail, tail < tailCount {
            return first + tail
        }
        return nil
    }
}
