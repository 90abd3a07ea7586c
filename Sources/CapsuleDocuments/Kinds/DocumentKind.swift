// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR

/// The four documents (SPEC section 10).
public enum DocumentKind: String, CaseIterable, Hashable, Sendable {
    /// StackDocV1.
    case stack
    /// AlbumDocV1.
    case album
    /// SidecarV1, the metadata of one asset.
    case asset
    /// LibrarySettingsV1.
    case settings

    /// The schema version that this library implements; every kind is at 1.
    public static let version: UInt64 = 1

    /// The type that marks a document of the kind.
    package var type: any DocumentType.Type {
        switch self {
        case .stack: StackKind.self
        case .album: AlbumKind.self
        case .asset: AssetKind.self
        case .settings: SettingsKind.self
        }
    }

    /// The known keys, in the order of their encodings.
    ///
    /// Not by `type`, since each document that is read or joined asks for them.
    var fields: [KnownField] {
        switch self {
        case .stack: StackKind.fields.known
        case .album: AlbumKind.fields.known
        case .asset: AssetKind.fields.known
        case .settings: SettingsKind.fields.known
        }
    }

    /// The key that holds a document's identifier, and by which its kind is known.
    public var idKey: String { "\(identity.name)" }

    private var identity: KnownField {
        guard let identity = fields.first(where: \.isIdentity) else {
            preconditionFailure("each kind of document has an identifier")
        }
        return identity
    }

    /// The kinds with their id keys.
    private static let identities = allCases.map { (kind: $0, key: $0.identity.name) }

    /// The kind whose id key has a name; nil when it is that of none.
    init?(idKey name: Span<UInt8>) {
        let identities = Self.identities
        for index in identities.indices where name.elementsEqual(identities[index].key) {
            self = identities[index].kind
            return
        }
        return nil
    }
}
