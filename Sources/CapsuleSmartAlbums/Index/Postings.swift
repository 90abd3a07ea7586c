// SPDX-License-Identifier: Apache-2.0

/// For each key, the places of a chunk that have it: the column of a set.
struct Postings: Sendable {
    /// The keys that any place has, ascending.
    private(set) var keys: [UInt32] = []
    /// Where the run of each key begins in `places`.
    private var starts: [UInt32] = []
    /// The runs, ascending within each.
    private var places: [UInt16] = []

    /// No place has a key.
    init() {}

    /// Takes pairs of `pair(_:_:)`, in any order and repeated or not.
    init(pairs: [UInt64]) {
        var last: UInt64?
        places.reserveCapacity(pairs.count)
        for pair in pairs.sorted() where pair != last {
            last = pair
            append(pair)
        }
    }

    /// A key and a place that has it, as one number that sorts by key, then place.
    static func pair(_ key: UInt32, _ place: Int) -> UInt64 {
        UInt64(key) << 16 | UInt64(truncatingIfNeeded: place)
    }

    private mutating func append(_ pair: UInt64) {
        let key = UInt32(truncatingIfNeeded: pair >> 16)
        if keys.last != key {
            keys.append(key)
            starts.append(UInt32(places.count))
        }
        places.append(UInt16(truncatingIfNeeded: pair))
    }

    // MARK: Asking

    private func run(at index: Int) -> Range<Int> {
        Int(starts[index])..<(index + 1 < starts.count ? Int(starts[index + 1]) : places.count)
    }

    /// Calls the body for each place that has the key at an index.
    @inline(__always)
    func forEachPlace(ofKeyAt index: Int, _ body: (Int) -> Void) {
        for entry in run(at: index) { body(Int(places[entry])) }
    }

    /// Calls the body for each place that has a key, ascending.
    @inline(__always)
    func forEachPlace(_ key: UInt32, _ body: (Int) -> Void) {
        guard let index = keys.index(ofSorted: key) else { return }
        forEachPlace(ofKeyAt: index, body)
    }

    /// The keys that a place has, ascending.
    func keys(at place: Int) -> [UInt32] {
        var found: [UInt32] = []
        let wanted = UInt16(truncatingIfNeeded: place)
        var index = 0
        for entry in places.indices where places[entry] == wanted {
            // The entries ascend, so the key is found from the last one on.
            index = starts.lastIndex(notAbove: UInt32(entry), from: index)
            found.append(keys[index])
        }
        return found
    }

    // MARK: Changing

    /// Gives a place exactly these keys, which ascend without repeats; false when it had them.
    mutating func set(_ place: Int, to wanted: [UInt32]) -> Bool {
        let current = keys(at: place)
        if current == wanted { return false }
        let (removed, added) = (current.sortedSubtracting(wanted), wanted.sortedSubtracting(current))
        if removed.count + added.count <= 8 {
            for key in removed { remove(key, place) }
            for key in added { add(key, place) }
        } else {
            rebuild(without: place, adding: added + current.sortedSubtracting(removed)) { $0 }
        }
        return true
    }

    private mutating func add(_ key: UInt32, _ place: Int) {
        let index = keys.firstIndex(notBelow: key)
        if index == keys.count || keys[index] != key {
            starts.insert(index < starts.count ? starts[index] : UInt32(places.count), at: index)
            keys.insert(key, at: index)
            places.insert(UInt16(truncatingIfNeeded: place), at: Int(starts[index]))
        } else {
            let run = run(at: index)
            places.insert(
                UInt16(truncatingIfNeeded: place),
                at: places.firstIndex(notBelow: UInt16(truncatingIfNeeded: place), in: run))
        }
        for later in starts.indices.dropFirst(index + 1) { starts[later] += 1 }
    }

    private mutating func remove(_ key: UInt32, _ place: Int) {
        guard let index = keys.index(ofSorted: key) else { return }
        let run = run(at: index)
        places.remove(at: places.firstIndex(notBelow: UInt16(truncatingIfNeeded: place), in: run))
        for later in starts.indices.dropFirst(index + 1) { starts[later] -= 1 }
        if run.count == 1 {
            keys.remove(at: index)
            starts.remove(at: index)
        }
    }

    /// Makes room for a place before another, which moves up with all that follow.
    mutating func insertPlace(_ place: Int) {
        let first = UInt16(truncatingIfNeeded: place)
        for entry in places.indices where places[entry] >= first { places[entry] += 1 }
    }

    /// Takes a place away; all that follow move down.
    mutating func removePlace(_ place: Int) {
        rebuild(without: place, adding: []) { $0 > place ? $0 - 1 : $0 }
    }

    /// Takes the places from one on away, and gives them from 0 on.
    mutating func split(at place: Int) -> Postings {
        var (low, high) = (Postings(), Postings())
        forEachPair { key, entry in
            if entry < place {
                low.append(Self.pair(key, entry))
            } else {
                high.append(Self.pair(key, entry - place))
            }
        }
        self = low
        return high
    }

    private mutating func rebuild(
        without place: Int, adding added: [UInt32], _ moved: (Int) -> Int
    ) {
        var pairs = added.map { Self.pair($0, place) }
        pairs.reserveCapacity(places.count + added.count)
        forEachPair { key, entry in
            if entry != place { pairs.append(Self.pair(key, moved(entry))) }
        }
        self = Postings(pairs: pairs)
    }

    private func forEachPair(_ body: (UInt32, Int) -> Void) {
        for index in keys.indices { forEachPlace(ofKeyAt: index) { body(keys[index], $0) } }
    }

    /// How many bytes the arrays have.
    var size: Int {
        (keys.capacity + starts.capacity) * MemoryLayout<UInt32>.stride
            + places.capacity * MemoryLayout<UInt16>.stride
    }
}
