// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@testable import CapsuleSealing

/// Bytes from a generator.
func random(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
}

func identifier(_ byte: UInt8) throws -> Identifier {
    try #require(Identifier([UInt8](repeating: byte, count: 16)))
}

/// The key of a seed of equal bytes.
func signingKey(_ byte: UInt8) throws(SealingError) -> SigningKey {
    try SigningKey(seed: SigningSeed(copying: [UInt8](repeating: byte, count: 64).span))
}

/// A sealing key of equal bytes.
func sealingKey<Role>(
    _ byte: UInt8, version: UInt32 = 1, _: Role.Type = AlbumRole.self
) throws(SealingError) -> SealingKey<Role> {
    try SealingKey(copying: [UInt8](repeating: byte, count: 32).span, version: version)
}

func author(_ byte: UInt8, at now: String = "2026-01-02T03:04:05.678Z") throws -> Author {
    Author(device: try identifier(byte), writer: try identifier(byte), now: try #require(StampTime(now)))
}

/// A stack document with a label.
func stack(_ label: String = "sea", id: UInt8 = 7, by device: UInt8 = 1) throws -> StackDocument {
    var document = StackDocument(id: try identifier(id))
    _ = try document.addLabel(label, by: author(device))
    return document
}

/// The class of what a closure throws; nil when it throws nothing.
func refusal(_ body: () throws(SealingError) -> Void) -> ErrorClass? {
    do throws(SealingError) {
        try body()
        return nil
    } catch {
        return error.errorClass
    }
}

/// The members of an envelope as encoded items, to be put together otherwise.
struct EnvelopeParts {
    var members: [[UInt8]]

    init(_ envelope: [UInt8]) throws {
        var reader = CBORReader(envelope.span)
        members = []
        for _ in 0..<(try reader.enterArray()) {
            members.append(envelope.span.extracting(try reader.skipItem()).copied())
        }
    }

    var encoded: [UInt8] {
        var writer = CBORWriter()
        writer.writeArrayHead(members.count)
        return writer.bytes + members.flatMap(\.self)
    }
}

/// Canonical CBOR of one byte string.
func byteString(_ content: [UInt8]) -> [UInt8] {
    var writer = CBORWriter()
    writer.writeBytes(content.span)
    return writer.bytes
}

// The primitives over arrays: spans do not pass through #expect.

func sha256(_ message: [UInt8]) -> [UInt8] { SHA256.digest(message.span).bytes }

/// Whether bytes are the canonical encoding of a point of prime order.
func isPoint(_ encoded: [UInt8]) -> Bool { Ed25519.isOfPrimeOrder(encoded.span) }

/// A nonce from the system's generator alone.
func drawnNonce() throws -> Nonce {
    let nonce = Nonce(NonceEntropy.fresh().bytes.span.extracting(0..<Nonce.size))
    return try #require(nonce)
}

func verifies(_ signature: [UInt8], _ message: [UInt8], _ publicKey: [UInt8]) -> Bool {
    isPoint(publicKey) && Ed25519.verify(signature.span, of: message.span, publicKey: publicKey.span)
}

func opened(_ sealed: [UInt8], _ key: [UInt8], _ nonce: [UInt8], _ associatedData: [UInt8]) -> [UInt8]? {
    AES256GCM.open(sealed.span, key: key.span, nonce: nonce.span, associatedData: associatedData.span)
}
