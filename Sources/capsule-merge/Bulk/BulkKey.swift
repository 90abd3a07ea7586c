// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

/// What a document is sorted by in bulk work: its identifier, then its kind.
struct BulkKey: Hashable, Comparable, Sendable {
    let id: Identifier
    let kind: DocumentKind

    static func < (left: BulkKey, right: BulkKey) -> Bool {
        left.id != right.id ? left.id < right.id : left.kind.rawValue < right.kind.rawValue
    }
}

extension BulkKey: CustomStringConvertible {
    var description: String { "\(kind) \(id)" }
}

extension BulkKey {
    init(_ header: DocumentHeader) {
        self.init(id: header.id, kind: header.kind)
    }

    /// The key of bytes that are exactly one document; nil for what is none.
    init?(_ bytes: [UInt8]) {
        do throws(CBORError) {
            guard let header = try DocumentHeader(bytes.span, at: 0), header.end == bytes.count else {
                return nil
            }
            self.init(header)
        } catch {
            return nil
        }
    }

    /// Comes before all others, and stands for the key of what has none.
    static let least = BulkKey(id: nobody, kind: .album)

    private static var nobody: Identifier {
        guard let id = Identifier([UInt8](repeating: 0, count: Identifier.size)) else {
            preconditionFailure("sixteen bytes are an identifier")
        }
        return id
    }
}
