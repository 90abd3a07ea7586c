// SPDX-License-Identifier: Apache-2.0

/// The first bytes of an item: its major type and its argument (RFC 8949 section 3).
struct CBORHead {
    /// The major type, 0 to 7.
    var major: UInt8
    /// The low five bits of the initial byte; 31 is an indefinite length or a break.
    var information: UInt8
    /// The argument; the bits of the value for a float.
    var argument: UInt64
    /// How many bytes the head has, 1 to 9.
    var length: Int

    /// Whether the length is indefinite (or, for major type 7, whether this is a break).
    var isIndefinite: Bool { information == 31 }

    /// Whether a shorter head says the same.
    ///
    /// Simple values and floats have rules of their own.
    var isShortest: Bool {
        switch information {
        case 24: argument >= 24
        case 25: argument > 0xff
        case 26: argument > 0xffff
        case 27: argument > 0xffff_ffff
        default: true
        }
    }

    /// Reads a head and checks that it is well-formed, no more.
    init(_ bytes: Span<UInt8>, at offset: Int) throws(CBORError) {
        guard offset < bytes.count else { throw CBORRule.truncated.broken(at: offset) }
        let initial = bytes[offset]
        major = initial >> 5
        information = initial & 0x1f
        switch information {
        case 0..<24:
            argument = UInt64(information)
            length = 1
        case 24...27:
            let size = 1 << Int(information - 24)
            guard bytes.count - offset > size else { throw CBORRule.truncated.broken(at: offset) }
            let word = bytes.prefixWord(of: offset &+ 1..<offset &+ 1 &+ size)
            argument = word &>> UInt64(truncatingIfNeeded: 64 &- 8 &* size)
            length = 1 + size
            if major == 7, information == 24, argument < 32 { throw CBORRule.simple.broken(at: offset) }
        case 31:
            if major == 0 || major == 1 || major == 6 { throw CBORRule.noIndefinite.broken(at: offset) }
            argument = 0
            length = 1
        default:
            throw CBORRule.reserved.broken(at: offset)
        }
    }

    /// Checks that the head is the one that deterministic encoding has (RFC 8949 sections 4.2.1, 4.2.2).
    func checkCanonical(at offset: Int) throws(CBORError) {
        guard major == 7 else {
            if isIndefinite { throw CBORRule.definite.broken(at: offset) }
            if !isShortest { throw CBORRule.shortestHead.broken(at: offset) }
            return
        }
        switch information {
        case 25:
            let bits = UInt16(truncatingIfNeeded: argument)
            if bits & 0x7c00 == 0x7c00, bits & 0x3ff != 0, bits != 0x7e00 {
                throw CBORRule.nan.broken(at: offset)
            }
        case 26:
            let value = Float(bitPattern: UInt32(truncatingIfNeeded: argument))
            if value.isNaN { throw CBORRule.nan.broken(at: offset) }
            if CBORFloat.half(exactly: value) != nil { throw CBORRule.shortestFloat.broken(at: offset) }
        case 27:
            let value = Double(bitPattern: argument)
            if value.isNaN { throw CBORRule.nan.broken(at: offset) }
            if CBORFloat.single(exactly: value) != nil { throw CBORRule.shortestFloat.broken(at: offset) }
        case 31:
            throw CBORRule.strayBreak.broken(at: offset)
        default:
            break
        }
    }
}
