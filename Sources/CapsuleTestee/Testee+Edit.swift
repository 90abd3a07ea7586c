// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

extension Testee {
    static func editDocument(_ request: Members) throws(TesteeError) -> JSONObject {
        let kind = try request.kind()
        let bytes = try request.bytes("bytes")
        let author = Author(
            device: try request.identifier("device"), writer: try request.identifier("writer"),
            now: try request.stampTime("now"))
        let ifChanged =
            try request.optional("if_changed").map { (value) throws(TesteeError) in
                try JSON.bool(value, "if_changed")
            } ?? false
        let editing = Editing(author: author, ifChanged: ifChanged)
        if kind == .asset { return try run(AssetKind.self, bytes, request, editing, assetEdit) }
        return try Self.edit(kind.type, bytes, request, editing)
    }

    private static func edit<Kind: DocumentType>(
        _: Kind.Type, _ bytes: [UInt8], _ request: Members, _ editing: Editing
    ) throws(TesteeError) -> JSONObject {
        try run(Kind.self, bytes, request, editing, fieldEdit)
    }

    /// Who edits, and whether a value that stays is written.
    struct Editing {
        let author: Author
        let ifChanged: Bool
    }

    typealias Change<Kind: DocumentType> = (inout Document<Kind>) throws(DocumentError) -> Document<Kind>

    /// Reads the document first: what is malformed there is never reported as an edit that does not fit.
    private static func run<Kind: DocumentType>(
        _: Kind.Type, _ bytes: [UInt8], _ request: Members, _ editing: Editing,
        _ change: (String, JSONValue, Editing) throws(TesteeError) -> Change<Kind>
    ) throws(TesteeError) -> JSONObject {
        var document = try answering { () throws(DocumentError) in try Document<Kind>(decoding: bytes) }
        let edit = try request.members("edit")
        guard edit.object.members.count == 1, let (name, value) = edit.object.members.first else {
            throw .invalid("an edit has one member, which names it")
        }
        let change = try change(name, value, editing)
        let delta = try answering { () throws(DocumentError) in try change(&document) }
        return JSONObject([("bytes", JSON.hex(document.encoded)), ("delta", JSON.hex(delta.encoded))])
    }

    /// The edits that each kind has by its fields.
    private static func fieldEdit<Kind: DocumentType>(
        _ name: String, _ value: JSONValue, _ editing: Editing
    ) throws(TesteeError) -> Change<Kind> {
        if name == "set" { return try FieldSetting.change(value, editing) }
        if let labels = Kind.fields.labels {
            if name == "add_label" {
                let text = try JSON.text(value, name)
                return { (document) throws(DocumentError) in
                    try document.addLabel(text, to: labels, by: editing.author)
                }
            }
            if name == "remove_label" {
                let text = try JSON.text(value, name)
                return { (document) throws(DocumentError) in
                    try document.removeLabel(text, from: labels)
                }
            }
        }
        throw .invalid("a document of kind \(Kind.kind.rawValue) has no edit \(name)")
    }

    private static func assetEdit(
        _ name: String, _ value: JSONValue, _ editing: Editing
    ) throws(TesteeError) -> Change<AssetKind> {
        switch name {
        case "add_ai_tag":
            let tag = try aiTag(Members(value, name), name, [])
            return { (asset) throws(DocumentError) in try asset.addAITag(tag, by: editing.author) }
        case "remove_ai_tag":
            let tag = try aiTag(Members(value, name), name, [])
            return { (asset) throws(DocumentError) in try asset.removeAITag(tag) }
        case "promote_ai_tag":
            let members = try Members(value, name)
            let tag = try aiTag(members, name, ["remove"])
            let remove = try members.bool("remove")
            return { (asset) throws(DocumentError) in
                try asset.promoteAITag(tag, remove: remove, by: editing.author)
            }
        case "put_region":
            let members = try Members(value, name)
            try members.allow(only: ["id", "shape"], name)
            let (id, shape) = (try members.identifier("id"), try shape(members.members("shape")))
            return { (asset) throws(DocumentError) in
                try asset.putRegion(id, shape, by: editing.author, ifChanged: editing.ifChanged)
            }
        case "delete_region":
            let id = try JSON.identifier(value, name)
            return { (asset) throws(DocumentError) in try asset.deleteRegion(id, by: editing.author) }
        case "add_region_label":
            let (id, text) = try regionLabel(value, name)
            return { (asset) throws(DocumentError) in
                try asset.addRegionLabel(text, to: id, by: editing.author)
            }
        case "remove_region_label":
            let (id, text) = try regionLabel(value, name)
            return { (asset) throws(DocumentError) in try asset.removeRegionLabel(text, from: id) }
        default: return try fieldEdit(name, value, editing)
        }
    }

    private static func aiTag(
        _ members: Members, _ what: String, _ others: [String]
    ) throws(TesteeError) -> AITag {
        try members.allow(only: ["tag", "model_id", "model_version"] + others, what)
        let tag = AITag(
            tag: try members.text("tag"), modelID: try members.text("model_id"),
            modelVersion: try members.text("model_version"))
        guard let tag else { throw .invalid("the texts of an AI tag have 1 to 256 bytes") }
        return tag
    }

    private static func regionLabel(
        _ value: JSONValue, _ what: String
    ) throws(TesteeError) -> (Identifier, String) {
        let members = try Members(value, what)
        try members.allow(only: ["id", "label"], what)
        return (try members.identifier("id"), try members.text("label"))
    }

    static func shape(_ members: Members) throws(TesteeError) -> RegionShape {
        func fraction(_ name: String) throws(TesteeError) -> Fraction {
            guard let fraction = Fraction(billionths: try members.unsigned(name)) else {
                throw .invalid("\(name) is at most 1 000 000 000")
            }
            return fraction
        }
        if members.object["r"] != nil {
            try members.allow(only: ["cx", "cy", "r"], "a circle")
            return .circle(cx: try fraction("cx"), cy: try fraction("cy"), r: try fraction("r"))
        }
        try members.allow(only: ["x", "y", "w", "h"], "a rectangle")
        return .rectangle(
            x: try fraction("x"), y: try fraction("y"), w: try fraction("w"), h: try fraction("h"))
    }
}
