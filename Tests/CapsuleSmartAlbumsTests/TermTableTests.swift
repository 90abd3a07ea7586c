// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry

import CapsuleCBOR
import CapsuleCRDT
import Testing

@testable import CapsuleSmartAlbums

/// Every field with every operator and every kind of operand, against the table of SPEC section 12
/// written down a second time.
@Suite struct TermTableTests {
    /// An operand with all the types of operand that it is one of.
    struct Sample: Sendable {
        let name: String
        let bytes: [UInt8]
        let types: Set<String>

        init(_ name: String, _ types: String, _ write: (inout CBORWriter) -> Void) {
            var writer = CBORWriter()
            write(&writer)
            self.name = name
            bytes = writer.bytes
            self.types = Set(types.split(separator: " ").map(String.init))
        }
    }

    static let classes: [(fields: [String], operators: [String: String])] = [
        (
            ["capture_timestamp", "import_timestamp"],
            ["before": "time", "after": "time", "in_range": "times"]
        ),
        (["content_type"], ["eq": "content", "in": "contents"]),
        (["media_kind"], ["eq": "kind", "in": "kinds"]),
        (["gps.datum"], ["eq": "datum", "in": "datums"]),
        (
            ["rating", "dimensions.width", "dimensions.height"],
            ["eq": "number", "gte": "number", "lte": "number", "in_range": "numbers"]
        ),
        (["cull"], ["is": "cull"]),
        (["hidden"], ["is": "bool"]),
        (
            ["tags_user", "tags_ai"],
            ["contains": "label", "contains_any": "labels", "contains_all": "labels"]
        ),
        (["stack_type"], ["contains": "stack", "contains_any": "stacks", "contains_all": "stacks"]),
        (
            ["people_cluster", "album_id"],
            ["contains": "id", "contains_any": "ids", "contains_all": "ids"]
        ),
        (["gps", "camera_id"], ["exists": "bool"]),
    ]
    /// Those of every class, and some that are none.
    static let operators = Set(classes.flatMap(\.operators.keys)).sorted() + ["Eq", "none_of", ""]
    static let samples: [Sample] = [
        text("2024-05-01T12:00:00Z", "time label"), text("2024-05-01T12:00:00", "label"),
        texts("times", ["2024-05-01T12:00:00Z", "2024-05-01T14:00:01+02:00"], "times labels"),
        texts("equal times", ["2024-05-01T12:00:00Z", "2024-05-01T14:00:00+02:00"], "labels"),
        texts("three times", Array(repeating: "2024-05-01T12:00:00Z", count: 3), "labels"),
        text("image/jpeg", "content label"), text("image/x-raw", "label"),
        texts("contents", ["image/jpeg", "video/mp4"], "contents labels"), text("image", "kind label"),
        texts("kinds", ["video", "image"], "kinds labels"), text("wgs84", "datum label"),
        texts("datums", ["gcj02"], "datums labels"), text("pick", "cull label"), text("burst", "stack label"),
        texts("stacks", ["burst", "custom", "burst"], "stacks labels"),
        texts("a bad stack", ["burst", "Burst"], "labels"), text("", ""),
        text(String(repeating: "x", count: 256), "label"), text(String(repeating: "x", count: 257), ""),
        texts("an empty label", ["a", ""], ""),
        texts("64 labels", Array(repeating: "a", count: 64), "labels"),
        texts("65 labels", Array(repeating: "a", count: 65), ""),
        texts("nothing", [], "contents kinds datums labels stacks ids"),
        Sample("0", "number") { $0.writeUnsigned(0) },
        Sample("2^32 - 1", "number") { $0.writeUnsigned(4_294_967_295) },
        Sample("2^32", "") { $0.writeUnsigned(4_294_967_296) },
        Sample("-1", "") { $0.append(raw: [0x20].span) }, numbers([1, 3], "numbers"),
        numbers([3, 3], "numbers"),
        numbers([3, 1], ""), numbers([1], ""), numbers([0, 4_294_967_296], ""),
        Sample("true", "bool") { $0.writeBool(true) }, Sample("null", "") { $0.writeNull() },
        Sample("1.0", "") { $0.writeFloat(1) }, Sample("a map", "") { $0.writeMapHead(0) },
        Sample("16 bytes", "id") { $0.writeBytes(identifier(1).bytes.span) },
        Sample("15 bytes", "") { $0.writeBytes([UInt8](repeating: 0, count: 15).span) },
        Sample("identifiers", "ids") { writer in
            writer.writeArrayHead(2)
            for number in [1, 2] as [UInt64] { identifier(number).write(to: &writer) }
        },
        Sample("mixed", "") { writer in
            writer.writeArrayHead(2)
            writer.writeText("a")
            identifier(1).write(to: &writer)
        },
    ]

    static func text(_ text: String, _ types: String) -> Sample {
        Sample("\"\(text.prefix(20))\" \(text.utf8.count)", types) { $0.writeText(text) }
    }

