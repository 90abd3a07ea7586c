// SPDX-License-Identifier: Apache-2.0

/// A dictionary in many small parts, so that a change after a copy copies one part and not all.
struct SharedTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    // Two levels of 64 by the hash; the inner ones appear when something lies in them.
    private var parts: [[[Key: Value]]] = []
    private(set) var count = 0

    subscript(key: Key) -> Value? {
        guard !parts.isEmpty else { return nil }
        let place = Self.place(of: key)
        let inner = parts[place.outer]
        return inner.isEmpty ? nil : inner[place.inner][key]
    }

    /// Adds a key that is not there yet.
    mutating func add(_ key: Key, _ value: Value) {
        let place = Self.place(of: key)
        if parts.isEmpty { parts = Array(repeating: [], count: 64) }
        if parts[place.outer].isEmpty { parts[place.outer] = Array(repeating: [:], count: 64) }
        parts[place.outer][place.inner][key] = value
        count += 1
    }

    private static func place(of key: Key) -> (outer: Int, inner: Int) {
        let hash = UInt(bitPattern: key.hashValue)
        return (Int(hash >> 58 & 63), Int(hash >> 52 & 63))
    }
}

/// Gives each distinct key a small number, for good: 0, 1, 2 and so on.
///
/// A number never changes its meaning, so snapshots that share an interner agree on it.
struct Interner<Key: Hashable & Sendable>: Sendable {
    private var numbers = SharedTable<Key, UInt32>()

    /// The number of a key, nil when it has none.
    func number(of key: Key) -> UInt32? { numbers[key] }

    /// The number of a key, a new one when it has none.
    mutating func intern(_ key: Key) -> UInt32 {
        if let number = numbers[key] { return number }
        // As many keys as this has bits do not fit in memory.
        let number = UInt32(numbers.count)
        numbers.add(key, number)
        return number
    }
}
