// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
import CapsuleSmartAlbums

/// An index of one full chunk of assets, for work that is counted.
enum FixedAlbums {
    static func index() throws -> AssetIndex {
        var data = LibraryBenchData()
        return AssetIndex(
            try (0..<4_096).map { _ in
                LibraryAsset(
                    AssetInView(try AssetSidecar(decoding: LibraryBenchData.sidecar(data.asset())).view))
            })
    }
}
