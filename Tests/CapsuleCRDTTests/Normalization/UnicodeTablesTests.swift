// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import Testing

/// The normal form against Unicode 17.0 as another implementation has it.
///
/// The expected answers are made by scripts/generate-nfc-tables.py. A failure lists what is wrong, so that the
/// scalar or the batch is named.
@Suite("The tables are those of Unicode 17.0")
struct UnicodeTablesTests {
    @Test("the fixtures are whole")
    func wholeFixtures() {
        #expect(NFCFacts.changing.count == 2081)
        #expect(NFCFacts.marks.count == 968)
        #expect(NFCFacts.syllables.count == 19)
        #expect(NFCFacts.batches.count == 256)
    }

    @Test("every single scalar has the normal form that Unicode gives it", arguments: UInt32(0)...16)
    func everyScalar(plane: UInt32) {
        let changes = Dictionary(uniqueKeysWithValues: NFCFacts.changing.map { ($0.scalar, utf8($0.nfc)) })
        var wrong: [String] = []
        for value in plane << 16...plane << 16 | 0xFFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = Array(Unicode.UTF8.encode(scalar) ?? .init())
            let expected = whiteSpace.contains(value) ? [] : changes[value] ?? text
            if label(text) != expected || isNormal(text) != (expected == text) { wrong.append(hex([value])) }
        }
        #expect(wrong == [])
    }

    @Test("every decomposition has the normal form of its scalar, alone and between other text")
    func everyDecomposition() {
        var wrong: [String] = []
        for change in NFCFacts.changing where !whiteSpace.contains(change.scalar) {
            let (composed, decomposed, expected) = (utf8([change.scalar]), utf8(change.nfd), utf8(change.nfc))
            let agrees =
                label(decomposed) == expected && equal(composed, decomposed)
                && isNormal(decomposed) == (decomposed == expected)
                && label([0x21] + decomposed + [0x21]) == [0x21] + expected + [0x21]
            if !agrees { wrong.append(hex([change.scalar])) }
        }
        #expect(wrong == [])
    }

    @Test("all conjoining jamo make the syllables that Unicode gives them")
    func everySyllable() {
        for (number, expected) in NFCFacts.syllables.enumerated() {
            let lead = 0x1100 + UInt32(number)
            var digest = TextDigest()
            for vowel in UInt32(0x1161)...0x1175 {
                for tail in UInt32(0x11A7)...0x11C2 {
                    digest.add(label(utf8(tail == 0x11A7 ? [lead, vowel] : [lead, vowel, tail])))
                }
            }
            #expect(digest.value == expected, "lead \(hex([lead]))")
        }
    }

    @Test("random texts, most of them runs of marks, have the normal forms that Unicode gives them")
    func randomTexts() {
        var random = SplitMix64(seed: 0x43_4150_5355_4C45)
        for (number, expected) in NFCFacts.batches.enumerated() {
            var digest = TextDigest()
            for _ in 0..<NFCFixtures.batchSize { digest.add(label(utf8(random.text()))) }
            #expect(digest.value == expected, "batch \(number)")
        }
    }
}
