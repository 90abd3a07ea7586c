// SPDX-License-Identifier: Apache-2.0

package import CapsuleCBOR
package import CapsuleCRDT

/// The unknown text keys of a map value: part of the value's bytes, kept for versions that know them.
public struct UnknownKeys: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        /// The encoded key.
        let key: [UInt8]
        /// The encoded value.
        let value: [UInt8]
    }

    var entries: [Entry] = []

    /// No unknown keys.
    public init() {}

    /// Whether there is none.
    public var isEmpty: Bool { entries.isEmpty }

    /// The names of the keys, in the order of their encodings.
    public var names: [String] {
        entries.map { entry in entry.key.span.keyName(0..<entry.key.count) }
    }

    /// The canonical bytes of a key's value, nil when it is not there.
    public func value(of name: String) -> [UInt8]? {
        entries.first { $0.key.span.keyName(0..<$0.key.count).utf8.elementsEqual(name.utf8) }?.value
    }
}

extension CBORReader {
    /// Reads a map with text keys: the closure reads the value of a key that it knows and says so; what it
    /// does not know is kept.
    @_lifetime(self: copy self)
    package mutating func readMap(
        _ known: (_ name: Span<UInt8>, inout CBORReader) throws(CBORError) -> Bool
    ) throws(CBORError) -> UnknownKeys {
        var unknown = UnknownKeys()
        var cursor = try enterMap()
        var keyStart = position
        while let key = try cursor.nextText(&self) {
            let valueStart = position
            if try !known(bytes.extracting(key), &self) {
                try skipItem()
                unknown.entries.append(
                    UnknownKeys.Entry(
                        key: bytes.extracting(keyStart..<valueStart).copied(),
                        value: bytes.extracting(valueStart..<position).copied()))
            }
            keyStart = position
        }
        leave()
        return unknown
    }
}

extension CBORReader {
    /// Checks a map with text keys: the closure checks the value of a key that it knows and gives its index; what it
    /// does not know is read past.
    ///
    /// - Returns: the known keys that the map has, as bits by their indexes.
    @_lifetime(self: copy self)
    mutating func checkMap(
        _ known: (_ name: Span<UInt8>, inout CBORReader) throws(CBORError) -> Int?
    ) throws(CBORError) -> UInt32 {
        var found: UInt32 = 0
        var cursor = try enterMap()
        while let key = try cursor.nextText(&self) {
            if let index = try known(bytes.extracting(key), &self) {
                found |= 1 &<< UInt32(truncatingIfNeeded: index)
            } else {
                try skipItem()
            }
        }
        leave()
        return found
    }
}

extension CBORMap {
    /// Adds a value under a key, when there is one.
    package mutating func put(_ key: String, _ value: (some CanonicalValue)?) {
        if let value { put(key, encoded: value.encoded) }
    }

    /// Adds the unknown keys of a map.
    package mutating func put(_ unknown: UnknownKeys) {
        for entry in unknown.entries { put(encodedKey: entry.key, encoded: entry.value) }
    }
}
