// SPDX-License-Identifier: Apache-2.0

import CCapsuleMerge
import CapsuleCBOR
import CapsuleDocuments
import FuzzSupport

// Calls of the C interface that hold every call to what all promise, and the seeded faults: an unobserved removal
// is never reported, and a refused join leaves the receiver as the other document.

typealias ErrorPointer = UnsafeMutablePointer<capsule_merge_error>

/// What must come of a call.
enum Expected {
    case done
    case misuse
    /// What Swift throws for the same work.
    case refused(DocumentError)
    case tooLarge

    init(_ body: () throws(DocumentError) -> Void) {
        do throws(DocumentError) {
            try body()
            self = .done
        } catch {
            self = .refused(error)
        }
    }

    var isDone: Bool { if case .done = self { true } else { false } }

    var name: String {
        switch self {
        case .done: "ok"
        case .misuse: "misuse"
        case .refused(let error): error.errorClass.description
        case .tooLarge: "limit"
        }
    }
}

/// Makes a call with an error to write to, or without one, and holds what it says to what is expected.
func call(
    _ expected: Expected, withError: Bool = true, _ body: (ErrorPointer?) -> capsule_merge_status
) {
    // Other bytes than any text has, so that what is not written is seen.
    let error = ErrorPointer.allocate(capacity: 1)
    defer { unsafe error.deallocate() }
    let bytes = unsafe UnsafeMutableRawBufferPointer(
        start: error, count: MemoryLayout<capsule_merge_error>.size)
    _ = unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0xff)

    let status = unsafe body(withError ? error : nil)
    let name = unsafe capsule_merge_status_name(status).map { unsafe String(cString: $0) } ?? "no name"
    expect(name == expected.name, "the call gives \(name) instead of \(expected.name)")
    if expected.isDone || !withError {
        expect(unsafe bytes.allSatisfy { $0 == 0xff }, "the error is written by a refused call alone")
        return
    }
    let written = unsafe error.pointee
    expect(written.status == status, "the error has the status")
    let (path, message) = (text(written.path), text(written.message))
    switch expected {
    case .refused(let error):
        expect(written.offset == error.offset.map(Int64.init) ?? -1, "the error has Swift's offset")
        expect(path == cut(error.path, 127), "the error has Swift's path, as far as there is room")
        expect(message == cut(error.reason, 255), "the error has Swift's reason, as far as there is room")
    default: expect(written.offset == -1 && path.isEmpty && !message.isEmpty, "the error has no place")
    }
}

/// The text of an array of C, which ends within it.
private func text<Array>(_ array: Array) -> [UInt8] {
    let bytes = unsafe withUnsafeBytes(of: array) { unsafe [UInt8]($0) }
    guard let end = bytes.firstIndex(of: 0) else { fatalError("a text without a NUL") }
    expect(String(validating: bytes[..<end], as: UTF8.self) != nil, "a text is UTF-8")
    return Swift.Array(bytes[..<end])
}

private func cut(_ text: String, _ room: Int) -> [UInt8] {
    let bytes = Array(text.utf8)
    var end = min(bytes.count, room)
    while end < bytes.count, bytes[end] & 0xc0 == 0x80 { end -= 1 }
    return Array(bytes[..<end])
}

/// Lends bytes in memory of exactly their size, in which the sanitizer sees a byte too many.
func lending(_ bytes: [UInt8], _ body: (UnsafeMutablePointer<UInt8>) -> Void) {
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    defer { unsafe memory.deallocate() }
    _ = unsafe memory.initialize(from: bytes)
    guard let start = memory.baseAddress else { fatalError("allocated memory has an address") }
    unsafe body(start)
}

/// The bytes of a document, read by the calls that every caller needs.
func encoded(_ document: OpaquePointer) -> [UInt8] {
    var size = 0
    unsafe call(.done) { unsafe capsule_merge_document_size(document, &size, $0) }
    var bytes: [UInt8] = []
    unsafe lending([UInt8](repeating: 0xff, count: size)) { buffer in
        unsafe call(.done) { unsafe capsule_merge_document_encode(document, buffer, size, $0) }
        bytes = unsafe [UInt8](UnsafeBufferPointer(start: buffer, count: size))
    }
    return bytes
}

func join(_ document: inout OpaquePointer?, _ other: OpaquePointer?, _ error: ErrorPointer?)
    -> capsule_merge_status
{
    let status = unsafe capsule_merge_document_join(document, other, error)
    if hasFault(2), status == CAPSULE_MERGE_MISMATCH, let theirs = unsafe other {
        var kind = capsule_merge_kind(rawValue: 0)
        _ = unsafe capsule_merge_document_kind(theirs, &kind, nil)
        let bytes = unsafe encoded(theirs)
        unsafe capsule_merge_document_free(document)
        _ = unsafe capsule_merge_document_decode(kind, bytes, bytes.count, &document, nil)
    }
    return status
}

func apply(
    _ document: OpaquePointer?, _ delta: OpaquePointer?, _ unobserved: UnsafeMutablePointer<Bool>?,
    _ error: ErrorPointer?
) -> capsule_merge_status {
    let status = unsafe capsule_merge_document_apply(document, delta, unobserved, error)
    if hasFault(1), status == CAPSULE_MERGE_OK { unsafe unobserved?.pointee = false }
    return status
}
