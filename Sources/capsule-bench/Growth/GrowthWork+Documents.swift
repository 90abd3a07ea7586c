// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments

extension GrowthWork {
    /// Reading, joining, applying and cutting documents, beyond what the tool's commands do.
    static var documents: [Piece] {
        [
            Piece("decode labels", 4_000) { n in
                let bytes = try GrowthInputs.album(n).encoded
                return { _ = try AlbumDocument(decoding: bytes) }
            },
            Piece("join labels", 4_000) { n in
                let (left, right) = (
                    try GrowthInputs.album(n), try GrowthInputs.album(n, writer: 8, kind: "other ")
                )
                return { _ = try left.joined(with: right) }
            },
            Piece("join writers", 300) { n in
                let left = try GrowthInputs.album(n, isShared: false)
                let right = try GrowthInputs.album(n, writer: 4, isShared: false, kind: "other ")
                return { _ = try left.joined(with: right) }
            },
            Piece("join regions", 150) { n in
                let (left, right) = (try GrowthInputs.regions(n), try GrowthInputs.regions(n, by: 8))
                return { _ = try left.joined(with: right) }
            },
            Piece("join settings", 200) { n in
                let (left, right) = (try GrowthInputs.settings(n), try GrowthInputs.settings(n, by: 8))
                return { _ = try left.joined(with: right) }
            },
            Piece("apply a delta of one label", 2_000) { n in
                let (state, delta) = (try GrowthInputs.album(n), try GrowthInputs.album(1, writer: 8))
                return {
                    var copy = state
                    _ = try copy.apply(delta)
                }
            },
            Piece("apply a delta of as many labels", 4_000) { n in
                let (state, delta) = (
                    try GrowthInputs.album(n), try GrowthInputs.album(n, writer: 8, kind: "other ")
                )
                return {
                    var copy = state
                    _ = try copy.apply(delta)
                }
            },
            Piece("apply a delta of regions", 150) { n in
                let (state, delta) = (try GrowthInputs.regions(n), try GrowthInputs.regions(n, by: 8))
                return {
                    var copy = state
                    _ = try copy.apply(delta)
                }
            },
            Piece("join many states", 100) { n in
                let states = try (0..<n).map { try GrowthInputs.album(1, writer: 10 + $0, kind: "l").state }
                return { _ = try DocumentState.joined(states) }
            },
            Piece("before", 150) { n in
                let document = try GrowthInputs.regions(n)
                return { _ = document.before(GrowthInputs.time(-1)) }
            },
            Piece("read a newer document", 400) { n in
                let bytes = GrowthInputs.carried(n, version: 2)
                return {
                    let view = try DocumentView<AlbumKind>(reading: bytes)
                    _ = (
                        view.unknownKeys, view.keysNotUnderstood, view.unknownValues,
                        view.encodedValue(of: "key0000000")
                    )
                }
            },
            Piece("identify a document", 400) { n in
                let bytes = GrowthInputs.carried(n)
                return { _ = try DocumentKind(identifying: bytes) }
            },
            Piece("the values of an asset", 150) { n in
                let asset = try GrowthInputs.regions(n)
                return { _ = asset.regions.map(\.region.labels) }
            },
            Piece("explain states", 60) { n in
                let states = try (0..<n + 1).map { try GrowthInputs.album(2, writer: 10 + $0) }
                return { _ = try JoinExplanation(of: states) }
            },
            Piece("explain keys", 200) { n in
                let states = try (0..<2).map {
                    try AlbumDocument(decoding: GrowthInputs.carried(n, value: $0))
                }
                return { _ = try JoinExplanation(of: states) }
            },
            Piece("skew", 150) { n in
                let asset = try GrowthInputs.regions(n)
                return { _ = SkewReport(asset.view, now: GrowthInputs.time(-1)) }
            },
        ]
    }
}
