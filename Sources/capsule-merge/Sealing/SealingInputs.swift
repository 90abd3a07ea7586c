// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleSealing
import CapsuleToolSupport

/// Reads what the commands that sign and seal have in common: keys from files, ids and versions from options.
///
/// Secrets come from files or standard input. An argument is seen by every process of the machine.
struct SealingInputs {
    private let arguments: Arguments
    private var inputs: Inputs

    static let kind = OptionDescription.value(
        "kind", valueName: "KIND", help: "stack, album, asset or settings.")
    static let id = OptionDescription.value(
        "id", valueName: "HEX", help: "The document that the record is said to be, 32 hexadecimal digits.")
    static let publicKey = OptionDescription.value(
        "public-key", valueName: "FILE", file: .reads(.publicKey),
        help: "The public key of the signer, 1984 bytes.")
    static let key = OptionDescription.value(
        "key", valueName: "FILE", file: .reads(.secret),
        help: "The album's or the group's key, 32 bytes; '-' is standard input.")
    static let keyVersion = OptionDescription.value(
        "key-version", valueName: "N", help: "The version of the key; not for an asset.")
    static let expectedPrior = OptionDescription.value(
        "prior", valueName: "HEX",
        help: "For an asset: refuse any other prior than this digest, or than none with 'none'.")
    static let expectedKeyVersion = OptionDescription.value(
        "key-version", valueName: "N",
        help: "Refuse a record under any other version of the key; not for an asset.")
    static let hex = OptionDescription.flag(
        "hex", help: "Documents and records are hexadecimal text instead of bytes; keys never are.")

    init(_ arguments: Arguments) throws(ToolError) {
        self.arguments = arguments
        inputs = try Inputs(arguments)
    }

    /// The type of the kind that is named.
    func type() throws(ToolError) -> any SealableKind.Type {
        // `Inputs` has refused a name that is none.
        let name = try arguments.required("kind", "--kind KIND: stack, album, asset or settings")
        guard let kind = DocumentKind(rawValue: name) else {
            throw arguments.usage("there is no kind '\(name)'")
        }
        return kind.sealableType
    }

    func id() throws(ToolError) -> Identifier {
        try arguments.identifier(arguments.required("id", "--id HEX, the document's identifier"), "--id")
    }

    /// The file that the command works on.
    mutating func bytes() throws(ToolError) -> (name: String, bytes: [UInt8]) {
        let path = arguments.operands.first ?? "-"
        return (Inputs.name(path), try inputs.bytes(path))
    }

    mutating func seed() throws(ToolError) -> SigningSeed {
        let path = try arguments.required("seed", "--seed FILE, the signing seed")
        var secret = try secret(path)
        return try sealing(Inputs.name(path)) { () throws(SealingError) in try SigningSeed(wiping: &secret) }
    }

    private mutating func secret(_ path: String) throws(ToolError) -> [UInt8] {
        if InputFile.isOpenToOthers(path) {
            let name = Inputs.name(path)
            Screen.report("capsule-merge: warning: \(name): others may read this secret; chmod 600 helps\n")
        }
        return try inputs.bytes(path, isHex: false)
    }

    /// The key in the file that an option names.
    mutating func sealingKey<Role>(
        _ option: String, version: UInt32, _: Role.Type
    ) throws(ToolError) -> SealingKey<Role> {
        let path = try arguments.required(option, "--\(option) FILE, a key of 32 bytes")
        var secret = try secret(path)
        return try sealing(Inputs.name(path)) { () throws(SealingError) in
            try SealingKey<Role>(wiping: &secret, version: version)
        }
    }

    /// The version in an option; 0 for an asset, whose records name none.
    func keyVersion(_ option: String, of kind: DocumentKind) throws(ToolError) -> UInt32 {
        guard kind != .asset else {
            guard arguments.value(option) == nil else {
                throw arguments.usage("an asset's record names no key version: its manifest does")
            }
            return 0
        }
        let text = try arguments.required(option, "--\(option) N, the version of the key")
        guard let version = Decimal.whole(text, as: UInt32.self) else {
            throw arguments.usage("--\(option) is a whole number up to \(UInt32.max), '\(text)' is not")
        }
        return version
    }

    mutating func publicKey() throws(ToolError) -> VerifyingKey {
        let path = try arguments.required("public-key", "--public-key FILE, the signer's public key")
        let bytes = try inputs.bytes(path, isHex: false)
        return try sealing(Inputs.name(path)) { () throws(SealingError) in try VerifyingKey(bytes) }
    }

    /// What `--prior` says that the prior is to be.
    func expectedPrior(of kind: DocumentKind) throws(ToolError) -> RecordExpectation.Prior {
        guard let text = arguments.value("prior") else { return .any }
        guard kind == .asset else { throw arguments.usage("only an asset has a prior") }
        return text == "none" ? .absent : .digest(try digest(text))
    }

    /// What `--key-version` says that the version of the key is to be; nil for any.
    func expectedKeyVersion(of kind: DocumentKind) throws(ToolError) -> UInt32? {
        guard arguments.value("key-version") != nil else { return nil }
        return try keyVersion("key-version", of: kind)
    }

    /// The digest in `--prior`, if it is given.
    func prior() throws(ToolError) -> Digest? {
        guard let text = arguments.value("prior") else { return nil }
        return try digest(text)
    }

    private func digest(_ text: String) throws(ToolError) -> Digest {
        guard let bytes = try? Hex.decode(text), let digest = Digest(bytes) else {
            throw arguments.usage("--prior is 64 hexadecimal digits, '\(text)' is not")
        }
        return digest
    }
}

/// Names the input that the library refused.
func sealing<Value: ~Copyable>(
    _ name: String, _ body: () throws(SealingError) -> Value
) throws(ToolError) -> Value {
    do throws(SealingError) { return try body() } catch { throw .message("\(name): \(error)") }
}

extension VerifiedDocument {
    /// One line that says what was verified.
    func summary(_ id: Identifier?) -> String {
        let id = (content.id ?? id).map(\.description) ?? "without a readable id"
        var text: String
        switch content {
        case .document(let document):
            text = "\(Kind.kind.rawValue) \(id), \(document.encoded.count) bytes"
        case .newer(let newer):
            text =
                "\(Kind.kind.rawValue) \(id), \(newer.bytes.count) bytes, newer: schema version \(newer.schemaVersion)"
        }
        if let prior { text += ", after \(prior)" }
        return text + ", signed by this key\n"
    }
}

extension Horizon {
    /// The bytes of a verified document as they may be given out.
    func held<Kind>(_ verified: VerifiedDocument<Kind>, _ name: String) throws(ToolError) -> [UInt8] {
        var refusals: [Refusal] = []
        switch verified.content {
        case .document(let document):
            let state = held(document.state, name: name, refusals: &refusals)
            try check(refusals)
            return state.bytes
        case .newer(let newer):
            // Nothing can be left out of what is not understood; what cannot be read at all holds no stamp.
            if let state = try? DocumentState(reading: newer.bytes, kind: Kind.kind), let last {
                let late = late(state)
                if !late.isEmpty { throw .future([Refusal(name: name, late: late)], horizon: last) }
            }
            return newer.bytes
        }
    }
}
