// SPDX-License-Identifier: Apache-2.0

/// A member with what it is ordered by, as numbers that ascend in the order wanted.
struct SortEntry: Comparable {
    private let key: InstantKey
    // Ascends with the id, so that ties are ordered by it.
    private let ordinal: UInt64

    init(_ key: InstantKey, chunk: Int, place: Int) {
        self.key = key
        ordinal = UInt64(chunk) << 12 | UInt64(place)
    }

    var chunk: Int { Int(ordinal >> 12) }
    var place: Int { Int(ordinal & 0xfff) }

    static func < (left: SortEntry, right: SortEntry) -> Bool {
        left.key != right.key ? left.key < right.key : left.ordinal < right.ordinal
    }
}

extension AlbumSort {
    /// The keys of a chunk's places, which ascend in this order; absent is last.
    func keys(of chunk: AssetChunk) -> (Int) -> InstantKey {
        let isDescending = direction == .descending
        func turned(_ key: InstantKey) -> InstantKey {
            guard isDescending, key != .absent else { return key }
            // No instant is as late as `absent`, so none becomes it.
            return InstantKey(coarse: InstantKey.absent.coarse - 1 - key.coarse, fine: 31 - key.fine)
        }
        switch key {
        case .captureTimestamp: return { turned(chunk.captured[$0]) }
        case .importTimestamp: return { turned(chunk.imported[$0]) }
        case .rating: return { turned(InstantKey(coarse: UInt64(chunk.rating[$0]), fine: 0)) }
        }
    }
}

/// The least of what is offered, up to a number of them.
struct FirstOf<Element: Comparable> {
    private let limit: Int
    // Once it is full, a heap with the greatest on top.
    private var kept: [Element] = []

    init(_ limit: Int) {
        self.limit = Swift.max(limit, 0)
    }

    mutating func offer(_ element: Element) {
        if kept.count < limit {
            kept.append(element)
            if kept.count == limit { buildHeap() }
        } else if limit > 0, element < kept[0] {
            kept[0] = element
            siftDown(from: 0)
        }
    }

    func sorted() -> [Element] { kept.sorted() }

    private mutating func buildHeap() {
        for index in kept.indices.prefix(kept.count / 2).reversed() { siftDown(from: index) }
    }

    private mutating func siftDown(from start: Int) {
        var parent = start
        while true {
            var child = 2 * parent + 1
            guard child < kept.count else { return }
            if child + 1 < kept.count, kept[child] < kept[child + 1] { child += 1 }
            guard kept[parent] < kept[child] else { return }
            kept.swapAt(parent, child)
            parent = child
        }
    }
}
