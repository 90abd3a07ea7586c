// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleToolSupport

/// Text for people, on its way to a terminal.
///
/// Everything that is shown passes here, so that nothing which a document, a file name or an argument
/// holds acts on the terminal: control characters, and those that reorder or hide text, are spelled out.
enum Screen {
    /// Writes lines to standard output.
    static func show(_ text: String) throws(ToolError) {
        try write(safe(text), to: .output)
    }

    /// Writes lines to standard error.
    static func report(_ text: String) {
        // Standard error is the last place to say something: when it is closed, nobody listens.
        try? StandardStream.error.write(safe(text))
    }

    /// Writes one JSON value and a line feed to a stream.
    static func show(_ value: JSONValue, on stream: StandardStream = .output) throws(ToolError) {
        let text = String(decoding: value.encoded(), as: UTF8.self)
        try write(spellingOut(text) { scalar in utf16Escapes(scalar) } + "\n", to: stream)
    }

    /// Writes lines to a stream.
    static func show(_ text: String, on stream: StandardStream) throws(ToolError) {
        try write(safe(text), to: stream)
    }

    private static func write(_ text: String, to stream: StandardStream) throws(ToolError) {
        do throws(OutputError) { try stream.write(text) } catch { throw .output(error) }
    }

    /// The text with what acts on a terminal spelled out; lines stay lines.
    static func safe(_ text: String) -> String {
        spellingOut(text) { scalar in
            scalar == "\n" ? "\n" : "\\u{" + String(scalar.value, radix: 16) + "}"
        }
    }

    /// A text of a document in quotation marks, on one line.
    static func quoted(_ text: String) -> String {
        var writer = CBORWriter()
        writer.writeText(text)
        return CBORDiagnostic.text(writer.bytes.span)
    }

    private static func spellingOut(_ text: String, _ spelling: (Unicode.Scalar) -> String) -> String {
        var shown = ""
        for scalar in text.unicodeScalars {
            if actsOnTerminal(scalar) {
                shown += spelling(scalar)
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    private static func actsOnTerminal(_ scalar: Unicode.Scalar) -> Bool {
        if (0x20..<0x7f).contains(scalar.value) { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
    }

    /// JSON's own spelling; outside its texts there is no such character.
    private static func utf16Escapes(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}
