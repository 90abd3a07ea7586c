// SPDX-License-Identifier: Apache-2.0

import CCapsuleMerge
import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@testable import CapsuleMergeC

/// Every class of refusal that a call can give, with its place, and a receiver that stays as it was.
@Suite struct RefusalTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let status: String
        let bytes: [UInt8]
        let offset: Int64
        let path: String
        var testDescription: String { "\(status) in \(path)" }
    }

    static let cases: [Case] = [
        Case(status: "malformed", bytes: [], offset: 0, path: ""),
        Case(status: "malformed", bytes: CBORTree.document(.album).encoded + [0], offset: 29, path: ""),
        Case(status: "non-canonical", bytes: [0xbf, 0xff], offset: 0, path: ""),
        Case(
            status: "limit", bytes: CBORTree.document(.album, [("new", nested(33))]).encoded, offset: 38,
            path: "new" + String(repeating: "[0]", count: 31)),
        Case(
            status: "invalid", bytes: CBORTree.document(.album, [("name", .stamped(7))]).encoded, offset: 64,
            path: "name.value"),
        Case(
            status: "newer-schema", bytes: CBORTree.document(.album, version: 2).encoded, offset: 2, path: "0"
        ),
    ]

    private static func nested(_ depth: Int) -> CBORTree {
        .raw([UInt8](repeating: 0x81, count: depth) + [0xf6])
    }

    @Test("bytes are refused with their class, at their place", arguments: cases)
    func decoding(_ sample: Case) {
        let outcome = Outcome { () throws(CRefusal) in (try CDocument(.album, sample.bytes).bytes, false) }
        #expect(outcome == InSwift.decode(.album, sample.bytes))
        guard case .refused(let status, let offset, let path, let message) = outcome else {
            Issue.record("accepted")
            return
        }
        #expect(status == sample.status)
        #expect(offset == sample.offset)
        #expect(path == sample.path)
        #expect(!message.isEmpty)
    }

    @Test("bytes without an id key, or with two, are of no kind; a newer document's kind is known")
    func identifying() throws {
        #expect(name(refusal { try identified([0xa0]) }?.status ?? 0) == "invalid")
        let two = CBORTree.document(.album, [("uuid", .id(1))]).encoded
        #expect(name(refusal { try identified(two) }?.status ?? 0) == "invalid")
        #expect(try identified(CBORTree.document(.stack, version: 9).encoded) == CAPSULE_MERGE_STACK)
    }

    @Test("documents of other ids and of other kinds are a mismatch, and nothing is joined")
    func mismatch() throws {
        let bytes = Samples.full(.album)
        let document = try CDocument(.album, bytes)
        let otherID = CBORTree.map([(0, 1), ("album_id", .id(0x12))]).encoded
        for (kind, other) in [(DocumentKind.album, otherID), (.stack, Samples.full(.stack))] {
            let other = try CDocument(kind, other)
            let joined = refusal { try document.join(other) }
            #expect(name(joined?.status ?? 0) == "mismatch", "\(kind) \(other)")
            #expect(joined?.path == "album_id" && joined?.offset == -1, "\(kind) \(other)")
            #expect(refusal { _ = try document.apply(other) } == joined, "\(kind) \(other)")
            #expect(try document.bytes == bytes, "\(kind) \(other)")
        }
    }

    @Test("a join that would be too large is refused, and leaves both documents as they were")
    func tooLarge() throws {
        // Ten MiB each, in carried values just below their own limit.
        func large(_ prefix: String) -> [UInt8] {
            CBORTree.document(
                .album,
                (100..<260).map { (.text("\(prefix)\($0)"), .bytes([UInt8](repeating: 7, count: 65_000))) }
            ).encoded
        }
        let (left, right) = (large("a"), large("b"))
        let (document, other) = (try CDocument(.album, left), try CDocument(.album, right))
        let refused = refusal { try document.join(other) }
        #expect(name(refused?.status ?? 0) == "limit")
        #expect(refusal { _ = try document.apply(other) } == refused)
        #expect(try document.bytes == left)
        #expect(try other.bytes == right)
    }

    @Test(
        "what is no stamp time is no horizon, and leaves nothing out",
        arguments: [
            "", "2026-07-04", "2026-07-04T18:30:00Z", "2026-07-04T18:30:00.000z", "2026-02-30T00:00:00.000Z",
            "0000-01-01T00:00:00.000Z\0", String(repeating: "0", count: 1_000),
        ])
    func horizons(_ text: String) throws {
        let document = try CDocument(.asset, Samples.full(.asset))
        let refused = refusal { try document.removeStamps(after: text) }
        #expect(name(refused?.status ?? 0) == "invalid")
        #expect(try document.bytes == Samples.full(.asset))
    }

    @Test("a path that is too long is cut between two code points")
    func longPath() {
        for letters in 70..<80 {
            // Two keys of letters with two bytes each, and a length that is not in its shortest form.
            let key = CBORTree.text(String(repeating: "\u{e9}", count: letters))
            let tree = CBORTree.document(.album, [("z", [key: [key: .raw([0x18, 0])]])])
            let outcome = Outcome { () throws(CRefusal) in
                (try CDocument(.album, tree.encoded).bytes, false)
            }
            #expect(outcome == InSwift.decode(.album, tree.encoded), "\(letters)")
            guard case .refused("non-canonical", _, let path, _) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            #expect((126...127).contains(path.utf8.count), "\(letters)")
        }
    }

    @Test("a text is cut to what fits, at every size", arguments: ["", "abc", "a\u{e9}\u{20ac}\u{1f346}z"])
    func cutting(_ text: String) throws {
        let whole = Array(text.utf8)
        for size in 1...12 {
            let cut = text.fitting(size)
            #expect(cut.count < size && whole.starts(with: cut), "\(size)")
            #expect(String(validating: cut, as: UTF8.self) != nil, "\(size)")
            // The next code point would not have had room.
            let rest = String(decoding: whole[cut.count...], as: UTF8.self).unicodeScalars.first
            if let rest { #expect(cut.count + String(rest).utf8.count >= size, "\(size)") }
        }
    }

    @Test("a message that is too long is cut, and ends with a NUL")
    func longMessage() {
        for extra in 0..<4 {
            let text = String(repeating: "x", count: extra) + String(repeating: "\u{1f346}", count: 100)
            let error = CRefusal(capsule_merge_error(.misuse(text)))
            #expect(text.hasPrefix(error.message), "\(extra)")
            #expect((252...255).contains(error.message.utf8.count), "\(extra)")
        }
    }

    @Test("each class of SPEC section 1 has its status, with the name that it has there")
    func names() {
        let classes: [ErrorClass] = [
            .malformed, .nonCanonical, .limit, .invalid, .newerSchema, .mismatch, .counterExhausted,
            .unknownSuite, .authenticationFailed, .signatureInvalid, .unsupported,
        ]
        for (index, errorClass) in classes.enumerated() {
            #expect(errorClass.status.rawValue == UInt32(index + 1), "\(index) \(errorClass)")
            #expect(name(errorClass.status.rawValue) == errorClass.description, "\(index) \(errorClass)")
        }
        #expect(name(CAPSULE_MERGE_OK.rawValue) == "ok")
        #expect(name(CAPSULE_MERGE_MISUSE.rawValue) == "misuse")
        for number in [12, 254, 256, UInt32.max] { #expect(name(number) == "unknown", "\(number)") }
    }

    @Test("the sizes of the header are those of the library")
    func sizes() {
        #expect(CAPSULE_MERGE_ID_SIZE == Identifier.size)
        #expect(CAPSULE_MERGE_LARGEST_DOCUMENT == CBORLimits.document)
    }

    private func refusal<Value>(_ body: () throws -> Value) -> CRefusal? {
        do {
            _ = try body()
            return nil
        } catch {
            return error as? CRefusal
        }
    }
}
