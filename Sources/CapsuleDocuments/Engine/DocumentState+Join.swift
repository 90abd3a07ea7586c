// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT

extension DocumentState {
    /// The join of two documents, key by key over their sorted bytes.
    ///
    /// - Throws: `mismatch` when they are not the same document, `newer-schema` when one is newer, `limit`
    ///   when the result would have more bytes than the limit.
    package func joined(
        with other: DocumentState, limit: Int = CBORLimits.document, report: inout JoinReport
    ) throws(DocumentError) -> DocumentState {
        try checkJoinable(with: other)
        if bytes == other.bytes { return self }
        var join = DocumentJoin(of: self, and: other)
        let result = join.run(self, other)
        guard result.bytes.count <= limit else {
            throw DocumentError(
                .limit, "the joined document would have \(result.bytes.count) bytes, more than \(limit)")
        }
        report.add(join.report)
        return result
    }

    /// Checks that two states are of the same document, and that neither is newer.
    package func checkJoinable(with other: DocumentState) throws(DocumentError) {
        guard max(version, other.version) <= DocumentKind.version else {
            let newer = version > DocumentKind.version ? version : other.version
            throw DocumentError(.newerSchema, "a document of schema version \(newer) is not joined")
        }
        guard kind == other.kind, id == other.id else {
            throw DocumentError(
                .mismatch, at: kind.idKey,
                "these are not the same document: \(kind.rawValue) \(id) and \(other.kind.rawValue) \(other.id)"
            )
        }
    }
}

/// What comes of joining two documents that were checked to be the same one.
package struct DocumentJoin {
    /// The fields of the kind.
    let fields: [KnownField]
    /// Where the joined document is written.
    var writer = CBORWriter()
    /// What the result does not show.
    var report = JoinReport()
    /// The skip pointers of the result's sets, by the index of their field.
    var skipPointers = SkipPointersByField()
    /// The skip pointers of the sets that are joined.
    let leftSkipPointers: SkipPointersByField
    let rightSkipPointers: SkipPointersByField
    private let hasSkipPointers: Bool
    private var entries: [DocumentEntry] = []

    init(of left: DocumentState, and right: DocumentState) {
        hasSkipPointers = !left.skipPointers.isEmpty || !right.skipPointers.isEmpty
        fields = left.fields
        leftSkipPointers = left.skipPointers
        rightSkipPointers = right.skipPointers
    }

    mutating func run(_ left: DocumentState, _ right: DocumentState) -> DocumentState {
        writer.reserve(left.bytes.count + right.bytes.count)
        entries.reserveCapacity(max(left.entries.count, right.entries.count))
        let (leftBytes, rightBytes) = (left.bytes.span, right.bytes.span)
        let open = writer.beginContainer(major: 5, atMost: left.entries.count + right.entries.count + 1)
        writer.writeUnsigned(0)
        writer.writeUnsigned(left.version)
        var (i, j) = (0, 0)
        while i < left.entries.count || j < right.entries.count {
            let order: Int
            if i == left.entries.count {
                order = 1
            } else if j == right.entries.count {
                order = -1
            } else {
                order = leftBytes.extracting(left.entries[i].key).compare(
                    rightBytes.extracting(right.entries[j].key))
            }
            let start = writer.bytes.count
            if order < 0 {
                copy(left.entries[i], leftBytes, at: start)
            } else if order > 0 {
                copy(right.entries[j], rightBytes, at: start)
            } else {
                let (x, y) = (left.entries[i], right.entries[j])
                writer.append(raw: leftBytes.extracting(x.key))
                join(x, leftBytes.extracting(x.value), rightBytes.extracting(y.value), leftBytes)
                entries.append(
                    DocumentEntry(x.meaning, key: start..<start + x.key.count, valueEnd: writer.bytes.count))
            }
            if order <= 0 { i += 1 }
            if order >= 0 { j += 1 }
        }
        let shift = writer.end(open, count: entries.count + 1)
        return DocumentState(
            kind: left.kind, id: left.id, bytes: writer.bytes,
            entries: shift == 0 ? entries : entries.map { $0.moved(by: -shift) },
            version: left.version, skipPointers: skipPointers)
    }

    private mutating func copy(_ entry: DocumentEntry, _ bytes: Span<UInt8>, at start: Int) {
        writer.append(raw: bytes.extracting(entry.range))
        if hasSkipPointers { keepSkipPointers(of: entry) }
        entries.append(
            DocumentEntry(entry.meaning, key: start..<start + entry.key.count, valueEnd: writer.bytes.count))
    }

    /// Keeps those of a value that is copied as it is, which its side has; a join of two gives new ones.
    private mutating func keepSkipPointers(of entry: DocumentEntry) {
        guard case .known(let index) = entry.meaning else { return }
        let pointers = leftSkipPointers[index]
        skipPointers.add(pointers.isEmpty ? rightSkipPointers[index] : pointers, of: index)
    }

    private mutating func join(
        _ entry: DocumentEntry, _ x: Span<UInt8>, _ y: Span<UInt8>, _ leftBytes: Span<UInt8>
    ) {
        guard !x.elementsEqual(y) else {
            writer.append(raw: x)
            if hasSkipPointers { keepSkipPointers(of: entry) }
            return
        }
        guard case .known(let index) = entry.meaning else {
            report.conflicts.append(entry.nameText(in: leftBytes))
            CarriedField.join(x, y, into: &writer)
            return
        }
        fields[index].type.join(x, y, of: index, in: &self)
    }
}
