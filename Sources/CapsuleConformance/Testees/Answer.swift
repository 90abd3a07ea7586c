// SPDX-License-Identifier: Apache-2.0

package import CapsuleToolSupport

/// What a testee answered to one request.
package enum Answer: Sendable {
    case ok(JSONValue)
    case error(String)

    /// Reads a line of a testee.
    ///
    /// - Throws: `stray` for what is no JSON object with an id, `noAnswer` for what SPEC section 15 does not allow, `wrongID` for another id.
    init(line: [UInt8], id: UInt64) throws(TesteeFault) {
        let value = Self.json(line)
        guard let members = value?.object?.members, let given = value?["id"] else {
            throw .stray(excerpt(line))
        }
        guard let number = given.integer else {
            // Null says that the request was not understood: a wrong answer, to the right request.
            throw .noAnswer(excerpt(line))
        }
        guard number.exactly() == id else { throw .wrongID(excerpt(line)) }
        let names = Set(members.map(\.key)).subtracting(["id", "detail"])
        switch (value?["ok"], value?["error"]) {
        case (.object(let object)?, nil) where names == ["ok"]: self = .ok(.object(object))
        case (nil, .text(let name)?) where names == ["error"]: self = .error(name)
        default: throw .noAnswer(excerpt(line))
        }
    }

    /// Whether a line begins as an answer does: a JSON object with an id, whatever comes after it.
    static func hasID(_ lines: [UInt8]) -> Bool {
        json(Array(lines.prefix { $0 != UInt8(ascii: "\n") }))?["id"] != nil
    }

    private static func json(_ line: [UInt8]) -> JSONValue? {
        do throws(JSONError) { return try JSONReader.read(line) } catch { return nil }
    }

    /// As the answer's line has it, without id and detail.
    package var json: JSONValue {
        switch self {
        case .ok(let value): .object(JSONObject([("ok", value)]))
        case .error(let name): .object(JSONObject([("error", .text(name))]))
        }
    }
}

/// Whoever answers requests of the test interface.
package protocol Answering: AnyObject {
    /// The answer to a request without an id.
    func ask(_ request: JSONObject) throws(TesteeFault) -> Answer

    /// The last lines of its standard error, when it failed.
    var lastComplaints: [String] { get }
}
