// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleDocuments
import CapsuleToolSupport

/// The documents of a CBOR sequence (RFC 8742), read piece by piece.
struct SequenceSource: BulkSource {
    /// A document by its place in the whole sequence.
    fileprivate struct Entry {
        let key: BulkKey
        let hasKey: Bool
        let range: Range<Int>
    }

    private let name: String
    private let reader: PieceReader
    /// What was read last, from `offset` on.
    private var piece = BulkBuffer([])
    private var offset = 0
    /// Those that are found and not taken.
    private var entries: ArraySlice<Entry> = []
    /// Where the document after them starts.
    private var end = 0
    private var previous: BulkKey?
    private(set) var isAtEnd = false

    init(_ path: String) throws(ToolError) {
        name = Inputs.name(path)
        do throws(InputError) { reader = try PieceReader(path) } catch { throw .input(error) }
    }

    var progress: (done: Int, total: Int?) { (end, reader.size) }
    var lastKey: BulkKey? { entries.last?.key }

    private var bytes: [UInt8] { piece.bytes }
    private var start: Int { entries.first?.range.lowerBound ?? end }

    mutating func find(_ size: Int) throws(ToolError) {
        // Half is enough, so that what is left is not copied again and again.
        while end - start < size / 2, !isAtEnd {
            // What is read grows with what is held, so that a large document is not walked often.
            try read(max(size, bytes.count - (start - offset)))
            try split()
        }
    }

    mutating func take(before bound: BulkKey?) -> any BulkRun {
        var cut = entries.endIndex
        if let bound { while cut > entries.startIndex, entries[cut - 1].key >= bound { cut -= 1 } }
        defer { entries = entries[cut...] }
        return SequenceRun(name: name, piece: piece, offset: offset, entries: entries[..<cut])
    }

    /// Reads on, into a buffer of its own: the runs that were taken keep theirs.
    private mutating func read(_ count: Int) throws(ToolError) {
        let start = start
        let kept = offset + bytes.count - start
        var longer = BulkBuffer.empty()
        longer.reserveCapacity(kept + count)
        longer.append(copying: bytes.span.extracting((start - offset)...))
        do throws(InputError) { try reader.read(count, into: &longer) } catch { throw .input(error) }
        (piece, offset) = (BulkBuffer(longer), start)
        isAtEnd = bytes.count < kept + count
    }

    /// Finds the documents in what was read.
    private mutating func split() throws(ToolError) {
        var found = Array(entries)
        while end - offset < bytes.count {
            guard let item = try item(at: end - offset) else { break }
            if let key = item.key, let previous, key < previous {
                throw refusal("invalid: \(key) comes after \(previous); a sequence is sorted by id and kind")
            }
            previous = item.key ?? previous
            found.append(
                Entry(
                    key: item.key ?? previous ?? .least, hasKey: item.key != nil,
                    range: end..<offset + item.end))
            end = offset + item.end
        }
        entries = found[...]
        let rest = offset + bytes.count - end
        guard rest == 0 || !isAtEnd else { throw refusal("malformed: the sequence ends within it") }
        guard rest <= CBORLimits.document else {
            throw refusal("limit: it has more than \(CBORLimits.document) bytes")
        }
    }

    /// The key and the end of the item at an offset; nil where it ends after what was read.
    ///
    /// An item without a key is refused on its own when it is decoded. Only what is not well-formed ends the
    /// sequence: nobody knows where the next document begins.
    private func item(at position: Int) throws(ToolError) -> (key: BulkKey?, end: Int)? {
        let span = bytes.span
        do throws(CBORError) {
            do throws(CBORError) {
                return try DocumentHeader(span, at: position).map { (BulkKey($0), $0.end) }
            } catch  where error.errorClass == .invalid {
                return try span.structuralEnd(ofItemAt: position).map { (nil, $0) }
            }
        } catch {
            if error.errorClass == .nonCanonical {
                if let end = span.lenientEnd(ofItemAt: position) { return (nil, end) }
                // It may only end further on.
                if !isAtEnd, offset + bytes.count - end <= CBORLimits.document { return nil }
            }
            throw refusal("\(error.errorClass): \(error.reason)")
        }
    }

    private func refusal(_ reason: String) -> ToolError {
        .message("\(Self.place(name, end)): \(reason)")
    }

    fileprivate static func place(_ name: String, _ offset: Int) -> String {
        "\(name), the document at byte \(offset)"
    }
}

/// Documents that lie in one piece of a sequence.
private struct SequenceRun: BulkRun {
    let name: String
    let piece: BulkBuffer
    /// The place of the piece in the sequence.
    let offset: Int
    let entries: ArraySlice<SequenceSource.Entry>

    var count: Int { entries.count }

    func key(of index: Int) -> BulkKey { entries[entries.startIndex + index].key }

    func hasKey(_ index: Int) -> Bool { entries[entries.startIndex + index].hasKey }

    func bytes(of index: Int) -> [UInt8] {
        let range = entries[entries.startIndex + index].range
        return Array(piece.bytes[range.lowerBound - offset..<range.upperBound - offset])
    }

    func place(of index: Int) -> String {
        SequenceSource.place(name, entries[entries.startIndex + index].range.lowerBound)
    }
}
