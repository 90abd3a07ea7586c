// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR
import CapsuleDocuments

/// Why something was not signed, sealed, opened or verified, and where.
///
/// No error holds a byte of a key or of a plaintext. Every record that does not open has the same error, and
/// so has every signature that does not verify, so that neither says what was wrong with it.
public struct SealingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The class of SPEC section 1.
    public let errorClass: ErrorClass
    /// The byte at which the fault was noticed, in an envelope or in the document that it carries.
    public let offset: Int?
    /// The keys that lead to the place in a document, such as `caption.current.ts`; else empty.
    public let path: String
    /// One plain sentence for a person; not part of any contract.
    public let reason: String

    /// Makes an error of a class, with a sentence that says what is wrong.
    public init(_ errorClass: ErrorClass, _ reason: String) {
        self.errorClass = errorClass
        offset = nil
        path = ""
        self.reason = reason
    }

    init(_ error: CBORError) {
        errorClass = error.errorClass
        offset = error.offset
        path = ""
        reason = error.reason
    }

    init(_ error: DocumentError) {
        errorClass = error.errorClass
        offset = error.offset
        path = error.path
        reason = error.reason
    }

    /// The one error of every record whose tag does not verify.
    static let authenticationFailed = SealingError(
        .authenticationFailed, "the record does not open under this key as this document")

    /// The one error of every signature that does not verify.
    static let signatureInvalid = SealingError(
        .signatureInvalid, "the signature is not one over this document by this key")

    /// Class, place and reason on one line.
    public var description: String {
        var place: [String] = []
        if let offset { place.append("at byte \(offset)") }
        if !path.isEmpty { place.append("in \(path)") }
        return ([errorClass.description] + place).joined(separator: " ") + ": " + reason
    }
}
