// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

extension DocumentView {
    /// A write that follows what a register holds (SPEC section 3, writing rule).
    func stamp<Value: CanonicalValue>(
        _ value: Value, after current: StampTime?, by author: Author, in path: String
    ) throws(DocumentError) -> Stamped<Value> {
        do throws(CRDTError) {
            return try Stamped(
                value, by: author.device, ts: StampTime.successor(of: current, now: author.now))
        } catch {
            throw DocumentError(error, at: path)
        }
    }

    /// The write that sets a register; nil when only a change is wanted and the value has the current one's bytes.
    ///
    /// What is not written needs no stamp, so that the last stamp time is no obstacle to it.
    func write<Value: CanonicalValue>(
        _ value: Value, to name: StaticString, by author: Author, ifChanged: Bool
    ) throws(DocumentError) -> [UInt8]? {
        let current = state.range(of: name).map {
            StampedLayout(unchecked: state.bytes.span, at: $0.lowerBound)
        }
        if ifChanged, let current,
            state.bytes.span.extracting(current.value).elementsEqual(value.encoded.span)
        {
            return nil
        }
        return try stamp(value, after: current?.ts, by: author, in: "\(name)").encoded
    }

    /// The set that adds an element to a set of the document.
    func adding<Element: ORSetElement>(
        _ element: Element, to name: StaticString, by author: Author
    ) throws(DocumentError) -> [UInt8] {
        do throws(CRDTError) {
            let set = state.bytes.span.extracting(state.range(of: name) ?? 0..<0)
            return try ORSetLayout.adding(element, to: set, writer: author.writer)
        } catch {
            throw DocumentError(error, at: "\(name)")
        }
    }

    /// The set that removes an element from a set of the document.
    func removing<Element: ORSetElement>(
        _: Element.Type, matching key: Element.MatchKey, from name: StaticString
    ) -> [UInt8] {
        let set = state.bytes.span.extracting(state.range(of: name) ?? 0..<0)
        return ORSetLayout.removing(from: set) { Element.matches($0, key) }
    }

    /// The label as a writer stores it.
    func label(_ text: String, in path: String) throws(DocumentError) -> Label {
        do throws(CRDTError) {
            return try Label(normalizing: text)
        } catch {
            throw DocumentError(error, at: path)
        }
    }

    /// The normal form that a removal looks for: of any text of 1 to 256 bytes, also one that could not be
    /// added.
    func removalKey(_ text: String, in path: String) throws(DocumentError) -> [UInt8] {
        let utf8 = Array(text.utf8)
        guard Label.sizes.contains(utf8.count) else {
            throw DocumentError(.invalid, at: path, "a label has 1 to 256 bytes, this one has \(utf8.count)")
        }
        return NormalForm.label(utf8.span)
    }
}

extension Document {
    /// The counter of a writer's next add in one of the document's sets (SPEC section 6).
    ///
    /// - Parameters:
    ///   - field: `labels`, `tags_user` or `tags_ai`, whichever the kind has.
    ///   - region: the region whose labels are asked for; `field` is then `regions`.
    /// - Throws: `invalid` when the kind has no such set, `counter-exhausted`.
    public func nextCounter(
        of writer: Identifier, in field: String, region: Identifier? = nil
    ) throws(DocumentError) -> UInt64 {
        try state.nextCounter(of: writer, in: field, region: region)
    }
}

extension DocumentState {
    /// The counter of a writer's next add, as `Document.nextCounter` says.
    package func nextCounter(
        of writer: Identifier, in field: String, region: Identifier? = nil
    ) throws(DocumentError) -> UInt64 {
        let index = fields.firstIndex { "\($0.name)".utf8.elementsEqual(field.utf8) }
        guard let index, fields[index].role == (region == nil ? .set : .regionMap) else {
            throw DocumentError(.invalid, at: field, "a document of kind \(kind.rawValue) has no such set")
        }
        var set: [UInt8] = []
        if let value = value(of: fields[index].name) {
            if let region {
                let range = RegisterMap.find(region.encoded, in: value.span)
                set =
                    range.map { RegionRegister(unchecked: value.span.extracting($0).copied()).labels.encoded }
                    ?? []
            } else {
                set = value
            }
        }
        do throws(CRDTError) {
            return try ORSetLayout.nextCounter(set.span, writer: writer)
        } catch {
            throw DocumentError(error, at: field)
        }
    }
}
