# SPDX-License-Identifier: Apache-2.0
"""capsule_merge_document_equals: whether two documents have the same bytes."""

TESTS = "CapsuleMergeCTests"
EDITS = {
    "Sources/CCapsuleMerge/include/capsule_merge.h": [
        ("#ifdef __cplusplus\n}\n",
         "/* Writes to `*equal` whether two documents have the same bytes. */\n"
         "capsule_merge_status capsule_merge_document_equals(\n"
         "    const capsule_merge_document *document, const capsule_merge_document *other, bool *equal,\n"
         "    capsule_merge_error *error);\n\n{}"),
    ],
    "Sources/CapsuleMergeC/Interface.swift": [
        ("/// Leaves out what is stamped later than a horizon.\n",
         "/// Whether two documents have the same bytes.\n"
         "@c @implementation\n"
         "public func capsule_merge_document_equals(\n"
         "    _ document: OpaquePointer?, _ other: OpaquePointer?, _ equal: UnsafeMutablePointer<Bool>?,\n"
         "    _ error: UnsafeMutablePointer<capsule_merge_error>?\n"
         ") -> capsule_merge_status {\n"
         "    unsafe answering(error) { () throws(Refusal) in\n"
         '        let handle = try unsafe DocumentHandle.borrowed(document, "document")\n'
         '        let other = try unsafe DocumentHandle.borrowed(other, "other")\n'
         '        let result = try unsafe place(equal, "equal")\n'
         "        unsafe result.pointee = handle.document.encoded == other.document.encoded\n"
         "    }\n"
         "}\n\n{}"),
    ],
    "Tests/CapsuleMergeCTests/DocumentTests.swift": [
        ("@Suite struct DocumentTests {\n",
         "{}"
         '    @Test("a document equals itself, and a null pointer is misuse")\n'
         "    func equality() throws {\n"
         "        let document = try CDocument(.album, Samples.full(.album))\n"
         "        var isEqual = false\n"
         "        try unsafe calling {\n"
         "            unsafe capsule_merge_document_equals(document.pointer, document.pointer, &isEqual, $0)\n"
         "        }\n"
         "        #expect(isEqual)\n"
         "        #expect(throws: CRefusal.self) {\n"
         "            try unsafe calling { unsafe capsule_merge_document_equals(document.pointer, nil, &isEqual, $0) }\n"
         "        }\n"
         "    }\n\n"),
    ],
    "Fuzz/Sources/fuzz-cinterface/Target.swift": [
        ("        var (kind, size) = (capsule_merge_kind(rawValue: 77), 77)\n",
         "{}        var isEqual = false\n"
         "        unsafe call(slot == nil ? .misuse : .done, withError: withError) {\n"
         "            unsafe capsule_merge_document_equals(pointer, pointer, &isEqual, $0)\n"
         "        }\n"
         '        expect(isEqual == (slot != nil), "a document equals itself")\n'),
    ],
}
