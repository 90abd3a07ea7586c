// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR

extension ORSetLayout {
    /// How many live adds of its own a writer has at most in one set (SPEC section 10, writing rules).
    package static let ownAdds = 1_000

    /// The ranges of the distinct live elements, in ascending bytewise order.
    package static func distinctElements(_ bytes: Span<UInt8>) -> [Range<Int>] {
        var elements: [Range<Int>] = []
        forEachLive(bytes) { _, _, element in elements.append(element) }
        elements.sort { bytes.extracting($0).compare(bytes.extracting($1)) < 0 }
        var distinct: [Range<Int>] = []
        for element in elements {
            if let last = distinct.last, bytes.extracting(last).elementsEqual(bytes.extracting(element)) {
                continue
            }
            distinct.append(element)
        }
        return distinct
    }

    /// The set that adds an element, as `ORSet.adding` says.
    package static func adding<Element: ORSetElement>(
        _ element: Element, to bytes: Span<UInt8>, writer: Identifier
    ) throws(CRDTError) -> [UInt8] {
        let encoded = element.encoded
        guard encoded.count <= CBORLimits.value else {
            throw CRDTError(.limit, "an element of a set has at most \(CBORLimits.value) bytes")
        }
        let counter = try nextCounter(bytes, writer: writer)
        let key = element.matchKey
        var delta = ORSetBuilder()
        var own = 1
        forEachLive(bytes) { name, counter, range in
            if Element.matches(bytes.extracting(range), key) {
                delta.remove(AddID(writer: name, counter: counter))
            } else if name == writer {
                own += 1
            }
        }
        guard own <= ownAdds else {
            throw CRDTError(.limit, "writer \(writer) already has \(ownAdds) live adds in this set")
        }
        delta.add(AddID(writer: writer, counter: counter), encoded)
        return delta.encoded
    }

    /// The set that adds several elements, as one after the other by `adding`; of those that stand for each other, the
    /// last.
    package static func adding<Element: ORSetElement>(
        _ elements: [Element], to bytes: Span<UInt8>, writer: Identifier
    ) throws(CRDTError) -> [UInt8] where Element.MatchKey: Hashable {
        var wanted: [Element.MatchKey: Element] = [:]
        for element in elements { wanted[element.matchKey] = element }
        let first = try nextCounter(bytes, writer: writer)
        guard UInt64(wanted.count) <= Counter.last - first + 1 else {
            throw CRDTError(
                .counterExhausted, "writer \(writer) has too few counters left: generate a new writer")
        }
        var delta = ORSetBuilder()
        var own = wanted.count
        forEachLive(bytes) { name, counter, range in
            let key = (try? Element(decoding: bytes.extracting(range).copied()))?.matchKey
            if let key, wanted[key] != nil, Element.matches(bytes.extracting(range), key) {
                delta.remove(AddID(writer: name, counter: counter))
            } else if name == writer {
                own += 1
            }
        }
        guard own <= ownAdds else {
            throw CRDTError(.limit, "writer \(writer) would have more than \(ownAdds) live adds in this set")
        }
        var counter = first
        for element in elements {
            guard let element = wanted.removeValue(forKey: element.matchKey) else { continue }
            let encoded = element.encoded
            guard encoded.count <= CBORLimits.value else {
                throw CRDTError(.limit, "an element of a set has at most \(CBORLimits.value) bytes")
            }
            delta.add(AddID(writer: writer, counter: counter), encoded)
            counter += 1
        }
        return delta.encoded
    }

    /// The set that removes every live add whose encoded element the closure names.
    package static func removing(
        from bytes: Span<UInt8>, where matches: (Span<UInt8>) -> Bool
    ) -> [UInt8] {
        var delta = ORSetBuilder()
        forEachLive(bytes) { name, counter, range in
            if matches(bytes.extracting(range)) { delta.remove(AddID(writer: name, counter: counter)) }
        }
        return delta.encoded
    }
}
