// SPDX-License-Identifier: Apache-2.0

import CapsuleSealing
import CapsuleToolSupport

extension Tool {
    static let keygen = Command(
        description: CommandDescription(
            "keygen", summary: "Draws a new secret and writes it where only its owner may read it.",
            details: """
                A signing secret is 64 bytes, the Ed25519 seed and then the ML-DSA-65 seed; its
                public key has 1984. A sealing secret is the 32 bytes of an album's or a group's
                key. The secret's file has mode 0600. No file that is there is replaced.
                """,
            operands: [OperandDescription("WHAT", help: "signing or sealing.")],
            options: [
                .value("output", letter: "o", valueName: "SECRET", help: "The file for the secret."),
                .value("public-key", valueName: "FILE", help: "For signing: the file for the public key."),
            ])
    ) { arguments throws(ToolError) in
        let output = try arguments.required("output", "-o SECRET, the file for the secret")
        guard output != "-" else {
            throw arguments.usage("a secret is written to a file, not to standard output")
        }
        switch arguments.operands.first {
        case "signing":
            let publicPath = try arguments.required("public-key", "--public-key FILE, for the public key")
            let seed = try sealing("keygen") { () throws(SealingError) in try SigningSeed.random() }
            let key = try sealing("keygen") { () throws(SealingError) in try SigningKey(seed: seed) }
            let publicKey = NewFile(path: publicPath, bytes: key.verifyingKey.bytes, isSecret: false)
            try seed.withSecretBytes { (secret: Span<UInt8>) throws(ToolError) in
                try create(secret, at: output, and: [publicKey])
            }
        case "sealing":
            guard arguments.value("public-key") == nil else {
                throw arguments.usage("a sealing key has no public key")
            }
            let key = try sealing("keygen") { () throws(SealingError) in try AlbumMasterKey.random(version: 0)
            }
            try key.withSecretBytes { (secret: Span<UInt8>) throws(ToolError) in
                try create(secret, at: output, and: [])
            }
        default:
            throw arguments.usage("'\(arguments.operands.first ?? "")' is neither signing nor sealing")
        }
    }

    private static func create(
        _ secret: Span<UInt8>, at path: String, and others: [NewFile]
    ) throws(ToolError) {
        var copy: [UInt8] = []
        copy.reserveCapacity(secret.count)
        for index in secret.indices { copy.append(secret[index]) }
        defer { copy.wipe() }
        do throws(OutputError) {
            try NewFile.create([NewFile(path: path, bytes: copy, isSecret: true)] + others)
        } catch {
            throw .output(error)
        }
    }
}
