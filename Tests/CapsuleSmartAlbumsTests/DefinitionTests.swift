// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@testable import CapsuleSmartAlbums

@Suite struct DefinitionTests {
    static let one = Field.rating.gte(3)

    private func refusal(_ bytes: [UInt8]) -> SmartAlbumError? {
        do {
            _ = try SmartAlbumDefinition(decoding: bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test("what is encoded decodes to itself, as bytes and as text")
    func roundTrip() throws {
        var random = RandomLibrary(generator: SeededGenerator(seed: propertySeed("definitions", 11)))
        for round in 0..<500 {
            let definition = random.definition()
            let bytes = definition.encoded
            let read = try SmartAlbumDefinition(decoding: bytes)
            #expect(read == definition, "\(round)")
            #expect(read.encoded == bytes, "\(round)")
            let text = DefinitionText(definition)
            #expect(try DefinitionText(text.description) == text, "\(text)")
        }
    }

    @Test("unknown text keys are kept, and a broken sort or name is refused at its place")
    func keys() throws {
        let predicate = Self.one.encoded
        let bytes = definitionBytes(predicate) { map in
            map.put("later") { $0.writeFloat(1.5) }
            map.put("sort", encoded: AlbumSort(by: .rating, .ascending).encoded)
        }
        let definition = try SmartAlbumDefinition(decoding: bytes)
        #expect(definition.encoded == bytes)
        #expect(definition.unknownKeys.names == ["later"])
        #expect(definition.effectiveSort == AlbumSort(by: .rating, .ascending))
        let sort = definitionBytes(predicate) { map in
            var sort = CBORMap()
            sort.put("key") { $0.writeText("rating") }
            sort.put("direction") { $0.writeText("asc") }
            sort.put("more") { $0.writeNull() }
            map.put("sort", encoded: sort.encoded)
        }
        #expect(refusal(sort)?.path == "sort.more")
        #expect(refusal(definitionBytes([0xa0]))?.path == "predicate")
        #expect(refusal(definitionBytes(predicate, schema: 0))?.path == "predicate_schema")
        #expect(DisplayName(String(repeating: "x", count: 256)) != nil)
        #expect(DisplayName(String(repeating: "x", count: 257)) == nil)
    }

    @Test("no strict prefix of a definition is one, and each is malformed")
    func prefixes() {
        let bytes = definition(.all([Self.one, .not(Field.hidden.is(true))])).encoded
        for count in bytes.indices {
            #expect(refusal(Array(bytes[..<count]))?.errorClass == .malformed, "\(count)")
        }
        #expect(refusal(bytes + [0])?.errorClass == .malformed)
    }

    @Test("a newer grammar is newer whatever else the map holds, but only in a canonical map")
    func newer() {
        #expect(refusal(definitionBytes([0xf7], schema: 2))?.errorClass == .newerSchema)
        var alone = CBORMap()
        alone.put("predicate_schema") { $0.writeUnsigned(65_535) }
        #expect(refusal(alone.encoded)?.errorClass == .newerSchema)
        var odd = CBORMap()
        odd.put("predicate_schema") { $0.writeUnsigned(2) }
        #expect(refusal(Array(alone.encoded.dropLast()))?.errorClass == .malformed)
        var large = CBORMap()
        large.put("predicate_schema") { $0.writeUnsigned(65_536) }
        #expect(refusal(large.encoded)?.errorClass == .invalid)
        #expect(refusal([0x80])?.errorClass == .invalid)
        // The version in two bytes where one is enough.
        let long = odd.encoded.dropLast() + [0x18, 0x02]
        #expect(refusal(Array(long))?.errorClass == .nonCanonical)
    }

    @Test("limits of depth, terms, nodes and members hold for what is read and for what is built")
    func limits() {
        func nested(_ depth: Int) -> Condition {
            (1..<depth).reduce(Self.one) { condition, _ in .not(condition) }
        }
        func terms(_ count: Int) -> Condition { .any(Array(repeating: Self.one, count: count)) }
        // One any, and the all in it.
        func nodes(_ count: Int) -> Condition { .any(Array(repeating: .all([]), count: count - 1)) }
        func members(_ count: Int) -> Condition {
            .all([.not(Field.tagsUser.containsAny(Array(repeating: verbatim("a"), count: count)))])
        }
        let cases: [(good: Condition, bad: Condition, path: String)] = [
            (nested(8), nested(9), "predicate" + String(repeating: ".not", count: 8)),
            (terms(64), terms(65), "predicate.any[64]"), (nodes(256), nodes(257), "predicate.any[255]"),
            (members(64), members(65), "predicate.all[0].not.term.operand"),
        ]
        for (good, bad, path) in cases {
            #expect(refusal(definitionBytes(good.encoded)) == nil, "\(good) \(bad)")
            #expect((try? build(good)) != nil, "\(good) \(bad)")
            let read = refusal(definitionBytes(bad.encoded))
            #expect(read?.errorClass == .invalid, "\(good) \(bad)")
            #expect(read?.path == path, "\(good) \(bad)")
            do {
                _ = try build(bad)
                Issue.record("built past a limit: \(path)")
            } catch {
                #expect(error.errorClass == .invalid, "\(good) \(bad)")
                #expect(error.path == path, "\(good) \(bad)")
            }
        }
    }

    private func build(_ condition: Condition) throws(SmartAlbumError) -> SmartAlbumDefinition {
        try SmartAlbumDefinition(
            id: identifier(5), displayName: stamped(DisplayName("d")!), predicate: condition)
    }

    @Test("a million nested arrays where a predicate belongs are refused, not followed")
    func deep() {
        let deep = [UInt8](repeating: 0x81, count: 1_000_000) + [0]
        #expect(refusal(definitionBytes(deep))?.errorClass == .limit)
        let nots = (0..<20).reduce(Self.one.encoded) { inner, _ in [0xa1, 0x63] + Array("not".utf8) + inner }
        #expect(refusal(definitionBytes(nots))?.errorClass == .invalid)
    }

    @Test(
        "a newer and a broken definition stay byte for byte through decode, join and encode of the settings")
    func settings() throws {
        let author = Author(
            device: identifier(1), writer: identifier(2), now: StampTime("2026-01-01T00:00:00.000Z")!)
        let (newer, broken) = (definitionBytes([0xf7], schema: 7, id: 10), definitionBytes([0xa0], id: 11))
        let good = definition(Self.one, id: 12).encoded
        var one = LibrarySettings(id: identifier(3))
        _ = try one.setSmartAlbum(identifier(10), definition: newer, by: author)
        _ = try one.setSmartAlbum(identifier(11), definition: broken, by: author)
        var other = LibrarySettings(id: identifier(3))
        _ = try other.setSmartAlbum(identifier(12), definition: good, by: author)
        _ = try other.setSmartAlbum(identifier(13), definition: nil, by: author)
        let joined = try LibrarySettings(decoding: one.joined(with: other).encoded)
        #expect(try joined == other.joined(with: one))
        #expect(joined.smartAlbums.compactMap { $0.register.value?.encoded } == [newer, broken, good])
        let readings = joined.view.readSmartAlbums
        #expect(readings.map(\.id) == [10, 11, 12].map(identifier))
        #expect(readings[0].reading == .newer)
        guard case .broken(let error) = readings[1].reading else {
            Issue.record("the broken definition was read")
            return
        }
        #expect(error.path == "predicate")
        #expect(readings[2].reading == .definition(definition(Self.one, id: 12)))
    }
}
