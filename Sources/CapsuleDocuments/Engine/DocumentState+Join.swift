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
        for state in [self, other] where state.version > DocumentKind.version {
            throw DocumentError(.newerSchema, "a document of schema version \(state.version) is not joined")
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
    var skipPointers: [Int: [SkipPointer]] = [:]
    /// The skip pointers of the sets that are joined.
    let leftSkipPointers: [Int: [SkipPointer]]
    let rightSkipPointers: [Int: [SkipPointer]]
    private var entries: [DocumentEntry] = []

    init(of left: DocumentState, and right: DocumentState) {
        fields = left.fields
        leftSkipPointers = left.skipPointers
        rightSkipPointers = right.skipPointers
    }

    mutating func run(_ left: DocumentState, _ right: DocumentState) -> DocumentState {
        // Those of a set that only one side has; of the others the join gives new ones.
        skipPointers = left.skipPointers
        for (field, places) in right.skipPointers where skipPointers[field] == nil {
            skipPointers[field] = places
        }
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
        entries.append(
            DocumentEntry(entry.meaning, key: start..<start + entry.key.count, valueEnd: writer.bytes.count))
    }

    private mutating func join(
        _ entry: DocumentEntry, _ x: Span<UInt8>, _ y: Span<UInt8>, _ leftBytes: Span<UInt8>
    ) {
        guard !x.elementsEqual(y) else {
            writer.append(raw: x)
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
