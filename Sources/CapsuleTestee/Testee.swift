// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleToolSupport

/// Answers requests of the test interface (SPEC section 15), one JSON object a line.
package struct Testee {
    private let version: String

    /// Makes a testee that gives a version in its `info`.
    package init(version: String) {
        self.version = version
    }

    /// The answer to a line, without the line's end.
    package func answer(line: [UInt8]) -> [UInt8] {
        answer(line: line).encoded()
    }

    private func answer(line: [UInt8]) -> JSONValue {
        let request: JSONValue
        do throws(JSONError) {
            request = try JSONReader.read(line)
        } catch {
            return Self.refusal(.null, TesteeError(.malformed, "the line is not JSON: \(error)"))
        }
        guard let object = request.object, let id = object["id"], id.integer != nil else {
            return Self.refusal(
                .null, TesteeError(.malformed, "the line is not a JSON object with an integer id"))
        }
        do throws(TesteeError) {
            return .object(JSONObject([("id", id), ("ok", .object(try perform(Members(object))))]))
        } catch {
            return Self.refusal(id, error)
        }
    }

    private static func refusal(_ id: JSONValue, _ error: TesteeError) -> JSONValue {
        .object(
            JSONObject([
                ("id", id), ("error", .text(error.errorClass.description)), ("detail", .text(error.detail)),
            ]))
    }

    private func perform(_ request: Members) throws(TesteeError) -> JSONObject {
        let name = try request.text("op")
        guard let operation = Self.operations.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
            if name.utf8.elementsEqual("info".utf8) { return info }
            throw TesteeError(.unsupported, "there is no operation \(name)")
        }
        return try operation.perform(request)
    }

    private var info: JSONObject {
        JSONObject([
            ("name", "capsule-merge"), ("version", .text(version)), ("spec", "1"),
            ("ops", .array((["info"] + Self.operations.map(\.name)).map(JSONValue.text))),
        ])
    }

    struct Operation: Sendable {
        let name: String
        let perform: @Sendable (Members) throws(TesteeError) -> JSONObject

        init(_ name: String, _ perform: @escaping @Sendable (Members) throws(TesteeError) -> JSONObject) {
            self.name = name
            self.perform = perform
        }
    }

    private static let operations: [Operation] =
        scalarOperations + documentOperations + regionOperations + albumOperations + viewOperations
        + sealingOperations + lifecycleOperations + clientRuleOperations + alertOperations
}
