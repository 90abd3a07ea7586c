// SPDX-License-Identifier: Apache-2.0

/// The laws of a join, checked over all pairs and triples of a small domain of states, given as bytes.
public struct LatticeLaws {
    /// A law that some states break.
    public struct Breach: Error, CustomStringConvertible, Sendable {
        /// Which law.
        public let law: String
        /// The states that break it, one to three of them.
        public let states: [[UInt8]]
        /// The two results that should have been one, or the one that is not valid.
        public let results: [[UInt8]]

        /// Law, states and results, in hexadecimal.
        public var description: String {
            "\(law): states [\(states.map { hex($0) }.joined(separator: ", "))], "
                + "results [\(results.map { hex($0) }.joined(separator: ", "))]"
        }
    }

    // States by number, the domain first.
    private var states: [[UInt8]] = []
    private var numbers: [[UInt8]: Int] = [:]
    private let join: ([UInt8], [UInt8]) -> [UInt8]
    private let isValid: ([UInt8]) -> Bool
    // The joins of the domain, and those with states that a join made.
    private var table: [Int] = []
    private var others: [Int: Int] = [:]
    private var smallest: (size: Int, breach: Breach)?

    /// The smallest breach there is, or nil when the join keeps all laws over the domain.
    ///
    /// - Parameters:
    ///   - domain: the states; repeats do not count.
    ///   - join: the join under test.
    ///   - isValid: whether bytes decode to a state that encodes to the same bytes.
    public static func breach(
        _ domain: [[UInt8]], join: @escaping ([UInt8], [UInt8]) -> [UInt8],
        isValid: @escaping ([UInt8]) -> Bool
    ) -> Breach? {
        var laws = LatticeLaws(join: join, isValid: isValid)
        laws.walk(domain)
        return laws.smallest?.breach
    }

    private init(join: @escaping ([UInt8], [UInt8]) -> [UInt8], isValid: @escaping ([UInt8]) -> Bool) {
        self.join = join
        self.isValid = isValid
    }

    private mutating func walk(_ domain: [[UInt8]]) {
        for state in domain { _ = number(state) }
        let count = states.count
        for state in states where !isValid(state) { note("a state of the domain is valid", [state], [state]) }
        for a in 0..<count {
            for b in 0..<count { table.append(number(join(states[a], states[b]))) }
        }
        for joined in states[count...] where !isValid(joined) {
            let place = table.firstIndex { states[$0] == joined } ?? 0
            note("closed", [states[place / count], states[place % count]], [joined])
        }
        for a in 0..<count {
            if table[a * count + a] != a { note("idempotent", [states[a]], [states[table[a * count + a]]]) }
            for b in 0..<a where table[a * count + b] != table[b * count + a] {
                let results = [states[table[a * count + b]], states[table[b * count + a]]]
                note("commutative", [states[a], states[b]], results)
            }
        }
        let isCommutative = smallest == nil
        for a in 0..<count {
            for b in 0..<count {
                let ab = table[a * count + b]
                // A join that commutes gives (c b) a and c (b a) as a (b c) and (a b) c.
                for c in (isCommutative ? a : 0)..<count {
                    let left = joined(ab, c, count)
                    let right = joined(a, table[b * count + c], count)
                    if left != right {
                        note(
                            "associative", [states[a], states[b], states[c]], [states[left], states[right]])
                    }
                }
            }
        }
    }

    private mutating func joined(_ a: Int, _ b: Int, _ count: Int) -> Int {
        if a < count, b < count { return table[a * count + b] }
        let key = a << 32 | b
        if let known = others[key] { return known }
        let result = number(join(states[a], states[b]))
        others[key] = result
        return result
    }

    private mutating func number(_ state: [UInt8]) -> Int {
        if let known = numbers[state] { return known }
        numbers[state] = states.count
        states.append(state)
        return states.count - 1
    }

    private mutating func note(_ law: String, _ states: [[UInt8]], _ results: [[UInt8]]) {
        let size = states.reduce(0) { $0 + $1.count }
        if let smallest, smallest.size <= size { return }
        smallest = (size, Breach(law: law, states: states, results: results))
    }
}
