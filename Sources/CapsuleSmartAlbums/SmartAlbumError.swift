// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR

/// Why a smart album's definition was refused, and where.
public struct SmartAlbumError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The class of SPEC section 1.
    public let errorClass: ErrorClass
    /// The byte at which the fault was noticed; nil when the definition was not read from bytes.
    public let offset: Int?
    /// The keys that lead to the place, such as `predicate.all[2].not.term.operand`; empty for the whole.
    public let path: String
    /// One plain sentence for a person; not part of any contract.
    public let reason: String

    init(_ errorClass: ErrorClass, at path: String, _ reason: String) {
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

    /// Class, place and reason on one line.
    public var description: String {
        var place: [String] = []
        if let offset { place.append("at byte \(offset)") }
        if !path.isEmpty { place.append("in \(path)") }
        return ([errorClass.description] + place).joined(separator: " ") + ": " + reason
    }
}
