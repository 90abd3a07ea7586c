// SPDX-License-Identifier: Apache-2.0

/// Reads words, symbols and quoted texts, and knows where each stands.
struct TextScanner {
    private let scalars: [Unicode.Scalar]
    private(set) var position = 0

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    /// Moves past white space, and says whether anything follows.
    mutating func isAtEnd() -> Bool {
        while let next, next.properties.isWhitespace { position += 1 }
        return next == nil
    }

    /// The error for a place in the text.
    func error(at position: Int, _ reason: String) -> DefinitionTextError {
        var (line, column) = (1, 1)
        for scalar in scalars[..<min(position, scalars.count)] {
            (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
        }
        return DefinitionTextError(line: line, column: column, reason: reason)
    }

    /// Reads a symbol when it comes next.
    mutating func skip(_ symbol: String) -> Bool {
        _ = isAtEnd()
        let wanted = Array(symbol.unicodeScalars)
        guard scalars[position...].starts(with: wanted) else { return false }
        position += wanted.count
        return true
    }

    /// Reads a symbol that must come next.
    mutating func expect(_ symbol: String) throws(DefinitionTextError) {
        guard skip(symbol) else { throw error(at: position, "expected '\(symbol)'") }
    }

    /// The next word, which may be a name, a number, a time or an identifier.
    mutating func word(_ wanted: String) throws(DefinitionTextError) -> (text: String, start: Int) {
        _ = isAtEnd()
        let start = position
        while let next, Self.isWordScalar(next) { position += 1 }
        guard position > start else { throw error(at: start, "expected \(wanted)") }
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars[start..<position])
        return (text, start)
    }

    /// Reads a word when it comes next.
    mutating func skipWord(_ wanted: String) -> Bool {
        let before = position
        if let word = try? word(wanted), word.text == wanted { return true }
        position = before
        return false
    }

    private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", ".", "/", "-", ":", "+": true
        default: false
        }
    }

    /// A text in quotes with the escapes \" \\ and \u{hex}.
    mutating func quoted() throws(DefinitionTextError) -> (text: String, start: Int) {
        _ = isAtEnd()
        let start = position
        guard skip("\"") else { throw error(at: start, "expected a text in double quotes") }
        var text = ""
        while let scalar = next {
            position += 1
            switch scalar {
            case "\"": return (text, start)
            case "\\": text.unicodeScalars.append(try escaped())
            default: text.unicodeScalars.append(scalar)
            }
        }
        throw error(at: start, "the quotes that open here are never closed")
    }

    private mutating func escaped() throws(DefinitionTextError) -> Unicode.Scalar {
        let start = position - 1
        guard let scalar = next else { throw error(at: start, "the text ends inside an escape") }
        position += 1
        switch scalar {
        case "\"", "\\": return scalar
        case "u":
            var digits = ""
            if next == "{" {
                position += 1
                while let digit = next, digit.properties.isASCIIHexDigit, digits.utf8.count < 6 {
                    digits.unicodeScalars.append(digit)
                    position += 1
                }
                if next == "}", let value = UInt32(digits, radix: 16), let named = Unicode.Scalar(value) {
                    position += 1
                    return named
                }
            }
            throw error(at: start, "\\u{...} holds the hexadecimal number of a Unicode scalar")
        default: throw error(at: start, "the escapes are \\\" \\\\ and \\u{...}")
        }
    }
}