    static func texts(_ name: String, _ texts: [String], _ types: String) -> Sample {
        Sample(name, types) { writer in
            writer.writeArrayHead(texts.count)
            for text in texts { writer.writeText(text) }
        }
    }

    static func numbers(_ numbers: [UInt64], _ types: String) -> Sample {
        Sample("\(numbers)", types) { writer in
            writer.writeArrayHead(numbers.count)
            for number in numbers { writer.writeUnsigned(number) }
        }
    }

    /// The bytes of a definition with one term.
    static func encoded(
        _ field: String, _ operatorName: String, _ operand: [UInt8]?, slot: [String] = [],
        extra: String? = nil
    ) -> [UInt8] {
        var term = CBORMap()
        term.put("field") { $0.writeText(field) }
        term.put("op") { $0.writeText(operatorName) }
        if let operand { term.put("operand", encoded: operand) }
        for key in slot { term.put(key) { $0.writeText("m") } }
        if let extra { term.put(extra) { $0.writeNull() } }
        var predicate = CBORMap()
        predicate.put("term", encoded: term.encoded)
        return definitionBytes(predicate.encoded)
    }

    @Test(
        "a term is valid exactly when the table has its field, its operator and the type of its operand",
        arguments: Self.classes.flatMap(\.fields))
    func table(field: String) {
        let wanted = Self.classes.first { $0.fields.contains(field) }!.operators
        let slot = ["tags_ai", "people_cluster"].contains(field) ? ["model_id", "model_version"] : []
        for operatorName in Self.operators {
            for sample in Self.samples {
                let bytes = Self.encoded(field, operatorName, sample.bytes, slot: slot)
                let isValid = wanted[operatorName].map(sample.types.contains) ?? false
                let what: Comment = "\(field) \(operatorName) \(sample.name)"
                do {
                    let definition = try SmartAlbumDefinition(decoding: bytes)
                    #expect(isValid, what)
                    #expect(definition.encoded == bytes, what)
                } catch {
                    #expect(!isValid, what)
                    #expect(error.errorClass == .invalid, what)
                    #expect(error.path.hasPrefix("predicate.term"), what)
                }
            }
        }
    }

    @Test("the table has the operators of every field, and no other", arguments: FieldName.allCases)
    func operators(field: FieldName) throws {
        let wanted = try #require(Self.classes.first { $0.fields.contains(field.rawValue) }).operators
        #expect(Set(field.operators.map(\.name)) == Set(wanted.keys))
        #expect(Set(wanted.keys).isSubset(of: Self.operators), "each is tried with every field")
    }

    @Test(
        "a term names a model when its field is made by one, and only then",
        arguments: Self.classes.flatMap(\.fields))
    func slots(field: String) {
        let wanted = Self.classes.first { $0.fields.contains(field) }!.operators.first!
        let operand = Self.samples.first { $0.types.contains(wanted.value) }!.bytes
        let isMade = ["tags_ai", "people_cluster"].contains(field)
        for slot in [[], ["model_id"], ["model_version"], ["model_id", "model_version"]] {
            let bytes = Self.encoded(field, wanted.key, operand, slot: slot)
            let isValid = slot.count == (isMade ? 2 : 0)
            #expect(((try? SmartAlbumDefinition(decoding: bytes)) != nil) == isValid, "\(field) \(slot)")
        }
    }

    @Test("an unknown field, a key too many and a key too few are refused where they are")
    func keys() {
        func path(_ bytes: [UInt8]) -> String? {
            do {
                _ = try SmartAlbumDefinition(decoding: bytes)
                return nil
            } catch {
                #expect(error.errorClass == .invalid)
                return error.path
            }
        }
        #expect(path(Self.encoded("Rating", "eq", [1])) == "predicate.term.field")
        #expect(path(Self.encoded("rating", "before", [1])) == "predicate.term.op")
        #expect(path(Self.encoded("rating", "eq", [0x61, 0x61])) == "predicate.term.operand")
        #expect(path(Self.encoded("rating", "in_range", [0x82, 1, 0x20])) == "predicate.term.operand[1]")
        #expect(path(Self.encoded("rating", "eq", nil)) == "predicate.term")
        #expect(path(Self.encoded("rating", "eq", [1], extra: "more")) == "predicate.term.more")
        #expect(path(Self.encoded("rating", "eq", [1], slot: ["model_id"])) == "predicate.term.model_id")
    }
}

/// The bytes of a definition with an encoded predicate.
func definitionBytes(
    _ predicate: [UInt8], schema: UInt64 = 1, id: UInt64 = 5, _ change: (inout CBORMap) -> Void = { _ in }
) -> [UInt8] {
    var map = CBORMap()
    map.put("predicate", encoded: predicate)
    map.put("display_name", encoded: stamped(DisplayName("d")!).encoded)
    map.put("smart_album_id", encoded: identifier(id).encoded)
    map.put("predicate_schema") { $0.writeUnsigned(schema) }
    change(&map)
    return map.encoded
}
