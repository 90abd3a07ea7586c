// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

/// Reads what a command line names.
struct Inputs {
    private let arguments: Arguments
    private let isHex: Bool
    private let kind: DocumentKind?
    private var hasReadStandardInput = false

    static let hex = OptionDescription.flag(
        "hex", help: "Read and write files as hexadecimal text instead of bytes.")
    static let kindOption = OptionDescription.value(
        "kind", valueName: "KIND",
        help: "stack, album, asset or settings; by default taken from the id key.")

    init(_ arguments: Arguments) throws(ToolError) {
        self.arguments = arguments
        isHex = arguments.has("hex")
        guard let name = arguments.value("kind") else {
            kind = nil
            return
        }
        guard let kind = DocumentKind(rawValue: name) else {
            throw arguments.usage("there is no kind '\(name)': stack, album, asset, settings")
        }
        self.kind = kind
    }

    /// How a file is called in messages, on one line.
    static func name(_ path: String) -> String { path == "-" ? "standard input" : Escaping.line(path) }

    /// What several files are called in a report: without their directories where that tells them apart.
    static func names(_ paths: [String]) -> [String] {
        let short = paths.map { path in path.split(separator: "/").last.map(String.init) ?? path }
        return Set(short).count == paths.count ? short.map(name) : paths.map(name)
    }

    /// The bytes of a file.
    mutating func bytes(_ path: String, isHex: Bool? = nil) throws(ToolError) -> [UInt8] {
        if path == "-" {
            guard !hasReadStandardInput else {
                throw arguments.standardInputTwice
            }
            hasReadStandardInput = true
        }
        do throws(InputError) {
            return try InputFile.read(path, isHex: isHex ?? self.isHex)
        } catch {
            throw .input(error)
        }
    }

    /// The document in a file.
    mutating func state(_ path: String, kind: DocumentKind? = nil) throws(ToolError) -> DocumentState {
        let bytes = try bytes(path)
        return try refusing(path) { () throws(DocumentError) in
            try DocumentState(decoding: bytes, kind: try known(kind, bytes))
        }
    }

    private func known(_ wanted: DocumentKind?, _ bytes: [UInt8]) throws(DocumentError) -> DocumentKind {
        if let kind = wanted ?? kind { return kind }
        return try DocumentKind(identifying: bytes)
    }

    /// The document in a file, also a newer one.
    mutating func readableState(_ path: String) throws(ToolError) -> DocumentState {
        let bytes = try bytes(path)
        return try refusing(path) { () throws(DocumentError) in
            try DocumentState(reading: bytes, kind: try known(nil, bytes))
        }
    }
}

/// Names the input that the library refused.
func refusing<Value>(
    _ path: String, _ body: () throws(DocumentError) -> Value
) throws(ToolError) -> Value {
    do throws(DocumentError) { return try body() } catch { throw .refused(Inputs.name(path), error) }
}

extension Arguments {
    /// What is wrong with the command line, said with the command's name.
    func usage(_ message: String) -> ToolError { .usage(UsageError(message, command: command)) }

    /// Two operands ask for the one standard input.
    var standardInputTwice: ToolError { usage("standard input ('-') can be read only once") }

    /// The value of an option that must be given.
    func required(_ option: String, _ what: String) throws(ToolError) -> String {
        guard let value = value(option) else { throw usage("\(command) needs \(what)") }
        return value
    }

    /// The characters of an argument that is text, not a path: an argument is any bytes.
    func characters(_ argument: String) throws(ToolError) -> String {
        guard let text = FileName.characters(argument) else { throw usage("'\(argument)' is not UTF-8") }
        return text
    }

    /// Sixteen bytes in hexadecimal digits.
    func identifier(_ text: String, _ what: String) throws(ToolError) -> Identifier {
        guard let bytes = try? Hex.decode(text), let identifier = Identifier(bytes) else {
            throw usage("\(what) is 32 hexadecimal digits, '\(text)' is not")
        }
        return identifier
    }

    /// The stamp time of a time, which is any Timestamp of SPEC section 2, rounded down to a millisecond.
    ///
    /// Stamps are whole milliseconds, so those that are later than the one are those that are later than the other.
    func stampTime(_ text: String, _ what: String) throws(ToolError) -> StampTime {
        if let instant = Timestamp(text)?.instant {
            // The last millisecond before a leap second's end: stamps know no second 60.
            let isLeap = instant.second == 60
            let second = Int64(isLeap ? 59 : instant.second)
            let millisecond = isLeap ? 999 : Int64(instant.nanosecond / 1_000_000)
            let milliseconds = ((instant.minute - Self.unixEpochMinute) * 60 + second) * 1_000 + millisecond
            if let time = StampTime(unixMilliseconds: milliseconds) { return time }
        }
        throw usage("\(what) is a time such as 2026-05-01T12:00:00.000Z, '\(text)' is not")
    }

    // From 0000-01-01 to 1970-01-01 there are 719 528 days.
    private static let unixEpochMinute: Int64 = 719_528 * 1_440
}
