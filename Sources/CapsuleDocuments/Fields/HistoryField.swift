// SPDX-License-Identifier: Apache-2.0

package import CapsuleCBOR
public import CapsuleCRDT

/// A history register: the greatest write wins, and those that it displaced are kept (SPEC section 5).
public struct HistoryField<Kind: DocumentType, Value: CanonicalValue>: FieldDescriptor {
    package let name: StaticString
    package let check: FieldCheck

    /// Declares a history register.
    package init(_ name: StaticString, _: Value.Type = Value.self) {
        self.name = name
        check = { (reader: inout CBORReader) throws(CBORError) in
            try HistoryLayout.check(&reader, value: Value.check)
            return []
        }
    }

    package func accept<Visitor: FieldVisitor<Kind>>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(self)
    }

    package static func join(
        _ left: Span<UInt8>, _ right: Span<UInt8>, of field: Int, in document: inout DocumentJoin
    ) {
        HistoryLayout.join(left, right, into: &document.writer)
    }

    package static func before(
        _ horizon: StampTime, _ value: Span<UInt8>, into writer: inout CBORWriter
    ) -> Bool {
        HistoryLayout.before(horizon, value, into: &writer)
    }

    package static func forEachStamp(
        in value: Span<UInt8>,
        _ body: (_ place: StampPlace, _ stamp: StampedLayout, _ isLeftOut: Bool) -> Void
    ) {
        for (index, write) in HistoryLayout.writes(value).enumerated() {
            body(StampPlace(end: index == 0 ? .current : .superseded(index - 1)), write, true)
        }
    }

    package static func explain(
        _ path: String, _ values: [HeldValue], in explainer: inout JoinExplainer
    ) {
        guard !explainer.settle(path, values) else { return }
        var joined: [UInt8]?
        var seen: Set<[UInt8]> = []
        var currents: [HeldValue] = []
        for value in values {
            let writes = HistoryLayout.writes(value.bytes.span)
            for write in writes { seen.insert(Array(value.bytes[write.value])) }
            if let current = writes.first {
                currents.append(HeldValue(input: value.input, bytes: Array(value.bytes[current.range])))
            }
            guard let left = joined else {
                joined = value.bytes
                continue
            }
            // A history has a bounded length, so one after the other is as good as a tree.
            var writer = CBORWriter()
            HistoryLayout.join(left.span, value.bytes.span, into: &writer)
            joined = writer.bytes
        }
        let kept = joined.map { HistoryLayout.writes($0.span).count } ?? 0
        explainer.add(
            path,
            .history(
                JoinExplanation.History(
                    current: explainer.contest(currents), kept: kept, dropped: seen.count - kept)))
    }
}

extension DocumentView {
    /// The writes that a history register holds; nil when it was never written or is not understood.
    package subscript<Value>(_ field: HistoryField<Kind, Value>) -> HistoryRegister<Value>? {
        state.value(of: field.name) { bytes throws(CBORError) in try HistoryRegister(decoding: bytes) }
    }
}

extension DocumentEditing where Self: ~Copyable {
    /// Writes a history register.
    ///
    /// - Parameter ifChanged: whether a value that is the current one is left unwritten.
    package mutating func set<Value>(
        _ field: HistoryField<Kind, Value>, to value: Value, by author: Author, ifChanged: Bool
    ) throws(DocumentError) -> Outcome {
        try edit(by: author) { (view, author, delta) throws(DocumentError) in
            try view.put(value, in: field, by: author, ifChanged: ifChanged, into: &delta)
        }
    }
}

extension DocumentView {
    /// Puts the write of a history register into a delta.
    package func put<Value>(
        _ value: Value, in field: HistoryField<Kind, Value>, by author: Author, ifChanged: Bool,
        into delta: inout DocumentBuilder
    ) throws(DocumentError) {
        let current = self[field]?.writes.first
        if ifChanged, current?.value == value { return }
        let write = try stamp(value, after: current?.ts, by: author, in: "\(field.name)")
        delta.put(field, HistoryRegister(write).encoded)
    }
}
