// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

/// What a document holds, for people: a name and a value on each line, the writes below.
struct DocumentText {
    private(set) var text = ""

    init(_ state: DocumentState) throws(DocumentError) {
        text = "\(state.kind) \(state.id)\n"
        try add(state.kind.type, state.bytes)
    }

    private mutating func add<Kind: DocumentType>(_: Kind.Type, _ bytes: [UInt8]) throws(DocumentError) {
        let view = try DocumentView<Kind>(reading: bytes)
        addNewer(view)
        var fields = FieldText(view, in: self)
        for field in Kind.fields.declared { field.accept(&fields) }
        self = fields.text
        addRest(view)
    }

    private static let width = 15

    /// Adds a line with a name.
    mutating func add(_ name: String, _ value: String) {
        let padding = String(repeating: " ", count: max(1, Self.width - name.count))
        text += "  \(name)\(padding)\(value)\n"
    }

    /// Adds a line below the value of another.
    mutating func addBelow(_ value: String) { add("", value) }

    func stamp<Value>(_ write: Stamped<Value>) -> String { "\(write.ts) by \(write.by)" }

    mutating func add<Element>(_ name: String, elements: [String], of set: ORSet<Element>) {
        let live = set.adds.count
        if elements.isEmpty { add(name, "none") }
        for (index, element) in elements.enumerated() { add(index == 0 ? name : "", element) }
        let context = set.context
        var observed: UInt64 = 0
        for writer in context.writers {
            for range in context.counters(of: writer) {
                let (sum, overflow) = observed.addingReportingOverflow(
                    range.upperBound - range.lowerBound + 1)
                observed = overflow ? .max : sum
            }
        }
        let writers = context.writers.count
        addBelow(
            "(\(live) live of \(observed) add\(observed == 1 ? "" : "s") by \(writers) writer\(writers == 1 ? "" : "s"))"
        )
    }

    /// What every kind ends with.
    private mutating func addRest<Kind>(_ view: DocumentView<Kind>) {
        for (key, value) in view.unknownValues {
            add("later version", Screen.quoted(key))
            // A register of a later version looks like one of this.
            if let stamp = StampedLayout(probing: value.span) {
                addBelow(Self.cut(CBORDiagnostic.text(value.span.extracting(stamp.value))))
                addBelow("\(stamp.ts) by \(stamp.by)")
            } else {
                addBelow(Self.cut(CBORDiagnostic.text(value.span)))
            }
        }
        for key in view.keysNotUnderstood { add(key, "has a value that this version does not understand") }
    }

    private static func cut(_ text: String) -> String { text.count <= 200 ? text : text.prefix(197) + "..." }

    private mutating func addNewer<Kind>(_ view: DocumentView<Kind>) {
        guard view.isNewer else { return }
        add("NEWER", "schema version \(view.schemaVersion), this tool knows \(DocumentKind.version):")
        addBelow("shown as far as it is understood; it is not merged or edited")
    }

    /// The display name of a definition whose inside is not checked here.
    static func name(of definition: OpaqueDefinition) -> String {
        let value = definition.encoded.span.uncheckedValue("display_name", inMapAt: 0)
        // A stamped text in a definition that is in order.
        guard let value, let name = StampedLayout(probing: definition.encoded.span.extracting(value)) else {
            return "without a display name"
        }
        let inner = definition.encoded.span.extracting(value).extracting(name.value)
        return CBORDiagnostic.text(inner)
    }
}
