// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

extension CBORReader: OperandSource {
    mutating func timestamp() throws(CBORError) -> Timestamp { try Timestamp.read(&self) }

    mutating func number() throws(CBORError) -> UInt32 {
        UInt32(try readUnsigned(atMost: UInt64(UInt32.max), "a number is a uint32"))
    }

    mutating func bool() throws(CBORError) -> Bool { try readBool() }

    mutating func closed<Value: ClosedSet>(_: Value.Type) throws(CBORError) -> Value {
        try Value.read(&self)
    }

    mutating func label() throws(CBORError) -> Label { try Label.read(&self) }

    mutating func identifier() throws(CBORError) -> Identifier { try Identifier.read(&self) }

    mutating func range<Bound: OperandValue, Range>(
        _ what: StaticString, _ rule: String, _ make: (Bound, Bound) -> Range?
    ) throws(CBORError) -> Range {
        let start = position
        try enterArray(count: 2, what)
        let (low, high) = (try Bound.read(from: &self), try Bound.read(from: &self))
        leave()
        guard let range = make(low, high) else { throw CBORError(.invalid, at: start, rule) }
        return range
    }

    mutating func list<Member: OperandValue>(of _: Member.Type) throws(CBORError) -> [Member] {
        let start = position
        let count = try enterArray()
        guard count <= ConditionLimits.members else {
            throw CBORError(.invalid, at: start, ConditionLimits.tooManyMembers)
        }
        var members: [Member] = []
        members.reserveCapacity(count)
        for _ in 0..<count { members.append(try Member.read(from: &self)) }
        leave()
        return members
    }
}
