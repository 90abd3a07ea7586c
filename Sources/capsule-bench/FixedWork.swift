// SPDX-License-Identifier: Apache-2.0

import CAllocations
import CapsuleCRDT
import CapsuleDocuments
import CapsuleSmartAlbums

/// Work on fixed inputs, whose allocations, instructions and output bytes do not depend on the machine.
///
/// `capsule-bench counts` prints the allocations and bytes; `capsule-bench work NAME TIMES` does one piece of
/// work so many times, for a profiler that counts instructions.
enum FixedWork {
    private struct Piece {
        let name: String
        /// Makes the inputs, and gives what does the work once and says the size of its result in bytes.
        let prepare: () throws -> () throws -> Int
    }

    private static var pieces: [Piece] {
        [
            Piece(name: "asset-decode") {
                let (left, _) = try AssetBench.inputs()
                return { try AssetSidecar(decoding: left).encoded.count }
            },
            Piece(name: "asset-join") {
                let (left, right) = try AssetBench.inputs()
                let (a, b) = (try AssetSidecar(decoding: left), try AssetSidecar(decoding: right))
                return { try a.joined(with: b).encoded.count }
            },
            Piece(name: "asset-add-label") {
                let (left, right) = try AssetBench.inputs()
                let (a, b) = (try AssetSidecar(decoding: left), try AssetSidecar(decoding: right))
                let author = Author(device: a.id, writer: b.id, now: .last)
                return {
                    var copy = a
                    return try copy.addLabel("Rome", by: author).encoded.count
                }
            },
            Piece(name: "set-decode") {
                let (left, _) = MergeBench.inputs(1_000)
                return { try StackDocument(decoding: left).encoded.count }
            },
            Piece(name: "set-join") {
                let (left, right) = MergeBench.inputs(1_000)
                let (a, b) = (try StackDocument(decoding: left), try StackDocument(decoding: right))
                return { try a.joined(with: b).encoded.count }
            },
            Piece(name: "set-apply") { try apply(1_000) },
            Piece(name: "large-set-apply") { try apply(20_000) },
            Piece(name: "album-members") {
                let index = try AssetIndex(FixedAlbums.assets())
                let definition = try SmartAlbumBench.question("", label: 3).definition
                return { index.members(of: definition).count }
            },
            Piece(name: "album-index") {
                let assets = Array(try FixedAlbums.assets().prefix(100))
                return { try AssetIndex(assets).count }
            },
            Piece(name: "refuse-huge-array") { { RefusalBench.refuses(RefusalBench.hugeArray) ? 0 : 1 } },
            Piece(name: "refuse-huge-string") { { RefusalBench.refuses(RefusalBench.hugeString) ? 0 : 1 } },
            Piece(name: "refuse-deep") { { RefusalBench.refuses(RefusalBench.deep) ? 0 : 1 } },
        ]
    }

    private static func apply(_ count: Int) throws -> () throws -> Int {
        let (state, delta) = try MergeBench.delta(count)
        let change = try StackDocument(decoding: delta)
        return {
            var copy = state
            _ = try copy.apply(change)
            return copy.encoded.count
        }
    }

    /// Prints `NAME ALLOCATIONS ALLOCATED-BYTES RESULT-BYTES` for each piece.
    static func count() {
        do {
            for piece in pieces {
                let run = try piece.prepare()
                // Once before, so that what is set up on first use does not count.
                _ = try run()
                let before = capsule_allocations_now()
                let size = try run()
                let after = capsule_allocations_now()
                print(piece.name, after.count - before.count, after.bytes - before.bytes, size)
            }
        } catch {
            print("refused: \(error)")
        }
    }

    /// Does a piece of work so many times.
    static func work(_ name: String, times: Int) -> Bool {
        do {
            guard let run = try pieces.first(where: { $0.name == name })?.prepare() else { return false }
            for _ in 0..<times { _ = try run() }
            return true
        } catch {
            return false
        }
    }
}
