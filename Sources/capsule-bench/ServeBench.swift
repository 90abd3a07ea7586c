// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

/// Runs one round of a piece of work for each line of standard input, so that a driver can interleave it
/// with other programs' rounds.
///
/// A line is `merge N`, `delta N` or `sizes N`; the answer is the nanoseconds of a round and of one more right
/// after it, or the bytes per live and per removed label. The second round has the caches that a peer has, whose
/// round follows the loading of its replica by the same code.
enum ServeBench {
    static func run() {
        var inputs: [Int: (left: [UInt8], right: [UInt8])] = [:]
        var deltas: [Int: (state: StackDocument, delta: [UInt8])] = [:]
        while let line = readLine() {
            let words = line.split(separator: " ")
            guard words.count == 2, let count = Int(words[1]), count > 0 else {
                say("usage: merge|delta|sizes N")
                continue
            }
            do {
                switch words[0] {
                case "merge":
                    let (left, right) = inputs[count] ?? MergeBench.inputs(count)
                    inputs[count] = (left, right)
                    answer(try merge(left, right), try merge(left, right))
                case "delta":
                    let (state, delta) = try deltas[count] ?? MergeBench.delta(count)
                    deltas[count] = (state, delta)
                    answer(try apply(delta, to: state), try apply(delta, to: state))
                case "sizes": say(try MergeBench.sizes(count))
                default: say("usage: merge|delta|sizes N")
                }
            } catch {
                say("refused: \(error)")
            }
        }
    }

    private static func answer(_ first: Samples, _ second: Samples) {
        say("\(Int(first.median)) \(Int(second.median))")
    }

    /// Writes past the buffer that standard output has when it is a pipe.
    private static func say(_ text: String) {
        try? StandardStream.output.write(text + "\n")
    }

    private static func merge(_ left: [UInt8], _ right: [UInt8]) throws -> Samples {
        var samples = Samples()
        _ = try samples.time { () -> [UInt8] in
            var document = try StackDocument(decoding: left)
            try document.join(StackDocument(decoding: right))
            return document.encoded
        }
        return samples
    }

    private static func apply(_ delta: [UInt8], to state: StackDocument) throws -> Samples {
        var samples = Samples()
        _ = try samples.time { () -> [UInt8] in
            var document = state
            _ = try document.apply(StackDocument(decoding: delta))
            return document.encoded
        }
        return samples
    }
}
