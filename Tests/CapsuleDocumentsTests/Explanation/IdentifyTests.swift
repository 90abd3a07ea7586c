// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@Suite struct IdentifyTests {
    @Test("a document is known by its id key", arguments: DocumentKind.allCases)
    func known(kind: DocumentKind) throws {
        var wild = WildValues(SeededGenerator(seed: 41))
        let bytes = wild.document(kind, sparse: 2).encoded
        #expect(try DocumentKind(identifying: bytes) == kind)
    }

    @Test("what has no id key, two, or is no canonical map is refused")
    func refused() {
        func errorClass(_ bytes: [UInt8]) -> ErrorClass? {
            refusal { _ = try DocumentKind(identifying: bytes) }?.errorClass
        }
        var two = CBORMap()
        two.put("uuid") { $0.writeUnsigned(1) }
        two.put("album_id") { $0.writeUnsigned(1) }
        #expect(errorClass(two.encoded) == .invalid)
        #expect(errorClass([0xa0]) == .invalid)
        #expect(errorClass([0x80]) == .invalid)
        #expect(errorClass([0xa1, 0x00, 0x18, 0x01]) == .nonCanonical)
        #expect(errorClass([0xa1, 0x00]) == .malformed)
        #expect(errorClass(Array(repeating: 0x81, count: 40) + [0x00]) == .limit)
    }
}
