// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleConvergence
import CapsuleCRDT
import CapsuleDocuments
import CapsuleSmartAlbums

extension Choices {
    /// The bytes of a definition, valid but for what depth, counts and order of ranges choices give it.
    mutating func definition() -> [UInt8] {
        var name = CBORMap()
        name.put("by", encoded: identifier().encoded)
        name.put("ts", encoded: stampTime().encoded)
        name.put("value") { $0.writeText("n") }
        var map = CBORMap()
        map.put("display_name", encoded: name.encoded)
        map.put("predicate", encoded: condition(levels: 4))
        map.put("predicate_schema", encoded: [1])
        map.put("smart_album_id", encoded: identifier().encoded)
        if bool() {
            let sort = AlbumSort(by: closed(), closed())
            map.put("sort", encoded: sort.encoded)
        }
        if chance(8) { map.put("later", encoded: canonicalCBOR(levels: 1)) }
        return map.encoded
    }

    private mutating func condition(levels: Int) -> [UInt8] {
        var map = CBORMap()
        switch below(levels > 1 ? 6 : 1) {
        case 3: map.put("not", encoded: condition(levels: levels - 1))
        case 4, 5:
            let count = below(4)
            let name = bool() ? "all" : "any"
            var writer = CBORWriter()
            writer.writeArrayHead(count)
            for _ in 0..<count { writer.append(raw: condition(levels: levels - 1).span) }
            map.put(name, encoded: writer.bytes)
        default: map.put("term", encoded: term())
        }
        return map.encoded
    }

    private mutating func term() -> [UInt8] {
        var map = CBORMap()
        func put(_ field: String, _ op: String, _ operand: [UInt8]) {
            map.put("field") { $0.writeText(field) }
            map.put("op") { $0.writeText(op) }
            map.put("operand", encoded: operand)
        }
        switch below(8) {
        case 0:
            let field = bool() ? "capture_timestamp" : "import_timestamp"
            let op = element(of: ["before", "after", "in_range"])
            put(
                field, op,
                op == "in_range" ? pair(timestamp().encoded, timestamp().encoded) : timestamp().encoded)
        case 1:
            let field = element(of: ["rating", "dimensions.width", "dimensions.height"])
            let op = element(of: ["eq", "gte", "lte", "in_range"])
            put(field, op, op == "in_range" ? pair(number(), number()) : number())
        case 2: enumeration(put, "content_type") { $0.closed(ContentType.self).encoded }
        case 3:
            if bool() {
                enumeration(put, "media_kind") { $0.closed(MediaKind.self).encoded }
            } else {
                enumeration(put, "gps.datum") { $0.closed(GPSDatum.self).encoded }
            }
        case 4:
            let cull = closed(Cull.self).encoded
            put(bool() ? "cull" : "hidden", "is", bool() ? cull : bool().encoded)
        case 5: put(bool() ? "gps" : "camera_id", "exists", bool().encoded)
        case 6:
            switch below(3) {
            case 0: set(put, "tags_user") { $0.label().encoded }
            case 1: set(put, "stack_type") { $0.closed(StackType.self).encoded }
            default: set(put, "album_id") { $0.identifier().encoded }
            }
        default:
            if bool() {
                set(put, "tags_ai") { $0.label().encoded }
            } else {
                set(put, "people_cluster") { $0.identifier().encoded }
            }
            let (model, version) = (element(of: ["m", "n"]), element(of: ["1", "2"]))
            map.put("model_id") { $0.writeText(model) }
            map.put("model_version") { $0.writeText(version) }
        }
        return map.encoded
    }

    private mutating func set(
        _ put: (String, String, [UInt8]) -> Void, _ field: String, _ member: (inout Choices) -> [UInt8]
    ) {
        let op = element(of: ["contains", "contains_any", "contains_all"])
        put(field, op, op == "contains" ? member(&self) : array(member))
    }

    private mutating func enumeration(
        _ put: (String, String, [UInt8]) -> Void, _ field: String, _ member: (inout Choices) -> [UInt8]
    ) {
        let isOne = bool()
        put(field, isOne ? "eq" : "in", isOne ? member(&self) : array(member))
    }

    private mutating func array(_ member: (inout Choices) -> [UInt8]) -> [UInt8] {
        let members = list(upTo: 3, member)
        var writer = CBORWriter()
        writer.writeArrayHead(members.count)
        for member in members { writer.append(raw: member.span) }
        return writer.bytes
    }

    private func pair(_ low: [UInt8], _ high: [UInt8]) -> [UInt8] { [0x82] + low + high }

    private mutating func number() -> [UInt8] {
        var writer = CBORWriter()
        writer.writeUnsigned(element(of: [0, 1, 3, 5, 3_000, 4_000, UInt64(UInt32.max)]))
        return writer.bytes
    }
}
