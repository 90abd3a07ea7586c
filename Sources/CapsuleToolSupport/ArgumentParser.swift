// SPDX-License-Identifier: Apache-2.0

/// Sorts the arguments of one command.
struct ArgumentParser {
    let command: CommandDescription
    private var arguments: Arguments

    init(command: CommandDescription) {
        self.command = command
        self.arguments = Arguments(command: command.name)
    }

    /// The sorted arguments; nil when help was asked for, which goes before every complaint about
    /// arguments after it.
    mutating func parse(_ given: some Collection<String>) throws(UsageError) -> Arguments? {
        var rest = Array(given)[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                arguments.endsWithSeparator = rest.isEmpty
                arguments.operands += rest
                break
            } else if argument == "--help" || argument == "-h" {
                return nil
            } else if argument.hasPrefix("--") {
                try parseLong(argument, &rest)
            } else if argument.hasPrefix("-"), argument != "-", !Self.isNegativeNumber(argument) {
                if try parseLetters(argument, &rest) == .help { return nil }
            } else {
                arguments.operands.append(argument)
            }
        }
        try checkOperandCount()
        return arguments
    }

    /// Whether a digit follows the dash, as no option has one for a letter: degrees west and south.
    private static func isNegativeNumber(_ argument: String) -> Bool {
        let digit = argument.utf8.dropFirst().first { $0 != UInt8(ascii: ".") }
        return digit.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    }

    private enum Letters {
        case options
        case help
    }

    private mutating func parseLong(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let body = argument.dropFirst(2)
        let equals = body.firstIndex(of: "=")
        let name = String(body[..<(equals ?? body.endIndex)])
        guard let option = command.options.first(where: { $0.name == name }) else {
            throw unknown(
                "option", "--\(name)", among: command.options.map { "--\($0.name)" }, command: command.name)
        }
        let attached = equals.map { String(body[body.index(after: $0)...]) }
        try add(option, spelled: "--\(name)", attached: attached, &rest)
    }

    private mutating func parseLetters(
        _ argument: String, _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> Letters {
        var letters = argument.dropFirst()
        while let letter = letters.popFirst() {
            guard letter != "h" else { return .help }
            guard let option = command.options.first(where: { $0.letter == letter }) else {
                throw unknown("option", "-\(letter)", among: [], command: command.name)
            }
            if option.valueName != nil {
                try add(
                    option, spelled: "-\(letter)", attached: letters.isEmpty ? nil : String(letters), &rest)
                break
            }
            try add(option, spelled: "-\(letter)", attached: nil, &rest)
        }
        return .options
    }

    private mutating func add(
        _ option: OptionDescription, spelled spelling: String, attached: String?,
        _ rest: inout ArraySlice<String>
    ) throws(UsageError) {
        guard option.repeats || !arguments.has(option.name) else {
            throw UsageError("option '\(spelling)' is given twice", command: command.name)
        }
        guard let valueName = option.valueName else {
            guard attached == nil else {
                throw UsageError("option '\(spelling)' takes no value", command: command.name)
            }
            arguments.add("", for: option.name)
            return
        }
        if let attached {
            arguments.add(attached, for: option.name)
        } else if let next = rest.first, next == "-" || !next.hasPrefix("-") {
            arguments.add(next, for: option.name)
            rest.removeFirst()
        } else {
            throw UsageError("option '\(spelling)' needs a value (\(valueName))", command: command.name)
        }
    }

    private func checkOperandCount() throws(UsageError) {
        let count = arguments.operands.count
        // Only sums of small numbers and Int.max, which must not overflow.
        let most = command.operands.reduce(0) { sum, operand in
            operand.count.upperBound == .max || sum == .max ? .max : sum + operand.count.upperBound
        }
        let usage = command.operands.map(\.usage).joined(separator: " ")
        if count > most {
            let surplus = arguments.operands[most]
            throw UsageError("'\(surplus)' is one operand too many", command: command.name)
        }
        let least = command.operands.reduce(0) { sum, operand in sum + operand.count.lowerBound }
        if count < least {
            throw UsageError(
                "\(command.name) needs \(usage); \(count == 0 ? "nothing" : "only \(count)") was given",
                command: command.name)
        }
    }
}

/// The name that a person most likely meant, if one is near enough.
package func nearest(to given: String, among names: [String]) -> String? {
    // Names are short; what is much longer than all of them is no misspelling of one.
    guard given.utf8.count <= 40 else { return nil }
    let ranked = names.map { name in (name, distance(Array(given.utf8), Array(name.utf8))) }
    guard let (name, distance) = ranked.min(by: { $0.1 < $1.1 }) else { return nil }
    return distance <= max(1, name.utf8.count / 3) ? name : nil
}

/// How many letters must be added, removed, replaced or swapped with their neighbour.
private func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var rows = [Array(0...b.count)]
    for i in 1..<(a.count + 1) {
        var row = [i]
        for j in 1..<(b.count + 1) {
            let replaced = rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
            var best = min(replaced, rows[i - 1][j] + 1, row[j - 1] + 1)
            if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                best = min(best, rows[i - 2][j - 2] + 1)
            }
            row.append(best)
        }
        rows.append(row)
    }
    return rows[a.count][b.count]
}
