// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleToolSupport

/// Text for people, on its way to a terminal.
///
/// Everything that is shown passes here, so that nothing which a document, a file name or an argument
/// holds acts on the terminal (`Escaping`). Names are put on one line before that, by `Inputs.name`.
enum Screen {
    /// Writes lines to standard output.
    static func show(_ text: String) throws(ToolError) {
        try write(Escaping.lines(text), to: .output)
    }

    /// Writes lines to standard error.
    static func report(_ text: String) {
        // Standard error is the last place to say something: when it is closed, nobody listens.
        try? StandardStream.error.write(Escaping.lines(text))
    }

    /// Writes one JSON value and a line feed to a stream.
    static func show(_ value: JSONValue, on stream: StandardStream = .output) throws(ToolError) {
        let text = String(decoding: value.encoded(), as: UTF8.self)
        try write(Escaping.json(text) + "\n", to: stream)
    }

    /// Writes lines to a stream.
    static func show(_ text: String, on stream: StandardStream) throws(ToolError) {
        try write(Escaping.lines(text), to: stream)
    }

    private static func write(_ text: String, to stream: StandardStream) throws(ToolError) {
        do throws(OutputError) { try stream.write(text) } catch { throw .output(error) }
    }

    /// A text of a document in quotation marks, on one line.
    static func quoted(_ text: String) -> String {
        var writer = CBORWriter()
        writer.writeText(text)
        return CBORDiagnostic.text(writer.bytes.span)
    }
}
