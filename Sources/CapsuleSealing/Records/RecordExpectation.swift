// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

/// What the reader of a record knows about it from elsewhere, so that any other record is refused.
///
/// A record says itself which version of the key it is sealed under and which `prior` its signer gave. Who holds
/// an old key too, and picks the key by the record alone, takes a record that is sealed under the old one. What
/// the record should say stands in the asset's manifest, in the feed, or in the reader's own state.
public struct RecordExpectation: Hashable, Sendable {
    /// What an asset's `prior` is to be.
    public enum Prior: Hashable, Sendable {
        /// Whatever it is.
        case any
        /// Null: the asset's first write.
        case absent
        /// This digest.
        case digest(Digest)
    }

    /// What the `prior` is to be.
    public var prior: Prior
    /// The version of the key that the record is to be sealed under; nil for any.
    ///
    /// For an asset, whose record names none, it is compared with the version of the key that is given.
    public var keyVersion: UInt32?

    /// Expects nothing unless told so.
    public init(prior: Prior = .any, keyVersion: UInt32? = nil) {
        self.prior = prior
        self.keyVersion = keyVersion
    }

    /// Expects nothing.
    public static let nothing = RecordExpectation()

    /// - Throws: `mismatch`.
    func check(prior found: Digest?) throws(SealingError) {
        let expected: Digest?
        switch prior {
        case .any: return
        case .absent: expected = nil
        case .digest(let digest): expected = digest
        }
        guard found == expected else {
            throw SealingError(
                .mismatch, "the prior is \(Self.name(found)), not \(Self.name(expected))")
        }
    }

    /// - Throws: `mismatch`.
    func check(keyVersion found: UInt32) throws(SealingError) {
        guard let keyVersion, keyVersion != found else { return }
        throw SealingError(
            .mismatch, "the record is sealed under version \(found) of the key, not \(keyVersion)")
    }

    private static func name(_ prior: Digest?) -> String { prior.map { "\($0)" } ?? "absent" }
}
