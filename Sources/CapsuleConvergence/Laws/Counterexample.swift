// SPDX-License-Identifier: Apache-2.0

/// The smallest input found that breaks a law.
public struct Counterexample<State: Sendable>: Sendable, CustomStringConvertible {
    /// The law that is broken.
    public let law: Law
    /// The states that break it, in the order in which the law names them.
    public let states: [State]
    /// What is not equal and should be: the two sides of the law.
    public let sides: [State]
    /// What happened, a line for each step; empty for laws on states alone.
    public let trace: [String]
    /// The choices that make the states.
    public let choices: [UInt8]

    /// The law and the choices in hexadecimal digits, for `replay(_:)` and for a bug report.
    public var text: String { "\(law.rawValue):\(ReplayText.hex(choices))" }

    /// The text, the trace and the states, for a person.
    public var description: String {
        var lines = ["breaks '\(law.rawValue)'; replay with \"\(text)\""]
        lines += trace.map { "  " + $0 }
        for (name, state) in zip(["a", "b", "c", "d", "e"], states) { lines.append("  \(name) = \(state)") }
        if sides.count == 2 {
            lines.append("  one side   = \(sides[0])")
            lines.append("  other side = \(sides[1])")
        }
        return lines.joined(separator: "\n")
    }
}

extension Counterexample: Equatable where State: Equatable {}

/// The text that names a law and choices.
enum ReplayText {
    static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The law and the choices of a text, or nil when it names none.
    static func parse(_ text: String) -> (Law, [UInt8])? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let law = Law(rawValue: String(parts[0])), parts[1].utf8.count % 2 == 0 else {
            return nil
        }
        let digits = parts[1].compactMap(\.hexDigitValue)
        guard digits.count == parts[1].utf8.count else { return nil }
        let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        return (law, bytes)
    }
}
