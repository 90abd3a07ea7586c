// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleDocuments
import CapsuleTestee
import CapsuleToolSupport

extension Tool {
    static let inspect = Command(
        description: CommandDescription(
            "inspect", summary: "Shows what a document holds.",
            details: """
                A document of a later schema version is shown as far as it is understood, and
                marked as newer. --diag shows any canonical CBOR, even if it is not a valid
                document.
                """,
            operands: [OperandDescription("FILE", file: .reads(.document), help: "A document.")],
            options: [
                .flag("diag", help: "Show the bytes in diagnostic notation (RFC 8949 section 8)."),
                .flag("json", help: "Print the plain view as JSON (Conformance/SPEC.md, section 15)."),
                Inputs.kindOption, Inputs.hex,
            ])
    ) { arguments throws(ToolError) in
        guard !(arguments.has("diag") && arguments.has("json")) else {
            throw arguments.usage("--diag and --json exclude each other")
        }
        guard !(arguments.has("diag") && arguments.has("kind")) else {
            throw arguments.usage("--diag shows any CBOR, and has no use for --kind")
        }
        var inputs = try Inputs(arguments)
        let path = arguments.operands[0]
        if arguments.has("diag") {
            let bytes = try inputs.bytes(path)
            do throws(CBORError) {
                try CanonicalCBOR.check(bytes.span)
            } catch {
                throw .bytes(Inputs.name(path), error)
            }
            return try Screen.show(CBORDiagnostic.text(bytes.span, indent: 2) + "\n")
        }
        let state = try inputs.readableState(path)
        if arguments.has("json") {
            let view = try refusing(path) { () throws(DocumentError) in
                try PlainValues.view(state.bytes, kind: state.kind)
            }
            return try Screen.show(.object(view))
        }
        try Screen.show(try refusing(path) { () throws(DocumentError) in try DocumentText(state).text })
    }
}
