// SPDX-License-Identifier: Apache-2.0

import CCapsuleMerge
import CapsuleDocuments
import Testing

/// What a call of the C interface wrote down about its refusal.
struct CRefusal: Error, Hashable, CustomStringConvertible {
    let status: UInt32
    let offset: Int64
    let path: String
    let message: String

    init(_ error: capsule_merge_error) {
        status = error.status.rawValue
        offset = error.offset
        path = Self.text(error.path)
        message = Self.text(error.message)
    }

    /// The text of an array of C; nil-free, terminated and valid UTF-8, or the test fails.
    static func text<Array>(_ array: Array) -> String {
        let bytes = unsafe withUnsafeBytes(of: array) { unsafe [UInt8]($0) }
        guard let end = bytes.firstIndex(of: 0) else {
            Issue.record("a text without a NUL")
            return ""
        }
        #expect(
            bytes[end...].allSatisfy { $0 == 0 }, "what stands after the text is not the caller's business")
        guard let text = String(validating: bytes[..<end], as: UTF8.self) else {
            Issue.record("a text that is not UTF-8: \(bytes[..<end])")
            return ""
        }
        return text
    }

    var description: String { "\(name(status)) at \(offset) in \(path): \(message)" }
}

/// The name that the C interface gives to a status.
func name(_ status: UInt32) -> String {
    unsafe capsule_merge_status_name(capsule_merge_status(rawValue: status)).map {
        unsafe String(cString: $0)
    } ?? "NULL"
}

/// An error whose every byte is something else than zero.
func unwrittenError() -> capsule_merge_error {
    var error = capsule_merge_error()
    unsafe withUnsafeMutableBytes(of: &error) { bytes in
        for index in bytes.indices { unsafe bytes[index] = 0xa5 }
    }
    return error
}

func isUnwritten(_ error: capsule_merge_error) -> Bool {
    unsafe withUnsafeBytes(of: error) { unsafe $0.allSatisfy { $0 == 0xa5 } }
}

/// Makes a call, and holds it to what every call promises of its error.
func calling(
    _ body: (UnsafeMutablePointer<capsule_merge_error>?) -> capsule_merge_status
) throws(CRefusal) {
    var error = unwrittenError()
    let status = unsafe withUnsafeMutablePointer(to: &error) { unsafe body($0) }
    if status == CAPSULE_MERGE_OK {
        #expect(isUnwritten(error), "a call that succeeds leaves the error as it was")
    } else {
        #expect(error.status == status, "the error has the status that was returned")
        throw CRefusal(error)
    }
}

extension DocumentKind {
    var forC: capsule_merge_kind {
        switch self {
        case .stack: CAPSULE_MERGE_STACK
        case .album: CAPSULE_MERGE_ALBUM
        case .asset: CAPSULE_MERGE_ASSET
        case .settings: CAPSULE_MERGE_SETTINGS
        }
    }
}

/// A document of the C interface that is freed with its owner.
@safe
final class CDocument {
    /// Never null.
    let pointer: OpaquePointer

    init(_ kind: DocumentKind, _ bytes: [UInt8]) throws(CRefusal) {
        var pointer: OpaquePointer?
        // Memory of exactly this size, so that the sanitizer sees a byte too many.
        let exact = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        defer { unsafe exact.deallocate() }
        _ = unsafe exact.initialize(from: bytes)
        try unsafe calling {
            unsafe capsule_merge_document_decode(kind.forC, exact.baseAddress, exact.count, &pointer, $0)
        }
        guard let made = unsafe pointer else { fatalError("a decoded document is a null pointer") }
        unsafe self.pointer = unsafe made
    }

    deinit { unsafe capsule_merge_document_free(pointer) }

    var kind: capsule_merge_kind {
        get throws(CRefusal) {
            var kind = capsule_merge_kind(rawValue: 0)
            try unsafe calling { unsafe capsule_merge_document_kind(pointer, &kind, $0) }
            return kind
        }
    }

    var id: [UInt8] {
        get throws(CRefusal) {
            var id = [UInt8](repeating: 0xa5, count: 16)
            try unsafe calling { unsafe capsule_merge_document_id(pointer, &id, $0) }
            return id
        }
    }

    var bytes: [UInt8] {
        get throws(CRefusal) {
            var size = 0
            try unsafe calling { unsafe capsule_merge_document_size(pointer, &size, $0) }
            var bytes = [UInt8](repeating: 0xa5, count: size)
            try unsafe calling { unsafe capsule_merge_document_encode(pointer, &bytes, size, $0) }
            return bytes
        }
    }

    func join(_ other: CDocument) throws(CRefusal) {
        try unsafe calling { unsafe capsule_merge_document_join(pointer, other.pointer, $0) }
    }

    func apply(_ delta: CDocument) throws(CRefusal) -> Bool {
        var unobserved = false
        try unsafe calling { unsafe capsule_merge_document_apply(pointer, delta.pointer, &unobserved, $0) }
        return unobserved
    }

    func removeStamps(after horizon: String) throws(CRefusal) {
        let text = horizon.utf8.map { CChar(bitPattern: $0) }
        try unsafe calling { unsafe capsule_merge_document_before(pointer, text, text.count, $0) }
    }
}

/// Which kind of document bytes hold, as the C interface says.
func identified(_ bytes: [UInt8]) throws(CRefusal) -> capsule_merge_kind {
    var kind = capsule_merge_kind(rawValue: 0)
    try unsafe calling { unsafe capsule_merge_identify(bytes, bytes.count, &kind, $0) }
    return kind
}
