// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleSealing
import CapsuleToolSupport

extension Tool {
    static let sign = Command(
        description: CommandDescription(
            "sign", summary: "Signs a document with both halves of a key.",
            operands: [
                OperandDescription(
                    "FILE", file: .reads(.document), help: "The document; '-' is standard input.")
            ],
            options: [
                SealingInputs.kind,
                .value(
                    "seed", valueName: "SECRET", file: .reads(.secret),
                    help: "The signing seed, 64 bytes; '-' is standard input."),
                .value("prior", valueName: "HEX", help: "For an asset: the digest of the record before."),
                SealingInputs.hex,
            ] + Outputs.options(.signed))
    ) { arguments throws(ToolError) in
        try sign(as: SealingInputs(arguments).type(), arguments)
    }

    private static func sign<Kind: SealableKind>(as _: Kind.Type, _ arguments: Arguments) throws(ToolError) {
        let output = try Outputs.required(arguments)
        var inputs = try SealingInputs(arguments)
        let (name, bytes) = try inputs.bytes()
        let prior = try inputs.prior()
        let seed = try inputs.seed()
        let document = try refusing(name) { () throws(DocumentError) in try Document<Kind>(decoding: bytes) }
        let signed = try sealing(name) { () throws(SealingError) in
            try SignedDocument(document, prior: prior, signer: SigningKey(seed: seed))
        }
        try Outputs.write(signed.encoded, to: output, arguments)
    }

    static let verify = Command(
        description: CommandDescription(
            "verify", summary: "Verifies a signed document and returns it only if verification succeeds.",
            details: """
                A document of a later schema is returned unchanged and marked as newer. With -o,
                a document with a stamp later than the horizon is refused, as by 'open'.
                """,
            operands: [
                OperandDescription(
                    "FILE", file: .reads(.signed), help: "The signed document; '-' is standard input.")
            ],
            options: [
                SealingInputs.kind, SealingInputs.publicKey, SealingInputs.expectedPrior,
                .value(
                    "output", letter: "o", valueName: "OUT", file: .writes(.document),
                    help: "Where to write the document, if anywhere."),
                SealingInputs.hex, Outputs.force, Outputs.noWait,
            ] + Horizon.options)
    ) { arguments throws(ToolError) in
        try verify(as: SealingInputs(arguments).type(), arguments)
    }

    private static func verify<Kind: SealableKind>(as _: Kind.Type, _ arguments: Arguments) throws(ToolError)
    {
        let output = arguments.value("output")
        if output == nil,
            let option = (Horizon.options + [Outputs.force, Outputs.noWait]).first(where: {
                arguments.has($0.name)
            })
        {
            throw arguments.usage("--\(option.name) goes with -o OUT")
        }
        let horizon = try output.map { _ throws(ToolError) in try Horizon(arguments) }
        var inputs = try SealingInputs(arguments)
        let prior = try inputs.expectedPrior(of: Kind.kind)
        let (name, bytes) = try inputs.bytes()
        let key = try inputs.publicKey()
        let verified = try sealing(name) { () throws(SealingError) in
            try SignedDocument<Kind>(decoding: bytes).verified(by: key, expecting: prior)
        }
        if let output, let horizon {
            let document = try horizon.held(verified, name)
            try Outputs.refuseLoss(document, replacing: output, madeOf: [], arguments)
            try Outputs.write(document, to: output, arguments)
        }
        try Screen.show(verified.summary(nil), on: Outputs.reportStream(besides: output))
    }
}
