// SPDX-License-Identifier: Apache-2.0

public import CapsuleDocuments

/// A kind of document that is sealed, with the role of the keys that seal it (SPEC section 11).
public protocol SealableKind: DocumentType {
    /// Whose keys seal it.
    associatedtype Role: SealingRole
}

extension StackKind: SealableKind {
    /// Sealed under the album's master key.
    public typealias Role = AlbumRole
}

extension AlbumKind: SealableKind {
    /// Sealed under the album's master key.
    public typealias Role = AlbumRole
}

extension AssetKind: SealableKind {
    /// Sealed under the album's master key.
    public typealias Role = AlbumRole
}

extension SettingsKind: SealableKind {
    /// Sealed under the owners' group key.
    public typealias Role = OwnerGroupRole
}

extension DocumentKind {
    /// The type that stands for the kind.
    package var sealableType: any SealableKind.Type {
        switch self {
        case .stack: StackKind.self
        case .album: AlbumKind.self
        case .asset: AssetKind.self
        case .settings: SettingsKind.self
        }
    }
}
