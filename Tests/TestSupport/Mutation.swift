// SPDX-License-Identifier: Apache-2.0

extension SeededGenerator {
    /// The bytes with one to three small faults: a flipped bit, a new byte, one more, one less, a piece
    /// repeated, or an end that is missing.
    public mutating func mutation(of bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &self) {
            guard !bytes.isEmpty else { return [UInt8(truncatingIfNeeded: next())] }
            let place = Int.random(in: 0..<bytes.count, using: &self)
            switch Int.random(in: 0..<6, using: &self) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
            case 1: bytes[place] = UInt8(truncatingIfNeeded: next())
            case 2: bytes.insert(UInt8(truncatingIfNeeded: next()), at: place)
            case 3: bytes.remove(at: place)
            case 4:
                let end = Swift.min(bytes.count, place + Int.random(in: 1...8, using: &self))
                bytes.insert(contentsOf: bytes[place..<end], at: place)
            default: bytes.removeSubrange(place...)
            }
        }
        return bytes
    }
}
