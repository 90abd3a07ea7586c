// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
import CapsuleTestee
import CapsuleToolSupport

/// Facts in JSON, and what is shown of a decision over them.
enum DecisionInputs {
    /// The JSON in a file.
    static func json(_ path: String, _ arguments: Arguments) throws(ToolError) -> JSONValue {
        var inputs = try Inputs(arguments)
        let bytes = try inputs.bytes(path, isHex: false)
        do throws(JSONError) {
            return try JSONReader.read(bytes)
        } catch {
            throw .message("\(Inputs.name(path)): malformed: the facts are not JSON: \(error)")
        }
    }

    /// The object that a value is.
    static func object(_ value: JSONValue, _ path: String) throws(ToolError) -> JSONObject {
        guard let object = value.object else {
            throw .message("\(Inputs.name(path)): invalid: the facts are a JSON object")
        }
        return object
    }

    /// A decision as lines: what it says, member by member, and why.
    static func text(_ decision: PlainDecision) -> String {
        var text = ""
        for (name, value) in decision.answer.members {
            let shown = value.text ?? String(decoding: value.encoded(), as: UTF8.self)
            text += "\(name): \(shown)\n"
        }
        for reason in decision.reasons { text += "why: \(reason)\n" }
        return text
    }

    /// A decision as JSON: the answer, and `reasons` beside it.
    static func json(_ decision: PlainDecision) -> JSONValue {
        var members = decision.answer
        members["reasons"] = .array(decision.reasons.map(JSONValue.text))
        return .object(members)
    }
}
