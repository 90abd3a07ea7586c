// SPDX-License-Identifier: Apache-2.0

package import CapsuleCBOR
public import CapsuleCRDT

/// A map from key to LWW register, each entry on its own (SPEC section 10); a stamped null deletes one.
public struct RegisterMapField<Kind: DocumentType, Key: CanonicalValue, Value: CanonicalValue>:
    FieldDescriptor
{
    package let name: StaticString
    package let check: FieldCheck

    /// Declares a map of registers, whose entries can be deleted.
    package init(_ name: StaticString, _: Key.Type = Key.self, _: Value.Type = Value.self) {
        self.name = name
        check = { (reader: inout CBORReader) throws(CBORError) in
            try EntryMap.check(&reader, key: Key.check, value: Stamped<Value?>.check)
            return []
        }
    }

    package func accept<Visitor: FieldVisitor<Kind>>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(self)
    }

    package static func join(
        _ left: Span<UInt8>, _ right: Span<UInt8>, of field: Int, in document: inout DocumentJoin
    ) {
        EntryMap.join(left, right, into: &document.writer) { _, left, right, writer in
            writer.append(raw: LWWLayout.rightWins(left, right) ? right : left)
        }
    }

    package static func before(
        _ horizon: StampTime, _ value: Span<UInt8>, into writer: inout CBORWriter
    ) -> Bool {
        EntryMap.filter(value, into: &writer) { value, writer in
            LWWLayout.before(horizon, value, into: &writer)
        }
    }

    package static func forEachStamp(
        in value: Span<UInt8>,
        _ body: (_ place: StampPlace, _ stamp: StampedLayout, _ isLeftOut: Bool) -> Void
    ) {
        EntryMap.forEach(value) { key, range in
            body(StampPlace(entry: key), StampedLayout(unchecked: value, at: range.lowerBound), true)
        }
    }

    package static func explain(
        _ path: String, _ values: [HeldValue], in explainer: inout JoinExplainer
    ) {
        explainer.forEachEntry(path, values) { explainer, path, values in
            explainer.explainRegister(path, values)
        }
    }
}

extension DocumentView {
    /// The entries of a map of registers, by the order of their encoded keys; deleted ones too.
    package subscript<Key, Value>(
        _ field: RegisterMapField<Kind, Key, Value>
    ) -> [(key: Key, register: Stamped<Value?>)] {
        state.entries(of: field.name) { key, value throws(CBORError) in
            (try Key(decoding: key), try Stamped(decoding: value))
        }
    }
}

extension DocumentEditing where Self: ~Copyable {
    /// Sets an entry of a map of registers, or deletes it.
    ///
    /// - Parameter ifChanged: whether a value that has the bytes of the current one is left unwritten.
    package mutating func set<Key, Value>(
        _ field: RegisterMapField<Kind, Key, Value>, _ key: Key, to value: Value?, by author: Author,
        ifChanged: Bool
    ) throws(DocumentError) -> Outcome {
        try edit(by: author) { (view, author, delta) throws(DocumentError) in
            let current = view[field].first { $0.key == key }?.register
            if ifChanged, let current, current.value.encoded == value.encoded { return }
            let write = try view.stamp(value, after: current?.ts, by: author, in: "\(field.name)")
            var writer = CBORWriter()
            writer.writeMapHead(1)
            key.write(to: &writer)
            writer.append(raw: write.encoded.span)
            delta.put(field, writer.bytes)
        }
    }
}
