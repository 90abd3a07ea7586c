// SPDX-License-Identifier: Apache-2.0

/// The twelve bytes that make each sealing one of its own.
struct Nonce: Hashable, Comparable, Sendable {
    static let size = 12

    // Big-endian, so that their order is the order of the bytes.
    private let high: UInt64
    private let low: UInt32

    init?(_ bytes: Span<UInt8>) {
        guard bytes.count == Self.size else { return nil }
        var (high, low): (UInt64, UInt32) = (0, 0)
        for index in 0..<8 { high = high << 8 | UInt64(bytes[index]) }
        for index in 8..<12 { low = low << 8 | UInt32(bytes[index]) }
        self.high = high
        self.low = low
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    func append(to bytes: inout [UInt8]) {
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: high >> shift))
        }
        for shift in stride(from: UInt32(24), through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: low >> shift))
        }
    }

    static func < (left: Nonce, right: Nonce) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
