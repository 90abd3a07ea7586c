// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

extension Tool {
    static let new = Command(
        description: CommandDescription(
            "new", summary: "Makes a document that holds nothing but its identifier.",
            details: """
                A file that is there already is left as it is; so is a symbolic link, also one
                to nothing. A pipe or a device is written to, when somebody reads it.
                """,
            operands: [OperandDescription("KIND", help: "stack, album, asset or settings.")],
            options: [
                .value("id", valueName: "HEX", help: "The identifier, 32 hexadecimal digits; else drawn."),
                Outputs.option(.document),
                .flag("hex", help: "Write hexadecimal text instead of bytes."),
            ])
    ) { arguments throws(ToolError) in
        let output = try Outputs.required(arguments)
        guard let name = arguments.operands.first, let kind = DocumentKind(rawValue: name) else {
            throw arguments.usage(
                "there is no kind '\(arguments.operands.first ?? "")': stack, album, asset, settings")
        }
        let id: Identifier
        if let hex = arguments.value("id") {
            id = try arguments.identifier(hex, "--id")
        } else {
            var generator = SystemRandomNumberGenerator()
            id = Identifier(using: &generator)
        }
        let bytes =
            switch kind {
            case .stack: StackDocument(id: id).encoded
            case .album: AlbumDocument(id: id).encoded
            case .asset: AssetSidecar(id: id).encoded
            case .settings: LibrarySettings(id: id).encoded
            }
        do throws(OutputError) {
            try NewFile.write(bytes, to: output, isHex: arguments.has("hex"))
        } catch {
            throw .output(error)
        }
        try Screen.show("\(kind) \(id)\n", on: Outputs.reportStream(besides: output))
    }
}
