// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

extension Choices {
    /// A stamped value; two of them often meet in time, device or both.
    public mutating func stamped<Value: CanonicalValue>(
        _ value: (inout Choices) -> Value
    ) -> Stamped<Value> {
        let value = value(&self).encoded
        guard let stamped = try? Stamped<Value>(decoding: stampedMap(bytes: value)) else {
            preconditionFailure("a generated stamped map is valid")
        }
        return stamped
    }

    /// A history of up to some writes.
    public mutating func history<Value: CanonicalValue>(
        upTo most: Int = 20, _ value: (inout Choices) -> Value
    ) -> HistoryRegister<Value> {
        var history = HistoryRegister(stamped(value))
        for _ in 0..<below(most) { history.join(HistoryRegister(stamped(value))) }
        return history
    }

    /// A set, also one that no writer by the rules would make: holes, one add-id with different elements.
    public mutating func orSet<Element: CanonicalValue>(
        _ element: (inout Choices) -> Element
    ) -> ORSet<Element> {
        var writers: [[UInt8]: [UInt8]] = [:]
        for _ in 0..<below(4) {
            var context = CausalContext()
            let writer = identifier()
            for _ in 0...below(3) {
                let first = counter()
                context.insert(first...min(Counter.last, first + UInt64(below(4))), of: writer)
            }
            writers[writer.encoded] = part(context.counters(of: writer), element)
        }
        guard let set = try? ORSet<Element>(decoding: writers.isEmpty ? [] : Self.map(writers)) else {
            preconditionFailure("a generated set is valid")
        }
        return set
    }

    /// One writer's part of a set: what it observed, and of that some that is live.
    private mutating func part<Element: CanonicalValue>(
        _ ranges: [ClosedRange<UInt64>], _ element: (inout Choices) -> Element
    ) -> [UInt8] {
        var writer = CBORWriter()
        writer.writeArrayHead(2)
        writer.writeArrayHead(2 * ranges.count)
        var adds: [(UInt64, [UInt8])] = []
        for range in ranges {
            writer.writeUnsigned(range.lowerBound)
            writer.writeUnsigned(range.upperBound)
            for counter in range where bool() { adds.append((counter, element(&self).encoded)) }
        }
        writer.writeMapHead(adds.count)
        for (counter, element) in adds {
            writer.writeUnsigned(counter)
            writer.append(raw: element.span)
        }
        return writer.bytes
    }

    /// A label as a reader accepts it.
    public mutating func label() -> Label {
        guard let label = try? Label(decoding: Self.encodedText(labelText())) else {
            preconditionFailure("a generated label is valid")
        }
        return label
    }

    /// A shape that a reader accepts.
    public mutating func regionShape() -> RegionShape {
        let (a, b, c, d) = (fraction(), fraction(), fraction(), fraction())
        let shape: RegionShape =
            bool() ? .circle(cx: a, cy: b, r: c) : .rectangle(x: a, y: b, w: c, h: d)
        guard shape.fault != nil else { return shape }
        let whole = Fraction(clamping: Fraction.whole)
        let nothing = Fraction(clamping: 0)
        return .rectangle(x: nothing, y: nothing, w: whole, h: whole)
    }

    /// A region register: live, deleted, or with its shape still to come.
    public mutating func region() -> RegionRegister {
        var map = CBORMap()
        let labels = orSet { $0.label() }
        switch below(4) {
        case 0:
            guard
                let write = try? Stamped<RegionShape?>(
                    nil, by: identifier(outOf: 2), ts: stampTime()),
                let deletion = try? RegionRegister(shape: write)
            else { preconditionFailure("a deletion is small and has no shape") }
            return deletion
        case 1 where !labels.encoded.isEmpty:
            map.put("labels", encoded: labels.encoded)
        default:
            map.put("shape", encoded: stampedMap(bytes: regionShape().encoded))
            if !labels.encoded.isEmpty { map.put("labels", encoded: labels.encoded) }
        }
        if chance(6) { map.put("later", encoded: canonicalCBOR(levels: 2)) }
        guard let region = try? RegionRegister(decoding: map.encoded) else {
            preconditionFailure("a generated region is valid")
        }
        return region
    }
}
