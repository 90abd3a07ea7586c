// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR

/// Gathers the add-ids of a small set, such as a delta, in any order and writes its encoding.
package struct ORSetBuilder {
    private var entries: [AddID: [UInt8]?] = [:]

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }

    /// An add-id that is observed and removed.
    package mutating func remove(_ id: AddID) {
        entries[id] = .some(nil)
    }

    /// An add-id that is live with an encoded element.
    package mutating func add(_ id: AddID, _ element: [UInt8]) {
        entries[id] = element
    }

    /// The canonical bytes; empty when nothing was observed.
    package var encoded: [UInt8] {
        var writer = CBORWriter()
        guard !entries.isEmpty else { return [] }
        let ids = entries.keys.sorted()
        var rows: [Range<Int>] = []
        for index in ids.indices {
            if index > 0, ids[index].writer == ids[index - 1].writer {
                rows[rows.count - 1] = rows[rows.count - 1].lowerBound..<index + 1
            } else {
                rows.append(index..<index + 1)
            }
        }
        writer.writeMapHead(rows.count)
        for row in rows { write(ids[row], to: &writer) }
        return writer.bytes
    }

    private func write(_ ids: ArraySlice<AddID>, to writer: inout CBORWriter) {
        guard let name = ids.first?.writer else { return }
        name.write(to: &writer)
        writer.writeArrayHead(2)
        let ranges = writer.beginContainer(major: 4, atMost: 2 * ids.count)
        var union = CounterRangeUnion()
        for id in ids { union.add(id.counter...id.counter, &writer) }
        union.flush(&writer)
        writer.end(ranges, count: 2 * union.count)
        let live = ids.compactMap { id in entries[id].flatMap { $0 }.map { (id.counter, $0) } }
        writer.writeMapHead(live.count)
        for (counter, element) in live {
            writer.writeUnsigned(counter)
            writer.append(raw: element.span)
        }
    }
}
