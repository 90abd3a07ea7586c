// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
package import CapsuleCRDT

/// A document as its checked canonical bytes, with where each top-level value lies in them.
///
/// The bytes are the identity of the state and hold everything; typed values are read when asked for.
/// So a document that is joined, kept or passed on costs no more than its bytes.
package struct DocumentState: Sendable {
    package let kind: DocumentKind
    package let id: Identifier
    package let bytes: [UInt8]
    /// The text keys, in the order of their encodings.
    let entries: [DocumentEntry]
    /// Key 0.
    ///
    /// Above 1 in a newer document, which is shown and never joined.
    package let version: UInt64
    /// The skip pointers of the sets that are large enough to have some.
    let skipPointers: SkipPointersByField

    init(
        kind: DocumentKind, id: Identifier, bytes: [UInt8], entries: [DocumentEntry], version: UInt64,
        skipPointers: SkipPointersByField = SkipPointersByField()
    ) {
        self.kind = kind
        self.id = id
        self.bytes = bytes
        self.entries = entries
        self.version = version
        self.skipPointers = skipPointers
    }

    /// The fields of the kind, in the order of their encoded keys.
    var fields: [KnownField] { kind.fields }

    /// The range of the value of a field, by its index; nil when it is absent or not understood.
    func range(of field: Int) -> Range<Int>? {
        for entry in entries where entry.meaning == .known(field) { return entry.value }
        return nil
    }

    /// The range of a field's value, by its name; nil when it is absent or not understood.
    func range(of field: StaticString) -> Range<Int>? {
        let fields = fields
        for entry in entries {
            if case .known(let index) = entry.meaning, fields[index].name.hasSameBytes(as: field) {
                return entry.value
            }
        }
        return nil
    }

    /// How many text keys the document has.
    package var keyCount: Int { entries.count }

    /// The field and the range of the value of a text key; nil when it is not a known one.
    package func field(at index: Int) -> (field: Int, value: Range<Int>)? {
        let entry = entries[index]
        guard case .known(let field) = entry.meaning else { return nil }
        return (field, entry.value)
    }

    /// A copy of a field's encoded value; nil when it is absent or not understood.
    func value(of field: StaticString) -> [UInt8]? {
        range(of: field).map { bytes.span.extracting($0).copied() }
    }

    /// A field's value as the closure reads it; nil when it is absent or not understood.
    func value<Value>(
        of field: StaticString, _ read: ([UInt8]) throws(CBORError) -> Value
    ) -> Value? {
        guard let encoded = value(of: field) else { return nil }
        return Self.checked { () throws(CBORError) in try read(encoded) }
    }

    /// The entries of a map field as the closure reads them; none when it is absent or not understood.
    func entries<Entry>(
        of field: StaticString, _ read: (_ key: [UInt8], _ value: [UInt8]) throws(CBORError) -> Entry
    ) -> [Entry] {
        guard let range = range(of: field) else { return [] }
        let bytes = bytes.span.extracting(range)
        var entries: [Entry] = []
        EntryMap.forEach(bytes) { key, value in
            let (key, value) = (bytes.extracting(key).copied(), bytes.extracting(value).copied())
            let entry = Self.checked { () throws(CBORError) in try read(key, value) }
            if let entry { entries.append(entry) }
        }
        return entries
    }

    /// What a reader makes of bytes that the check of the same type has accepted, so that it cannot refuse them.
    private static func checked<Value>(_ read: () throws(CBORError) -> Value) -> Value? {
        do throws(CBORError) {
            return try read()
        } catch {
            assertionFailure("a checked value is not read: \(error)")
            return nil
        }
    }

    /// Whether a field is there and its value is not one of this version.
    func isNotUnderstood(_ field: StaticString) -> Bool {
        entries.contains { entry in
            entry.meaning == .notUnderstood && entry.name(in: bytes.span).elementsEqual(field)
        }
    }

    /// Whether the document has all fields that a whole one has.
    package var isComplete: Bool {
        let fields = fields
        return fields.indices.allSatisfy { !fields[$0].isRequired || range(of: $0) != nil }
    }

    /// The names of the keys that this version does not know, ascending by their UTF-8 bytes.
    var unknownKeys: [String] {
        entries.filter { $0.meaning == .carried }.map { $0.nameText(in: bytes.span) }.sorted(byUTF8: \.self)
    }
}

extension DocumentState: Hashable {
    package static func == (left: DocumentState, right: DocumentState) -> Bool {
        left.kind == right.kind && left.bytes == right.bytes
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(bytes)
    }
}

/// Where one text key of a document lies, and what is known of it.
struct DocumentEntry: Sendable {
    enum Meaning: Hashable, Sendable {
        /// A known key; the index of its field in the schema.
        case known(Int)
        /// An unknown key, carried along.
        case carried
        /// A known key of a newer document whose value is not one of this version.
        case notUnderstood
    }

    let meaning: Meaning
    private let start: UInt32
    private let valueStart: UInt32
    private let end: UInt32

    /// Takes the ranges of the encoded key and of the value, which follow each other.
    init(_ meaning: Meaning, key: Range<Int>, valueEnd: Int) {
        self.meaning = meaning
        // A document is far below 4 GiB: its size was checked first of all.
        start = UInt32(key.lowerBound)
        valueStart = UInt32(key.upperBound)
        end = UInt32(valueEnd)
    }

    /// The range of the encoded key.
    var key: Range<Int> { Int(start)..<Int(valueStart) }
    /// The range of the value.
    var value: Range<Int> { Int(valueStart)..<Int(end) }
    /// The range of both.
    var range: Range<Int> { Int(start)..<Int(end) }

    /// The entry as it lies when the bytes before it have grown or shrunk.
    func moved(by distance: Int) -> DocumentEntry {
        guard distance != 0 else { return self }
        return DocumentEntry(
            meaning, key: key.lowerBound + distance..<key.upperBound + distance,
            valueEnd: value.upperBound + distance)
    }

    @_lifetime(copy bytes)
    func name(in bytes: Span<UInt8>) -> Span<UInt8> {
        bytes.extracting(bytes.uncheckedContent(at: Int(start)))
    }

    func nameText(in bytes: Span<UInt8>) -> String {
        String(decoding: name(in: bytes).copied(), as: UTF8.self)
    }
}

extension Sequence {
    /// Sorts by the UTF-8 bytes of a text: `String` alone would sort by canonical equivalence.
    package func sorted(byUTF8 text: (Element) -> String) -> [Element] {
        map { (Array(text($0).utf8), $0) }
            .sorted { $0.0.span.compare($1.0.span) < 0 }
            .map(\.1)
    }
}
