// SPDX-License-Identifier: Apache-2.0

import CCapsuleMerge
import CapsuleDocuments
import TestSupport
import Testing

/// What a caller gets wrong is a typed error, never a trap, and writes nothing.
@Suite struct MisuseTests {
    private let bytes = Samples.full(.album)

    @Test("a null pointer for a result is misuse, also when the input is not right")
    func nullResults() throws {
        let document = try CDocument(.album, bytes)
        for input in [bytes, [0xff]] {
            unsafe expectMisuse("kind is a null pointer") {
                unsafe capsule_merge_identify(input, input.count, nil, $0)
            }
            unsafe expectMisuse("document is a null pointer") {
                unsafe capsule_merge_document_decode(CAPSULE_MERGE_ALBUM, input, input.count, nil, $0)
            }
        }
        unsafe expectMisuse("kind is a null pointer") {
            unsafe capsule_merge_document_kind(document.pointer, nil, $0)
        }
        unsafe expectMisuse("id is a null pointer") {
            unsafe capsule_merge_document_id(document.pointer, nil, $0)
        }
        unsafe expectMisuse("size is a null pointer") {
            unsafe capsule_merge_document_size(document.pointer, nil, $0)
        }
        for capacity in [0, bytes.count, 1 << 40] {
            unsafe expectMisuse("buffer is a null pointer") {
                unsafe capsule_merge_document_encode(document.pointer, nil, capacity, $0)
            }
        }
        let more = try CDocument(
            .album, CBORTree.document(.album, [("name", .stamped("later", at: 9))]).encoded)
        unsafe expectMisuse("unobserved is a null pointer") {
            unsafe capsule_merge_document_apply(document.pointer, more.pointer, nil, $0)
        }
        #expect(try document.bytes == bytes, "nothing was applied")
    }

    @Test("a null pointer for a document is misuse, and no result is written")
    func nullDocuments() throws {
        let document = try CDocument(.album, bytes)
        var kind = capsule_merge_kind(rawValue: 77)
        var (size, unobserved) = (77, true)
        var buffer = [UInt8](repeating: 0xa5, count: 16)
        unsafe expectMisuse("document is a null pointer") {
            unsafe capsule_merge_document_kind(nil, &kind, $0)
        }
        unsafe expectMisuse("document is a null pointer") {
            unsafe capsule_merge_document_id(nil, &buffer, $0)
        }
        unsafe expectMisuse("document is a null pointer") {
            unsafe capsule_merge_document_size(nil, &size, $0)
        }
        unsafe expectMisuse("document is a null pointer") {
            unsafe capsule_merge_document_encode(nil, &buffer, 16, $0)
        }
        unsafe expectMisuse("document is a null pointer") {
            unsafe capsule_merge_document_join(nil, document.pointer, $0)
        }
        unsafe expectMisuse("other is a null pointer") {
            unsafe capsule_merge_document_join(document.pointer, nil, $0)
        }
        unsafe expectMisuse("document is a null pointer") {
            unsafe capsule_merge_document_apply(nil, document.pointer, &unobserved, $0)
        }
        unsafe expectMisuse("delta is a null pointer") {
            unsafe capsule_merge_document_apply(document.pointer, nil, &unobserved, $0)
        }
        unsafe expectMisuse("document is a null pointer") {
            unsafe capsule_merge_document_before(nil, "2026-07-04T18:30:00.000Z", 24, $0)
        }
        #expect(kind.rawValue == 77 && size == 77 && unobserved)
        #expect(buffer == [UInt8](repeating: 0xa5, count: 16))
        #expect(try document.bytes == bytes)
    }

    @Test("null bytes of length 0 are an empty input, of any other length misuse")
    func nullBytes() throws {
        let document = try CDocument(.album, bytes)
        var kind = capsule_merge_kind(rawValue: 77)
        var pointer: OpaquePointer?
        for length in [1, bytes.count, .max] {
            let text = "is a null pointer, but its length is \(length)"
            unsafe expectMisuse("bytes \(text)") { unsafe capsule_merge_identify(nil, length, &kind, $0) }
            unsafe expectMisuse("bytes \(text)") {
                unsafe capsule_merge_document_decode(CAPSULE_MERGE_ALBUM, nil, length, &pointer, $0)
            }
            unsafe expectMisuse("horizon \(text)") {
                unsafe capsule_merge_document_before(document.pointer, nil, length, $0)
            }
        }
        unsafe expect(CAPSULE_MERGE_MALFORMED) { unsafe capsule_merge_identify(nil, 0, &kind, $0) }
        unsafe expect(CAPSULE_MERGE_MALFORMED) {
            unsafe capsule_merge_document_decode(CAPSULE_MERGE_ALBUM, nil, 0, &pointer, $0)
        }
        unsafe expect(CAPSULE_MERGE_INVALID) {
            unsafe capsule_merge_document_before(document.pointer, nil, 0, $0)
        }
        #expect(kind.rawValue == 77)
        #expect(unsafe pointer == nil)
        #expect(try document.bytes == bytes)
    }

