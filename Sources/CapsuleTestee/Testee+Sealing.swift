// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import CapsuleSealing
import CapsuleToolSupport

extension Testee {
    static let sealingOperations = [
        Operation("document.sign", signDocument),
        Operation("document.verify", verifyDocument),
        Operation("record.seal", sealRecord),
        Operation("record.open", openRecord),
    ]

    private static func signDocument(_ request: Members) throws(TesteeError) -> JSONObject {
        try sign(as: request.kind().sealableType, request)
    }

    private static func sign<Kind: SealableKind>(
        as _: Kind.Type, _ request: Members
    ) throws(TesteeError) -> JSONObject {
        let bytes = try request.bytes("bytes")
        let given = try request.value("prior")
        let prior: Digest? = given.isNull ? nil : try JSON.digest(given, "prior")
        var seed = try request.bytes("seed", count: SigningSeed.size)
        let document = try answering { () throws(DocumentError) in try Document<Kind>(decoding: bytes) }
        let signed = try answering { () throws(SealingError) in
            let key = try SigningKey(seed: SigningSeed(wiping: &seed))
            return try SignedDocument(document, prior: prior, signer: key)
        }
        return JSONObject([("bytes", JSON.hex(signed.encoded))])
    }

    private static func verifyDocument(_ request: Members) throws(TesteeError) -> JSONObject {
        try verify(as: request.kind().sealableType, request)
    }

    private static func verify<Kind: SealableKind>(
        as _: Kind.Type, _ request: Members
    ) throws(TesteeError) -> JSONObject {
        let bytes = try request.bytes("bytes")
        let publicKey = try request.bytes("public_key", count: VerifyingKey.size)
        let verified = try answering { () throws(SealingError) in
            // The envelope first: a key that is none counts where the signature does.
            let signed = try SignedDocument<Kind>(decoding: bytes)
            return try signed.verified(by: VerifyingKey(publicKey))
        }
        let prior = verified.prior.map { JSON.hex($0.bytes) } ?? .null
        switch verified.content {
        case .document(let document):
            return JSONObject([("document", JSON.hex(document.encoded)), ("prior", prior)])
        case .newer(let newer):
            return JSONObject([
                ("document", JSON.hex(newer.bytes)), ("prior", prior),
                ("newer_schema", .integer(newer.schemaVersion)),
            ])
        }
    }

    private static func sealRecord(_ request: Members) throws(TesteeError) -> JSONObject {
        let kind = try request.kind()
        let id = try request.identifier("record_id")
        let key = try request.bytes("key", count: AlbumMasterKey.size)
        let version: UInt32 = kind == .asset ? 0 : try request.unsigned("key_version")
        let nonce = try request.bytes("nonce")
        let plaintext = try request.bytes("plaintext")
        let record = try answering { () throws(SealingError) in
            try RecordLayout.sealForTesting(
                plaintext, kind: kind, id: id, key: key, version: version, nonce: nonce)
        }
        return JSONObject([("bytes", JSON.hex(record))])
    }

    private static func openRecord(_ request: Members) throws(TesteeError) -> JSONObject {
        let kind = try request.kind()
        let id = try request.identifier("record_id")
        let key = try request.bytes("key", count: AlbumMasterKey.size)
        let record = try request.bytes("bytes")
        let plaintext = try answering { () throws(SealingError) in
            try RecordLayout.openForTesting(record, kind: kind, id: id, key: key)
        }
        let opened = JSONObject([("plaintext", JSON.hex(plaintext))])
        guard let version = RecordLayout.keyVersion(record.span, kind: kind) else { return opened }
        return JSONObject(opened.members + [("key_version", .integer(version))])
    }
}

extension Members {
    fileprivate func bytes(_ name: String, count: Int) throws(TesteeError) -> [UInt8] {
        let bytes = try bytes(name)
        guard bytes.count == count else { throw .invalid("\(name) has \(count) bytes") }
        return bytes
    }
}
