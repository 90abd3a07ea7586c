// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

/// Joins of sets that are large enough to have marks, with their marks and without.
public enum MarkedJoin {
    /// Holds two joins in a row, and what the third set observes beyond the first two, to what they are without
    /// marks.
    public static func check(_ a: ORSet<Label>, _ b: ORSet<Label>, _ c: ORSet<Label>) {
        let (first, firstMarks) = join(a.encoded, marks(of: a.encoded), b.encoded, marks(of: b.encoded))
        expect(first == join(a.encoded, [], b.encoded, []).set, "marks change nothing in a join")
        let (second, _) = join(first, firstMarks, c.encoded, marks(of: c.encoded))
        expect(second == join(first, [], c.encoded, []).set, "the marks of a join change nothing in the next")
        expect(
            ORSetLayout.hasUnobserved(delta: c.encoded.span, state: first.span, firstMarks)
                == ORSetLayout.hasUnobserved(delta: c.encoded.span, state: first.span),
            "marks change nothing in what a delta observes")
    }

    private static func marks(of set: [UInt8]) -> [ORSetMark] {
        guard !set.isEmpty else { return [] }
        var reader = CBORReader(set.span)
        let found = try? ORSetLayout.check(
            &reader, takesShortTexts: true, isMarked: true, element: Label.check)
        expect(found != nil, "a set of the library's own is a set")
        return found ?? []
    }

    private static func join(
        _ a: [UInt8], _ aMarks: [ORSetMark], _ b: [UInt8], _ bMarks: [ORSetMark]
    ) -> (set: [UInt8], marks: [ORSetMark]) {
        var writer = CBORWriter()
        let marks = ORSetLayout.join(
            a.span, b.span, leftMarks: aMarks, rightMarks: bMarks, into: &writer
        ) { _, _ in }
        return (writer.bytes, marks)
    }
}
