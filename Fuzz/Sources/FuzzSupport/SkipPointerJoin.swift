// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

/// Joins of sets that are large enough to have skip pointers, with their skip pointers and without.
public enum SkipPointerJoin {
    /// Holds two joins in a row, and what the third set observes beyond the first two, to what they are without
    /// skip pointers.
    public static func check(_ a: ORSet<Label>, _ b: ORSet<Label>, _ c: ORSet<Label>) {
        let (first, firstPointers) = join(
            a.encoded, skipPointers(of: a.encoded), b.encoded, skipPointers(of: b.encoded))
        expect(first == join(a.encoded, [], b.encoded, []).set, "skip pointers change nothing in a join")
        let (second, _) = join(first, firstPointers, c.encoded, skipPointers(of: c.encoded))
        expect(
            second == join(first, [], c.encoded, []).set,
            "the skip pointers of a join change nothing in the next")
        expect(
            ORSetLayout.hasUnobserved(delta: c.encoded.span, state: first.span, firstPointers)
                == ORSetLayout.hasUnobserved(delta: c.encoded.span, state: first.span),
            "skip pointers change nothing in what a delta observes")
    }

    private static func skipPointers(of set: [UInt8]) -> [SkipPointer] {
        guard !set.isEmpty else { return [] }
        var reader = CBORReader(set.span)
        let found = try? ORSetLayout.check(
            &reader, takesShortTexts: true, recordsSkipPointers: true, element: Label.check)
        expect(found != nil, "a set of the library's own is a set")
        return found ?? []
    }

    private static func join(
        _ a: [UInt8], _ aPointers: [SkipPointer], _ b: [UInt8], _ bPointers: [SkipPointer]
    ) -> (set: [UInt8], skipPointers: [SkipPointer]) {
        var writer = CBORWriter()
        let skipPointers = ORSetLayout.join(
            a.span, b.span, leftSkipPointers: aPointers, rightSkipPointers: bPointers, into: &writer
        ) { _, _ in }
        return (writer.bytes, skipPointers)
    }
}
