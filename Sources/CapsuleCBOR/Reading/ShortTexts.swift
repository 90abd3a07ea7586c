// SPDX-License-Identifier: Apache-2.0

extension CBORMapCursor {
    /// Reads on while the entries are of the form that most entries of a large set of labels have: the key an
    /// unsigned integer with a head of at most three bytes, the value a text of 1 to 23 bytes of ASCII.
    ///
    /// It stops in front of the first entry that has another form, breaks a rule, or comes near the end of
    /// the input, so that what is wrong is found where every other entry is read. Over words, and with all
    /// that is known in registers, an entry takes a quarter of the time that it takes there.
    ///
    /// - Parameters:
    ///   - bound: the greatest key that is read.
    ///   - stop: the offset from which on no entry is started.
    package mutating func skipShortTexts(_ reader: inout CBORReader, upTo bound: UInt64, before stop: Int) {
        guard var last = previousUnsigned, reader.depth <= CBORLimits.depth else { return }
        let bytes = reader.bytes
        let words = unsafe bytes.bytes
        // Far enough from the end for every word that the longest entry needs.
        let stop = Swift.min(stop, bytes.count &- Self.longestEntry &- 8)
        var position = reader.position
        while remaining > 0, position < stop {
            // Loads of a trivial type, which are compared with the span's bounds.
            let head = UInt64(
                littleEndian: unsafe words.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self))
            var key = head & 0xff
            var initial = head >> 8 & 0xff
            var content = position &+ 2
            if key == 0x19 {
                key = initial << 8 | head >> 16 & 0xff
                guard key > 0xff else { break }
                initial = head >> 24 & 0xff
                content &+= 2
            } else if key == 0x18 {
                key = initial
                guard key >= 24 else { break }
                initial = head >> 16 & 0xff
                content &+= 1
            } else if key >= 24 {
                break
            }
            let length = Int(truncatingIfNeeded: initial) &- 0x60
            guard key > last, key <= bound, length >= 1, length < 24 else { break }

            let first = unsafe words.unsafeLoadUnaligned(fromByteOffset: content, as: UInt64.self)
            var seen = first
            if length > 8 {
                let end = content &+ length &- 8
                seen |= unsafe words.unsafeLoadUnaligned(fromByteOffset: end, as: UInt64.self)
                if length > 16 {
                    seen |= unsafe words.unsafeLoadUnaligned(fromByteOffset: content &+ 8, as: UInt64.self)
                }
            } else {
                seen = UInt64(littleEndian: first) << UInt64(truncatingIfNeeded: 64 &- 8 &* length)
            }
            guard seen & 0x8080_8080_8080_8080 == 0 else { break }

            position = content &+ length
            last = key
            remaining &-= 1
        }
        previousUnsigned = last
        reader.move(to: position)
    }

    // Three bytes of key, one of head, the text.
    private static var longestEntry: Int { 3 + 1 + 23 }
}
