// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR

/// Why a chain, a verb or a record was refused (SPEC section 19).
///
/// Nothing is changed: no record is appended and no byte removed.
public struct LifecycleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `invalid`, `limit`, `mismatch`, `stale-revival`, `retention-elapsed`, `not-trashed` or `purged`.
    public let errorClass: ErrorClass
    /// One plain sentence for a person; not part of any contract.
    public let reason: String

    /// Makes an error of a class with a sentence that says what is wrong.
    public init(_ errorClass: ErrorClass, _ reason: String) {
        self.errorClass = errorClass
        self.reason = reason
    }

    /// Class and reason on one line.
    public var description: String { "\(errorClass): \(reason)" }
}
