// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

/// An OR-set: a removal takes the adds that it has seen (SPEC section 7).
public struct SetField<Kind: DocumentType, Element: ORSetElement>: FieldDescriptor
where Element.MatchKey: Hashable {
    package let name: StaticString
    package let check: FieldCheck

    /// Declares a set.
    package init(_ name: StaticString, _: Element.Type = Element.self) {
        self.name = name
        check = { (reader: inout CBORReader) throws(CBORError) in
            try ORSetLayout.check(
                &reader, takesShortTexts: Element.takesShortTexts, recordsSkipPointers: true,
                element: Element.check)
        }
    }

    package func accept<Visitor: FieldVisitor<Kind>>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(self)
    }

    package static func join(
        _ left: Span<UInt8>, _ right: Span<UInt8>, of field: Int, in document: inout DocumentJoin
    ) {
        document.joinSets(left, right, of: field)
    }

    package static func holdsSet(of region: Identifier?) -> Bool { region == nil }

    package static func forEachSet(
        in value: Span<UInt8>, _ body: (_ region: Identifier?, _ set: Range<Int>) -> Void
    ) {
        body(nil, 0..<value.count)
    }

    package static func hasUnobserved(
        delta: Span<UInt8>, state: Span<UInt8>, _ skipPointers: [SkipPointer]
    ) -> Bool {
        ORSetLayout.hasUnobserved(delta: delta, state: state, skipPointers)
    }

    package static func explain(
        _ path: String, _ values: [HeldValue], in explainer: inout JoinExplainer
    ) {
        explainer.explainSet(path, values)
    }

    package func add(
        _ elements: [[UInt8]], to set: [UInt8], of region: Identifier?, in state: DocumentState,
        writer: Identifier, into delta: inout DocumentBuilder
    ) throws(CRDTError) -> Bool {
        guard let elements = Self.decoded(elements) else { return false }
        delta.put(self, try ORSetLayout.adding(elements, to: set.span, writer: writer))
        return true
    }

    /// The elements that bytes hold, which come from a checked set of the same field.
    private static func decoded(_ elements: [[UInt8]]) -> [Element]? {
        do throws(CBORError) {
            return try elements.map { encoded throws(CBORError) in try Element(decoding: encoded) }
        } catch {
            return nil
        }
    }
}

extension DocumentJoin {
    /// Writes the join of two sets, and keeps its skip pointers and what it did that it does not show.
    mutating func joinSets(_ left: Span<UInt8>, _ right: Span<UInt8>, of field: Int) {
        var doubled: [JoinReport.DoubledAdd] = []
        let name = fields[field].name
        let joined = ORSetLayout.join(
            left, right, leftSkipPointers: leftSkipPointers[field],
            rightSkipPointers: rightSkipPointers[field], into: &writer
        ) { id, lesser in
            doubled.append(
                JoinReport.DoubledAdd(field: "\(name)", region: nil, id: id, lesserElement: lesser.copied()))
        }
        if !doubled.isEmpty { report.doubledAdds += doubled }
        skipPointers.add(joined, of: field)
    }
}

extension DocumentView {
    /// The elements of a set; none when it observed nothing or is not understood.
    package subscript<Element>(_ field: SetField<Kind, Element>) -> ORSet<Element> {
        ORSet(unchecked: state.value(of: field.name) ?? [])
    }

    /// The set that adds an element to a set of the document.
    func adding<Element>(
        _ element: Element, to field: SetField<Kind, Element>, by author: Author
    ) throws(DocumentError) -> [UInt8] {
        do throws(CRDTError) {
            let set = state.bytes.span.extracting(state.range(of: field.name) ?? 0..<0)
            return try ORSetLayout.adding(element, to: set, writer: author.writer)
        } catch {
            throw DocumentError(error, at: "\(field.name)")
        }
    }

    /// The set that removes an element from a set of the document.
    func removing<Element>(
        matching key: Element.MatchKey, from field: SetField<Kind, Element>
    ) -> [UInt8] {
        let set = state.bytes.span.extracting(state.range(of: field.name) ?? 0..<0)
        return ORSetLayout.removing(from: set) { Element.matches($0, key) }
    }
}

extension JoinExplainer {
    mutating func explainSet(_ path: String, _ values: [HeldValue]) {
        if values.count == count, values.allSatisfy({ $0.bytes == values[0].bytes }) {
            add(path, .equal)
        } else {
            add(path, .set(JoinExplanation.SetUnion(joining: values, of: count)))
        }
    }
}
