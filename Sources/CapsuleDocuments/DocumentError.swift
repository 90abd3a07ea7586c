// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR
import CapsuleCRDT

/// Why a document, an edit or a join was refused, and where.
///
/// What it was meant for is unchanged.
public struct DocumentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The class of SPEC section 1.
    public let errorClass: ErrorClass
    /// The byte at which the fault was noticed; nil when it is not one of the input's bytes.
    public let offset: Int?
    /// The keys that lead to the place, such as `caption.superseded[2].ts`; empty for the whole document.
    public let path: String
    /// One plain sentence for a person; not part of any contract.
    public let reason: String

    /// Makes an error of a class at a path, with a sentence that says what is wrong.
    public init(_ errorClass: ErrorClass, at path: String = "", _ reason: String) {
        self.errorClass = errorClass
        offset = nil
        self.path = path
        self.reason = reason
    }

    /// Names the place of a fault in bytes.
    init(_ error: CBORError, in bytes: Span<UInt8>) {
        errorClass = error.errorClass
        offset = error.offset
        path = CBORPath.locate(error.offset, in: bytes)
        reason = error.reason
    }

    /// Names the field in which a write was refused.
    init(_ error: CRDTError, at path: String) {
        self.init(error.errorClass, at: path, error.reason)
    }

    /// Class, place and reason on one line.
    public var description: String {
        var place: [String] = []
        if let offset { place.append("at byte \(offset)") }
        if !path.isEmpty { place.append("in \(path)") }
        return ([errorClass.description] + place).joined(separator: " ") + ": " + reason
    }
}
