// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

/// Runs one round of a piece of work for each line of standard input, so that a driver can interleave it
/// with other programs' rounds.
///
/// A line is `merge N`, `delta N`, `decode N` (a document of N labels) or `encode N` (a map of N labels); the
/// answer is the nanoseconds of a round and of one more right after it. The second round has the caches that a
/// peer has, whose round follows the loading of its replica by the same code. For `sizes N` it is the bytes per
/// live and per removed label, for `document N` and `map N` what is decoded and encoded, in hexadecimal.
enum ServeBench {
    static func run() {
        var inputs: [Int: (left: [UInt8], right: [UInt8])] = [:]
        var deltas: [Int: (state: StackDocument, delta: [UInt8])] = [:]
        var maps: [Int: (counters: [UInt64], texts: [UInt8])] = [:]
        let usage = "usage: merge|delta|decode|encode|sizes|document|map N"
        while let line = readLine() {
            let words = line.split(separator: " ")
            guard words.count == 2, let count = Int(words[1]), count > 0 else {
                say(usage)
                continue
            }
            do {
                switch words[0] {
                case "merge":
                    let (left, right) = inputs[count] ?? MergeBench.inputs(count)
                    inputs[count] = (left, right)
                    answer(try merge(left, right), try merge(left, right))
                case "decode", "document":
                    let (left, right) = inputs[count] ?? MergeBench.inputs(count)
                    inputs[count] = (left, right)
                    guard words[0] == "decode" else {
                        say(Hex.encode(left))
                        continue
                    }
                    answer(try decode(left), try decode(left))
                case "encode", "map":
                    let (counters, texts) =
                        maps[count] ?? ((0..<UInt64(count)).map(\.self), RefereeBench.texts(count))
                    maps[count] = (counters, texts)
                    guard words[0] == "encode" else {
                        say(Hex.encode(RefereeBench.map(counters, texts)))
                        continue
                    }
                    answer(encode(counters, texts), encode(counters, texts))
                case "delta":
                    let (state, delta) = try deltas[count] ?? MergeBench.delta(count)
                    deltas[count] = (state, delta)
                    answer(try apply(delta, to: state), try apply(delta, to: state))
                case "sizes": say(try MergeBench.sizes(count))
                default: say(usage)
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

    private static func decode(_ bytes: [UInt8]) throws -> Samples {
        var samples = Samples()
        _ = try samples.time { try StackDocument(decoding: bytes) }
        return samples
    }

    private static func encode(_ counters: [UInt64], _ texts: [UInt8]) -> Samples {
        var samples = Samples()
        _ = samples.time { RefereeBench.map(counters, texts) }
        return samples
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
