// SPDX-License-Identifier: Apache-2.0

import CAllocations
import CapsuleCRDT
import CapsuleDocuments

/// Work on fixed inputs, whose allocations, instructions and output bytes do not depend on the machine.
///
/// `capsule-bench counts` prints the allocations and bytes; `capsule-bench work NAME TIMES` does one piece of
/// work so many times, for a profiler that counts instructions.
enum FixedWork {
    private struct Piece {
        let name: String
        /// Does the work once and gives the size of its result in bytes.
        let run: () throws -> Int
    }

    private static func pieces() throws -> [Piece] {
        let (left, right) = try AssetBench.inputs()
        let (a, b) = (try AssetSidecar(decoding: left), try AssetSidecar(decoding: right))
        let (stackLeft, stackRight) = MergeBench.inputs(1_000)
        let (x, y) = (try StackDocument(decoding: stackLeft), try StackDocument(decoding: stackRight))
        let (state, delta) = try MergeBench.delta(1_000)
        let change = try StackDocument(decoding: delta)
        let (largeState, largeDelta) = try MergeBench.delta(100_000)
        let largeChange = try StackDocument(decoding: largeDelta)
        let author = Author(device: a.id, writer: b.id, now: .last)
        return [
            Piece(name: "asset-decode") { try AssetSidecar(decoding: left).encoded.count },
            Piece(name: "asset-join") { try a.joined(with: b).encoded.count },
            Piece(name: "asset-add-label") {
                var copy = a
                return try copy.addLabel("Rome", by: author).encoded.count
            },
            Piece(name: "set-decode") { try StackDocument(decoding: stackLeft).encoded.count },
            Piece(name: "set-join") { try x.joined(with: y).encoded.count },
            Piece(name: "set-apply") {
                var copy = state
                _ = try copy.apply(change)
                return copy.encoded.count
            },
            Piece(name: "refuse-huge-array") { RefusalBench.refuses(RefusalBench.hugeArray) ? 0 : 1 },
            Piece(name: "refuse-huge-string") { RefusalBench.refuses(RefusalBench.hugeString) ? 0 : 1 },
            Piece(name: "refuse-deep") { RefusalBench.refuses(RefusalBench.deep) ? 0 : 1 },
            Piece(name: "large-set-apply") {
                var copy = largeState
                _ = try copy.apply(largeChange)
                return copy.encoded.count
            },
        ]
    }

    /// Prints `NAME ALLOCATIONS ALLOCATED-BYTES RESULT-BYTES` for each piece.
    static func count() {
        do {
            for piece in try pieces() {
                // Once before, so that what is set up on first use does not count.
                _ = try piece.run()
                let before = capsule_allocations_now()
                let size = try piece.run()
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
            guard let piece = try pieces().first(where: { $0.name == name }) else { return false }
            for _ in 0..<times { _ = try piece.run() }
            return true
        } catch {
            return false
        }
    }
}
