// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
@testable import CapsuleDocuments
import Testing

/// `edit` makes any edit that a device makes.
@Suite("Edits of every field")
struct EditedFieldsTests {
    /// Commands that between them write each field of each kind.
    static let edits: [DocumentKind: [[String]]] = [
        .stack: [["add-label", "x"]],
        .album: [["add-label", "x"], ["set-name", "n"]],
        .asset: [
            ["set-facts", "facts.json"], ["set-capture-time", "--clear"], ["set-orientation", "6"],
            ["set-location", "1", "2"], ["set-lqip", "lqip.json"], ["add-label", "x"],
            ["add-ai-tag", "t", "m", "1"], ["set-caption", "c"], ["set-rating", "3"], ["set-cull", "pick"],
            ["set-hidden", "yes"], ["set-stack", Samples.id, "burst", "member"],
            ["put-region", "new", "circle", "0.5", "0.5", "0.1"],
        ],
        .settings: [
            ["set-smart-album", Samples.id, "--clear"],
            ["set-scope-override", Samples.id + Samples.id, Samples.id],
            ["set-source-default", "camera_roll", Samples.id], ["set-cover", Samples.id, Samples.id],
        ],
    ]

    @Test("each field but the identifier is written by some edit", arguments: DocumentKind.allCases)
    func everyField(_ kind: DocumentKind) throws {
        let place = try Workplace()
        try place.write("facts.json", Samples.facts)
        try place.write(
            "lqip.json", #"{"chromahash": "00ff", "dominant_color": [1, 2, 255], "format_version": 1}"#)
        #expect(try place.run("new", kind.rawValue, "--id", Samples.id, "-o", "d").code == 0)
        let fields = kind.fields.filter { !$0.isIdentity }.map { "\($0.name)" }
        var changed: Set<String> = []
        func edit(_ arguments: [String]) throws {
            let run = try place.run(["edit", "d", "--device", Samples.device1] + arguments)
            #expect(run.code == 0, "\(arguments): \(run.error)")
            let line = try #require(run.error.split(separator: "\n").first)
            for field in line.replacing("d: changed ", with: "").split(separator: ", ") {
                changed.insert(String(field.prefix { $0 != "." }))
            }
        }
        for arguments in Self.edits[kind] ?? [] { try edit(arguments) }
        // A register of a truth value needs no line above.
        for field in Set(fields).subtracting(changed).sorted() {
            try edit(["set-\(field.replacing("_", with: "-"))", "yes"])
        }
        #expect(changed == Set(fields))
    }

    @Test(
        "a placeholder image that is none is refused, and the document stays as it is",
        arguments: [
            "", "{}", "[]", #"{"chromahash": "0", "dominant_color": [1, 2, 3], "format_version": 1}"#,
            #"{"chromahash": "00", "dominant_color": [1, 2], "format_version": 1}"#,
            #"{"chromahash": "00", "dominant_color": [1, 2, 256], "format_version": 1}"#,
            #"{"chromahash": "00", "dominant_color": [1, 2, 3], "format_version": 65536}"#,
            #"{"chromahash": "00", "dominant_color": [1, 2, 3], "format_version": 1, "more": 1}"#,
        ])
    func noPlaceholder(_ json: String) throws {
        let place = try Workplace()
        try place.write("asset", Samples.asset().encoded)
        try place.write("lqip.json", json)
        let run = try place.run("edit", "asset", "--device", Samples.device1, "set-lqip", "lqip.json")
        #expect(run.code == 1)
        #expect(run.error.contains("lqip.json"))
        #expect(try place.read("asset") == Samples.asset().encoded)
    }

    @Test("set-lqip --clear clears the placeholder image")
    func clear() throws {
        let place = try Workplace()
        try place.write("asset", Samples.asset().encoded)
        let run = try place.run("edit", "asset", "--device", Samples.device1, "set-lqip", "--clear")
        #expect(run.code == 0, "\(run.error)")
        let lqip = try #require(try AssetSidecar(decoding: place.read("asset")).lqip)
        #expect(lqip.value == nil)
    }
}
