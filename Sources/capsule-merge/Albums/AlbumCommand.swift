// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleSmartAlbums
import CapsuleToolSupport

extension Tool {
    static let album = Command(
        description: CommandDescription(
            "album", summary: "Checks a smart album's definition, evaluates or explains it.",
            details: """
                album check DEF             says whether DEF is valid, and shows it as text
                album evaluate DEF          lists the members, in order, of a folder of sidecars
                album explain DEF ASSET     says why the sidecar ASSET is a member or is not

                DEF is a file of canonical CBOR, or with --text the text form itself, such as
                'all(rating >= 3, not hidden is true, tags_user contains "Rome") sort rating
                desc'.

                Sidecars and stacks lie in folders named for their album, in 32 hexadecimal
                digits; other folders only sort, and what is in no album's folder is in no
                album. Nothing is trashed there. Several files of one document are joined; an
                asset in the folders of two albums is an error. Newer documents are left out
                and counted. A broken file is named and left out, and the exit code is 1.

                \(Folder.help)
                """,
            operands: [
                OperandDescription("ACTION", help: "check, evaluate or explain."),
                OperandDescription("DEF", file: .reads(.definition, unless: "text"), help: "A definition."),
                OperandDescription(
                    "ASSET", count: 0...1, file: .reads(.document), help: "A sidecar, for explain."),
            ],
            options: [
                .flag("text", help: "DEF is the text form of a definition, not a file."),
                .value("assets", valueName: "DIR", help: "The sidecars."),
                .value("stacks", valueName: "DIR", help: "The documents of stacks."),
                .value("albums", valueName: "DIR", help: "The documents of albums."),
                .value("album", valueName: "ID", help: "The album that ASSET is in, for explain."),
                .value(
                    "slots", valueName: "MODEL:VERSION", repeats: true,
                    help: "A model that is current; may be repeated."),
                .value("view", valueName: "VIEW", help: "default (without what is hidden) or everything."),
                .flag("json", help: "Print one JSON object."), Inputs.hex,
            ])
    ) { arguments throws(ToolError) in
        let (action, definition) = (arguments.operands[0], arguments.operands[1])
        guard arguments.operands.count == (action == "explain" ? 3 : 2) else {
            throw arguments.usage("explain takes DEF and ASSET, check and evaluate take DEF")
        }
        try refuseUnusedOptions(action, arguments)
        var inputs = try AlbumInputs(arguments)
        switch action {
        case "check": try checkAlbum(inputs.definition(definition), arguments)
        case "evaluate": try evaluateAlbum(inputs.definition(definition), &inputs)
        case "explain": try explainAlbum(inputs.definition(definition), arguments.operands[2], &inputs)
        default: throw arguments.usage("there is no action '\(action)': check, evaluate, explain")
        }
    }

    /// Refuses options that would be passed over in silence.
    private static func refuseUnusedOptions(_ action: String, _ arguments: Arguments) throws(ToolError) {
        let unused =
            switch action {
            case "check": ["assets", "stacks", "albums", "album", "slots", "view"]
            case "evaluate": ["album"]
            case "explain": ["assets"]
            default: [String]()
            }
        if let option = unused.first(where: arguments.has) {
            throw arguments.usage("--\(option) does not go with \(action)")
        }
        guard action != "check" || !(arguments.has("text") && arguments.has("hex")) else {
            throw arguments.usage("--hex does not go with --text: no file is read")
        }
    }

    private static func checkAlbum(
        _ definition: SmartAlbumDefinition, _ arguments: Arguments
    ) throws(ToolError) {
        let text = DefinitionText(definition).description
        if arguments.has("json") {
            try Screen.show(
                .object(
                    JSONObject([
                        ("smart_album_id", .text(definition.id.description)),
                        ("display_name", .text(definition.displayName.value.description)),
                        ("text", .text(text)),
                    ])))
        } else if arguments.has("text") {
            try Screen.show("valid\n\(text)\n")
        } else {
            let name = Screen.quoted(definition.displayName.value.description)
            try Screen.show("valid, smart album \(definition.id), named \(name)\n\(text)\n")
        }
    }

    private static func evaluateAlbum(
        _ definition: SmartAlbumDefinition, _ inputs: inout AlbumInputs
    ) throws(ToolError) {
        let scope = try scope(inputs.arguments)
        let index = try inputs.library()
        let ordered = index.ordered(definition, in: scope)
        guard inputs.arguments.has("json") else {
            try Screen.show(ordered.map { "\($0)\n" }.joined())
            return try inputs.report()
        }
        func json(_ ids: [Identifier]) -> JSONValue { .array(ids.map { .text($0.description) }) }
        try Screen.show(
            .object(
                JSONObject([
                    ("members", json(index.members(of: definition, in: scope))), ("ordered", json(ordered)),
                ])))
        try inputs.report()
    }

    private static func explainAlbum(
        _ definition: SmartAlbumDefinition, _ path: String, _ inputs: inout AlbumInputs
    ) throws(ToolError) {
        let scope = try scope(inputs.arguments)
        let albumID = try inputs.arguments.value("album").map { (text) throws(ToolError) in
            try inputs.arguments.identifier(text, "an album")
        }
        let asset = try inputs.asset(path, album: albumID)
        var index = try inputs.index(of: [asset])
        try inputs.addStacks(to: &index)
        try inputs.addAlbums(to: &index)
        guard let explanation = index.explain(definition, for: asset.id) else {
            throw .message("\(Inputs.name(path)): the sidecar is newer, and left out of smart albums")
        }
        let isMember = explanation.isMember(in: scope)
        guard inputs.arguments.has("json") else {
            try Screen.show("\(asset.id) is \(isMember ? "a member" : "no member")\n\(explanation)\n")
            return try inputs.report()
        }
        try Screen.show(
            .object(
                JSONObject([
                    ("member", .bool(isMember)),
                    ("left_out_of_default_view", .bool(explanation.isLeftOutOfDefaultView)),
                    ("explanation", json(explanation.root)),
                ])))
        try inputs.report()
    }

    private static func json(_ node: MembershipExplanation.Node) -> JSONValue {
        var members = JSONObject([("truth", .text(node.truth.rawValue)), ("node", .text(node.name))])
        members["reason"] = node.reason.map { .text($0.rawValue) }
        if !node.children.isEmpty { members["children"] = .array(node.children.map(json)) }
        return .object(members)
    }

    private static func scope(_ arguments: Arguments) throws(ToolError) -> AssetScope {
        guard let name = arguments.value("view") else { return .default }
        guard let scope = AssetScope(rawValue: name) else {
            throw arguments.usage("there is no view '\(name)': default, everything")
        }
        return scope
    }
}
