// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

/// One edit that the command line offers.
struct Edit: Sendable {
    let name: String
    /// What follows the name, as the help text shows it; one for each way to write it.
    let usages: [String]
    let summary: String
    /// Whether `--clear` takes the value away instead, and how many arguments the edit then has.
    let argumentsWhenCleared: Int?
    /// The place among its arguments of a file that it reads, if there is one.
    let fileArgument: Int?
    let change: Change

    /// Reads the arguments of the edit, and gives what to do with a document of one kind.
    enum Change: Sendable {
        /// Stack, album and asset: whatever people give labels to.
        case labels(@Sendable (EditArguments) throws(ToolError) -> LabelEdit)
        case album(@Sendable (EditArguments) throws(ToolError) -> On<AlbumKind>)
        case asset(@Sendable (EditArguments) throws(ToolError) -> On<AssetKind>)
        case settings(@Sendable (EditArguments) throws(ToolError) -> On<SettingsKind>)
    }

    /// An edit of a document, which gives the delta.
    typealias On<Kind: DocumentType> = (inout Document<Kind>, Author) throws(DocumentError) -> Document<Kind>

    enum LabelEdit {
        case add(String)
        case remove(String)
    }

    init(
        _ name: String, _ usages: String..., summary: String, argumentsWhenCleared: Int? = nil,
        fileArgument: Int? = nil, _ change: Change
    ) {
        self.name = name
        self.usages = usages
        self.summary = summary
        self.argumentsWhenCleared = argumentsWhenCleared
        self.fileArgument = fileArgument
        self.change = change
    }

    static let all: [Edit] =
        labelEdits + fieldEdits + assetEdits + stackEdits + aiTagEdits + regionEdits + settingsEdits

    var kinds: [DocumentKind] {
        switch change {
        case .labels: [.stack, .album, .asset]
        case .album: [.album]
        case .asset: [.asset]
        case .settings: [.settings]
        }
    }
}

/// The arguments of one edit.
struct EditArguments {
    let edit: Edit
    let texts: [String]
    /// Reads a file that an edit names.
    let file: (_ path: String, _ isHex: Bool?) throws(ToolError) -> [UInt8]
    private let arguments: Arguments

    init(
        _ edit: Edit, _ texts: [String], _ arguments: Arguments,
        file: @escaping (_ path: String, _ isHex: Bool?) throws(ToolError) -> [UInt8]
    ) throws(ToolError) {
        self.edit = edit
        self.arguments = arguments
        // A path is bytes; everything else becomes a part of the document, and is text.
        var characters: [String] = []
        for (index, text) in texts.enumerated() {
            characters.append(index == edit.fileArgument ? text : try arguments.characters(text))
        }
        self.texts = characters
        self.file = file
        if isCleared, edit.argumentsWhenCleared == nil {
            throw arguments.usage("\(edit.name) sets what cannot be cleared")
        }
    }

    var isCleared: Bool { arguments.has("clear") }
    var removesToo: Bool { arguments.has("remove") }
    /// Whether a value that stays is left unwritten; `--restamp` writes it all the same.
    var ifChanged: Bool { !arguments.has("restamp") }

    /// The error for arguments that do not fit the edit.
    var misuse: ToolError {
        let forms = edit.usages.map { "'\(edit.name)\($0.isEmpty ? "" : " \($0)")'" }
        let given = texts.isEmpty ? "nothing" : texts.map { "'\($0)'" }.joined(separator: " ")
        return usage("\(forms.joined(separator: " or ")) is wanted; \(given) was given")
    }

    func usage(_ message: String) -> ToolError { arguments.usage(message) }

    /// Checks how many arguments there are; `--clear` has its own number.
    func check(_ counts: ClosedRange<Int>) throws(ToolError) {
        if isCleared {
            guard texts.count == edit.argumentsWhenCleared else { throw misuse }
        } else {
            guard counts.contains(texts.count) else { throw misuse }
        }
    }

    /// The one argument.
    func single() throws(ToolError) -> String {
        guard texts.count == 1 else { throw misuse }
        return texts[0]
    }

    func identifier(_ index: Int, _ what: String) throws(ToolError) -> Identifier {
        try arguments.identifier(texts[index], what)
    }

    func digest(_ index: Int, _ what: String) throws(ToolError) -> Digest {
        guard let bytes = try? Hex.decode(texts[index]), let digest = Digest(bytes) else {
            throw usage("\(what) is 64 hexadecimal digits, '\(texts[index])' is not")
        }
        return digest
    }

    func closed<Value: ClosedSet>(_ text: String, _: Value.Type) throws(ToolError) -> Value {
        guard let value = Value(rawValue: text) else {
            let values = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw usage("\(Value.setName) is one of \(values); '\(text)' is not")
        }
        return value
    }

    func timestamp(_ text: String) throws(ToolError) -> Timestamp {
        guard let timestamp = Timestamp(text) else {
            throw usage("a time is RFC 3339, such as 2026-05-01T14:30:00+02:00; '\(text)' is not")
        }
        return timestamp
    }

    func json(_ path: String) throws(ToolError) -> JSONValue {
        let bytes = try file(path, false)
        do throws(JSONError) {
            return try JSONReader.read(bytes)
        } catch {
            throw .message("\(Inputs.name(path)): this is not JSON: \(error)")
        }
    }
}
