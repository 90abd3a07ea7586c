// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

/// Ranks albums by how recent their assets are (SPEC section 13).
public enum AlbumOrder {
    /// An album that is ranked.
    public struct Album: Sendable {
        /// The album.
        public var id: Identifier
        /// When it was made: its recency while it has no asset to show.
        public var created: Timestamp
        /// The assets of a smart or aggregated album; nil for one that holds its assets itself.
        public var members: [Identifier]?

        /// Puts an album into the ranking.
        public init(id: Identifier, created: Timestamp, members: [Identifier]? = nil) {
            self.id = id
            self.created = created
            self.members = members
        }
    }

    /// The ids of the albums, the most recent first, ties by ascending id.
    ///
    /// - Parameter assets: assets with distinct ids, in any order; newer ones are left out.
    /// - Throws: `invalid` when two states of one asset are given, which are joined first.
    public static func ranked(
        _ albums: [Album], assets: [AssetInView]
    ) throws(DocumentError) -> [Identifier] {
        try AssetInView.checkDistinct(assets)
        var instants: [Identifier: Timestamp.Instant] = [:]
        var latest: [Identifier: Timestamp.Instant] = [:]
        for asset in assets where SystemView.all.contains(asset) {
            guard let instant = asset.sidecar.effectiveCaptureTimestamp?.instant else { continue }
            instants[asset.sidecar.id] = instant
            guard let album = asset.albumID else { continue }
            latest[album] = max(latest[album] ?? instant, instant)
        }
        let recencies = albums.map { album in
            let recency = album.members.map { $0.compactMap { instants[$0] }.max() } ?? latest[album.id]
            return (album.id, recency ?? album.created.instant)
        }
        return recencies.sorted { $0.1 != $1.1 ? $0.1 > $1.1 : $0.0 < $1.0 }.map(\.0)
    }
}
