// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

/// How operands are read and written, by the class of their field (SPEC section 12).
enum Operand {
    static let tooManyMembers = "an array of members has at most \(ConditionLimits.members)"

    static func time(_ name: OperatorName, _ reader: inout CBORReader) throws(CBORError) -> TimeTest {
        switch name {
        case .before: return .before(try Timestamp.read(&reader))
        case .after: return .after(try Timestamp.read(&reader))
        default:
            let start = reader.position
            try reader.enterArray(count: 2, "a range of times")
            let bounds = (try Timestamp.read(&reader), try Timestamp.read(&reader))
            reader.leave()
            guard let range = TimeRange(from: bounds.0, to: bounds.1) else {
                throw CBORError(.invalid, at: start, "a range of times ends later than it starts")
            }
            return .inRange(range)
        }
    }

    static func number(_ name: OperatorName, _ reader: inout CBORReader) throws(CBORError) -> NumberTest {
        switch name {
        case .eq: return .eq(try number(&reader))
        case .gte: return .gte(try number(&reader))
        case .lte: return .lte(try number(&reader))
        default:
            let start = reader.position
            try reader.enterArray(count: 2, "a range of numbers")
            let (low, high) = (try number(&reader), try number(&reader))
            reader.leave()
            guard low <= high else {
                throw CBORError(.invalid, at: start, "a range of numbers does not end before it starts")
            }
            return .inRange(low...high)
        }
    }

    private static func number(_ reader: inout CBORReader) throws(CBORError) -> UInt32 {
        UInt32(try reader.readUnsigned(atMost: UInt64(UInt32.max), "a number is a uint32"))
    }

    static func choice<Value: ClosedSet>(
        _ name: OperatorName, _ reader: inout CBORReader
    ) throws(CBORError) -> ChoiceTest<Value> {
        name == .eq ? .eq(try Value.read(&reader)) : .isIn(try members(&reader))
    }

    static func set<Member: CanonicalValue>(
        _ name: OperatorName, _ reader: inout CBORReader
    ) throws(CBORError) -> SetTest<Member> {
        switch name {
        case .contains: .contains(try Member.read(&reader))
        case .containsAny: .containsAny(try members(&reader))
        default: .containsAll(try members(&reader))
        }
    }

    private static func members<Member: CanonicalValue>(
        _ reader: inout CBORReader
    ) throws(CBORError) -> [Member] {
        let start = reader.position
        let count = try reader.enterArray()
        guard count <= ConditionLimits.members else { throw CBORError(.invalid, at: start, tooManyMembers) }
        var members: [Member] = []
        members.reserveCapacity(count)
        for _ in 0..<count { members.append(try Member.read(&reader)) }
        reader.leave()
        return members
    }

    static func write(_ test: TimeTest, to writer: inout CBORWriter) {
        switch test {
        case .before(let time), .after(let time): time.write(to: &writer)
        case .inRange(let range):
            writer.writeArrayHead(2)
            range.start.write(to: &writer)
            range.end.write(to: &writer)
        }
    }

    static func write(_ test: NumberTest, to writer: inout CBORWriter) {
        switch test {
        case .eq(let number), .gte(let number), .lte(let number): writer.writeUnsigned(UInt64(number))
        case .inRange(let range):
            writer.writeArrayHead(2)
            writer.writeUnsigned(UInt64(range.lowerBound))
            writer.writeUnsigned(UInt64(range.upperBound))
        }
    }

    static func write<Value: ClosedSet>(_ test: ChoiceTest<Value>, to writer: inout CBORWriter) {
        switch test {
        case .eq(let value): value.write(to: &writer)
        case .isIn(let values): write(values, to: &writer)
        }
    }

    static func write<Member: CanonicalValue>(_ test: SetTest<Member>, to writer: inout CBORWriter) {
        switch test {
        case .contains(let member): member.write(to: &writer)
        case .containsAny(let members), .containsAll(let members): write(members, to: &writer)
        }
    }

    private static func write<Member: CanonicalValue>(_ members: [Member], to writer: inout CBORWriter) {
        writer.writeArrayHead(members.count)
        for member in members { member.write(to: &writer) }
    }
}
