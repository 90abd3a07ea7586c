// SPDX-License-Identifier: Apache-2.0

package import CapsuleCBOR
public import CapsuleCRDT

/// An LWW register: the greatest write wins (SPEC section 4).
public struct RegisterField<Kind: DocumentType, Value: CanonicalValue>: FieldDescriptor {
    package let name: StaticString
    package let check: FieldCheck
    package let isRequired: Bool
    /// What a reader shows of a register that was never written.
    package let defaultValue: Value?
    /// What a reader shows of a newer document's value that this version does not understand.
    package let valueNotUnderstood: Value?
    /// Gives a new value what it takes over from the one that it replaces.
    private let takingOver: (@Sendable (_ value: Value, _ replaced: Value) -> Value)?

    /// Declares a register.
    ///
    /// - Parameters:
    ///   - defaultValue: what a reader shows when it was never written; nil for nothing.
    ///   - valueNotUnderstood: what a reader shows of a later version's value; nil for nothing.
    ///   - isRequired: whether a whole document has it.
    package init(
        _ name: StaticString, _: Value.Type = Value.self, default defaultValue: Value? = nil,
        notUnderstood valueNotUnderstood: Value? = nil, isRequired: Bool = false
    ) {
        self.init(name, defaultValue, valueNotUnderstood, isRequired: isRequired, takingOver: nil)
    }

    /// Declares a register whose values are maps: a new one takes over the unknown keys of the one that it replaces.
    package init(
        _ name: StaticString, _: Value.Type = Value.self, isRequired: Bool = false
    ) where Value: HavingUnknownKeys {
        self.init(name, nil, nil, isRequired: isRequired) { $0.takingOverUnknownKeys(of: $1) }
    }

    private init(
        _ name: StaticString, _ defaultValue: Value?, _ valueNotUnderstood: Value?, isRequired: Bool,
        takingOver: (@Sendable (Value, Value) -> Value)?
    ) {
        self.name = name
        check = { (reader: inout CBORReader) throws(CBORError) in
            try Stamped<Value>.check(&reader)
            return []
        }
        self.isRequired = isRequired
        self.defaultValue = defaultValue
        self.valueNotUnderstood = valueNotUnderstood
        self.takingOver = takingOver
    }

    package func accept<Visitor: FieldVisitor<Kind>>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(self)
    }

    package static func join(
        _ left: Span<UInt8>, _ right: Span<UInt8>, of field: Int, in document: inout DocumentJoin
    ) {
        document.writer.append(raw: LWWLayout.rightWins(left, right) ? right : left)
    }

    package static func before(
        _ horizon: StampTime, _ value: Span<UInt8>, into writer: inout CBORWriter
    ) -> Bool {
        LWWLayout.before(horizon, value, into: &writer)
    }

    package static func forEachStamp(
        in value: Span<UInt8>,
        _ body: (_ place: StampPlace, _ stamp: StampedLayout, _ isLeftOut: Bool) -> Void
    ) {
        body(StampPlace(), StampedLayout(unchecked: value, at: 0), true)
    }

    package static func explain(
        _ path: String, _ values: [HeldValue], in explainer: inout JoinExplainer
    ) {
        explainer.explainRegister(path, values)
    }

    /// The value as an edit writes it in place of another.
    fileprivate func written(_ value: Value, over current: Stamped<Value>?) -> Value {
        guard let takingOver, let current else { return value }
        return takingOver(value, current.value)
    }

    /// Whether an edit has to read the current value.
    fileprivate var takesOver: Bool { takingOver != nil }
}

extension LWWLayout {
    /// Writes a register unless it is later than a horizon; false, and nothing written, when it is.
    static func before(
        _ horizon: StampTime, _ value: Span<UInt8>, into writer: inout CBORWriter
    ) -> Bool {
        guard StampedLayout(unchecked: value, at: 0).ts <= horizon else { return false }
        writer.append(raw: value)
        return true
    }
}

// MARK: Reading

extension DocumentView {
    /// The write that a register holds; nil when it was never written or is not understood.
    package subscript<Value>(_ field: RegisterField<Kind, Value>) -> Stamped<Value>? {
        state.value(of: field.name) { bytes throws(CBORError) in try Stamped(decoding: bytes) }
    }

    /// The value of a register, its default when it was never written.
    package func effectiveValue<Value>(of field: RegisterField<Kind, Value>) -> Value? {
        if let write = self[field] { return write.value }
        return state.isNotUnderstood(field.name) ? field.valueNotUnderstood : field.defaultValue
    }
}

// MARK: Editing

extension DocumentEditing where Self: ~Copyable {
    /// Sets a register.
    ///
    /// - Parameter ifChanged: whether a value that has the bytes of the current one is left unwritten.
    package mutating func set<Value>(
        _ field: RegisterField<Kind, Value>, to value: Value, by author: Author, ifChanged: Bool
    ) throws(DocumentError) -> Outcome {
        try edit(by: author) { (view, author, delta) throws(DocumentError) in
            try view.put(value, in: field, by: author, ifChanged: ifChanged, into: &delta)
        }
    }
}

extension DocumentView {
    /// Puts the write that sets a register into a delta.
    package func put<Value>(
        _ value: Value, in field: RegisterField<Kind, Value>, by author: Author, ifChanged: Bool,
        into delta: inout DocumentBuilder
    ) throws(DocumentError) {
        let value = field.takesOver ? field.written(value, over: self[field]) : value
        if let write = try write(value, to: field, by: author, ifChanged: ifChanged) {
            delta.put(field, write)
        }
    }

    /// The write that sets a register; nil when only a change is wanted and the value has the current one's bytes.
    ///
    /// What is not written needs no stamp, so that the last stamp time is no obstacle to it.
    fileprivate func write<Value>(
        _ value: Value, to field: RegisterField<Kind, Value>, by author: Author, ifChanged: Bool
    ) throws(DocumentError) -> [UInt8]? {
        let current = state.range(of: field.name).map {
            StampedLayout(unchecked: state.bytes.span, at: $0.lowerBound)
        }
        if ifChanged, let current,
            state.bytes.span.extracting(current.value).elementsEqual(value.encoded.span)
        {
            return nil
        }
        return try stamp(value, after: current?.ts, by: author, in: "\(field.name)").encoded
    }
}

/// A map value with unknown keys, which an edit takes over from the value that it replaces (SPEC section 10).
package protocol HavingUnknownKeys {
    var unknownKeys: UnknownKeys { get set }

    /// The value with the unknown keys of another.
    func takingOverUnknownKeys(of other: Self) -> Self
}

extension HavingUnknownKeys {
    package func takingOverUnknownKeys(of other: Self) -> Self {
        var value = self
        value.unknownKeys = other.unknownKeys
        return value
    }
}

/// A cleared register has no unknown keys, and takes over none.
extension Optional: HavingUnknownKeys where Wrapped: HavingUnknownKeys {
    package var unknownKeys: UnknownKeys {
        get { self?.unknownKeys ?? UnknownKeys() }
        set { self?.unknownKeys = newValue }
    }

    package func takingOverUnknownKeys(of other: Wrapped?) -> Wrapped? {
        guard let self, let other else { return self }
        return self.takingOverUnknownKeys(of: other)
    }
}

// MARK: Explaining

extension JoinExplainer {
    mutating func explainRegister(_ path: String, _ values: [HeldValue]) {
        guard !settle(path, values), let contest = contest(values) else { return }
        add(path, .register(contest))
    }
}
