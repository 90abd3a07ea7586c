// SPDX-License-Identifier: Apache-2.0

import CReferees
import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

/// The library beside the same work in C: libcbor's streaming decoder and encoder, and a two-pointer merge.
enum RefereeBench {
    static func run() {
        print("referees: ns per element, medians of interleaved rounds; ratio = the referee's time / ours")
        print("         N  work                     ours  referee    ratio")
        for count in [1_000, 10_000, 100_000] {
            let (left, right) = MergeBench.inputs(count)
            do {
                let a = try StackDocument(decoding: left)
                let b = try StackDocument(decoding: right)
                check(count, left)
                join(count, a, b)
                encode(count)
            } catch {
                print("refused: \(error)")
            }
        }
    }

    private static func rounds(_ count: Int) -> Int { max(15, 400_000 / count) }

    private static func check(_ count: Int, _ bytes: [UInt8]) {
        var (ours, document, referee) = (Samples(), Samples(), Samples())
        for _ in 0..<rounds(count) {
            ours.time { precondition((try? CanonicalCBOR.check(bytes.span)) != nil) }
            document.time { precondition((try? StackDocument(decoding: bytes)) != nil) }
            referee.time {
                unsafe bytes.withUnsafeBufferPointer { buffer in
                    unsafe precondition(referee_check(buffer.baseAddress, buffer.count))
                }
            }
        }
        row(count, "canonical walk", ours, referee)
        row(count, "decode a document", document, referee)
    }

    private static func join(_ count: Int, _ a: StackDocument, _ b: StackDocument) {
        let (left, right) = (a.labels.encoded, b.labels.encoded)
        let (x, y) = (a.labels, b.labels)
        var out = [UInt8](repeating: 0, count: left.count + right.count + 64)
        var (ours, referee) = (Samples(), Samples())
        var size = 0
        for _ in 0..<rounds(count) {
            let joined = ours.time { x.joined(with: y) }
            referee.time {
                size = unsafe left.withUnsafeBufferPointer { l in
                    unsafe right.withUnsafeBufferPointer { r in
                        unsafe out.withUnsafeMutableBufferPointer { o in
                            unsafe referee_join(
                                l.baseAddress, l.count, r.baseAddress, r.count, o.baseAddress, o.count)
                        }
                    }
                }
            }
            precondition(joined.encoded.elementsEqual(out[..<size]), "the referee's join differs")
        }
        row(2 * count, "join in memory", ours, referee)
    }

    private static func encode(_ count: Int) {
        let counters = (0..<UInt64(count)).map { $0 }
        let texts = texts(count)
        var out = [UInt8](repeating: 0, count: 24 * count + 16)
        var (ours, referee) = (Samples(), Samples())
        var size = 0
        for _ in 0..<rounds(count) {
            let written = ours.time { map(counters, texts) }
            referee.time {
                size = unsafe counters.withUnsafeBufferPointer { c in
                    unsafe texts.withUnsafeBytes { t in
                        unsafe out.withUnsafeMutableBufferPointer { o in
                            unsafe referee_encode(
                                c.baseAddress, t.bindMemory(to: CChar.self).baseAddress, 12, c.count,
                                o.baseAddress, o.count)
                        }
                    }
                }
            }
            precondition(written.elementsEqual(out[..<size]), "the referee's encoding differs")
        }
        row(count, "encode a map", ours, referee)
    }

    /// So many labels of 12 bytes, one after the other.
    static func texts(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { index -> [UInt8] in
            let number = String(index)
            return Array(("label " + String(repeating: "0", count: 6 - number.count) + number).utf8)
        }
    }

    /// A map from counters to labels of 12 bytes.
    static func map(_ counters: [UInt64], _ texts: [UInt8]) -> [UInt8] {
        var writer = CBORWriter()
        writer.reserve(24 * counters.count + 16)
        writer.writeMapHead(counters.count)
        let span = texts.span
        for index in counters.indices {
            writer.writeUnsigned(counters[index])
            writer.writeText(utf8: span.extracting(12 * index..<12 * index + 12))
        }
        return writer.bytes
    }

    private static func row(_ count: Int, _ name: String, _ ours: Samples, _ referee: Samples) {
        let label = name + String(repeating: " ", count: 20 - name.count)
        print(
            column(count), "  ", label, column(ours.median / Double(count), width: 9),
            column(referee.median / Double(count), width: 9), column(referee.median / ours.median, width: 9),
            separator: "")
    }
}
