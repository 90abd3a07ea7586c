// SPDX-License-Identifier: Apache-2.0

import CReferees
import CapsuleCRDT
import CapsuleDocuments
import CapsuleSealing
import Dispatch

/// Sealing, signing and verifying, beside bare libsodium on the same bytes in the same rounds.
enum SealingBench {
    static func run() {
        print("sealing: microseconds, medians of interleaved rounds; ratio = ours / bare libsodium")
        print("    bytes  work                                     ours     bare    ratio")
        do {
            for size in [256, 2_048, 8_192] { try seal(size) }
            try sign(2_048)
            try verifyMany(1_000)
        } catch {
            print("refused: \(error)")
        }
    }

    /// What every measurement works on.
    private struct Subject: ~Copyable {
        let document: StackDocument
        let signer: SigningKey
        let key: AlbumMasterKey
        let secret: [UInt8]
        let seed: [UInt8]

        /// A stack of about a size, and keys.
        init(size: Int) throws {
            guard let id = Identifier([UInt8](repeating: 1, count: 16)),
                let now = StampTime(unixMilliseconds: 0)
            else { preconditionFailure("16 bytes are an identifier") }
            var document = StackDocument(id: id)
            let author = Author(device: id, writer: id, now: now)
            var number = 0
            while document.encoded.count < size {
                _ = try document.addLabel("label \(number) of a stack", by: author)
                number += 1
            }
            let (secret, seed) = ([UInt8](repeating: 7, count: 32), [UInt8](repeating: 9, count: 64))
            let key = try AlbumMasterKey(copying: secret.span, version: 1)
            let signer = try SigningKey(seed: SigningSeed(copying: seed.span))
            self.document = document
            self.signer = signer
            self.key = key
            self.secret = secret
            self.seed = seed
        }
    }

    private static func seal(_ size: Int) throws {
        let subject = try Subject(size: size)
        let verified = try SignedDocument(subject.document, signer: subject.signer).verified(
            by: subject.signer.verifyingKey)
        let plaintext = verified.signed.encoded
        let id = subject.document.id
        let record = try sealed(verified, subject.key)
        let (idBytes, header, nonce) = (id.bytes, Array(record[..<6]), Array(record[6..<18]))
        var output = [UInt8](repeating: 0, count: record.count)
        var sealer = Sealer()
        var (seal, bareSeal, open, bareOpen) = (Samples(), Samples(), Samples(), Samples())
        for _ in 0..<2_000 {
            _ = try seal.time { try sealer.seal(verified, under: subject.key) }
            bareSeal.time {
                unsafe referee_seal(
                    subject.secret, idBytes, "stack-doc/v1", header, nonce, plaintext, plaintext.count,
                    &output)
            }
            let opened = try open.time {
                try RecordLayout.open(record.span, kind: .stack, id: id, key: subject.key)
            }
            precondition(opened == plaintext && output == record)
            let isOpen = bareOpen.time {
                unsafe referee_open(subject.secret, idBytes, "stack-doc/v1", record, record.count, &output)
            }
            precondition(isOpen && output.starts(with: plaintext))
        }
        row(subject.document.encoded.count, "seal a signed document", seal, bareSeal)
        row(subject.document.encoded.count, "open, without verifying", open, bareOpen)
    }

    /// A record under the bare calls' own nonce, so that both make the same bytes.
    private static func sealed(
        _ verified: VerifiedDocument<StackKind>, _ key: borrowing AlbumMasterKey
    ) throws -> [UInt8] {
        var sealer = Sealer()
        return try sealer.seal(verified, under: key).encoded
    }

    private static func sign(_ size: Int) throws {
        let subject = try Subject(size: size)
        var message = SignedDocument.signingBytes(of: subject.document)
        let mlDSAKey = try MLDSAKey(seed: subject.seed.span.extracting(32..<64))
        let verifyingKey = subject.signer.verifyingKey
        let edKey = Array(verifyingKey.bytes[..<32])
        let edSeed = Array(subject.seed[..<32])
        var half = [UInt8](repeating: 0, count: 64)
        var (sign, signML, bareSign) = (Samples(), Samples(), Samples())
        var (verify, bareVerify, expand) = (Samples(), Samples(), Samples())
        for round in 0..<500 {
            // How many attempts ML-DSA takes hangs on the message, so each round has another.
            message[message.count - 1] = UInt8(truncatingIfNeeded: round)
            message[message.count - 2] = UInt8(truncatingIfNeeded: round >> 8)
            let signature = try subject.signer.signature(over: message.span)
            _ = try sign.time { try subject.signer.signature(over: message.span) }
            _ = try signML.time { try mlDSAKey.half(over: message.span) }
            bareSign.time { unsafe referee_ed25519_sign(edSeed, message, message.count, &half) }
            let isValid = verify.time { verifyingKey.isValid(signature, over: message.span) }
            let isBareValid = bareVerify.time {
                unsafe referee_ed25519_verify(edKey, message, message.count, signature.ed25519)
            }
            _ = try expand.time { try MLDSAKey(seed: subject.seed.span.extracting(32..<64)).publicKey }
            precondition(isValid && isBareValid && half == signature.ed25519)
        }
        let size = subject.document.encoded.count
        row(size, "sign, both halves (bare: Ed25519 alone)", sign, bareSign)
        row(size, "verify, both halves (bare: Ed25519 alone)", verify, bareVerify)
        print(
            column(size, width: 9), " sign, the ML-DSA-65 half         ",
            column(signML.median / 1_000, width: 9))
        print(
            column(size, width: 9), " an ML-DSA-65 key from its seed   ",
            column(expand.median / 1_000, width: 9))
    }

    private static func verifyMany(_ count: Int) throws {
        let subject = try Subject(size: 2_048)
        let key = subject.signer.verifyingKey
        let signed = try SignedDocument(subject.document, signer: subject.signer)
        let documents = [SignedDocument<StackKind>](repeating: signed, count: count)
        var (together, alone) = (Samples(), Samples())
        for _ in 0..<5 {
            together.time { waiting { await SignedDocument.verify(documents, by: key) } }
            try alone.time { for document in documents { _ = try document.verified(by: key) } }
        }
        print(
            "verifying \(count) documents of 2 KiB: \(column(alone.median / 1e6, width: 0)) ms on one core,",
            "\(column(together.median / 1e6, width: 0)) ms at once, ratio",
            twoDecimals(alone.median / together.median))
    }

    /// Runs asynchronous work to its end.
    private static func waiting<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) {
        let done = DispatchSemaphore(value: 0)
        Task {
            _ = await work()
            done.signal()
        }
        done.wait()
    }

    private static func row(_ size: Int, _ work: String, _ ours: Samples, _ bare: Samples) {
        let name = work + String(repeating: " ", count: max(0, 42 - work.count))
        print(
            column(size, width: 9), "", name, column(ours.median / 1_000, width: 8),
            column(bare.median / 1_000, width: 8), "   ", twoDecimals(ours.median / bare.median))
    }

    private static func twoDecimals(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }
}
