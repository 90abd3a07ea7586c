// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR
public import CapsuleCRDT

extension Condition: CanonicalValue {
    /// Reads a predicate within the limits of SPEC section 12.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> Condition {
        var budget = ConditionBudget()
        return try read(&reader, depth: 1, &budget)
    }

    private static func read(
        _ reader: inout CBORReader, depth: Int, _ budget: inout ConditionBudget
    ) throws(CBORError) -> Condition {
        let start = reader.position
        // First of all: the depth. What follows calls this again.
        if let reason = budget.count(depth: depth) { throw CBORError(.invalid, at: start, reason) }
        var cursor = try reader.enterMap()
        guard cursor.count == 1, let key = try cursor.nextText(&reader) else {
            throw CBORError(.invalid, at: start, "a predicate is one of all, any, not and term")
        }
        let name = reader.bytes.extracting(key)
        let condition: Condition
        if name.elementsEqual("term") {
            if let reason = budget.countTerm() { throw CBORError(.invalid, at: start, reason) }
            condition = .term(try Term.read(&reader))
        } else if name.elementsEqual("not") {
            condition = .not(try read(&reader, depth: depth + 1, &budget))
        } else if name.elementsEqual("all") {
            condition = .all(try readList(&reader, depth: depth + 1, &budget))
        } else if name.elementsEqual("any") {
            condition = .any(try readList(&reader, depth: depth + 1, &budget))
        } else {
            throw CBORError(.invalid, at: key.lowerBound, "a predicate is one of all, any, not and term")
        }
        reader.leave()
        return condition
    }

    private static func readList(
        _ reader: inout CBORReader, depth: Int, _ budget: inout ConditionBudget
    ) throws(CBORError) -> [Condition] {
        let count = try reader.enterArray()
        var list: [Condition] = []
        for _ in 0..<count { list.append(try read(&reader, depth: depth, &budget)) }
        reader.leave()
        return list
    }

    /// Writes the predicate.
    public func write(to writer: inout CBORWriter) {
        writer.writeMapHead(1)
        switch self {
        case .all(let children):
            writer.writeText("all")
            Self.write(children, to: &writer)
        case .any(let children):
            writer.writeText("any")
            Self.write(children, to: &writer)
        case .not(let child):
            writer.writeText("not")
            child.write(to: &writer)
        case .term(let term):
            writer.writeText("term")
            term.write(to: &writer)
        }
    }

    private static func write(_ children: [Condition], to writer: inout CBORWriter) {
        writer.writeArrayHead(children.count)
        for child in children { child.write(to: &writer) }
    }
}
