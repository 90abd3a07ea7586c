// SPDX-License-Identifier: Apache-2.0

/// Why bytes were refused, and at which of them.
public struct CBORError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The class of SPEC section 1.
    public let errorClass: ErrorClass
    /// The byte at which the fault was noticed, counted from the start of the input.
    public let offset: Int
    /// One plain sentence for a person; not part of any contract.
    public let reason: String

    /// Makes an error of a class at a byte offset, with a sentence that says what is wrong.
    public init(_ errorClass: ErrorClass, at offset: Int, _ reason: String) {
        self.errorClass = errorClass
        self.offset = offset
        self.reason = reason
    }

    /// Class, place and reason on one line.
    public var description: String { "\(errorClass) at byte \(offset): \(reason)" }
}

/// What a reader of canonical CBOR holds a byte string to, each rule with its source.
///
/// The table is the one place where a canonical rule gets its class and its sentence.
public struct CBORRule: Sendable {
    /// The class that a breach of the rule has.
    public let errorClass: ErrorClass
    /// One plain sentence that says what is wrong.
    public let reason: String
    /// Where the rule stands.
    public let source: String

    private init(_ errorClass: ErrorClass, _ reason: String, _ source: String) {
        self.errorClass = errorClass
        self.reason = reason
        self.source = source
    }

    static let truncated = CBORRule(
        .malformed, "the input ends inside an item", "RFC 8949 section 5.1")
    static let count = CBORRule(
        .malformed, "a declared length or count is larger than the bytes that remain", "SPEC section 1")
    static let reserved = CBORRule(
        .malformed, "the additional information 28, 29 and 30 is reserved", "RFC 8949 section 3")
    static let noIndefinite = CBORRule(
        .malformed, "this major type has no indefinite length", "RFC 8949 section 3.2")
    static let strayBreak = CBORRule(
        .malformed, "a break stands outside an indefinite-length item", "RFC 8949 section 3.2.1")
    static let simple = CBORRule(
        .malformed, "a simple value below 32 has one byte only", "RFC 8949 section 3.3")
    static let utf8 = CBORRule(
        .malformed, "the text is not valid UTF-8", "RFC 8949 section 3.1, RFC 3629")
    static let chunk = CBORRule(
        .malformed, "a chunk of an indefinite-length string is not a definite string of its type",
        "RFC 8949 section 3.2.3")
    static let oddMap = CBORRule(
        .malformed, "a map ends after a key without its value", "RFC 8949 section 3.2.2")
    static let trailing = CBORRule(
        .malformed, "bytes follow the end of the one item", "SPEC section 1")
    static let definite = CBORRule(
        .nonCanonical, "lengths must be definite", "RFC 8949 section 4.2.1")
    static let shortestHead = CBORRule(
        .nonCanonical, "an integer, length or tag is not in its shortest form", "RFC 8949 section 4.2.1")
    static let shortestFloat = CBORRule(
        .nonCanonical, "a float is not in the shortest form that keeps its value", "RFC 8949 section 4.2.2")
    static let nan = CBORRule(
        .nonCanonical, "the only NaN is f97e00", "SPEC section 1")
    static let keyOrder = CBORRule(
        .nonCanonical, "map keys are not in ascending bytewise order", "RFC 8949 section 4.2.1")
    static let duplicateKey = CBORRule(
        .nonCanonical, "duplicate map key", "RFC 8949 section 5.6, SPEC section 1")
    static let depth = CBORRule(
        .limit, "the nesting is deeper than 32 levels", "SPEC section 1")

    func broken(at offset: Int) -> CBORError {
        CBORError(errorClass, at: offset, reason)
    }
}
