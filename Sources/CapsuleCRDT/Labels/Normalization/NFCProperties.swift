// SPDX-License-Identifier: Apache-2.0

/// What normalisation needs to know of one scalar, as the generator packed it.
struct NFCProperties {
    let packed: UInt16

    /// Looks a scalar up; anything that is none (above U+10FFFF) is inert.
    @inline(__always)
    init(of scalar: UInt32) {
        guard scalar < NFCTables.limit else {
            packed = 0
            return
        }
        let group = UInt32(NFCTables.groups[Int(scalar >> (NFCTables.blockBits + NFCTables.groupBits))])
        let inGroup = (scalar >> NFCTables.blockBits) & (1 << NFCTables.groupBits - 1)
        let block = UInt32(NFCTables.blocks[Int(group << NFCTables.groupBits | inGroup)])
        let inBlock = scalar & (1 << NFCTables.blockBits - 1)
        packed = NFCTables.values[Int(block << NFCTables.blockBits | inBlock)]
    }

    /// Whether the quick check cannot vouch for the scalar: it is not its own NFC, or may join with one before it.
    var isQuestioned: Bool { packed & 0x4000 != 0 }

    /// The canonical combining class; of a scalar that decomposes, known to be 0 unless `isQuestioned`.
    var combiningClass: UInt8 { packed & 0x8000 == 0 ? UInt8(truncatingIfNeeded: packed) : 0 }

    /// Where the full canonical decomposition stands in `NFCTables.decompositions`, if there is one.
    var decomposition: Range<Int>? {
        guard packed & 0x8000 != 0 else { return nil }
        let start = Int(packed & 0x0FFF)
        return start..<start + Int(packed >> 12 & 0x3) + 1
    }
}
