// SPDX-License-Identifier: Apache-2.0

import CCapsuleMerge
import CapsuleCBOR
import CapsuleCRDT
import CapsuleConvergence
import CapsuleDocuments
import FuzzSupport

/// What a document of the C interface must be: its kind and bytes, with the work done anew in Swift.
struct SwiftDocument {
    let kind: DocumentKind
    var bytes: [UInt8]

    init(_ kind: DocumentKind, decoding bytes: [UInt8]) throws(DocumentError) {
        self.kind = kind
        self.bytes =
            switch kind {
            case .stack: try StackDocument(decoding: bytes).encoded
            case .album: try AlbumDocument(decoding: bytes).encoded
            case .asset: try AssetSidecar(decoding: bytes).encoded
            case .settings: try LibrarySettings(decoding: bytes).encoded
            }
    }

    /// The bytes of a document that choices make; one in four has another id.
    static func made(_ kind: DocumentKind, _ choices: inout Choices) -> [UInt8] {
        let id = choices.chance(4) ? choices.identifier() : nil
        return switch kind {
        case .stack: choices.document(StackKind.self, id: id).encoded
        case .album: choices.document(AlbumKind.self, id: id).encoded
        case .asset: choices.document(AssetKind.self, id: id).encoded
        case .settings: choices.document(SettingsKind.self, id: id).encoded
        }
    }

    mutating func apply(_ delta: SwiftDocument) throws(DocumentError) -> Bool {
        guard kind == delta.kind else {
            throw DocumentError(
                .mismatch, at: kind.idKey,
                "these are not the same document: one is of the kind \(kind.rawValue), the other of the kind \(delta.kind.rawValue)"
            )
        }
        return switch kind {
        case .stack: try apply(StackKind.self, delta)
        case .album: try apply(AlbumKind.self, delta)
        case .asset: try apply(AssetKind.self, delta)
        case .settings: try apply(SettingsKind.self, delta)
        }
    }

    private mutating func apply<Kind: DocumentType>(
        _: Kind.Type, _ delta: SwiftDocument
    ) throws(DocumentError) -> Bool {
        var document = try Document<Kind>(decoding: bytes)
        let unobserved = try document.apply(Document<Kind>(decoding: delta.bytes))
        bytes = document.encoded
        return unobserved
    }

    mutating func removeStamps(after horizon: [UInt8]) throws(DocumentError) {
        guard let horizon = StampTime(horizon.span) else {
            throw DocumentError(.invalid, "a horizon is spelled YYYY-MM-DDTHH:MM:SS.mmmZ")
        }
        bytes =
            switch kind {
            case .stack: try StackDocument(decoding: bytes).before(horizon).encoded
            case .album: try AlbumDocument(decoding: bytes).before(horizon).encoded
            case .asset: try AssetSidecar(decoding: bytes).before(horizon).encoded
            case .settings: try LibrarySettings(decoding: bytes).before(horizon).encoded
            }
    }

    /// The id, read from the bytes by its key.
    var id: [UInt8] {
        get throws(DocumentError) {
            switch kind {
            case .stack: try StackDocument(decoding: bytes).id.bytes
            case .album: try AlbumDocument(decoding: bytes).id.bytes
            case .asset: try AssetSidecar(decoding: bytes).id.bytes
            case .settings: try LibrarySettings(decoding: bytes).id.bytes
            }
        }
    }
}

extension DocumentKind {
    /// The kind with a number of C; nil for a number that is none.
    init?(number: UInt32) {
        switch number {
        case 1: self = .stack
        case 2: self = .album
        case 3: self = .asset
        case 4: self = .settings
        default: return nil
        }
    }

    var number: UInt32 {
        switch self {
        case .stack: 1
        case .album: 2
        case .asset: 3
        case .settings: 4
        }
    }
}
