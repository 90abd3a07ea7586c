// SPDX-License-Identifier: Apache-2.0

public import CCapsuleMerge
import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

// The functions of `capsule_merge.h`, which has the contract of each. The compiler holds their signatures to
// those of the header. Everything that a call needs is checked before anything is changed or written.

/// Which kind of document bytes hold.
@c @implementation
public func capsule_merge_identify(
    _ bytes: UnsafePointer<UInt8>?, _ length: Int, _ kind: UnsafeMutablePointer<capsule_merge_kind>?,
    _ error: UnsafeMutablePointer<capsule_merge_error>?
) -> capsule_merge_status {
    unsafe answering(error) { () throws(Refusal) in
        let result = try unsafe place(kind, "kind")
        let bytes = try unsafe input(bytes, length)
        unsafe result.pointee = try checked { () throws(DocumentError) in
            try DocumentKind(identifying: bytes)
        }.forC
    }
}

/// Reads and checks a document.
@c @implementation
public func capsule_merge_document_decode(
    _ kind: capsule_merge_kind, _ bytes: UnsafePointer<UInt8>?, _ length: Int,
    _ document: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<capsule_merge_error>?
) -> capsule_merge_status {
    unsafe answering(error) { () throws(Refusal) in
        let result = try unsafe place(document, "document")
        guard let kind = DocumentKind(kind) else { throw .misuse("there is no kind \(kind.rawValue)") }
        let bytes = try unsafe input(bytes, length)
        let handle = try checked { () throws(DocumentError) in try DocumentHandle(kind, decoding: bytes) }
        unsafe result.pointee = handle.owned()
    }
}

/// Frees a document.
@c @implementation
public func capsule_merge_document_free(_ document: OpaquePointer?) {
    unsafe DocumentHandle.free(document)
}

/// The kind of a document.
@c @implementation
public func capsule_merge_document_kind(
    _ document: OpaquePointer?, _ kind: UnsafeMutablePointer<capsule_merge_kind>?,
    _ error: UnsafeMutablePointer<capsule_merge_error>?
) -> capsule_merge_status {
    unsafe answering(error) { () throws(Refusal) in
        let handle = try unsafe DocumentHandle.borrowed(document, "document")
        try unsafe place(kind, "kind").pointee = handle.document.kind.forC
    }
}

/// The id of a document.
@c @implementation
public func capsule_merge_document_id(
    _ document: OpaquePointer?, _ id: UnsafeMutablePointer<UInt8>?,
    _ error: UnsafeMutablePointer<capsule_merge_error>?
) -> capsule_merge_status {
    unsafe answering(error) { () throws(Refusal) in
        let handle = try unsafe DocumentHandle.borrowed(document, "document")
        let result = try unsafe place(id, "id")
        let bytes = handle.document.id.bytes
        // Its size is that of the header's array.
        unsafe UnsafeMutableRawBufferPointer(start: result, count: bytes.count).copyBytes(from: bytes)
    }
}

/// How many bytes a document has.
@c @implementation
public func capsule_merge_document_size(
    _ document: OpaquePointer?, _ size: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<capsule_merge_error>?
) -> capsule_merge_status {
    unsafe answering(error) { () throws(Refusal) in
        let handle = try unsafe DocumentHandle.borrowed(document, "document")
        try unsafe place(size, "size").pointee = handle.document.encoded.count
    }
}

/// The canonical bytes of a document.
@c @implementation
public func capsule_merge_document_encode(
    _ document: OpaquePointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ capacity: Int,
    _ error: UnsafeMutablePointer<capsule_merge_error>?
) -> capsule_merge_status {
    unsafe answering(error) { () throws(Refusal) in
        let handle = try unsafe DocumentHandle.borrowed(document, "document")
        let result = try unsafe place(buffer, "buffer")
        guard capacity >= 0 else { throw .misuse("the capacity is above PTRDIFF_MAX") }
        let bytes = handle.document.encoded
        guard capacity >= bytes.count else {
            throw .misuse("the buffer has \(capacity) bytes, the document has \(bytes.count)")
        }
        unsafe UnsafeMutableRawBufferPointer(start: result, count: bytes.count).copyBytes(from: bytes)
    }
}

/// Joins another state of the same document.
@c @implementation
public func capsule_merge_document_join(
    _ document: OpaquePointer?, _ other: OpaquePointer?, _ error: UnsafeMutablePointer<capsule_merge_error>?
) -> capsule_merge_status {
    unsafe answering(error) { () throws(Refusal) in
        let handle = try unsafe DocumentHandle.borrowed(document, "document")
        let other = try unsafe DocumentHandle.borrowed(other, "other")
        try checked { () throws(DocumentError) in try handle.join(other) }
    }
}

/// Joins a delta, and says whether it removes what was never seen.
@c @implementation
public func capsule_merge_document_apply(
    _ document: OpaquePointer?, _ delta: OpaquePointer?, _ unobserved: UnsafeMutablePointer<Bool>?,
    _ error: UnsafeMutablePointer<capsule_merge_error>?
) -> capsule_merge_status {
    unsafe answering(error) { () throws(Refusal) in
        let handle = try unsafe DocumentHandle.borrowed(document, "document")
        let delta = try unsafe DocumentHandle.borrowed(delta, "delta")
        let result = try unsafe place(unobserved, "unobserved")
        unsafe result.pointee = try checked { () throws(DocumentError) in try handle.apply(delta) }
    }
}

/// Leaves out what is stamped later than a horizon.
@c @implementation
public func capsule_merge_document_before(
    _ document: OpaquePointer?, _ horizon: UnsafePointer<CChar>?, _ length: Int,
    _ error: UnsafeMutablePointer<capsule_merge_error>?
) -> capsule_merge_status {
    unsafe answering(error) { () throws(Refusal) in
        let handle = try unsafe DocumentHandle.borrowed(document, "document")
        let text = try unsafe lent(horizon, length, "horizon")
        guard text.count == StampTime.size, let time = StampTime(unsafe Array(text).span) else {
            throw .document(DocumentError(.invalid, "a horizon is spelled YYYY-MM-DDTHH:MM:SS.mmmZ"))
        }
        handle.removeStamps(after: time)
    }
}
