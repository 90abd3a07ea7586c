// SPDX-License-Identifier: Apache-2.0

import CLibCBOR

/// Puts events together to canonical bytes, with a stack in place of recursion.
struct RefereeBuilder {
    private enum Shape {
        case array(indefinite: Bool)
        case map(indefinite: Bool)
        case tag(UInt64)
        case chunks(isText: Bool)
    }

    private struct Level {
        let shape: Shape
        /// Items still to come; nil for an indefinite length.
        var left: UInt64?
        var items: [[UInt8]] = []
    }

    private var levels: [Level] = []
    private(set) var result: [UInt8] = []
    private(set) var isComplete = false
    private(set) var hasDuplicateKey = false

    /// Whether the next item stands below level 32; chunks of a string open no level.
    var isBelowLimit: Bool {
        if case .chunks? = levels.last?.shape { return false }
        return levels.count >= 32
    }

    /// Whether a break may come next: the innermost level has no count.
    var takesBreak: Bool { levels.last.map { $0.left == nil } ?? false }

    mutating func take(_ event: RefereeEvent) throws(Referee.Refusal) {
        if case .chunks(let isText)? = levels.last?.shape {
            switch event {
            case .string(isText, _), .stop: break
            default: throw .malformed
            }
        }
        switch event {
        case .unsigned(let value): try add(Self.head(.unsigned, value))
        case .negative(let value): try add(Self.head(.negative, value))
        case .simple(let value): try add(value < 24 ? [0xe0 | value] : [0xf8, value])
        case .float(let value): try add(Self.float(value))
        case .string(let isText, let content):
            if isText, String(validating: content, as: UTF8.self) == nil { throw .malformed }
            if case .chunks? = levels.last?.shape {
                try add(content)
            } else {
                try add(Self.string(isText, content))
            }
        case .stringStart(let isText): levels.append(Level(shape: .chunks(isText: isText), left: nil))
        case .array(let count): try open(.array(indefinite: count == nil), count)
        case .map(let count):
            let (items, overflow) = (count ?? 0).multipliedReportingOverflow(by: 2)
            if overflow { throw .malformed }
            try open(.map(indefinite: count == nil), count.map { _ in items })
        case .tag(let number): levels.append(Level(shape: .tag(number), left: 1))
        case .stop:
            guard let level = levels.last, level.left == nil else { throw .malformed }
            try close()
        }
    }

    private mutating func open(_ shape: Shape, _ count: UInt64?) throws(Referee.Refusal) {
        levels.append(Level(shape: shape, left: count))
        if count == 0 { try close() }
    }

    private mutating func add(_ item: [UInt8]) throws(Referee.Refusal) {
        guard let index = levels.indices.last else {
            result = item
            isComplete = true
            return
        }
        levels[index].items.append(item)
        guard let left = levels[index].left else { return }
        levels[index].left = left - 1
        if left == 1 { try close() }
    }

    private mutating func close() throws(Referee.Refusal) {
        let level = levels.removeLast()
        switch level.shape {
        case .array: try add(Self.head(.array, UInt64(level.items.count)) + level.items.flatMap(\.self))
        case .tag(let number): try add(Self.head(.tag, number) + level.items[0])
        case .chunks(let isText): try add(Self.string(isText, level.items.flatMap(\.self)))
        case .map:
            guard level.items.count % 2 == 0 else { throw .malformed }
            var entries = stride(from: 0, to: level.items.count, by: 2).map {
                (level.items[$0], level.items[$0 + 1])
            }
            entries.sort { $0.0.lexicographicallyPrecedes($1.0) }
            // What comes later may be malformed, which weighs more.
            for (left, right) in zip(entries, entries.dropFirst()) where left.0 == right.0 {
                hasDuplicateKey = true
            }
            try add(Self.head(.map, UInt64(entries.count)) + entries.flatMap { $0.0 + $0.1 })
        }
    }

    private static func string(_ isText: Bool, _ content: [UInt8]) -> [UInt8] {
        head(isText ? .text : .bytes, UInt64(content.count)) + content
    }

    private static func float(_ value: Double) -> [UInt8] {
        if value.isNaN { return [0xf9, 0x7e, 0] }
        if Double(Float16(value)) == value {
            let bits = Float16(value).bitPattern
            return [0xf9, UInt8(bits >> 8), UInt8(bits & 0xff)]
        }
        if Double(Float(value)) == value {
            let bits = Float(value).bitPattern
            return [0xfa] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> $0) }
        }
        let bits = value.bitPattern
        return [0xfb] + [56, 48, 40, 32, 24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> $0) }
    }

    // MARK: Heads, as libcbor writes them

    private enum Major { case unsigned, negative, bytes, text, array, map, tag }

    private static func head(_ major: Major, _ value: UInt64) -> [UInt8] {
        var head = [UInt8](repeating: 0, count: 9)
        let size = unsafe head.withUnsafeMutableBufferPointer { buffer in
            let start = buffer.baseAddress
            // Nine bytes are room for any head.
            return switch major {
            case .unsigned: unsafe cbor_encode_uint(value, start, 9)
            case .negative: unsafe cbor_encode_negint(value, start, 9)
            case .bytes: unsafe cbor_encode_bytestring_start(Int(value), start, 9)
            case .text: unsafe cbor_encode_string_start(Int(value), start, 9)
            case .array: unsafe cbor_encode_array_start(Int(value), start, 9)
            case .map: unsafe cbor_encode_map_start(Int(value), start, 9)
            case .tag: unsafe cbor_encode_tag(value, start, 9)
            }
        }
        return Array(head[..<size])
    }
}
