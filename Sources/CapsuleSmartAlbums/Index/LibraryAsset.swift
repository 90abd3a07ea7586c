// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT
public import CapsuleDocuments

/// An asset as smart albums see it: its document, where it is, and the people that models found in it.
public struct LibraryAsset: Sendable {
    /// The people that one version of a model found.
    public struct People: Hashable, Sendable {
        /// The model.
        public var slot: ModelSlot
        /// The clusters of faces.
        public var clusters: [Identifier]

        /// Names what a model found.
        public init(_ slot: ModelSlot, _ clusters: [Identifier]) {
            self.slot = slot
            self.clusters = clusters
        }
    }

    /// The sidecar with the asset's album and whether it is in the trash.
    public var asset: AssetInView
    /// What models found; several of one slot count together.
    public var people: [People]

    /// Puts an asset into a library.
    public init(_ asset: AssetInView, people: [People] = []) {
        self.asset = asset
        self.people = people
    }

    /// The asset's identifier.
    public var id: Identifier { asset.sidecar.id }
}

/// Names a stack within an album: its labels reach its members in that album only.
public struct StackInAlbum: Hashable, Sendable {
    /// The stack.
    public var stackID: Identifier
    /// The album that the stack is in.
    public var albumID: Identifier

    /// Names a stack.
    public init(stackID: Identifier, albumID: Identifier) {
        self.stackID = stackID
        self.albumID = albumID
    }
}
