// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@testable import CapsuleSealing

/// An envelope made wrong, and the class that it is refused with.
struct WrongEnvelope: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let errorClass: ErrorClass
    let change: @Sendable (inout EnvelopeParts) -> Void

    init(
        _ name: String, _ errorClass: ErrorClass, _ change: @escaping @Sendable (inout EnvelopeParts) -> Void
    ) {
        testDescription = name
        self.errorClass = errorClass
        self.change = change
    }

    /// The signature map with its two entries changed.
    static func signature(
        _ name: String, _ change: @escaping @Sendable (_ ed: [UInt8], _ ml: [UInt8]) -> [UInt8]
    ) -> WrongEnvelope {
        WrongEnvelope(name, .invalid) { parts in
            let signature = parts.members[4]
            parts.members[4] = change(Array(signature[1..<70]), Array(signature[70...]))
        }
    }

    static let table: [WrongEnvelope] = [
        WrongEnvelope("version 2", .newerSchema) { $0.members[0] = [2] },
        WrongEnvelope("version 65536", .newerSchema) { $0.members[0] = [0x1a, 0, 1, 0, 0] },
        WrongEnvelope("version 2 and nothing else", .newerSchema) { $0.members = [[2]] },
        WrongEnvelope("version 2 and another suite", .newerSchema) { $0.members = [[2], [7], [0xf6]] },
        WrongEnvelope("version 2 and a suite that is a text", .newerSchema) {
            $0.members = [[2], [0x61, 0x61]]
        },
        WrongEnvelope("version 0", .invalid) { $0.members[0] = [0] },
        WrongEnvelope("a version that is a text", .invalid) { $0.members[0] = [0x61, 0x31] },
        WrongEnvelope("suite 2", .unknownSuite) { $0.members[1] = [2] },
        WrongEnvelope("suite 0", .unknownSuite) { $0.members[1] = [0] },
        WrongEnvelope("suite 2 and nothing else", .unknownSuite) { $0.members = [[1], [2]] },
        WrongEnvelope("suite 2 and a document that is none", .unknownSuite) {
            $0.members[1...2] = [[2], [0xf6]]
        },
        WrongEnvelope("a suite above uint16", .invalid) { $0.members[1] = [0x1a, 0, 1, 0, 0] },
        WrongEnvelope("a suite that is null", .invalid) { $0.members[1] = [0xf6] },
        WrongEnvelope("no members", .invalid) { $0.members = [] },
        WrongEnvelope("a version alone", .invalid) { $0.members = [[1]] },
        WrongEnvelope("no signature", .invalid) { $0.members.removeLast() },
        WrongEnvelope("one member more", .invalid) { $0.members.append([0]) },
        WrongEnvelope("a document that is a map", .invalid) { $0.members[2] = [0xa0] },
        WrongEnvelope("a prior that is a text", .invalid) { $0.members[3] = [0x60] },
        WrongEnvelope("a prior of 31 bytes", .invalid) {
            $0.members[3] = byteString([UInt8](repeating: 0, count: 31))
        },
        WrongEnvelope("a signature that is null", .invalid) { $0.members[4] = [0xf6] },
        WrongEnvelope("a version in two bytes", .nonCanonical) { $0.members[0] = [0x18, 1] },
        WrongEnvelope("a version in two bytes that is newer", .nonCanonical) { $0.members[0] = [0x18, 2] },
        WrongEnvelope("a reserved head", .malformed) { $0.members[1] = [0x1c] },
        .signature("no halves") { _, _ in [0xa0] },
        .signature("one half, ed") { ed, _ in [0xa1] + ed },
        .signature("one half, ml") { _, ml in [0xa1] + ml },
        .signature("a third half") { ed, ml in [0xa3] + ed + ml + [0x62, 0x7a, 0x7a, 0x40] },
        .signature("ed of 63 bytes") { ed, ml in [0xa2] + ed.prefix(3) + [0x58, 63] + ed[5..<68] + ml },
        .signature("ml of 3308 bytes") { ed, ml in
            [0xa2] + ed + ml.prefix(3) + [0x59, 0x0c, 0xec] + ml[6..<3314]
        },
        WrongEnvelope("halves out of order", .nonCanonical) { parts in
            let signature = parts.members[4]
            parts.members[4] = [0xa2] + signature[70...] + signature[1..<70]
        },
        WrongEnvelope("one half twice", .nonCanonical) { parts in
            let ed = parts.members[4][1..<70]
            parts.members[4] = [0xa2] + ed + ed
        },
    ]
}

