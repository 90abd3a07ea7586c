// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR

/// Gathers the add-ids of a small set, such as a delta, in any order and writes its encoding.
package struct ORSetBuilder {
    /// Each add-id once; an element that is nil was removed.
    private var entries: [(id: AddID, element: [UInt8]?)] = []

    package init() {}

    /// An add-id that is observed and removed.
    package mutating func remove(_ id: AddID) {
        entries.append((id, nil))
    }

    /// An add-id that is live with an encoded element.
    package mutating func add(_ id: AddID, _ element: [UInt8]) {
        entries.append((id, element))
    }

    /// The canonical bytes; empty when nothing was observed.
    package var encoded: [UInt8] {
        guard !entries.isEmpty else { return [] }
        let sorted = entries.sorted { $0.id < $1.id }
        var writer = CBORWriter()
        let open = writer.beginContainer(major: 5, atMost: sorted.count)
        var rows = 0
        var start = 0
        for index in sorted.indices {
            let isLast = index == sorted.count - 1 || sorted[index + 1].id.writer != sorted[index].id.writer
            guard isLast else { continue }
            write(sorted[start...index], to: &writer)
            rows += 1
            start = index + 1
        }
        writer.end(open, count: rows)
        return writer.bytes
    }

    private func write(_ row: ArraySlice<(id: AddID, element: [UInt8]?)>, to writer: inout CBORWriter) {
        row[row.startIndex].id.writer.write(to: &writer)
        writer.writeArrayHead(2)
        let ranges = writer.beginContainer(major: 4, atMost: 2 * row.count)
        var union = CounterRangeUnion()
        for entry in row { union.add(entry.id.counter...entry.id.counter, &writer) }
        union.flush(&writer)
        writer.end(ranges, count: 2 * union.count)
        writer.writeMapHead(row.count { $0.element != nil })
        for entry in row {
            guard let element = entry.element else { continue }
            writer.writeUnsigned(entry.id.counter)
            writer.append(raw: element.span)
        }
    }
}
