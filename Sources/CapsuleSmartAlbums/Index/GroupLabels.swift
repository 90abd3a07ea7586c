// SPDX-License-Identifier: Apache-2.0

/// The labels of albums or stacks, which their assets have too, by the number of the group.
struct GroupLabels: Sendable {
    private var chunks: [Shared<Postings>] = []

    /// Gives a group exactly these labels, which ascend without repeats; false when it had them.
    mutating func set(_ group: UInt32, to labels: [UInt32]) -> Bool {
        let (chunk, place) = (Int(group) / Mask.capacity, Int(group) % Mask.capacity)
        if chunk >= chunks.count {
            if labels.isEmpty { return false }
            let missing = chunk + 1 - chunks.count
            chunks.append(contentsOf: repeatElement(Shared(Postings()), count: missing))
        }
        return chunks[chunk].change { $0.set(place, to: labels) }
    }

    /// The groups that have at least one of the labels.
    func groups(withAnyOf labels: [UInt32]) -> GroupSet {
        var groups: [UInt32] = []
        for (index, chunk) in chunks.enumerated() {
            var mask = Mask()
            let postings = chunk.value
            for label in labels { postings.forEachPlace(label) { mask.insert($0) } }
            mask.forEach { groups.append(UInt32(index * Mask.capacity + $0)) }
        }
        return GroupSet(groups)
    }

    /// How many bytes the columns have.
    var size: Int { chunks.reduce(0) { $0 + $1.value.size } }
}

/// Some groups.
struct GroupSet: Sendable {
    /// Ascending.
    private let groups: [UInt32]
    private let bits: [UInt64]

    init(_ groups: [UInt32]) {
        self.groups = groups
        var bits: [UInt64] = []
        if let last = groups.last { bits = Array(repeating: 0, count: Int(last) / 64 + 1) }
        for group in groups { bits[Int(group) / 64] |= 1 << UInt64(group % 64) }
        self.bits = bits
    }

    var isEmpty: Bool { groups.isEmpty }

    private func contains(_ group: UInt32) -> Bool {
        let word = Int(group) / 64
        return word < bits.count && bits[word] >> UInt64(group % 64) & 1 == 1
    }

    /// Adds the places whose group is one of these.
    func insertPlaces(of postings: Postings, into mask: inout Mask) {
        if groups.count < postings.keys.count / 8 {
            for group in groups { postings.forEachPlace(group) { mask.insert($0) } }
        } else {
            for index in postings.keys.indices where contains(postings.keys[index]) {
                postings.forEachPlace(ofKeyAt: index) { mask.insert($0) }
            }
        }
    }
}
