// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

extension JoinExplanation {
    /// The fields as JSON: inputs by their places, values plain and as their canonical bytes.
    var json: JSONValue { .array(fields.map { .object($0.json) }) }
}

extension JoinExplanation.Field {
    fileprivate var json: JSONObject {
        var members = JSONObject([("path", .text(path)), ("later_version", .bool(isCarried))])
        switch outcome {
        case .equal: members["outcome"] = "equal"
        case .presentOnly(let inputs):
            members["outcome"] = "present_only"
            members["inputs"] = .inputs(inputs)
        case .register(let contest):
            members["outcome"] = "register"
            members["reason"] = .text(contest.reason.rawValue)
            members["writes"] = .writes(contest.writes)
        case .history(let history):
            members["outcome"] = "history"
            members["reason"] = history.current.map { .text($0.reason.rawValue) }
            members["writes"] = history.current.map { .writes($0.writes) }
            members["kept"] = .integer(history.kept)
            members["dropped"] = .integer(history.dropped)
        case .set(let union):
            members["outcome"] = "set"
            members["elements"] = .array(union.elements.map { .element($0) })
            members["observed"] = .integer(union.observed)
        case .deletion(let deletion):
            members["outcome"] = "deletion"
            members["deletions"] = .writes(deletion.deletions)
            members["absorbed_inputs"] = .inputs(deletion.absorbedInputs)
            members["labels"] = .array(deletion.labels.map { .text($0.description) })
        case .carried(let carried):
            members["outcome"] = "carried"
            members["reason"] = .text(carried.reason.rawValue)
            members["values"] = .array(
                carried.values.map {
                    [
                        "inputs": .inputs($0.inputs), "value": JSONValue(canonicalCBOR: $0.encoded),
                        "encoded": .text(Hex.encode($0.encoded)),
                    ]
                })
        }
        return members
    }
}

extension JSONValue {
    fileprivate static func inputs(_ inputs: [Int]) -> JSONValue { .array(inputs.map { .integer($0) }) }

    fileprivate static func writes(_ writes: [JoinExplanation.Write]) -> JSONValue {
        .array(
            writes.map { write in
                [
                    "inputs": .inputs(write.inputs), "by": .text(write.by.description),
                    "ts": .text(write.ts.description), "value": JSONValue(canonicalCBOR: write.value),
                    "encoded": .text(Hex.encode(write.value)),
                ]
            })
    }

    fileprivate static func element(_ element: JoinExplanation.SetUnion.Element) -> JSONValue {
        [
            "element": JSONValue(canonicalCBOR: element.encoded),
            "encoded": .text(Hex.encode(element.encoded)), "fate": .text(element.fate.rawValue),
            "live_in": .inputs(element.liveIn), "removed_in": .inputs(element.removedIn),
            "kept_by": .inputs(element.keptBy),
            "adds": .integer(element.adds),
        ]
    }
}