    /// A size_t above PTRDIFF_MAX is a negative number in Swift.
    @Test("a length above PTRDIFF_MAX is misuse, one above the limit is refused without reading")
    func lengths() throws {
        let document = try CDocument(.album, bytes)
        var kind = capsule_merge_kind(rawValue: 77)
        var pointer: OpaquePointer?
        var buffer = bytes.map { _ in UInt8(0xa5) }
        for length in [Int.min, -1] {
            unsafe expectMisuse("the length of bytes is above PTRDIFF_MAX") {
                unsafe capsule_merge_identify(bytes, length, &kind, $0)
            }
            unsafe expectMisuse("the length of bytes is above PTRDIFF_MAX") {
                unsafe capsule_merge_document_decode(CAPSULE_MERGE_ALBUM, bytes, length, &pointer, $0)
            }
            unsafe expectMisuse("the length of horizon is above PTRDIFF_MAX") {
                unsafe capsule_merge_document_before(
                    document.pointer, "2026-07-04T18:30:00.000Z", length, $0)
            }
            unsafe expectMisuse("the capacity is above PTRDIFF_MAX") {
                unsafe capsule_merge_document_encode(document.pointer, &buffer, length, $0)
            }
        }
        for length in [.max, 16 * 1024 * 1024 + 1] {
            unsafe expect(CAPSULE_MERGE_LIMIT) { unsafe capsule_merge_identify(bytes, length, &kind, $0) }
            unsafe expect(CAPSULE_MERGE_LIMIT) {
                unsafe capsule_merge_document_decode(CAPSULE_MERGE_ALBUM, bytes, length, &pointer, $0)
            }
            unsafe expect(CAPSULE_MERGE_INVALID) {
                unsafe capsule_merge_document_before(
                    document.pointer, "2026-07-04T18:30:00.000Z", length, $0)
            }
        }
        #expect(kind.rawValue == 77)
        #expect(unsafe pointer == nil)
        #expect(buffer.allSatisfy { $0 == 0xa5 })
        #expect(try document.bytes == bytes)
    }

    @Test("a buffer that is too small is misuse and stays empty; what is too large is filled in front")
    func buffers() throws {
        let document = try CDocument(.album, bytes)
        var buffer = [UInt8](repeating: 0xa5, count: bytes.count + 7)
        for capacity in 0..<bytes.count {
            unsafe expectMisuse("the buffer has \(capacity) bytes, the document has \(bytes.count)") {
                unsafe capsule_merge_document_encode(document.pointer, &buffer, capacity, $0)
            }
        }
        #expect(buffer.allSatisfy { $0 == 0xa5 })
        let status = unsafe capsule_merge_document_encode(document.pointer, &buffer, buffer.count, nil)
        #expect(status == CAPSULE_MERGE_OK)
        #expect(buffer == bytes + [UInt8](repeating: 0xa5, count: 7))
    }

    @Test("a number that is no kind is misuse", arguments: [0, 5, 77, UInt32.max])
    func kinds(_ number: UInt32) {
        var pointer: OpaquePointer?
        unsafe expectMisuse("there is no kind \(number)") {
            unsafe capsule_merge_document_decode(
                capsule_merge_kind(rawValue: number), bytes, bytes.count, &pointer, $0)
        }
        #expect(unsafe pointer == nil)
    }

    @Test("without an error to write to, the status is the same")
    func nullErrors() throws {
        let document = try CDocument(.album, bytes)
        let stack = try CDocument(.stack, Samples.full(.stack))
        var kind = capsule_merge_kind(rawValue: 77)
        var pointer: OpaquePointer?
        var unobserved = false
        let statuses = unsafe [
            capsule_merge_identify([0xff], 1, &kind, nil),
            capsule_merge_document_decode(CAPSULE_MERGE_STACK, [0xbf, 0xff], 2, &pointer, nil),
            capsule_merge_document_kind(nil, &kind, nil),
            capsule_merge_document_id(document.pointer, nil, nil),
            capsule_merge_document_size(document.pointer, nil, nil),
            capsule_merge_document_encode(document.pointer, nil, 0, nil),
            capsule_merge_document_join(document.pointer, stack.pointer, nil),
            capsule_merge_document_apply(document.pointer, stack.pointer, &unobserved, nil),
            capsule_merge_document_before(document.pointer, "now", 3, nil),
        ].map { name($0.rawValue) }
        #expect(
            statuses == [
                "malformed", "non-canonical", "misuse", "misuse", "misuse", "misuse", "mismatch", "mismatch",
                "invalid",
            ])
        #expect(try document.bytes == bytes)
    }

    @Test("freeing a null pointer does nothing")
    func freeNull() {
        capsule_merge_document_free(nil)
    }

    private func expectMisuse(
        _ message: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: (UnsafeMutablePointer<capsule_merge_error>?) -> capsule_merge_status
    ) {
        let error = unsafe expect(CAPSULE_MERGE_MISUSE, sourceLocation: sourceLocation, body)
        #expect(error?.message == message, sourceLocation: sourceLocation)
        #expect(error?.offset == -1 && error?.path == "", sourceLocation: sourceLocation)
    }

    @discardableResult
    private func expect(
        _ status: capsule_merge_status, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: (UnsafeMutablePointer<capsule_merge_error>?) -> capsule_merge_status
    ) -> CRefusal? {
        do throws(CRefusal) {
            try unsafe calling(body)
            Issue.record("the call was not refused", sourceLocation: sourceLocation)
            return nil
        } catch {
            #expect(name(error.status) == name(status.rawValue), sourceLocation: sourceLocation)
            return error
        }
    }
}
