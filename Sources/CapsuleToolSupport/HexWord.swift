// SPDX-License-Identifier: Apache-2.0

/// Eight hexadecimal digits and the four bytes that they spell, each in one word of memory.
///
/// All eight are converted at once: each byte of a word is a lane, and no lane carries into the next.
struct HexWord {
    /// How many characters a word has.
    static let length = 8

    /// The four values, as they lie in memory.
    let bytes: UInt32
    /// The eight lower-case characters, as they lie in memory.
    let characters: UInt64

    init(bytes: UInt32) {
        self.bytes = bytes
        var lanes = UInt64(UInt32(littleEndian: bytes))
        lanes = (lanes | lanes << 16) & 0x0000_ffff_0000_ffff
        lanes = (lanes | lanes << 8) & 0x00ff_00ff_00ff_00ff
        let digits = lanes >> 4 & 0x000f_000f_000f_000f | (lanes & 0x000f_000f_000f_000f) << 8
        characters = UInt64(littleEndian: Self.spelling(digits))
    }

    /// Reads eight characters; nil unless each is a digit.
    init?(characters: UInt64, acceptsUpperCase: Bool) {
        var lower = UInt64(littleEndian: characters)
        // The bit that tells lower case from upper case, set in what may be a letter.
        if acceptsUpperCase { lower |= (lower & 0x4040_4040_4040_4040) >> 1 }
        let digits = (lower & 0x0f0f_0f0f_0f0f_0f0f) &+ (lower >> 6 & 0x0101_0101_0101_0101) &* 9
        // Only digits have a value below sixteen that is spelled as they are.
        guard digits & 0xf0f0_f0f0_f0f0_f0f0 == 0, Self.spelling(digits) == lower else { return nil }
        var lanes = (digits << 4 | digits >> 8) & 0x00ff_00ff_00ff_00ff
        lanes = (lanes | lanes >> 8) & 0x0000_ffff_0000_ffff
        bytes = UInt32(littleEndian: UInt32(truncatingIfNeeded: lanes | lanes >> 16))
        self.characters = UInt64(littleEndian: lower)
    }

    /// The characters of eight values below sixteen, one in each byte.
    private static func spelling(_ digits: UInt64) -> UInt64 {
        let letters = (digits &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return digits &+ 0x3030_3030_3030_3030 &+ letters &* 0x27
    }
}
