// SPDX-License-Identifier: Apache-2.0

/// SHAKE128 or SHAKE256 (FIPS 202, section 6.2): absorb bytes, then squeeze as many as wanted.
///
/// The state is wiped when the value ends. One value can be used for many inputs with `restart()`.
package struct Shake: ~Copyable {
    private var state = WipedMemory<UInt64>(count: 25)
    /// Bytes in a block, a multiple of 8.
    private let rate: Int
    /// Bytes of the current block that are absorbed, or squeezed, so far.
    private var position = 0
    private var squeezing = false

    private init(rate: Int) {
        self.rate = rate
    }

    package static func shake128() -> Shake { Shake(rate: 168) }

    package static func shake256() -> Shake { Shake(rate: 136) }

    /// Forgets everything absorbed so far.
    package mutating func restart() {
        var lanes = state.mutableSpan
        lanes.update(repeating: 0)
        position = 0
        squeezing = false
    }

    /// Appends to the input; after the first squeeze there is no way to append more.
    package mutating func absorb(_ bytes: Span<UInt8>) {
        precondition(!squeezing)
        var index = 0
        while index < bytes.count {
            if position & 7 == 0, bytes.count &- index >= 8 {
                xorLane(position &>> 3, bytes.lane(at: index))
                index &+= 8
                position &+= 8
            } else {
                xorLane(position &>> 3, UInt64(bytes[index]) &<< UInt64(8 &* (position & 7)))
                index &+= 1
                position &+= 1
            }
            if position == rate {
                permute()
            }
        }
    }

    /// Appends one byte to the input.
    package mutating func absorb(_ byte: UInt8) {
        precondition(!squeezing)
        xorLane(position &>> 3, UInt64(byte) &<< UInt64(8 &* (position & 7)))
        position &+= 1
        if position == rate {
            permute()
        }
    }

    /// The next bytes of the output.
    package mutating func squeeze(into output: inout MutableSpan<UInt8>) {
        startSqueezing()
        var index = 0
        while index < output.count {
            if position == rate {
                permute()
            }
            let lane = state.span[position &>> 3]
            output[index] = UInt8(truncatingIfNeeded: lane &>> UInt64(8 &* (position & 7)))
            index &+= 1
            position &+= 1
        }
    }

    /// The next eight bytes of the output as a little-endian number.
    ///
    /// Only for outputs that are read in multiples of eight bytes.
    package mutating func nextLane() -> UInt64 {
        startSqueezing()
        precondition(position & 7 == 0)
        if position == rate {
            permute()
        }
        let lane = state.span[position &>> 3]
        position &+= 8
        return lane
    }

    /// Ends the input: SHAKE's suffix 1111, then the padding 10*1 (FIPS 202, sections 5.1 and 6.2).
    private mutating func startSqueezing() {
        guard !squeezing else { return }
        squeezing = true
        xorLane(position &>> 3, 0x1f &<< UInt64(8 &* (position & 7)))
        xorLane((rate &- 1) &>> 3, 0x80 &<< 56)
        permute()
    }

    private mutating func permute() {
        var lanes = state.mutableSpan
        keccakPermute(&lanes)
        position = 0
    }

    @inline(__always)
    private mutating func xorLane(_ index: Int, _ value: UInt64) {
        var lanes = state.mutableSpan
        lanes[index] ^= value
    }
}

extension Span<UInt8> {
    /// The eight bytes from `index` as a little-endian number.
    @inline(__always)
    fileprivate func lane(at index: Int) -> UInt64 {
        UInt64(self[index])
            | UInt64(self[index &+ 1]) &<< 8
            | UInt64(self[index &+ 2]) &<< 16
            | UInt64(self[index &+ 3]) &<< 24
            | UInt64(self[index &+ 4]) &<< 32
            | UInt64(self[index &+ 5]) &<< 40
            | UInt64(self[index &+ 6]) &<< 48
            | UInt64(self[index &+ 7]) &<< 56
    }
}
