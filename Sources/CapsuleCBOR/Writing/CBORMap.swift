// SPDX-License-Identifier: Apache-2.0

/// The entries of a map with text keys, gathered in any order and written in the canonical one.
public struct CBORMap: Sendable {
    private var entries: [(key: [UInt8], value: [UInt8])] = []

    /// Makes an empty map.
    public init() {}

    /// Whether there is no entry.
    public var isEmpty: Bool { entries.isEmpty }

    /// Adds an entry whose value is written by the closure.
    ///
    /// Each key is given once.
    public mutating func put(_ key: String, _ write: (inout CBORWriter) -> Void) {
        var value = CBORWriter()
        write(&value)
        put(key, encoded: value.bytes)
    }

    /// Adds an entry whose value is already canonical CBOR.
    public mutating func put(_ key: String, encoded value: [UInt8]) {
        var name = CBORWriter()
        name.writeText(key)
        put(encodedKey: name.bytes, encoded: value)
    }

    /// Adds an entry whose key and value are already canonical CBOR.
    package mutating func put(encodedKey key: [UInt8], encoded value: [UInt8]) {
        entries.append((key, value))
    }

    /// Adds an entry whose key is already canonical CBOR and whose value is written by the closure.
    package mutating func put(encodedKey key: [UInt8], _ write: (inout CBORWriter) -> Void) {
        var value = CBORWriter()
        write(&value)
        put(encodedKey: key, encoded: value.bytes)
    }

    /// Writes the map with its keys in ascending order of their encodings.
    public func write(to writer: inout CBORWriter) {
        writer.writeMapHead(entries.count)
        for entry in entries.sorted(by: { $0.key.span.compare($1.key.span) < 0 }) {
            writer.append(raw: entry.key.span)
            writer.append(raw: entry.value.span)
        }
    }

    /// The canonical bytes.
    public var encoded: [UInt8] {
        var writer = CBORWriter()
        write(to: &writer)
        return writer.bytes
    }
}
