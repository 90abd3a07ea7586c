// SPDX-License-Identifier: Apache-2.0

/// The counter of an add-id (SPEC section 2).
public enum Counter {
    /// The greatest counter there is; every language holds it exactly.
    public static let last: UInt64 = (1 << 53) - 1
}

/// The name of one add: the writer, and its count of adds in this set (SPEC section 6).
public struct AddID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The unbroken line of writing that made the add.
    public let writer: Identifier
    /// 0 to `Counter.last`; a writer uses each once.
    public let counter: UInt64

    /// Names an add.
    public init(writer: Identifier, counter: UInt64) {
        self.writer = writer
        self.counter = counter
    }

    /// Orders by writer, then counter, as the encoding does.
    public static func < (left: AddID, right: AddID) -> Bool {
        (left.writer, left.counter) < (right.writer, right.counter)
    }

    /// Writer and counter.
    public var description: String { "\(writer):\(counter)" }
}
