// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

/// What a document is sorted by in bulk work: its identifier, then its kind.
struct BulkKey: Hashable, Comparable, Sendable {
    let id: Identifier
    let kind: DocumentKind

    static func < (left: BulkKey, right: BulkKey) -> Bool {
        left.id != right.id ? left.id < right.id : left.kind.rawValue < right.kind.rawValue
    }
}

extension BulkKey {
    /// The key of bytes that are exactly one document.
    init(_ bytes: [UInt8], _ place: String) throws(ToolError) {
        do throws(CBORError) {
            guard let header = try DocumentHeader(bytes.span, at: 0), header.end == bytes.count else {
                throw CBORError(.malformed, at: bytes.count, "this is not exactly one document")
            }
            self.init(id: header.id, kind: header.kind)
        } catch {
            throw .message("\(place): \(error)")
        }
    }
}

/// A document as it was found in bulk, not yet looked into.
struct BulkDocument: Sendable {
    let key: BulkKey
    let bytes: [UInt8]
    /// Where it was found, for messages.
    let place: String
}

/// Gives documents in ascending order, one at a time.
protocol BulkSource {
    /// The next document; nil after the last.
    mutating func next() throws(ToolError) -> BulkDocument?

    /// How much has been read and how much there is in all, in a unit of the source's own.
    var progress: (done: Int, total: Int) { get }
}

/// The documents of a CBOR sequence (RFC 8742), read piece by piece.
struct SequenceSource: BulkSource {
    private let path: String
    private let reader: PieceReader
    private var buffer: [UInt8] = []
    private var start = 0
    private var offset = 0
    private var previous: BulkKey?

    init(_ path: String) throws(ToolError) {
        self.path = path
        do throws(InputError) { reader = try PieceReader(path) } catch { throw .input(error) }
    }

    var progress: (done: Int, total: Int) { (offset, reader.size) }

    mutating func next() throws(ToolError) -> BulkDocument? {
        while true {
            if start == buffer.count, reader.isAtEnd { return nil }
            let place = "\(Inputs.name(path)), the document at byte \(offset)"
            let header: DocumentHeader?
            do throws(CBORError) {
                header = try DocumentHeader(buffer.span, at: start)
            } catch {
                throw .message("\(place): \(error.errorClass): \(error.reason)")
            }
            if let header {
                let key = BulkKey(id: header.id, kind: header.kind)
                if let previous, key < previous {
                    throw .message(
                        "\(place): invalid: \(key.id) comes after \(previous.id); a sequence is sorted by id")
                }
                previous = key
                let bytes = Array(buffer[start..<header.end])
                offset += bytes.count
                start = header.end
                return BulkDocument(key: key, bytes: bytes, place: place)
            }
            guard !reader.isAtEnd else { throw .message("\(place): malformed: the sequence ends within it") }
            guard buffer.count - start <= CBORLimits.document else {
                throw .message("\(place): limit: it has more than \(CBORLimits.document) bytes")
            }
            // What is read grows with what was needed, so that a large document is not walked often.
            let wanted = max(PieceReader.piece, buffer.count - start)
            buffer.removeSubrange(..<start)
            start = 0
            do throws(InputError) { try reader.read(atLeast: wanted, into: &buffer) } catch {
                throw .input(error)
            }
        }
    }
}

/// The documents of a folder and of the folders in it, one in each file.
///
/// Keeps the name and the key of each file in memory, about 100 bytes, and the documents on the disk.
struct FolderSource: BulkSource {
    private var files: [(key: BulkKey, path: String)] = []
    private var index = 0

    init(_ folder: String) throws(ToolError) {
        for file in try Folder.files(in: folder) {
            files.append((try BulkKey(Self.bytes(file.path), file.path), file.path))
        }
        files.sort {
            $0.key != $1.key ? $0.key < $1.key : $0.path.utf8.lexicographicallyPrecedes($1.path.utf8)
        }
    }

    var progress: (done: Int, total: Int) { (index, files.count) }

    mutating func next() throws(ToolError) -> BulkDocument? {
        guard index < files.count else { return nil }
        let (key, path) = files[index]
        index += 1
        let bytes = try Self.bytes(path)
        guard try BulkKey(bytes, path) == key else { throw .message("\(path): it changed while it was read") }
        return BulkDocument(key: key, bytes: bytes, place: path)
    }

    private static func bytes(_ path: String) throws(ToolError) -> [UInt8] {
        do throws(InputError) { return try InputFile.read(path) } catch { throw .input(error) }
    }
}
