// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

/// Why a join of documents gives what it gives, place by place: for apps that show it to people.
///
/// The inputs are named by their place in the array that was given. Fields come in the order of their
/// encoded keys. Of no more use to the join itself: it is worked out from the same states.
public struct JoinExplanation: Hashable, Sendable {
    /// What became of one place of the document.
    public struct Field: Hashable, Sendable {
        /// The keys that lead to it, such as `name`, `regions.HEX.shape` or `smart_albums.HEX`.
        public let path: String
        /// Whether it is a key of a later version, which is carried along.
        public let isCarried: Bool
        /// What the join made of it.
        public let outcome: Outcome
    }

    /// What a join makes of one place.
    public enum Outcome: Hashable, Sendable {
        /// All inputs have it with the same bytes.
        case equal
        /// Only these inputs have it, with the same bytes.
        case presentOnly(in: [Int])
        /// Writes of a register (SPEC section 4); the first wins.
        case register(Contest)
        /// A register that keeps what it displaced (SPEC section 5).
        case history(History)
        /// A set whose adds are named (SPEC section 7).
        case set(SetUnion)
        /// A region that an input had deleted (SPEC section 8).
        case deletion(Deletion)
        /// A key of a later version that is carried along (SPEC section 9); the first value stays.
        case carried(Carried)
    }

    /// Why one write or value beats another.
    public enum Reason: String, Hashable, Sendable {
        /// It has the later stamp time.
        case laterInstant = "later_instant"
        /// The stamp times are equal, and its device has the greater bytes.
        case greaterDevice = "greater_device"
        /// Nothing else tells them apart: its bytes are the greater ones.
        case greaterBytes = "greater_bytes"
        /// It is a stamped map and the other is not, which for carried keys goes before anything else.
        case stampedMap = "stamped_map"
    }

    /// One write with the inputs that hold it.
    public struct Write: Hashable, Sendable {
        /// The inputs.
        public let inputs: [Int]
        /// The device that says it wrote.
        public let by: Identifier
        /// When it says it did.
        public let ts: StampTime
        /// The canonical bytes of the value.
        public let value: [UInt8]
    }

    /// Different writes of one register.
    public struct Contest: Hashable, Sendable {
        /// At least two, the greatest first.
        public let writes: [Write]
        /// Why the first beats the second.
        public let reason: Reason
    }

    /// What became of a history.
    public struct History: Hashable, Sendable {
        /// The different current writes; nil when the inputs that have the register agree on it.
        public let current: Contest?
        /// How many values are kept, the current one among them.
        public let kept: Int
        /// How many values went over the end of the log.
        public let dropped: Int
    }

    /// What became of a deleted region.
    public struct Deletion: Hashable, Sendable {
        /// The deletions, the one that stays first.
        public let deletions: [Write]
        /// The inputs that had the region and not its deletion.
        public let absorbedInputs: [Int]
        /// The labels that went with it, ascending.
        public let labels: [Label]
    }

    /// Different values of a carried key.
    public struct Carried: Hashable, Sendable {
        /// One value with the inputs that hold it.
        public struct Value: Hashable, Sendable {
            /// The inputs.
            public let inputs: [Int]
            /// The canonical bytes.
            public let encoded: [UInt8]
        }

        /// At least two, the one that stays first.
        public let values: [Value]
        /// Why the first beats the second.
        public let reason: Reason
    }

    /// The places that any input has, in the order of their keys.
    public let fields: [Field]

    /// Explains the join of documents.
    ///
    /// - Parameter documents: at least one.
    /// - Throws: `mismatch` when they are not the same document.
    public init<Kind>(of documents: [Document<Kind>]) throws(DocumentError) {
        try self.init(of: documents.map(\.state))
    }

    /// The places at which the inputs are not all equal.
    public var differences: [Field] { fields.filter { $0.outcome != .equal } }
}
