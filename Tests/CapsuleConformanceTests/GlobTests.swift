// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CapsuleConformance

@Suite("Globs over the ids of vectors")
struct GlobTests {
    @Test(
        "matches what it should and nothing else",
        arguments: [
            ("cbor", "cbor/heads/001-a", true), ("cbor", "cbor", true), ("cbor", "cborx/heads/001-a", false),
            ("cbor/heads", "cbor/heads/001-a", true), ("cbor/*", "cbor/heads/001-a", true),
            ("*/heads/*", "cbor/heads/001-a", true), ("*-a", "cbor/heads/001-a", true),
            ("*-a", "cbor/heads/001-ab", false), ("cbor/????s/*", "cbor/heads/001-a", true),
            ("cbor/?/*", "cbor/heads/001-a", false), ("**a*a", "banana", true), ("*", "", true),
            ("?", "", false), ("", "x", false), ("*ab*ab", "abab", true), ("*ab*ab*ab", "abab", false),
        ])
    func matching(pattern: String, id: String, expected: Bool) {
        #expect(Glob(pattern).matches(id) == expected)
    }
}
