// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

/// What a document of the C interface is behind its pointer: one document of any kind, changed in place.
final class DocumentHandle {
    private(set) var document: any DocumentOfAnyKind

    init(_ kind: DocumentKind, decoding bytes: [UInt8]) throws(DocumentError) {
        document =
            switch kind {
            case .stack: try StackDocument(decoding: bytes)
            case .album: try AlbumDocument(decoding: bytes)
            case .asset: try AssetSidecar(decoding: bytes)
            case .settings: try LibrarySettings(decoding: bytes)
            }
    }

    func join(_ other: DocumentHandle) throws(DocumentError) {
        // Read before the change begins, since the other may be this one.
        let theirs = other.document
        try document.join(anyKind: theirs)
    }

    func apply(_ delta: DocumentHandle) throws(DocumentError) -> Bool {
        let theirs = delta.document
        return try document.apply(anyKind: theirs)
    }

    func removeStamps(after horizon: StampTime) {
        document = document.before(horizon)
    }
}

/// A document without its kind in its type.
protocol DocumentOfAnyKind: Sendable {
    var kind: DocumentKind { get }
    var id: Identifier { get }
    var encoded: [UInt8] { get }
    func before(_ horizon: StampTime) -> Self
    mutating func join(anyKind other: any DocumentOfAnyKind) throws(DocumentError)
    mutating func apply(anyKind delta: any DocumentOfAnyKind) throws(DocumentError) -> Bool
}

extension Document: DocumentOfAnyKind {
    var kind: DocumentKind { Kind.kind }

    mutating func join(anyKind other: any DocumentOfAnyKind) throws(DocumentError) {
        try join(Self.sameKind(other))
    }

    mutating func apply(anyKind delta: any DocumentOfAnyKind) throws(DocumentError) -> Bool {
        try apply(Self.sameKind(delta))
    }

    private static func sameKind(_ other: any DocumentOfAnyKind) throws(DocumentError) -> Self {
        guard let other = other as? Self else {
            throw DocumentError(
                .mismatch, at: Kind.kind.idKey,
                "these are not the same document: one is of the kind \(Kind.kind.rawValue), the other of the kind \(other.kind.rawValue)"
            )
        }
        return other
    }
}
