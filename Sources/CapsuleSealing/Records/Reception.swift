// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT
public import CapsuleDocuments

/// What came of a peer's record.
public enum Reception<Kind: SealableKind>: Hashable, Sendable {
    /// It was joined. `prior` is the one that the peer signed, for an asset.
    case joined(JoinReport, prior: Digest?, reply: Reply<Kind>)
    /// It is of a later schema: to be kept beside one's own document, which is as it was.
    case newer(VerifiedDocument<Kind>)

    /// For an asset: the digest of the provenance record that the peer's write came after, if there was one.
    public var prior: Digest? {
        switch self {
        case .joined(_, let prior, _): prior
        case .newer(let verified): verified.prior
        }
    }
}

/// What one's own document, which now holds the peer's, is sent as.
public enum Reply<Kind: SealableKind>: Hashable, Sendable {
    /// Nothing is to be sent: the peer holds all of it already.
    case unneeded
    /// One's own document, signed and sealed.
    case sealed(SealedRecord<Kind>)
    /// The join stands, but its result was not signed or not sealed; seal the document again later.
    case failed(SealingError)
}
