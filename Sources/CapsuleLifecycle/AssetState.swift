// SPDX-License-Identifier: Apache-2.0

/// What a device holds of an asset's bytes; the caller looks at its disk.
public struct BytesOnDisk: Hashable, Sendable {
    /// Whether the sidecar is there.
    public var hasSidecar: Bool
    /// Whether the original is there; a device may hold metadata only.
    public var hasOriginal: Bool

    /// Says what is there.
    public init(hasSidecar: Bool, hasOriginal: Bool) {
        self.hasSidecar = hasSidecar
        self.hasOriginal = hasOriginal
    }
}

/// What has become of an asset (SPEC section 19).
public enum AssetState: String, CaseIterable, Hashable, Sendable {
    /// In the library.
    case live
    /// In the trash, where it can be restored until its window is over.
    case trashed
    /// Only the chain is left, headed by a delete.
    case purged
    /// The sidecar is missing though it should be there: it is fetched again.
    case damaged
}

extension AssetChain {
    /// The state of the asset by its chain and by what lies on disk.
    public func state(_ disk: BytesOnDisk) -> AssetState {
        if !disk.hasSidecar {
            return !disk.hasOriginal && head.action == .delete ? .purged : .damaged
        }
        return isTrashed ? .trashed : .live
    }
}