@Suite("the form of an envelope")
struct EnvelopeFormTests {
    @Test(
        "a wrong envelope is refused with its class, before its signature is looked at",
        arguments: WrongEnvelope.table)
    func wrong(envelope: WrongEnvelope) throws {
        var parts = try EnvelopeParts(SignedDocument(stack(), signer: signingKey(1)).encoded)
        #expect(
            refusal { () throws(SealingError) in _ = try SignedDocument<StackKind>(decoding: parts.encoded) }
                == nil)
        envelope.change(&parts)
        let bytes = parts.encoded
        #expect(
            refusal { () throws(SealingError) in _ = try SignedDocument<StackKind>(decoding: bytes) }
                == envelope.errorClass)
    }

    @Test("an envelope of indefinite length is not canonical")
    func indefinite() throws {
        let signed = try SignedDocument(stack(), signer: signingKey(1)).encoded
        let bytes = [0x9f] + signed.dropFirst() + [0xff]
        #expect(
            refusal { () throws(SealingError) in _ = try SignedDocument<StackKind>(decoding: bytes) }
                == .nonCanonical)
    }

    @Test("an envelope past the limit of its document and 8 192 bytes is refused before it is read")
    func limit() throws {
        let bytes = [UInt8](repeating: 0xff, count: 100 + CBORLimits.envelope + 1)
        #expect(
            refusal { () throws(SealingError) in
                _ = try SignedDocument<StackKind>(decoding: bytes, limit: 100)
            }
                == .limit)
        #expect(
            refusal { () throws(SealingError) in
                _ = try SignedDocument<StackKind>(decoding: Array(bytes.dropLast()), limit: 100)
            } == .malformed)
    }

    @Test("what a verified envelope carries is refused as the document that it is")
    func documents() throws {
        let key = try signingKey(1)
        let table: [([UInt8], ErrorClass)] = [
            ([], .malformed), ([0xa1, 0x00], .malformed), ([0xa1, 0x18, 0x00, 0x01], .nonCanonical),
            ([0xa1, 0x00, 0x01], .invalid), ([0x80], .invalid),
        ]
        for (document, errorClass) in table {
            let message = SignedEnvelope.signingBytes(kind: .stack, document: document.span, prior: nil)
            let envelope = try SignedEnvelope(
                kind: .stack, document: document.span, prior: nil,
                signature: key.signature(over: message.span))
            let signed = try SignedDocument<StackKind>(decoding: envelope.bytes)
            #expect(
                refusal { () throws(SealingError) in _ = try signed.verified(by: key.verifyingKey) }
                    == errorClass, "\(document) \(errorClass)")
        }
    }

    @Test("a document of its greatest size is signed, and one byte more is not")
    func greatest() throws {
        let signature = try signingKey(1).signature(over: [0].span)
        let document = [UInt8](repeating: 0, count: 5_000)
        // What an envelope has besides its document, whose head has three bytes here.
        let rest = 1 + 1 + 1 + 3 + 1 + 1 + 3 + 2 + 64 + 3 + 3 + 3_309
        let limit = document.count + rest - CBORLimits.envelope
        #expect(
            refusal { () throws(SealingError) in
                _ = try SignedEnvelope(
                    kind: .stack, document: document.span, prior: nil, signature: signature, limit: limit)
            } == nil)
        #expect(
            refusal { () throws(SealingError) in
                _ = try SignedEnvelope(
                    kind: .stack, document: document.span, prior: nil, signature: signature, limit: limit - 1)
            } == .limit)
    }
}
