// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments

/// Bytes in, bytes out: two stack documents of N labels each are decoded, joined and encoded.
///
/// The labels have 12 bytes; four devices wrote them; half of the history is shared. An element is one of
/// the 2N adds that come in.
enum MergeBench {
    static func run() {
        print("merge: decode both, join, encode; ns per element (2N elements), medians")
        print("         N  bytes in  decode    join  encode   whole     MB/s")
        for count in [100, 1_000, 10_000, 100_000] {
            let (left, right) = inputs(count)
            var (decode, join, encode, whole) = (Samples(), Samples(), Samples(), Samples())
            let rounds = max(9, 400_000 / count)
            for _ in 0..<rounds {
                do {
                    let (a, b) = try decode.time {
                        (try StackDocument(decoding: left), try StackDocument(decoding: right))
                    }
                    let joined = try join.time { try a.joined(with: b) }
                    _ = encode.time { joined.encoded }
                    _ = try whole.time { () -> Int in
                        var a = try StackDocument(decoding: left)
                        try a.join(StackDocument(decoding: right))
                        return a.encoded.count
                    }
                } catch {
                    print("refused: \(error)")
                    return
                }
            }
            let elements = Double(2 * count)
            let bytes = left.count + right.count
            print(
                column(count), column(bytes, width: 9), column(decode.median / elements, width: 7),
                column(join.median / elements, width: 7), column(encode.median / elements, width: 7),
                column(whole.median / elements, width: 7),
                column(Double(bytes) / whole.median * 1e3, width: 8),
                separator: "")
        }
    }

    /// Two states of one stack: half of each side's labels were written before they parted.
    static func inputs(_ count: Int) -> (left: [UInt8], right: [UInt8]) {
        var generator = FixedGenerator()
        let writers = (0..<4).map { _ in Identifier(using: &generator) }
        let id = Identifier(using: &generator)
        let shared = adds(count / 2, writers, from: 0)
        let left = adds(count - count / 2, Array(writers[..<2]), from: count / 2)
        let right = adds(count - count / 2, Array(writers[2...]), from: count / 2)
        return (document(id, shared + left), document(id, shared + right))
    }

    /// A state of N labels and a delta that adds one in a hundred more.
    static func delta(_ count: Int) throws -> (state: StackDocument, delta: [UInt8]) {
        var generator = FixedGenerator()
        let writers = (0..<4).map { _ in Identifier(using: &generator) }
        let id = Identifier(using: &generator)
        let state = try StackDocument(decoding: document(id, adds(count, writers, from: 0)))
        return (state, document(id, adds(max(1, count / 100), Array(writers[..<1]), from: count)))
    }

    /// Bytes per live label, and per removed one once all are removed.
    static func sizes(_ count: Int) throws -> String {
        var generator = FixedGenerator()
        let writers = (0..<4).map { _ in Identifier(using: &generator) }
        let id = Identifier(using: &generator)
        let all = adds(count, writers, from: 0)
        let live = document(id, all)
        var removed = ORSetBuilder()
        for (add, _) in all { removed.remove(add) }
        let gone = removed.encoded
        // Thousandths, since the text is all that leaves.
        return "\(live.count * 1_000 / count) \(gone.count * 1_000 / count)"
    }

    private static func adds(
        _ count: Int, _ writers: [Identifier], from first: Int
    ) -> [(AddID, [UInt8])] {
        (0..<count).map { index in
            let number = String(first + index)
            let label = "label " + String(repeating: "0", count: 6 - number.count) + number
            let id = AddID(
                writer: writers[index % writers.count],
                counter: UInt64(first / 4 + index / writers.count + (first > 0 ? 1 : 0)))
            return (id, [0x60 + UInt8(label.utf8.count)] + Array(label.utf8))
        }
    }

    private static func document(_ id: Identifier, _ adds: [(AddID, [UInt8])]) -> [UInt8] {
        var builder = ORSetBuilder()
        for (id, element) in adds { builder.add(id, element) }
        return [0xa3, 0x00, 0x01, 0x66] + Array("labels".utf8) + builder.encoded
            + [0x68] + Array("stack_id".utf8) + [0x50] + id.bytes
    }
}
