// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import FuzzSupport
@_spi(_Unicode) import Swift

/// The normal form, with the seeded faults: U+200B is trimmed, marks are left as they came.
private func normalForm(_ text: [UInt8]) -> [UInt8] {
    var normal = NormalForm.label(text.span)
    if hasFault(1), normal.starts(with: [0xe2, 0x80, 0x8b]) { normal.removeFirst(3) }
    if hasFault(2), text.contains(run: [0xcc, 0x81, 0xcc, 0xa3]) { normal = text }
    return normal
}

/// The normal form against the standard library's, and its laws.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let halves = unsafe input(start, count).split(
        separator: 0, maxSplits: 1, omittingEmptySubsequences: false
    ).map(Array.init)
    for half in halves {
        // Callers give valid UTF-8; what is not must not trap.
        _ = NormalForm.label(half.span)
        _ = NormalForm.isLabelNormalForm(half.span)
    }
    let texts = halves.map { Array(String(decoding: $0, as: UTF8.self).utf8) }
    for text in texts {
        let normal = normalForm(text)
        expect(normalForm(normal) == normal, "the normal form of a normal form is itself")
        expect(NormalForm.isLabelNormalForm(normal.span), "a normal form is known as one")
        expect(
            NormalForm.isLabelNormalForm(text.span) == (normal == text), "what is its normal form is known")
        expect(NormalForm.equal(text.span, normal.span), "a text matches its normal form")
        expect(normal.count <= 3 * text.count, "a normal form has at most three times the bytes")
        if let expected = standardNormalForm(text) {
            expect(normal == expected, "the standard library has the same normal form")
        }
        let label = try? Label(normalizing: text.span)
        expect((label == nil) == !(1...256).contains(normal.count), "a label has 1 to 256 bytes")
        if let label { expect(label.utf8 == normal, "a label is the normal form") }
    }
    if texts.count == 2 {
        let (first, second) = (texts[0], texts[1])
        let same = normalForm(first) == normalForm(second)
        expect(NormalForm.equal(first.span, second.span) == same, "equal is equality of normal forms")
    }
    return 0
}

/// NFC by the standard library, trimmed scalar by scalar; nil where its tables are known to be wrong.
private func standardNormalForm(_ text: [UInt8]) -> [UInt8]? {
    let scalars = String(decoding: text, as: UTF8.self)._nfc.map { $0 }
    let hasFaulty = String(decoding: text, as: UTF8.self).unicodeScalars.contains {
        [0xf73, 0xf75, 0xf81].contains($0.value)
    }
    if hasFaulty { return nil }
    var rest = scalars[...]
    while let first = rest.first, first.properties.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.properties.isWhitespace { rest.removeLast() }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: rest)
    return Array(String(view).utf8)
}
