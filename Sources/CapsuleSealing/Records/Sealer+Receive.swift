// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT
public import CapsuleDocuments

extension Sealer {
    /// The whole way of a peer's record: open it, verify it, join it with one's own document, sign and seal.
    ///
    /// Before it is joined the peer's document is put through the horizon of SPEC section 3, one day after the
    /// record was accepted. On any error one's own document is as it was, and nothing was sealed. A reply that
    /// cannot be signed or sealed is no such error: what the peer wrote is joined all the same, and `Reply` says
    /// what is owed. The document is stored before the reply is sent and before the record is acknowledged
    /// (SPEC section 6).
    ///
    /// - Parameters:
    ///   - bytes: the sealed record, as it came.
    ///   - peer: the key of the member who is said to have signed it.
    ///   - acceptedAt: when the server or the feed accepted the record; the own clock where there is none.
    ///   - expected: what is known of the record from elsewhere.
    ///   - document: one's own, which takes in what the peer wrote.
    ///   - prior: for an asset, the digest of the provenance record before this write, if there is one.
    ///   - signer: who signs the result.
    ///   - key: what the record is sealed under, and the result.
    /// - Returns: what came of it; a newer document is handed on and joined with nothing.
    /// - Throws: in this order `limit`, `malformed`, `unknown-suite`, `mismatch` for another key version than the
    ///   one expected, `unsupported`, `authentication-failed`, what is wrong with the envelope,
    ///   `signature-invalid`, what is wrong with the document, `mismatch` for another document or another
    ///   `prior`, and `limit` for a result that is too large.
    public mutating func receive<Kind: SealableKind, Signer: DocumentSigner & ~Copyable>(
        _ bytes: [UInt8], from peer: VerifyingKey, acceptedAt: StampTime,
        expecting expected: RecordExpectation = .nothing, into document: inout Document<Kind>,
        prior: Digest? = nil, signer: borrowing Signer, under key: borrowing SealingKey<Kind.Role>
    ) throws(SealingError) -> Reception<Kind> {
        let record = try SealedRecord<Kind>(decoding: bytes)
        let verified = try record.open(id: document.id, with: key, signedBy: peer, expecting: expected)
        guard case .document(let sent) = verified.content else { return .newer(verified) }
        let horizon = acceptedAt.advanced(byMilliseconds: 86_400_000) ?? .last
        let theirs = sent.before(horizon)

        var (joined, report) = (document, JoinReport())
        do throws(DocumentError) {
            try joined.join(theirs, report: &report)
        } catch {
            throw SealingError(error)
        }
        document = joined
        // What the peer has all of is not sent back, or two devices would answer each other for ever.
        guard joined != theirs else { return .joined(report, prior: verified.prior, reply: .unneeded) }
        let reply: Reply<Kind>
        do throws(SealingError) {
            reply = .sealed(try seal(joined, prior: prior, signer: signer, under: key))
        } catch {
            reply = .failed(error)
        }
        return .joined(report, prior: verified.prior, reply: reply)
    }
}
