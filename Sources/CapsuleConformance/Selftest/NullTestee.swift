// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// Testees that know nothing.
///
/// A suite that is worth its name gives none of them points.
package enum NullTestee: Hashable, Sendable {
    /// Says yes to everything, in the form that the operation has where that needs no thought.
    case accepts
    /// Refuses everything with one class.
    case rejects(String)
    /// Gives back the line that it got.
    case echoes
    /// Answers with an empty object.
    case empty
    /// Answers the first question as it should, and says the same ever after.
    case repeats
    case crashes
    case hangs

    package static let all: [NullTestee] =
        [.accepts]
        + ["malformed", "non-canonical", "limit", "invalid", "newer-schema", "mismatch"].map(
            NullTestee.rejects)
        + [.echoes, .empty, .repeats, .crashes, .hangs]

    package var name: String {
        switch self {
        case .accepts: "accepts"
        case .rejects(let name): "rejects-\(name)"
        case .echoes: "echoes"
        case .empty: "empty"
        case .repeats: "repeats"
        case .crashes: "crashes"
        case .hangs: "hangs"
        }
    }

    package init?(name: String) {
        guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    /// Answers standard input on standard output until it ends, or as badly as the name says.
    package func run(version: String) throws {
        var lines = InputLines(FileDescriptor(lent: 0))
        let honest = OwnTestee(version: version)
        var first: Answer?
        while let line = try lines.next() {
            guard case .bytes(let bytes) = line else { continue }
            let request = try JSONReader.read(bytes)
            let id = request["id"] ?? .null
            let answer: JSONValue
            switch self {
            case .accepts: answer = Self.answer(id, .ok(Self.yes(to: request)))
            case .rejects(let name): answer = Self.answer(id, .error(name))
            case .echoes: answer = request
            case .empty: answer = .object(JSONObject())
            case .repeats:
                if first == nil, request["op"]?.text != "info", let object = request.object {
                    var asked = object
                    asked["id"] = nil
                    first = try honest.ask(asked)
                }
                answer = Self.answer(id, first ?? .ok(.object(JSONObject())))
            case .crashes: return
            case .hangs: continue
            }
            try StandardStream.output.write(answer.encoded() + [UInt8(ascii: "\n")])
        }
    }

    private static func yes(to request: JSONValue) -> JSONValue {
        switch request["op"]?.text {
        case "document.check": ["complete": .bool(request["kind"]?.text != "asset")]
        default: .object(JSONObject())
        }
    }

    private static func answer(_ id: JSONValue, _ answer: Answer) -> JSONValue {
        guard case .object(var object) = answer.json else { return .null }
        object["id"] = id
        return .object(object)
    }
}
