// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import Testing
import TestSupport

// What the tests write down is built with the tree of TestSupport, not with the code under test.

/// The text of a string.
func text(_ value: String) -> CBORItem { .text(Array(value.utf8)) }

/// A map with text keys, in the canonical order.
func map(_ entries: [(String, CBORItem)]) -> CBORItem {
    .sortedMap(entries.map { .init(text($0), $1) })
}

/// Sixteen bytes that all are one number.
func identifier(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 16) }

/// The identifier of which every byte is one number.
func id(_ byte: UInt8) -> Identifier {
    guard let identifier = Identifier(identifier(byte)) else { preconditionFailure("sixteen bytes") }
    return identifier
}

/// A stamp time of 2026 by its milliseconds, up to 999.
func time(_ milliseconds: Int) -> String {
    "2026-03-04T05:06:07." + String("000\(milliseconds)".suffix(3)) + "Z"
}

/// A stamp time by its text.
func stamp(_ text: String) -> StampTime {
    guard let time = StampTime(text) else { preconditionFailure("not a stamp time: \(text)") }
    return time
}

/// A stamped map.
func stamped(
    _ value: CBORItem, by: UInt8 = 1, ts: String = time(1), extra: [(String, CBORItem)] = []
) -> CBORItem {
    map([("by", .bytes(identifier(by))), ("ts", text(ts)), ("value", value)] + extra)
}

/// One writer's part of a set.
struct Row {
    let writer: UInt8
    let observed: [UInt64]
    let adds: [(UInt64, CBORItem)]

    init(_ writer: UInt8, _ observed: [UInt64], _ adds: [(UInt64, CBORItem)] = []) {
        (self.writer, self.observed, self.adds) = (writer, observed, adds)
    }

    var entry: CBORItem.Entry {
        .init(
            .bytes(identifier(writer)),
            .array([
                .array(observed.map { .unsigned($0) }), .map(adds.map { .init(.unsigned($0), $1) }),
            ]))
    }
}

/// An OR-set.
func orSet(_ rows: Row...) -> CBORItem { .map(rows.map(\.entry)) }

/// A set of labels by its bytes.
func labels(_ item: CBORItem) throws -> ORSet<Label> { try ORSet(decoding: item.encoded) }

/// The counter of a writer's next add.
func nextCounter(_ set: [UInt8], _ writer: UInt8) throws(CRDTError) -> UInt64 {
    try ORSetLayout.nextCounter(set.span, writer: id(writer))
}

/// A label as a writer stores it.
func newLabel(_ text: String) throws -> Label { try Label(normalizing: text) }

/// Checks that each order and grouping of three states joins to the same bytes, and gives them.
func joinOfThree<State: JoinSemilattice>(
    _ states: [State], _ encoded: (State) -> [UInt8], sourceLocation: SourceLocation = #_sourceLocation
) -> [UInt8] where State.JoinFailure == Never {
    var results: Set<[UInt8]> = []
    for (i, j, k) in [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)] {
        let (a, b, c) = (states[i], states[j], states[k])
        results.insert(encoded(a.joined(with: b).joined(with: c)))
        results.insert(encoded(a.joined(with: b.joined(with: c))))
        results.insert(encoded(a.joined(with: b).joined(with: c).joined(with: b)))
    }
    #expect(results.count == 1, sourceLocation: sourceLocation)
    return results.first ?? []
}
