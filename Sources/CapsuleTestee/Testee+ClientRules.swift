// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleClientRules
import CapsuleDocuments
import CapsuleToolSupport

/// Imports, albums, stacks, gated views and what is shown (SPEC sections 20 to 22).
extension Testee {
    static let clientRuleOperations = [
        Operation("import.destination", importDestination),
        Operation("album.deletable", albumDeletable),
        Operation("album.moves", albumMoves),
        Operation("view.system", viewSystem),
        Operation("stack.detect", detectStacks),
        Operation("gate.open", gateOpen),
        Operation("representation.show", showRepresentation),
    ]

    private static func importDestination(_ request: Members) throws(TesteeError) -> JSONObject {
        let picked = try request.optionalIdentifier("picked")
        let scope = try request.digest("scope_id")
        let kind: SourceKind = try request.closed("source_kind")
        let settings = try settings(request)
        let pointer = try request.optionalIdentifier("default_album_id")
        let derived = try request.identifier("derived_album_id")
        let writable = request.optional("writable") == nil ? nil : Set(try request.identifiers("writable"))
        let destination = try answering { () throws(ClientRuleError) in
            try ImportDestination(
                explicitPick: picked, scope: scope, sourceKind: kind, settings: settings,
                defaultAlbum: pointer,
                derivedDefault: derived, writable: writable)
        }
        return JSONObject([
            ("album_id", JSON.hex(destination.albumID.bytes)), ("rule", .text(destination.rule.rawValue)),
            ("ask", .bool(destination.asks)),
        ])
    }

    /// A settings document; nil without one, and where the id of a newer one cannot be read.
    private static func settings(_ request: Members) throws(TesteeError) -> DocumentView<SettingsKind>? {
        guard request.optional("settings") != nil else { return nil }
        let bytes = try request.bytes("settings")
        return try answering { () throws(DocumentError) -> DocumentView<SettingsKind>? in
            do throws(DocumentError) {
                return try LibrarySettings(decoding: bytes).view
            } catch {
                guard error.errorClass == .newerSchema else { throw error }
                return try? DocumentView(reading: bytes)
            }
        }
    }

    private static func albumDeletable(_ request: Members) throws(TesteeError) -> JSONObject {
        let isDeletable = AlbumRules.isDeletable(
            try request.identifier("album_id"),
            defaultAlbum: try request.optionalIdentifier("default_album_id"),
            derivedDefault: try request.identifier("derived_album_id"))
        return JSONObject([("deletable", .bool(isDeletable))])
    }

    private static func albumMoves(_ request: Members) throws(TesteeError) -> JSONObject {
        let (album, changed) = AlbumRules.place(
            from: try request.identifier("album_id"), moves: try request.identifiers("moves"))
        return JSONObject([
            ("album_id", JSON.hex(album.bytes)), ("changed", .array(changed.map(JSONValue.bool))),
        ])
    }

    private static func viewSystem(_ request: Members) throws(TesteeError) -> JSONObject {
        let view: SystemView = try request.closed("view")
        let shown = try assets(request).map(\.asset).filter(view.contains)
        return JSONObject([
            ("members", .array(shown.map(\.sidecar.id).sorted().map { JSON.hex($0.bytes) }))
        ])
    }

    private static func detectStacks(_ request: Members) throws(TesteeError) -> JSONObject {
        var files: [ImportedFile] = []
        for value in try request.array("files") {
            let members = try Members(value, "a file")
            files.append(
                ImportedFile(
                    id: try members.identifier("id"), path: try members.text("path"),
                    contentType: try members.closed("content_type"),
                    captured: try members.optionalMoment("capture_timestamp")))
        }
        let stacks = try answering { () throws(ClientRuleError) in try RAWJPEGDetection.stacks(of: files) }
        return JSONObject([
            (
                "stacks",
                .array(
                    stacks.map {
                        [
                            "primary": JSON.hex($0.primary.bytes),
                            "members": .array($0.members.map { JSON.hex($0.bytes) }),
                        ]
                    })
            )
        ])
    }

    private static func gateOpen(_ request: Members) throws(TesteeError) -> JSONObject {
        let view: GatedView = try request.closed("view")
        let grants = try request.members("grants")
        let now = try request.moment("now")
        let grace = try request.optionalSeconds("grace") ?? Gate.defaultGrace
        let granted = GateGrants(
            trash: try grants.optionalMoment("trash"), hidden: try grants.optionalMoment("hidden"))
        let gate = Gate(
            view, grants: granted, now: now, grace: grace, enrolled: try methods(request, "credentials"),
            failed: try methods(request, "failed") ?? [])
        return JSONObject([
            ("open", .bool(gate.isOpen)), ("ask", gate.ask.map { .text($0.rawValue) } ?? .null),
        ])
    }

    private static func methods(
        _ request: Members, _ name: String
    ) throws(TesteeError) -> [AuthenticationMethod]? {
        request.optional(name) == nil ? nil : try request.closedArray(name)
    }

    private static func showRepresentation(_ request: Members) throws(TesteeError) -> JSONObject {
        let held: [Representation] = try request.closedArray("local")
        let shown = ShownRepresentation(
            wanted: try request.closed("wanted"), held: Set(held), remote: try request.closed("remote"))
        return JSONObject([
            ("show", .text(shown.representation.rawValue)), ("status", .text(shown.status.rawValue)),
            ("listed", true),
        ])
    }
}
