// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport
import Testing

@Suite("export")
struct ExportCommandTests {
    let place: Workplace
    private static let stack = String(repeating: "5", count: 32)

    init() throws {
        place = try Workplace()
        try place.write("asset.cbor", Samples.asset().encoded)
        try place.write("facts.json", Samples.facts)
        for edit in [
            ["set-facts", "facts.json"], ["set-location", "38.71567", "-9.14"], ["add-label", "Sea"],
            ["set-stack", Self.stack, "burst", "primary"],
        ] {
            let run = try place.run(["edit", "asset.cbor", "--device", Samples.device1] + edit)
            try #require(run.code == 0)
        }
        var stack = StackDocument(id: try Samples.identifier(Self.stack))
        _ = try stack.addLabel("Burst", by: Samples.author(Samples.device1, "2026-07-01T10:00:00.000Z"))
        try place.write("stack.cbor", stack.encoded)
        try place.write("other.cbor", StackDocument(id: Samples.identifier(Samples.id)).encoded)
        try place.write(
            "album.cbor",
            Samples.album(Samples.device1, "2026-07-01T10:00:00.000Z", name: "n", "Trip").encoded)
    }

    @Test("an export holds plain values, with no place and no device")
    func plain() throws {
        let run = try place.run(
            "export", "asset.cbor", "--json", "--stack", "stack.cbor", "--album", "album.cbor")
        #expect(run.code == 0)
        let json = try JSONReader.read(run.output)
        #expect(json["labels"]?.array?.compactMap(\.text) == ["Sea"])
        #expect(json["stack_labels"]?.array?.compactMap(\.text) == ["Burst"])
        #expect(json["album_labels"]?.array?.compactMap(\.text) == ["Trip"])
        #expect(json["hash"]?.text == String(repeating: "ab", count: 32))
        for key in ["device_id", "session_id", "regions", "stack", "gps"] {
            #expect(json[key] == nil, "\(key)")
        }
        #expect(json["camera_id"]?["serial"] == nil)
    }

    @Test("a place leaves only when it is asked for, rounded or as it is kept")
    func locations() throws {
        for (keep, latitude) in [
            (["coarse_gps"], 38.72), (["precise_gps"], 38.71567), (["precise_gps", "coarse_gps"], 38.71567),
        ] {
            let options = keep.flatMap { ["--keep", $0] }
            let run = try place.run(["export", "asset.cbor", "--json"] + options)
            #expect(try JSONReader.read(run.output)["gps"]?["lat"]?.double == latitude, "\(keep) \(latitude)")
        }
    }

    @Test("--keep lets out one thing more each")
    func keep() throws {
        let run = try place.run(
            "export", "asset.cbor", "--json", "--keep", "precise_gps", "--keep=device_id", "--keep",
            "camera_serial")
        let json = try JSONReader.read(run.output)
        #expect(json["gps"]?["lat"]?.double == 38.71567)
        #expect(json["device_id"]?.text == Samples.device1)
        #expect(json["camera_id"]?["serial"]?.text == "S-1")
        #expect(json["session_id"] == nil)
    }

    @Test("-o writes the library's export as canonical CBOR")
    func bytes() throws {
        let run = try place.run("export", "asset.cbor", "-o", "out.cbor")
        #expect(run.code == 0)
        let asset = try AssetSidecar(decoding: place.read("asset.cbor"))
        #expect(try place.read("out.cbor") == AssetExport(asset).encoded)
    }

    @Test("an export without a place to go, of another kind, or with another stack is refused")
    func refused() throws {
        #expect(try place.run("export", "asset.cbor").code == 2)
        #expect(try place.run("export", "asset.cbor", "--json", "-o", "x").code == 2)
        let name = try place.run("export", "asset.cbor", "--json", "--keep", "gps")
        #expect(name.code == 2)
        #expect(
            name.error.contains(
                "--keep is one of camera_serial, device_id, session_id, regions, coarse_gps, precise_gps")
        )
        let kind = try place.run("export", "album.cbor", "-o", "x")
        #expect(kind.code == 1)
        #expect(kind.error.contains("album.cbor: invalid"))
        let stack = try place.run("export", "asset.cbor", "-o", "x", "--stack", "other.cbor")
        #expect(stack.code == 1)
        #expect(stack.error.contains("mismatch in stack_membership: the asset is not a member of stack"))
        #expect(!place.names.contains("x"))
    }
}
