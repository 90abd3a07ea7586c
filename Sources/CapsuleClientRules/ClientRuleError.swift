// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR

/// Why a decision was refused (SPEC sections 20 and 23).
public struct ClientRuleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `invalid` or `limit`.
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
