// SPDX-License-Identifier: Apache-2.0

import CCapsuleMerge
import CapsuleCBOR
import CapsuleDocuments

// Pointers of C become values here, and values what C points at; beside `Interface.swift` the one file with
// `unsafe` in it. What is not null is trusted to point at what the header says: that cannot be checked.

/// Runs the body of a call, and writes down why it was refused where the caller wants that.
func answering(
    _ error: UnsafeMutablePointer<capsule_merge_error>?, _ body: () throws(Refusal) -> Void
) -> capsule_merge_status {
    do throws(Refusal) {
        try body()
        return CAPSULE_MERGE_OK
    } catch let refusal {
        if let error = unsafe error { unsafe error.initialize(to: capsule_merge_error(refusal)) }
        return refusal.status
    }
}

/// Gives what the library throws the form in which a call is refused.
func checked<Value>(_ body: () throws(DocumentError) -> Value) throws(Refusal) -> Value {
    do throws(DocumentError) {
        return try body()
    } catch {
        throw .document(error)
    }
}

/// The bytes that a caller lends for the time of the call.
func lent(
    _ bytes: UnsafeRawPointer?, _ length: Int, _ name: StaticString
) throws(Refusal) -> UnsafeRawBufferPointer {
    // A size_t above PTRDIFF_MAX arrives as a negative number.
    guard length >= 0 else { throw .misuse("the length of \(name) is above PTRDIFF_MAX") }
    guard unsafe length == 0 || bytes != nil else {
        throw .misuse("\(name) is a null pointer, but its length is \(length)")
    }
    return unsafe UnsafeRawBufferPointer(start: bytes, count: length)
}

/// A copy of an input; nothing is looked at of one that is too large.
func input(_ bytes: UnsafeRawPointer?, _ length: Int) throws(Refusal) -> [UInt8] {
    let lent = try unsafe lent(bytes, length, "bytes")
    guard lent.count <= CBORLimits.document else {
        throw .document(
            DocumentError(.limit, "the input has \(length) bytes, more than \(CBORLimits.document)"))
    }
    return unsafe [UInt8](lent)
}

/// Where a result goes.
func place<Value>(
    _ pointer: UnsafeMutablePointer<Value>?, _ name: StaticString
) throws(Refusal) -> UnsafeMutablePointer<Value> {
    guard let pointer = unsafe pointer else { throw .misuse("\(name) is a null pointer") }
    return unsafe pointer
}

extension DocumentHandle {
    /// The pointer that C holds, with which it owns the document.
    func owned() -> OpaquePointer {
        unsafe OpaquePointer(Unmanaged.passRetained(self).toOpaque())
    }

    /// The document behind a pointer that C holds.
    static func borrowed(_ pointer: OpaquePointer?, _ name: StaticString) throws(Refusal) -> DocumentHandle {
        guard let pointer = unsafe pointer else { throw .misuse("\(name) is a null pointer") }
        return unsafe unmanaged(pointer).takeUnretainedValue()
    }

    /// Takes back what C owned.
    static func free(_ pointer: OpaquePointer?) {
        guard let pointer = unsafe pointer else { return }
        unsafe unmanaged(pointer).release()
    }

    private static func unmanaged(_ pointer: OpaquePointer) -> Unmanaged<DocumentHandle> {
        unsafe Unmanaged.fromOpaque(UnsafeRawPointer(pointer))
    }
}

extension capsule_merge_error {
    init(_ refusal: Refusal) {
        self.init()
        status = refusal.status
        offset = refusal.offset.map(Int64.init) ?? -1
        // The arrays are all zero now, and what fits leaves room for one.
        unsafe withUnsafeMutableBytes(of: &path) { array in
            unsafe array.copyBytes(from: refusal.path.fitting(array.count))
        }
        unsafe withUnsafeMutableBytes(of: &message) { array in
            unsafe array.copyBytes(from: refusal.reason.fitting(array.count))
        }
    }
}
