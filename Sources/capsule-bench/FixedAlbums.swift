// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
import CapsuleSmartAlbums

/// The assets of one full chunk, for work that is counted.
enum FixedAlbums {
    static func assets() throws -> [LibraryAsset] {
        var data = LibraryBenchData()
        return try (0..<4_096).map { _ in
            LibraryAsset(
                AssetInView(try AssetSidecar(decoding: LibraryBenchData.sidecar(data.asset())).view))
        }
    }
}
