// SPDX-License-Identifier: Apache-2.0

/// The normal form in which labels are stored and compared (SPEC section 2): NFC of Unicode 17.0, then `White_Space`
/// scalars removed from both ends; every other scalar, inner spaces and case stay.
///
/// The tables are the package's own, so that no platform's Unicode version changes a label's bytes. Arguments are
/// valid UTF-8; of one that is not, bytes that belong to no scalar stay as they are. Time is linear in the size of
/// the text, and a normal form has at most three times its bytes.
package enum NormalForm {
    /// The normal form of a text as UTF-8, possibly empty.
    package static func label(_ utf8: Span<UInt8>) -> [UInt8] {
        // Trimming first gives the same: no White_Space scalar joins with another scalar or comes out of one that
        // is not White_Space, and none moves (the generator of the tables asserts it).
        let text = utf8.extracting(trimmed(utf8))
        guard var stretch = NFC.nextStretch(in: text, from: 0) else { return copy(text) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var done = 0
        while true {
            append(text.extracting(done..<stretch.lowerBound), to: &bytes)
            NFC.append(stretch: text.extracting(stretch), to: &bytes)
            done = stretch.upperBound
            guard let next = NFC.nextStretch(in: text, from: done) else { break }
            stretch = next
        }
        append(text.extracting(done..<text.count), to: &bytes)
        return bytes
    }

    /// Whether a text is its own normal form (an empty one is); allocates only where the quick check cannot tell.
    package static func isLabelNormalForm(_ utf8: Span<UInt8>) -> Bool {
        trimmed(utf8) == 0..<utf8.count && isNFC(utf8)
    }

    /// Whether two texts have the same normal form.
    package static func equal(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
        let first = a.extracting(trimmed(a))
        let second = b.extracting(trimmed(b))
        if same(first, second) { return true }
        if isNFC(first) && isNFC(second) { return false }
        return label(first) == label(second)
    }

    private static func isNFC(_ utf8: Span<UInt8>) -> Bool {
        var done = 0
        while let stretch = NFC.nextStretch(in: utf8, from: done) {
            var bytes: [UInt8] = []
            NFC.append(stretch: utf8.extracting(stretch), to: &bytes)
            if !same(bytes.span, utf8.extracting(stretch)) { return false }
            done = stretch.upperBound
        }
        return true
    }

    private static func trimmed(_ utf8: Span<UInt8>) -> Range<Int> {
        var start = 0
        while start < utf8.count {
            let unit = UTF8Units.unit(utf8, at: start)
            guard isWhiteSpace(unit.value) else { break }
            start += unit.count
        }
        var end = utf8.count
        while end > start {
            let unit = UTF8Units.unit(utf8, before: end)
            guard isWhiteSpace(unit.value) else { break }
            end -= unit.count
        }
        return start..<end
    }

    /// Whether a scalar has the Unicode property White_Space; U+180E, U+200B and U+FEFF do not.
    private static func isWhiteSpace(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000:
            true
        default: false
        }
    }

    private static func same(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
        guard a.count == b.count else { return false }
        for index in a.indices where a[index] != b[index] { return false }
        return true
    }

    private static func copy(_ utf8: Span<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        append(utf8, to: &bytes)
        return bytes
    }

    private static func append(_ utf8: Span<UInt8>, to bytes: inout [UInt8]) {
        for index in utf8.indices { bytes.append(utf8[index]) }
    }
}
