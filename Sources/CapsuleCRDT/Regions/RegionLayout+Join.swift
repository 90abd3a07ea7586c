// SPDX-License-Identifier: Apache-2.0

package import CapsuleCBOR

/// What a join of two regions did that the result does not show.
package struct RegionAbsorption {
    /// Labels that went with a deletion, in the set's order.
    package var labels: [Label] = []
    /// Add-ids that were live with two elements, with the lesser one.
    package var doubled: [(id: AddID, lesser: Label)] = []
    /// Unknown keys whose values differed.
    package var keys: [String] = []
    /// Unknown keys that went with a deletion.
    package var absorbedKeys: [String] = []

    package init() {}
}

extension RegionLayout {
    /// Writes the join of two checked region registers.
    ///
    /// A deleted side deletes the result, with the greater of the deleted stamps. Else the greater shape,
    /// the join of the labels, and unknown keys each on its own.
    package static func join(
        _ left: Span<UInt8>, _ right: Span<UInt8>, into writer: inout CBORWriter,
        absorbed: inout RegionAbsorption
    ) {
        if left.elementsEqual(right) {
            writer.append(raw: left)
            return
        }
        let (a, b) = (RegionLayout(unchecked: left), RegionLayout(unchecked: right))
        if a.isDeleted || b.isDeleted {
            if !a.isDeleted { a.reportLost(left, to: &absorbed) }
            if !b.isDeleted { b.reportLost(right, to: &absorbed) }
            let rightWins = b.isDeleted && (!a.isDeleted || rightShapeWins(a, left, b, right))
            writer.append(raw: rightWins ? right : left)
            return
        }
        let open = writer.beginContainer(major: 5, atMost: a.keyCount + b.keyCount)
        var count = 0
        // The known keys, each where the order of keys has it, among the unknown ones.
        var (leftKeys, rightKeys) = (a.keys(left), b.keys(right))
        leftKeys.reverse()
        rightKeys.reverse()
        while let key = next(leftKeys.last, left, rightKeys.last, right) {
            let x = key <= 0 ? leftKeys.popLast() : nil
            let y = key >= 0 ? rightKeys.popLast() : nil
            count += 1
            join(x, left, y, right, into: &writer, absorbed: &absorbed)
        }
        writer.end(open, count: count)
    }

    private enum Role {
        case shape
        case labels
        case carried
    }

    private typealias Entry = (role: Role, key: Range<Int>, value: Range<Int>)

    private var keyCount: Int { carried.count + (shape == nil ? 0 : 1) + (labels == nil ? 0 : 1) }

    private func keys(_ bytes: Span<UInt8>) -> [Entry] {
        var entries: [Entry] = carried.map { (.carried, $0.key, $0.value) }
        // The keys' encodings stand right before their values: a head and the name.
        if let shape {
            entries.append((.shape, shape.range.lowerBound - 6..<shape.range.lowerBound, shape.range))
        }
        if let labels { entries.append((.labels, labels.lowerBound - 7..<labels.lowerBound, labels)) }
        entries.sort { $0.key.lowerBound < $1.key.lowerBound }
        return entries
    }

    /// Which side has the next key: negative the left, positive the right, zero both; nil at the end.
    private static func next(
        _ left: Entry?, _ leftBytes: Span<UInt8>, _ right: Entry?, _ rightBytes: Span<UInt8>
    ) -> Int? {
        guard let left else { return right == nil ? nil : 1 }
        guard let right else { return -1 }
        return leftBytes.extracting(left.key).compare(rightBytes.extracting(right.key))
    }

    private static func join(
        _ x: Entry?, _ left: Span<UInt8>, _ y: Entry?, _ right: Span<UInt8>, into writer: inout CBORWriter,
        absorbed: inout RegionAbsorption
    ) {
        guard let x else {
            if let y { writer.append(raw: right.extracting(y.key.lowerBound..<y.value.upperBound)) }
            return
        }
        guard let y else {
            writer.append(raw: left.extracting(x.key.lowerBound..<x.value.upperBound))
            return
        }
        let (leftValue, rightValue) = (left.extracting(x.value), right.extracting(y.value))
        writer.append(raw: left.extracting(x.key))
        switch x.role {
        case .shape:
            writer.append(raw: LWWLayout.rightWins(leftValue, rightValue) ? rightValue : leftValue)
        case .labels:
            ORSetLayout.join(leftValue, rightValue, into: &writer) { id, element in
                guard let label = try? Label(decoding: element.copied()) else { return }
                absorbed.doubled.append((id, label))
            }
        case .carried:
            if !leftValue.elementsEqual(rightValue) { absorbed.keys.append(left.keyName(x.key)) }
            writer.append(raw: CarriedKeys.rightWins(leftValue, rightValue) ? rightValue : leftValue)
        }
    }

    private static func rightShapeWins(
        _ a: RegionLayout, _ left: Span<UInt8>, _ b: RegionLayout, _ right: Span<UInt8>
    ) -> Bool {
        guard let x = a.shape, let y = b.shape else { return a.shape == nil }
        return StampedLayout.compare(x, in: left, y, in: right) < 0
    }

    private func reportLost(_ bytes: Span<UInt8>, to absorbed: inout RegionAbsorption) {
        if let labels {
            let set = bytes.extracting(labels)
            absorbed.labels += ORSetLayout.distinctElements(set).compactMap { range in
                try? Label(decoding: set.extracting(range).copied())
            }
        }
        absorbed.absorbedKeys += carried.map { bytes.keyName($0.key) }
    }

    /// Writes a checked region without a live shape later than a horizon; false when nothing is left.
    package static func before(
        _ horizon: StampTime, _ bytes: Span<UInt8>, into writer: inout CBORWriter
    ) -> Bool {
        let region = RegionLayout(unchecked: bytes)
        guard region.isLive, let shape = region.shape, shape.ts > horizon else {
            writer.append(raw: bytes)
            return true
        }
        let kept = region.keys(bytes).filter { $0.role != .shape }
        guard !kept.isEmpty else { return false }
        writer.writeMapHead(kept.count)
        for entry in kept {
            writer.append(raw: bytes.extracting(entry.key.lowerBound..<entry.value.upperBound))
        }
        return true
    }
}

extension Span<UInt8> {
    /// The name that an encoded text key of checked bytes spells.
    package func keyName(_ key: Range<Int>) -> String {
        String(decoding: extracting(uncheckedContent(at: key.lowerBound)).copied(), as: UTF8.self)
    }
}
