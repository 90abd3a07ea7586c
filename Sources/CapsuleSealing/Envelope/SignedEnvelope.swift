// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

/// The envelope of a signed document (SPEC section 11) as its checked canonical bytes.
///
/// Canonical array `[1, suite, document, prior, {"ed": 64 bytes, "ml": 3309 bytes}]`. Checked is its form;
/// what it carries is given out by `verified(by:)` alone.
struct SignedEnvelope: Hashable, Sendable {
    /// The version of the envelope that this library writes and reads.
    static let version: UInt64 = 1

    let kind: DocumentKind
    let bytes: [UInt8]
    private let documentRange: Range<Int>
    private let prior: Digest?
    private let signature: Signature

    /// Puts a signature on a document.
    ///
    /// - Throws: `invalid` for a prior on what is no asset, `limit` when the result is too large to carry.
    init(
        kind: DocumentKind, document: Span<UInt8>, prior: Digest?, signature: Signature,
        limit: Int = CBORLimits.document
    ) throws(SealingError) {
        try Self.check(prior, kind)
        var writer = CBORWriter()
        writer.reserve(document.count + CBORLimits.envelope)
        writer.writeArrayHead(5)
        writer.writeUnsigned(Self.version)
        writer.writeUnsigned(UInt64(SealingSuite.number))
        writer.writeBytes(document)
        documentRange = writer.bytes.count - document.count..<writer.bytes.count
        writer.writePrior(prior)
        writer.writeMapHead(2)
        writer.writeText("ed")
        writer.writeBytes(signature.ed25519.span)
        writer.writeText("ml")
        writer.writeBytes(signature.mlDSA65.span)
        guard writer.bytes.count <= limit + CBORLimits.envelope else {
            throw SealingError(
                .limit, "the document has \(document.count) bytes, too many to sign (limit \(limit))")
        }
        self.kind = kind
        bytes = writer.bytes
        self.prior = prior
        self.signature = signature
    }

    /// Reads an envelope and checks its form; its version comes before its suite, that before the rest.
    ///
    /// - Throws: `limit`, `malformed`, `non-canonical`, `newer-schema` for a later version of the envelope,
    ///   `unknown-suite`, `invalid`.
    init(
        decoding bytes: [UInt8], kind: DocumentKind, limit: Int = CBORLimits.document
    ) throws(SealingError) {
        do throws(CBORError) {
            // Of the whole, so that no version and no suite is believed of what is not even canonical.
            try CanonicalCBOR.check(bytes.span, limit: limit + CBORLimits.envelope)
            var reader = CBORReader(bytes.span)
            let count = try reader.enterArray()
            try Self.readVersionAndSuite(&reader, count: count)
            guard count == 5 else {
                throw CBORError(.invalid, at: 0, "an envelope has 5 members, this one has \(count)")
            }
            documentRange = try reader.readBytes()
            prior = reader.readNullIfPresent() ? nil : try Digest.read(&reader)
            signature = try Self.readSignature(&reader)
        } catch {
            throw SealingError(error)
        }
        try Self.check(prior, kind)
        self.kind = kind
        self.bytes = bytes
    }

    private static func readVersionAndSuite(
        _ reader: inout CBORReader, count: Int
    ) throws(CBORError) {
        guard count > 0 else { throw CBORError(.invalid, at: 0, "an envelope is not empty") }
        let version = try reader.readUnsigned()
        guard version > 0 else { throw CBORError(.invalid, at: 1, "versions of the envelope start at 1") }
        guard version == Self.version else {
            throw CBORError(
                .newerSchema, at: 1,
                "the envelope has version \(version), this library implements \(Self.version)")
        }
        guard count > 1 else { throw CBORError(.invalid, at: 0, "an envelope has a suite") }
        let place = reader.position
        let suite = try reader.readUnsigned(atMost: UInt64(UInt16.max), "a suite is a uint16")
        guard suite == UInt64(SealingSuite.number) else {
            throw CBORError(.unknownSuite, at: place, "the document is signed by suite \(suite)")
        }
    }

    private static func readSignature(_ reader: inout CBORReader) throws(CBORError) -> Signature {
        let start = reader.position
        var (ed25519, mlDSA65): (Range<Int>?, Range<Int>?)
        var cursor = try reader.enterMap()
        while let name = try cursor.nextText(&reader) {
            if reader.bytes.extracting(name).elementsEqual("ed") {
                ed25519 = try reader.readBytes(count: Ed25519.signatureSize, "the half ed")
            } else if reader.bytes.extracting(name).elementsEqual("ml") {
                mlDSA65 = try reader.readBytes(count: Signature.mlDSA65Size, "the half ml")
            } else {
                throw CBORError(
                    .invalid, at: name.lowerBound, "a signature has no other halves than ed and ml")
            }
        }
        guard let ed25519, let mlDSA65,
            let signature = Signature(
                ed25519: reader.bytes.extracting(ed25519).copied(),
                mlDSA65: reader.bytes.extracting(mlDSA65).copied())
        else { throw CBORError(.invalid, at: start, "a signature has two halves, ed and ml") }
        return signature
    }

    private static func check(_ prior: Digest?, _ kind: DocumentKind) throws(SealingError) {
        guard prior == nil || kind == .asset else {
            throw SealingError(.invalid, "only an asset's envelope has a prior, no \(kind.rawValue)'s")
        }
    }

    /// What both halves of a signature are made over (SPEC section 11).
    static func signingBytes(
        kind: DocumentKind, document: Span<UInt8>, prior: Digest?
    ) -> [UInt8] {
        var writer = CBORWriter()
        writer.reserve(document.count + 96)
        writer.writeArrayHead(4)
        writer.writeText(kind.signingContext)
        writer.writeUnsigned(UInt64(SealingSuite.number))
        writer.writeBytes(document)
        writer.writePrior(prior)
        return writer.bytes
    }

    /// What the envelope carries, when both halves of the signature verify.
    ///
    /// - Throws: `signature-invalid`, the same error whatever is wrong.
    func verified(
        by key: VerifyingKey
    ) throws(SealingError) -> (document: [UInt8], prior: Digest?) {
        let document = bytes.span.extracting(documentRange)
        let message = Self.signingBytes(kind: kind, document: document, prior: prior)
        guard key.isValid(signature, over: message.span) else { throw .signatureInvalid }
        return (document.copied(), prior)
    }
}

extension CBORWriter {
    fileprivate mutating func writePrior(_ prior: Digest?) {
        if let prior { prior.write(to: &self) } else { writeNull() }
    }
}

extension DocumentKind {
    /// The first member of the signing bytes, so that no kind passes for another.
    var signingContext: String {
        switch self {
        case .stack: "capsule/stack-doc/v1"
        case .album: "capsule/album-doc/v1"
        case .asset: "capsule/sidecar/v1"
        case .settings: "capsule/library-settings/v1"
        }
    }
}
