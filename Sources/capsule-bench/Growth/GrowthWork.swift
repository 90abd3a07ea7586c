// SPDX-License-Identifier: Apache-2.0

/// Calls of the library on inputs of growing size, for a profiler that counts instructions.
///
/// `capsule-bench growth [WORDS ...]` makes each call whose name holds one of the words for next to nothing, for n and
/// for 4n, and prints `NAME<tab>SIZE` after each. The profiler counts within `growthMeasured` alone, so that making
/// the inputs does not count.
enum GrowthWork {
    struct Piece {
        let name: String
        let size: Int
        /// Makes the inputs of a size, and gives what does the work.
        let prepare: (Int) throws -> () throws -> Void

        init(_ name: String, _ size: Int, _ prepare: @escaping (Int) throws -> () throws -> Void) {
            self.name = name
            self.size = size
            self.prepare = prepare
        }
    }

    private static var pieces: [Piece] { documents + edits + replicas + views + albums + sealing }

    static func run(_ words: some Collection<String>) -> Bool {
        do {
            for piece in pieces where words.isEmpty || words.contains(where: piece.name.contains) {
                // Once before, so that what is set up on first use does not count.
                try piece.prepare(1)()
                for size in [1, piece.size, 4 * piece.size] {
                    let work = try piece.prepare(size)
                    try growthMeasured(work)
                    print(piece.name, size, separator: "\t")
                }
            }
            return true
        } catch {
            print("refused: \(error)")
            return false
        }
    }
}

/// Known to the profiler by its name.
@inline(never) private func growthMeasured(_ work: () throws -> Void) rethrows { try work() }
