// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
import CapsuleToolSupport

extension Tool {
    static let export = Command(
        description: CommandDescription(
            "export", summary: "Writes what may leave the library of an asset: plain values, no history.",
            details: """
                Stamps, device ids, superseded captions, removed labels and the place stay home.
                --keep lets out one thing more: camera_serial, device_id, session_id, regions,
                coarse_gps (the place to two decimals, about a kilometre: a rounded home is
                still a home), precise_gps (the place as it is kept).
                """,
            operands: [OperandDescription("FILE", file: .reads(.document), help: "An asset.")],
            options: [
                .value(
                    "stack", valueName: "FILE", file: .reads(.document),
                    help: "The document of the asset's stack, for its labels."),
                .value(
                    "album", valueName: "FILE", file: .reads(.document),
                    help: "The document of its album, for its labels."),
                .value("keep", valueName: "NAME", repeats: true, help: "Let this out too; may be repeated."),
                .flag("json", help: "Print JSON on standard output instead; bytes as hexadecimal digits."),
                Inputs.hex,
            ] + Outputs.options(.export))
    ) { arguments throws(ToolError) in
        var inputs = try Inputs(arguments)
        let output = arguments.value("output")
        guard (output != nil) != arguments.has("json") else {
            throw arguments.usage("export needs either -o OUT or --json")
        }
        var optIns: AssetExport.OptIns = []
        for name in arguments.values("keep") {
            guard let named = AssetExport.OptIns.named.first(where: { $0.name == name }) else {
                let names = AssetExport.OptIns.named.map(\.name).joined(separator: ", ")
                throw arguments.usage("--keep is one of \(names), not '\(name)'")
            }
            optIns.insert(named.option)
        }
        let path = arguments.operands[0]
        let asset = AssetSidecar(try inputs.state(path, kind: .asset))
        var stack: StackDocument?
        if let path = arguments.value("stack") { stack = StackDocument(try inputs.state(path, kind: .stack)) }
        var album: AlbumDocument?
        if let path = arguments.value("album") { album = AlbumDocument(try inputs.state(path, kind: .album)) }
        let export = try refusing(path) { () throws(DocumentError) in
            try AssetExport(asset, stack: stack, album: album, keep: optIns)
        }
        if let output {
            try Outputs.write(export.encoded, to: output, arguments)
        } else {
            try Screen.show(JSONValue(canonicalCBOR: export.encoded))
        }
    }
}
