// SPDX-License-Identifier: Apache-2.0

/// The one way in which text from outside is shown: file names, arguments, and whatever a document holds.
///
/// Nothing of it acts on a terminal, hides or reorders what is shown, or begins a line of its own. What could is
/// spelled out as `\u{a}`, a byte that is no UTF-8 as `\xff`.
package enum Escaping {
    /// The text with what acts on a terminal spelled out; lines stay lines.
    package static func lines(_ text: String) -> String {
        spellingOut(text) { scalar in scalar == "\n" ? "\n" : braces(scalar) }
    }

    /// The text on one line: line feeds are spelled out, too.
    package static func line(_ text: String) -> String { spellingOut(text, braces) }

    /// The text of JSON, with JSON's own spelling; outside its texts there is nothing to spell out.
    package static func json(_ text: String) -> String { spellingOut(text, utf16) }

    private static func spellingOut(_ text: String, _ spelling: (Unicode.Scalar) -> String) -> String {
        guard text.unicodeScalars.contains(where: isSpelledOut) else { return text }
        var shown = ""
        for scalar in text.unicodeScalars {
            if isSpelledOut(scalar) {
                shown += spelling(scalar)
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    /// Controls, line separators, formats such as bidirectional overrides, and all that is shown as nothing at all:
    /// joiners, fillers and variation selectors (Unicode's Default_Ignorable_Code_Point).
    private static func isSpelledOut(_ scalar: Unicode.Scalar) -> Bool {
        if (0x20..<0x7f).contains(scalar.value) { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: break
        }
        return scalar.properties.isDefaultIgnorableCodePoint || FileName.byte(scalar) != nil
    }

    private static func braces(_ scalar: Unicode.Scalar) -> String {
        guard let byte = FileName.byte(scalar) else {
            return "\\u{" + String(scalar.value, radix: 16) + "}"
        }
        return (byte < 0x10 ? "\\x0" : "\\x") + String(byte, radix: 16)
    }

    private static func utf16(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}
