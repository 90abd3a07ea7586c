// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

/// An asset with what its sidecar does not say: the album it is in, and whether it is in the trash.
public struct AssetInView: Sendable {
    /// The asset's document.
    ///
    /// A newer one is left out of every view.
    public var sidecar: DocumentView<AssetKind>
    /// The album that holds the asset.
    public var albumID: Identifier?
    /// Whether the asset is in the trash.
    public var isTrashed: Bool

    /// Puts an asset into views.
    public init(_ sidecar: DocumentView<AssetKind>, albumID: Identifier? = nil, isTrashed: Bool = false) {
        self.sidecar = sidecar
        self.albumID = albumID
        self.isTrashed = isTrashed
    }
}

extension AssetInView {
    /// Checks that no two assets that a view would show are one: neither of two states is preferred.
    static func checkDistinct(_ assets: [AssetInView]) throws(DocumentError) {
        var known: Set<Identifier> = []
        for asset in assets where !asset.sidecar.isNewer {
            guard known.insert(asset.sidecar.id).inserted else {
                throw DocumentError(
                    .invalid, at: AssetKind.kind.idKey,
                    "asset \(asset.sidecar.id) is given twice; join its states first")
            }
        }
    }
}

/// Which assets a view starts from.
public enum AssetScope: String, Sendable {
    /// What a person is shown: neither hidden nor trashed.
    case `default`
    /// Every asset given.
    case everything
}

/// The views of a library by state (SPEC section 13).
public enum SystemView: String, Hashable, Sendable, CaseIterable {
    /// Neither hidden nor trashed.
    case all
    /// Trashed and not hidden.
    case trash
    /// Hidden, trashed or not.
    case hidden

    /// Whether an asset is in the view; a newer one is in none.
    public func contains(_ asset: AssetInView) -> Bool {
        guard !asset.sidecar.isNewer else { return false }
        return switch self {
        case .all: !asset.sidecar.isHidden && !asset.isTrashed
        case .trash: !asset.sidecar.isHidden && asset.isTrashed
        case .hidden: asset.sidecar.isHidden
        }
    }
}
