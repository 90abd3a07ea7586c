// SPDX-License-Identifier: Apache-2.0

/// The coarse class of a refusal, on which every implementation agrees (SPEC section 1).
///
/// A struct over a private enum, so that a class added later breaks no exhaustive `switch` of a caller.
public struct ErrorClass: Hashable, Sendable, CustomStringConvertible {
    private enum Raw: String {
        case malformed
        case nonCanonical = "non-canonical"
        case limit
        case invalid
        case newerSchema = "newer-schema"
        case mismatch
        case counterExhausted = "counter-exhausted"
        case unknownSuite = "unknown-suite"
        case authenticationFailed = "authentication-failed"
        case signatureInvalid = "signature-invalid"
        case unsupported
        case staleRevival = "stale-revival"
        case retentionElapsed = "retention-elapsed"
        case notTrashed = "not-trashed"
        case purged
    }

    private let raw: Raw

    private init(_ raw: Raw) {
        self.raw = raw
    }

    /// The name that the test interface and the tool print, such as `non-canonical`.
    public var description: String { raw.rawValue }

    /// Not well-formed CBOR, invalid UTF-8, truncated, or trailing bytes.
    public static let malformed = ErrorClass(.malformed)
    /// Well-formed, but not the deterministic encoding.
    public static let nonCanonical = ErrorClass(.nonCanonical)
    /// Too deep, too large, or an edit past a size rule or past the last stamp.
    public static let limit = ErrorClass(.limit)
    /// Canonical, but a value breaks its schema; also a request or an edit that does not fit.
    public static let invalid = ErrorClass(.invalid)
    /// The schema version is above the one implemented.
    public static let newerSchema = ErrorClass(.newerSchema)
    /// The inputs are not the same document.
    public static let mismatch = ErrorClass(.mismatch)
    /// The writer has no add-ids left: generate a new writer.
    public static let counterExhausted = ErrorClass(.counterExhausted)
    /// A crypto suite that is not implemented.
    public static let unknownSuite = ErrorClass(.unknownSuite)
    /// The AEAD did not open.
    public static let authenticationFailed = ErrorClass(.authenticationFailed)
    /// A signature does not verify.
    public static let signatureInvalid = ErrorClass(.signatureInvalid)
    /// The implementation does not offer this operation.
    public static let unsupported = ErrorClass(.unsupported)
    /// A record does not follow the head of the chain that it is meant for: the chains have diverged.
    public static let staleRevival = ErrorClass(.staleRevival)
    /// The window in which an asset of the trash can be restored is over.
    public static let retentionElapsed = ErrorClass(.retentionElapsed)
    /// The asset is not in the trash, so it is not purged.
    public static let notTrashed = ErrorClass(.notTrashed)
    /// The asset is purged: only its chain is left.
    public static let purged = ErrorClass(.purged)
}
