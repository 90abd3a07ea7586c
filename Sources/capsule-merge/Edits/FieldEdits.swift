// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

/// A value of a register that one argument of the command line spells.
protocol ArgumentValue: CanonicalValue {
    /// How the argument looks, for the help text.
    static var usage: String { get }

    /// Reads the argument.
    static func argument(_ text: String, _ arguments: EditArguments) throws(ToolError) -> Self
}

extension Bool: ArgumentValue {
    static var usage: String { "yes|no" }

    static func argument(_ text: String, _ arguments: EditArguments) throws(ToolError) -> Bool {
        guard let value = ["yes": true, "no": false, "true": true, "false": false][text] else {
            throw arguments.usage("\(arguments.edit.name) takes yes or no, not '\(text)'")
        }
        return value
    }
}

extension Rating: ArgumentValue {
    static var usage: String { "0-5" }

    static func argument(_ text: String, _ arguments: EditArguments) throws(ToolError) -> Rating {
        guard let stars = Decimal.whole(text), let rating = Rating(stars) else {
            throw arguments.usage("a rating is 0 to 5, '\(text)' is not")
        }
        return rating
    }
}

extension Cull: ArgumentValue {
    static var usage: String { "pick|neutral|reject" }

    static func argument(_ text: String, _ arguments: EditArguments) throws(ToolError) -> Cull {
        try arguments.closed(text, Cull.self)
    }
}

extension EXIFOrientation: ArgumentValue {
    static var usage: String { "1-8" }

    static func argument(_ text: String, _ arguments: EditArguments) throws(ToolError) -> EXIFOrientation {
        guard let orientation = Int(text).flatMap(EXIFOrientation.init(rawValue:)) else {
            throw arguments.usage("an orientation is 1 to 8, '\(text)' is not")
        }
        return orientation
    }
}

/// The edits that set the registers of an asset whose values are `ArgumentValue`, each named for its field.
private struct FieldEdits: FieldVisitor {
    typealias Kind = AssetKind
    typealias Failure = Never

    private(set) var edits: [Edit] = []

    mutating func visit<Value>(_ field: RegisterField<AssetKind, Value>) {
        guard let type = Value.self as? any ArgumentValue.Type else { return }
        let name = "\(field.name)".split(separator: "_").joined(separator: "-")
        let summary = summaries.first { "\($0.field)" == "\(field.name)" }?.summary
        let change: @Sendable (EditArguments) throws(ToolError) -> Edit.On<AssetKind> = {
            arguments throws(ToolError) in
            guard let value = try type.argument(arguments.single(), arguments) as? Value else {
                throw arguments.misuse
            }
            let ifChanged = arguments.ifChanged
            return { (asset, author) throws(DocumentError) in
                try asset.set(field, to: value, by: author, ifChanged: ifChanged)
            }
        }
        edits.append(
            Edit("set-\(name)", type.usage, summary: summary ?? "Sets \(field.name).", .asset(change)))
    }

    // Their edits take more than a value.
    mutating func visit<Value>(_ field: HistoryField<AssetKind, Value>) {}
    mutating func visit<Element>(_ field: SetField<AssetKind, Element>) {}
    mutating func visit<Key, Value>(_ field: RegisterMapField<AssetKind, Key, Value>) {}
    mutating func visit(_ field: RegionMapField<AssetKind>) {}
}

/// What the edits of some fields do, where their names do not say it.
private let summaries: [(field: StaticString, summary: String)] = [
    (AssetKind.rating.name, "Sets the stars."), (AssetKind.cull.name, "Sets the verdict."),
    (AssetKind.hidden.name, "Hides the asset, or shows it."),
    (
        AssetKind.orientation.name,
        "Sets how the image is turned to be shown, by the numbers of EXIF; regions stay as they are stored, in the "
            + "orientation of the file."
    ),
]

extension Edit {
    static let fieldEdits: [Edit] = {
        var visitor = FieldEdits()
        for field in AssetKind.fields.declared { field.accept(&visitor) }
        return visitor.edits
    }()
}
