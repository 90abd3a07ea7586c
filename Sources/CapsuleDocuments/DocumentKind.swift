// SPDX-License-Identifier: Apache-2.0

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

    /// The key that holds a document's identifier, and by which its kind is known.
    public var idKey: String {
        switch self {
        case .stack: "stack_id"
        case .album: "album_id"
        case .asset: "uuid"
        case .settings: "settings_doc_id"
        }
    }
}
