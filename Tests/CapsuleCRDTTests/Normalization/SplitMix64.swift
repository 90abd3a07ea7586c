// SPDX-License-Identifier: Apache-2.0

/// The generator that scripts/generate-nfc-tables.py has as well, so that both draw the same texts.
struct SplitMix64 {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) % UInt64(bound))
    }

    /// A text of 1 to 40 scalars, drawn as the script draws it.
    mutating func text(from alphabets: [[UInt32]] = NFCFacts.alphabets) -> [UInt32] {
        let longest = [4, 12, 40][next(3)]
        let count = 1 + next(longest)
        return (0..<count).map { _ in
            let letters = alphabets[[0, 1, 1, 1, 2, 2, 3, 4][next(8)]]
            return letters[next(letters.count)]
        }
    }
}

/// FNV-1a, 64 bits, over texts that are each followed by ff.
struct TextDigest {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ text: [UInt8]) {
        for byte in text { add(byte) }
        add(0xFF)
    }

    private mutating func add(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
    }
}
