// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleToolSupport

extension Tool {
    static let canonicalize = Command(
        description: CommandDescription(
            "canonicalize", summary: "Rewrites any well-formed CBOR as its one canonical encoding.",
            details: """
                Accepts other key orders, longer heads, longer floats and indefinite lengths.
                Stops at a duplicate map key. Whether the result is a valid document is
                for 'check' to say.
                """,
            operands: [OperandDescription("FILE", file: .reads(.document), help: "Well-formed CBOR.")],
            options: Outputs.options(.document) + [
                Inputs.hex, .flag("quiet", letter: "q", help: "Print nothing."),
            ])
    ) { arguments throws(ToolError) in
        var inputs = try Inputs(arguments)
        let output = try Outputs.required(arguments)
        let path = arguments.operands[0]
        let bytes = try inputs.bytes(path)
        let canonical: [UInt8]
        do throws(CBORError) {
            canonical = try CanonicalCBOR.canonicalize(bytes.span)
        } catch {
            throw .bytes(Inputs.name(path), error)
        }
        try Outputs.write(canonical, to: output, arguments)
        guard !arguments.has("quiet") else { return }
        let what =
            canonical == bytes
            ? "was canonical already" : "rewritten, \(bytes.count) bytes to \(canonical.count)"
        try Screen.show("\(Inputs.name(path)): \(what)\n", on: Outputs.reportStream(besides: output))
    }
}
