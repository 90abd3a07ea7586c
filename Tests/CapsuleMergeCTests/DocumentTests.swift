// SPDX-License-Identifier: Apache-2.0

import CCapsuleMerge
import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@testable import CapsuleMergeC

/// What the C interface does with documents is what the library does.
@Suite struct DocumentTests {
    @Test("a document goes out as it came in, with its kind and id", arguments: DocumentKind.allCases)
    func roundTrip(_ kind: DocumentKind) throws {
        for bytes in [Samples.full(kind), CBORTree.document(kind).encoded] {
            let document = try CDocument(kind, bytes)
            #expect(try document.bytes == bytes, "\(bytes)")
            #expect(try document.kind == kind.forC, "\(bytes)")
            #expect(try document.id == Sample.document.bytes, "\(bytes)")
            #expect(try identified(bytes) == kind.forC, "\(bytes)")
        }
    }

    @Test("a document is refused as each of the other kinds", arguments: DocumentKind.allCases)
    func otherKinds(_ kind: DocumentKind) {
        let bytes = Samples.full(kind)
        for other in DocumentKind.allCases where other != kind {
            let outcome = Outcome { () throws(CRefusal) in (try CDocument(other, bytes).bytes, false) }
            #expect(outcome == InSwift.decode(other, bytes), "\(other)")
            #expect(throws: CRefusal.self, "\(other)") { try CDocument(other, bytes) }
        }
    }

    @Test(
        "every strict prefix of a document is malformed, at the place that Swift names",
        arguments: DocumentKind.allCases)
    func prefixes(_ kind: DocumentKind) {
        let bytes = Samples.full(kind)
        for count in bytes.indices {
            let prefix = Array(bytes[..<count])
            let outcome = Outcome { () throws(CRefusal) in (try CDocument(kind, prefix).bytes, false) }
            #expect(outcome == InSwift.decode(kind, prefix), "\(count) bytes")
            guard case .refused("malformed", _, _, _) = outcome else {
                Issue.record("\(count) bytes: \(outcome)")
                continue
            }
            #expect(throws: CRefusal.self, "\(count) bytes") { try identified(prefix) }
        }
    }

    @Test(
        "mutated bytes are accepted or refused as in Swift, and joined with the same result",
        arguments: DocumentKind.allCases)
    func mutations(_ kind: DocumentKind) throws {
        let original = Samples.full(kind)
        var generator = SeededGenerator(
            seed: propertySeed("mutations through C of \(kind)", UInt64(original.count)))
        var accepted = 0
        for _ in 0..<3_000 {
            let bytes = generator.mutation(of: original)
            let outcome = Outcome { () throws(CRefusal) in (try CDocument(kind, bytes).bytes, false) }
            #expect(outcome == InSwift.decode(kind, bytes), "\(hex(bytes))")
            guard case .result = outcome else { continue }
            accepted += 1
            let joined = Outcome { () throws(CRefusal) in
                let document = try CDocument(kind, original)
                let unobserved = try document.apply(CDocument(kind, bytes))
                return (try document.bytes, unobserved)
            }
            #expect(joined == InSwift.apply(kind, original, bytes), "\(hex(bytes))")
        }
        #expect(accepted > 0 && accepted < 3_000)
    }

    @Test("documents of all that there may be join and filter as in Swift", arguments: DocumentKind.allCases)
    func wild(_ kind: DocumentKind) throws {
        var wild = WildValues(
            SeededGenerator(seed: propertySeed("joins through C of \(kind)", 17)))
        var unobserved = 0
        for turn in 0..<200 {
            let (left, right) = (wild.document(kind).encoded, wild.document(kind).encoded)
            let joined = Outcome { () throws(CRefusal) in
                let (document, delta) = (try CDocument(kind, left), try CDocument(kind, right))
                try document.join(delta)
                let other = try CDocument(kind, left)
                let isUnobserved = try other.apply(delta)
                #expect(try other.bytes == document.bytes, "applying is joining: \(turn)")
                #expect(try delta.bytes == right, "what is joined in is not changed: \(turn)")
                if isUnobserved { unobserved += 1 }
                return (try document.bytes, isUnobserved)
            }
            #expect(joined == InSwift.apply(kind, left, right), "\(hex(left)) \(hex(right))")
            let horizon = Sample.time(Int64(turn % 7))
            let filtered = Outcome { () throws(CRefusal) in
                let document = try CDocument(kind, left)
                try document.removeStamps(after: horizon.description)
                return (try document.bytes, false)
            }
            #expect(filtered == InSwift.before(kind, left, horizon), "\(hex(left))")
        }
        #expect(kind == .settings || unobserved > 0)
    }

    @Test("a removal of what was never seen is reported, one of what was is not")
    func unobserved() throws {
        let added = CBORTree.document(.album, [("labels", .set(0x81, [0, 0], [(0, "a")]))]).encoded
        let removed = CBORTree.document(.album, [("labels", .set(0x81, [0, 0]))]).encoded
        let never = try CDocument(.album, CBORTree.document(.album).encoded)
        #expect(try never.apply(CDocument(.album, removed)))
        let had = try CDocument(.album, added)
        #expect(try !had.apply(CDocument(.album, removed)))
        #expect(try had.bytes == removed)
        #expect(try never.bytes == removed)
    }

    @Test(
        "joining a document with itself through one pointer changes nothing", arguments: DocumentKind.allCases
    )
    func itself(_ kind: DocumentKind) throws {
        let document = try CDocument(kind, Samples.full(kind))
        try document.join(document)
        #expect(try !document.apply(document))
        #expect(try document.bytes == Samples.full(kind))
    }

    @Test("what is stamped later than the horizon goes, what is stamped at it stays")
    func horizon() throws {
        let document = try CDocument(.album, Samples.full(.album))
        try document.removeStamps(after: Sample.time(5).description)
        #expect(try document.bytes == Samples.full(.album))
        try document.removeStamps(after: Sample.time(4).description)
        let labels = CBORTree.document(.album, [("labels", .set(0x81, [0, 0], [(0, "Sunset")]))])
        #expect(try document.bytes == labels.encoded)
    }

    @Test("a freed document is gone, and its bytes with it")
    func freed() throws {
        var pointer: OpaquePointer?
        let bytes = Samples.full(.asset)
        try unsafe calling {
            unsafe capsule_merge_document_decode(CAPSULE_MERGE_ASSET, bytes, bytes.count, &pointer, $0)
        }
        weak let handle = try unsafe DocumentHandle.borrowed(pointer, "document")
        #expect(handle != nil)
        unsafe capsule_merge_document_free(pointer)
        #expect(handle == nil)
    }

    @Test("one document is read and joined from by many threads at once")
    func threads() async throws {
        struct Shared: @unchecked Sendable {
            // Only read: what C calls a pointer to const.
            let document: CDocument
        }
        let bytes = Samples.full(.asset)
        let shared = Shared(document: try CDocument(.asset, bytes))
        let joined = CBORTree.document(.asset, [("cull", .stamped("pick"))]).encoded
        guard case .result(let expected, _) = InSwift.apply(.asset, joined, bytes) else {
            Issue.record("the samples do not join")
            return
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    for round in 0..<100 {
                        #expect(try shared.document.bytes == bytes, "thread \(thread), round \(round)")
                        let own = try CDocument(.asset, joined)
                        try own.join(shared.document)
                        #expect(try own.bytes == expected, "thread \(thread), round \(round)")
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
