// SPDX-License-Identifier: Apache-2.0

/// A value that copies of its holder share until one of them changes it.
///
/// A list of these is copied at the price of one reference each, however large the values are.
struct Shared<Value: Sendable>: Sendable {
    // An array of one is the standard library's box with copy on write.
    private var storage: [Value]

    init(_ value: Value) {
        storage = [value]
    }

    var value: Value { storage[0] }

    /// Changes the value, after a copy of it when it is shared.
    mutating func change<Result>(_ body: (inout Value) -> Result) -> Result {
        body(&storage[0])
    }
}
