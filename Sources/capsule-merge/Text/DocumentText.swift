// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

/// What a document holds, for people: a name and a value on each line, the writes below.
struct DocumentText {
    private(set) var text = ""

    init(_ state: DocumentState) throws(DocumentError) {
        text = "\(state.kind) \(state.id)\n"
        switch state.kind {
        case .stack: add(try DocumentView<StackKind>(reading: state.bytes))
        case .album: add(try DocumentView<AlbumKind>(reading: state.bytes))
        case .asset: add(try DocumentView<AssetKind>(reading: state.bytes))
        case .settings: add(try DocumentView<SettingsKind>(reading: state.bytes))
        }
    }

    private static let width = 15

    /// Adds a line with a name.
    mutating func add(_ name: String, _ value: String) {
        let padding = String(repeating: " ", count: max(1, Self.width - name.count))
        text += "  \(name)\(padding)\(value)\n"
    }

    /// Adds a line below the value of another.
    mutating func addBelow(_ value: String) { add("", value) }

    mutating func add<Value>(_ name: String, _ write: Stamped<Value>?, _ shown: (Value) -> String) {
        guard let write else { return }
        add(name, shown(write.value))
        addBelow(stamp(write))
    }

    func stamp<Value>(_ write: Stamped<Value>) -> String { "\(write.ts) by \(write.by)" }

    mutating func add(_ name: String, _ labels: ORSet<Label>) {
        guard !labels.encoded.isEmpty else { return }
        add(name, elements: labels.elements.map { Screen.quoted($0.description) }, of: labels)
    }

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

    private mutating func add(_ view: DocumentView<StackKind>) {
        addNewer(view)
        add("labels", view.labels)
        addRest(view)
    }

    private mutating func add(_ view: DocumentView<AlbumKind>) {
        addNewer(view)
        add("name", view.name) { Screen.quoted($0.description) }
        add("labels", view.labels)
        addRest(view)
    }

    private mutating func add(_ view: DocumentView<SettingsKind>) {
        addNewer(view)
        for (id, register) in view.smartAlbums {
            add("smart album", "\(id)  \(register.value.map { Self.name(of: $0) } ?? "deleted")")
            addBelow(stamp(register))
        }
        for (scope, register) in view.scopeOverrides {
            add("scope", "\(scope)")
            addBelow("to \(register.value.map { "album \($0)" } ?? "no album: taken back")")
            addBelow(stamp(register))
        }
        for (source, register) in view.sourceKindDefaults {
            add(
                "imports",
                "\(source.rawValue) to \(register.value.map { "album \($0)" } ?? "no album: taken back")")
            addBelow(stamp(register))
        }
        for (album, register) in view.aggregatedAlbumCovers {
            add("cover", "of \(album)")
            addBelow("is \(register.value.map { "asset \($0)" } ?? "none: taken back")")
            addBelow(stamp(register))
        }
        addRest(view)
    }

    /// The display name of a definition whose inside is not checked here.
    private static func name(of definition: OpaqueDefinition) -> String {
        let value = definition.encoded.span.uncheckedValue("display_name", inMapAt: 0)
        // A stamped text in a definition that is in order.
        guard let value, let name = StampedLayout(probing: definition.encoded.span.extracting(value)) else {
            return "without a display name"
        }
        let inner = definition.encoded.span.extracting(value).extracting(name.value)
        return CBORDiagnostic.text(inner)
    }

    private mutating func add(_ view: DocumentView<AssetKind>) {
        addNewer(view)
        addAsset(view)
        addRest(view)
    }
}
