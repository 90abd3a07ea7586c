// SPDX-License-Identifier: Apache-2.0

import CapsuleSealing
import CapsuleToolSupport

extension Tool {
    static let keygen = Command(
        description: CommandDescription(
            "keygen", summary: "Generates a new secret in a file that only its owner may read.",
            details: """
                keygen signing -o SECRET --public-key FILE   generates a seed and its public key
                keygen sealing -o SECRET                     generates an album or group key
                keygen public --seed SECRET -o FILE          derives a seed's public key again

                A signing secret is 64 bytes, the Ed25519 seed followed by the ML-DSA-65 seed;
                its public key is 1984 bytes. A sealing secret is 32 bytes. Secret files have
                mode 0600. Existing files and symbolic links are never replaced. 'signing'
                creates both files or neither.
                """,
            operands: [OperandDescription("WHAT", help: "signing, sealing or public.")],
            options: [
                .value(
                    "output", letter: "o", valueName: "OUT", file: .writes(.secret),
                    help: "The file for the secret; for public, that for the public key."),
                .value(
                    "public-key", valueName: "FILE", file: .writes(.publicKey),
                    help: "For signing: the file for the public key."),
                .value(
                    "seed", valueName: "SECRET", file: .reads(.secret),
                    help: "For public: the signing seed; '-' is standard input."),
            ])
    ) { arguments throws(ToolError) in
        let what = arguments.operands[0]
        for (option, user) in [("public-key", "signing"), ("seed", "public")]
        where arguments.has(option) && what != user {
            throw arguments.usage("--\(option) goes with keygen \(user), not with keygen \(what)")
        }
        switch what {
        case "signing": try drawSigningSeed(arguments)
        case "sealing":
            let output = try secretOutput(arguments)
            let key = try sealing("keygen") { () throws(SealingError) in
                try AlbumMasterKey.random(version: 0)
            }
            try key.withSecretBytes { (secret: Span<UInt8>) throws(ToolError) in
                try create(secret, at: output, and: [])
            }
        case "public": try writePublicKey(arguments)
        default: throw arguments.usage("'\(what)' is none of signing, sealing, public")
        }
    }

    private static func secretOutput(_ arguments: Arguments) throws(ToolError) -> String {
        let output = try arguments.required("output", "-o SECRET, the file for the secret")
        guard output != "-" else {
            throw arguments.usage("a secret is written to a file, not to standard output")
        }
        return output
    }

    private static func drawSigningSeed(_ arguments: Arguments) throws(ToolError) {
        let output = try secretOutput(arguments)
        let publicPath = try arguments.required("public-key", "--public-key FILE, for the public key")
        let seed = try sealing("keygen") { () throws(SealingError) in try SigningSeed.random() }
        let key = try sealing("keygen") { () throws(SealingError) in try SigningKey(seed: seed) }
        let publicKey = NewFile(path: publicPath, bytes: key.verifyingKey.bytes, isSecret: false)
        // The seed first: were this process killed between the two, the public key could be made again.
        try seed.withSecretBytes { (secret: Span<UInt8>) throws(ToolError) in
            try create(secret, at: output, and: [publicKey])
        }
    }

    private static func writePublicKey(_ arguments: Arguments) throws(ToolError) {
        let output = try arguments.required("output", "-o FILE, the file for the public key")
        var inputs = try SealingInputs(arguments)
        let seed = try inputs.seed()
        let key = try sealing("keygen") { () throws(SealingError) in try SigningKey(seed: seed) }
        do throws(OutputError) {
            try NewFile.write(key.verifyingKey.bytes, to: output, isHex: false)
        } catch {
            throw .output(error)
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
