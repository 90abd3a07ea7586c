// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleSealing
import CapsuleToolSupport

extension Tool {
    static let seal = Command(
        description: CommandDescription(
            "seal", summary: "Seals a signed document under a key if its signature verifies.",
            details: "The content hash of the record is printed.",
            operands: [
                OperandDescription(
                    "FILE", file: .reads(.signed), help: "The signed document; '-' is standard input.")
            ],
            options: [
                SealingInputs.kind, SealingInputs.publicKey, SealingInputs.key, SealingInputs.keyVersion,
                SealingInputs.hex,
            ] + Outputs.options(.record))
    ) { arguments throws(ToolError) in
        try seal(as: SealingInputs(arguments).type(), arguments)
    }

    private static func seal<Kind: SealableKind>(as _: Kind.Type, _ arguments: Arguments) throws(ToolError) {
        let output = try Outputs.required(arguments)
        var inputs = try SealingInputs(arguments)
        let version = try inputs.keyVersion("key-version", of: Kind.kind)
        let (name, bytes) = try inputs.bytes()
        let signer = try inputs.publicKey()
        let key = try inputs.sealingKey("key", version: version, Kind.Role.self)
        let record = try sealing(name) { () throws(SealingError) in
            var sealer = Sealer()
            return try sealer.seal(SignedDocument<Kind>(decoding: bytes).verified(by: signer), under: key)
        }
        try Outputs.write(record.encoded, to: output, arguments)
        try Screen.show("\(record.contentHash)\n", on: Outputs.reportStream(besides: output))
    }

    static let open = Command(
        description: CommandDescription(
            "open", summary: "Opens a sealed record and verifies what is in it.",
            details: """
                Nothing is written unless everything verifies: tag, envelope, signature,
                document and id. A document of a later schema is returned unchanged and marked
                as newer. A new OUT is readable only by its owner.

                A document with a stamp later than the horizon is refused: once joined, that
                write would win forever. The horizon is a day after --accepted-at (default:
                now). Writes cannot be dropped from a signed document, nor from a newer one.
                """,
            operands: [
                OperandDescription("FILE", file: .reads(.record), help: "The record; '-' is standard input.")
            ],
            options: [
                SealingInputs.kind, SealingInputs.id, SealingInputs.publicKey, SealingInputs.key,
                SealingInputs.expectedKeyVersion, SealingInputs.expectedPrior,
                .flag("signed", help: "Write the signed document instead of the document."),
                SealingInputs.hex,
            ] + Outputs.options(.document) + Horizon.options)
    ) { arguments throws(ToolError) in
        try open(as: SealingInputs(arguments).type(), arguments)
    }

    private static func open<Kind: SealableKind>(as _: Kind.Type, _ arguments: Arguments) throws(ToolError) {
        let output = try Outputs.required(arguments)
        guard !(arguments.has("signed") && arguments.has("leave-out-future")) else {
            throw arguments.usage(
                "--leave-out-future does not go with --signed, which keeps the signer's bytes")
        }
        let horizon = try Horizon(arguments)
        var inputs = try SealingInputs(arguments)
        let id = try inputs.id()
        let expected = RecordExpectation(
            prior: try inputs.expectedPrior(of: Kind.kind),
            keyVersion: try inputs.expectedKeyVersion(of: Kind.kind))
        let (name, bytes) = try inputs.bytes()
        let signer = try inputs.publicKey()
        let record = try sealing(name) { () throws(SealingError) in try SealedRecord<Kind>(decoding: bytes) }
        let key = try inputs.sealingKey("key", version: record.keyVersion ?? 0, Kind.Role.self)
        let verified = try sealing(name) { () throws(SealingError) in
            try record.open(id: id, with: key, signedBy: signer, expecting: expected)
        }
        let document = try horizon.held(verified, name)
        let opened = arguments.has("signed") ? verified.signed.encoded : document
        if !arguments.has("signed") {
            try Outputs.refuseLoss(document, replacing: output, madeOf: [], arguments)
        }
        try Outputs.write(opened, to: output, arguments, isPrivate: true)
        try Screen.show(verified.summary(id), on: Outputs.reportStream(besides: output))
    }

    static let rekey = Command(
        description: CommandDescription(
            "rekey", summary: "Opens a record under one version of a key and seals it under the next.",
            details:
                """
                The signature stays its signer's and is verified on the way. The new key is
                another than the old one, and its version a later one. The content hash is
                printed.
                """,
            operands: [
                OperandDescription("FILE", file: .reads(.record), help: "The record; '-' is standard input.")
            ],
            options: [
                SealingInputs.kind, SealingInputs.id, SealingInputs.publicKey, SealingInputs.key,
                .value(
                    "new-key", valueName: "FILE", file: .reads(.secret),
                    help: "The key to seal under; '-' is standard input."),
                .value(
                    "new-key-version", valueName: "N",
                    help: "Its version, above the record's; not for an asset."),
                SealingInputs.hex,
            ] + Outputs.options(.record))
    ) { arguments throws(ToolError) in
        try rekey(as: SealingInputs(arguments).type(), arguments)
    }

    private static func rekey<Kind: SealableKind>(as _: Kind.Type, _ arguments: Arguments) throws(ToolError) {
        let output = try Outputs.required(arguments)
        var inputs = try SealingInputs(arguments)
        let (id, version) = (try inputs.id(), try inputs.keyVersion("new-key-version", of: Kind.kind))
        let (name, bytes) = try inputs.bytes()
        let signer = try inputs.publicKey()
        let record = try sealing(name) { () throws(SealingError) in try SealedRecord<Kind>(decoding: bytes) }
        let old = try inputs.sealingKey("key", version: record.keyVersion ?? 0, Kind.Role.self)
        // An asset's record names no version, so its keys have only their order here.
        let new = try inputs.sealingKey("new-key", version: Kind.kind == .asset ? 1 : version, Kind.Role.self)
        let resealed = try sealing(name) { () throws(SealingError) in
            var sealer = Sealer()
            return try sealer.reseal(record, id: id, from: old, to: new, signedBy: signer)
        }
        try Outputs.write(resealed.encoded, to: output, arguments)
        try Screen.show("\(resealed.contentHash)\n", on: Outputs.reportStream(besides: output))
    }
}
