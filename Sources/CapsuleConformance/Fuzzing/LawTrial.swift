// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleDocuments
import CapsuleToolSupport

/// Tries one case on a testee, and asks another the same.
final class LawTrial {
    private let subject: any Answering
    private let other: any Answering
    private let kind: DocumentKind
    private var asked: [(request: JSONObject, answer: Answer)] = []

    /// The first violation of a case; nil when all laws hold and both testees agree.
    ///
    /// - Throws: `TesteeFault` when the run has to end.
    static func violation(
        of given: FuzzCase, subject: any Answering, other: any Answering
    ) throws(TesteeFault) -> Violation? {
        let trial = LawTrial(subject: subject, other: other, kind: given.kind)
        do throws(Stop) {
            switch given.trial {
            case .joins: try trial.joins(given.documents)
            case .deliveries(let order): try trial.deliveries(given.documents, order)
            case .edit(let edit): try trial.edit(given.documents, edit)
            case .views(let horizon): try trial.views(given.documents, horizon)
            case .requests(let requests): for request in requests { _ = try trial.ask(request) }
            case .broken: try trial.broken(given.documents)
            }
            return try trial.difference()
        } catch {
            switch error {
            case .fault(let fault): throw fault
            case .violation(let violation): return violation
            }
        }
    }

    private init(subject: any Answering, other: any Answering, kind: DocumentKind) {
        self.subject = subject
        self.other = other
        self.kind = kind
    }

    /// Why a trial ends early.
    private enum Stop: Error {
        case violation(Violation)
        case fault(TesteeFault)

        init(_ fault: TesteeFault) { self = .fault(fault) }
    }

    // MARK: Laws

    private func joins(_ documents: [[UInt8]]) throws(Stop) {
        guard documents.count == 3 else { return }
        let (a, b, c) = (documents[0], documents[1], documents[2])
        try same("idempotence", merge([a]), merge([a, a]))
        let ab = try merge([a, b])
        try same("commutativity", ab, merge([b, a]))
        guard let joined = Self.bytes(ab) else { return }
        try same("closure", nil, ask("document.check", [("bytes", Self.hex(joined))]))
        try unknownKeys([a, b], joined, merging: [a, b])
        try same("idempotence", merge([joined]), merge([joined, a]), "bytes")
        let all = try merge([a, b, c])
        try same("associativity", all, merge([joined, c]), "bytes")
        if let bc = Self.bytes(try merge([b, c])) {
            try same("associativity", all, merge([a, bc]), "bytes")
        }
    }

    private func deliveries(_ documents: [[UInt8]], _ order: [Int]) throws(Stop) {
        guard let first = documents.first else { return }
        let deltas = Array(documents.dropFirst())
        guard let whole = Self.bytes(try merge(documents)) else { return }
        var state = first
        for index in order where index < deltas.count {
            guard let next = Self.bytes(try apply(deltas[index], to: state)) else { return }
            state = next
        }
        // What was lost arrives with the state of somebody who has it.
        try same("deltas against states", merge([whole]), apply(whole, to: state), "bytes")
        for index in deltas.indices where !order.contains(index) {
            guard let next = Self.bytes(try apply(deltas[index], to: state)) else { return }
            state = next
        }
        try same("deltas against states", merge([whole]), merge([state]), "bytes")
    }

    private func edit(_ documents: [[UInt8]], _ edit: JSONObject) throws(Stop) {
        guard let state = documents.first else { return }
        let answer = try ask("document.edit", [("bytes", Self.hex(state))] + edit.members)
        guard case .ok(let value) = answer, let after = Self.bytes(answer),
            let delta = value["delta"]?.text.flatMap(Self.decoded)
        else { return }
        try same("an edit is the join of its delta", merge([after]), apply(delta, to: state), "bytes")
        try unknownKeys([state], after, merging: [after, state])
    }

    private func views(_ documents: [[UInt8]], _ horizon: String) throws(Stop) {
        guard let document = documents.first else { return }
        _ = try ask("document.read", [("bytes", Self.hex(document))])
        let members = [("bytes", Self.hex(document)), ("horizon", JSONValue.text(horizon))]
        guard let cut = Self.bytes(try ask("document.before", members)) else { return }
        let again = [("bytes", Self.hex(cut)), ("horizon", JSONValue.text(horizon))]
        try same("a cut document stays as it is", merge([cut]), ask("document.before", again), "bytes")
    }

    private func broken(_ documents: [[UInt8]]) throws(Stop) {
        guard let document = documents.first else { return }
        _ = try ask("document.check", [("bytes", Self.hex(document))])
        // Of several faults any may be reported, so only acceptance is compared.
        guard let (request, answer) = asked.popLast() else { return }
        let other = try otherAnswer(to: request)
        switch (answer, other) {
        case (.ok, .ok), (.error, .error): break
        default: asked.append((request, answer))
        }
    }

    /// Every unknown key of the documents is in the joined one, with the value that one of them has.
    private func unknownKeys(
        _ documents: [[UInt8]], _ joined: [UInt8], merging inputs: [[UInt8]]
    ) throws(Stop) {
        let found = Self.unknownEntries(of: joined)
        for entry in documents.flatMap(Self.unknownEntries) {
            let values = documents.flatMap(Self.unknownEntries).filter { $0.key == entry.key }.map(\.value)
            guard found.contains(where: { $0.key == entry.key && values.contains($0.value) }) else {
                let key = CBORDiagnostic.text(entry.key.span)
                try violated("unknown keys are kept", "the key \(key) is lost or changed", merging(inputs))
                return
            }
        }
    }

    private static func unknownEntries(of document: [UInt8]) -> [(key: [UInt8], value: [UInt8])] {
        guard case .map(let entries) = CBORTree(document) else { return [] }
        return entries.compactMap { entry in
            let name = entry.key.dropFirst()
            guard name.starts(with: DocumentGenerator.unknownPrefix.utf8) else { return nil }
            return (entry.key, entry.value.encoded)
        }
    }

    // MARK: Asking

    private func merge(_ inputs: [[UInt8]]) throws(Stop) -> Answer { try ask(merging(inputs)) }

    private func merging(_ inputs: [[UInt8]]) -> JSONObject {
        JSONObject([
            ("op", "document.merge"), ("kind", .text(kind.rawValue)),
            ("inputs", .array(inputs.map(Self.hex))),
        ])
    }

    private func apply(_ delta: [UInt8], to state: [UInt8]) throws(Stop) -> Answer {
        try ask("document.apply", [("state", Self.hex(state)), ("delta", Self.hex(delta))])
    }

    private func ask(_ operation: String, _ members: [(key: String, value: JSONValue)]) throws(Stop) -> Answer
    {
        try ask(JSONObject([("op", .text(operation)), ("kind", .text(kind.rawValue))] + members))
    }

    private func ask(_ request: JSONObject) throws(Stop) -> Answer {
        do throws(TesteeFault) {
            let answer = try subject.ask(request)
            asked.append((request, answer))
            return answer
        } catch {
            switch error {
            case .interrupted, .cannotStart: throw Stop(error)
            default: break
            }
            let expectation = Self.expectation(try otherAnswer(to: request))
            throw .violation(
                Violation(
                    law: "an answer to every request", request: request, expectation: expectation,
                    message: error.description))
        }
    }

    private func otherAnswer(to request: JSONObject) throws(Stop) -> Answer {
        do throws(TesteeFault) {
            return try other.ask(request)
        } catch {
            throw Stop(error)
        }
    }

    // MARK: Judging

    /// Compares two answers of the subject, in whole or in one member; nil stands for any `ok`.
    private func same(
        _ law: String, _ expected: Answer?, _ answer: Answer, _ member: String? = nil
    ) throws(Stop) {
        guard let request = asked.last?.request else { return }
        guard let expected else {
            if case .error(let name) = answer { try violated(law, "a join is refused as \(name)", request) }
            return
        }
        let (one, two) = (Self.part(expected, member), Self.part(answer, member))
        guard let difference = Difference.first(expected: one, given: two, at: member ?? "") else { return }
        // A limit that only one of two orders meets is no broken law.
        if case .error = answer, case .ok = expected { return }
        try violated(law, "two answers that must be equal are not: \(difference)", request)
    }

    private static func part(_ answer: Answer, _ member: String?) -> JSONValue {
        guard case .ok(let value) = answer, let member else { return answer.json }
        return value[member] ?? .null
    }

    /// Ends the trial with the request of it that the other testee answers otherwise, since that is what a
    /// vector can show; else with the request at which the law showed to be broken.
    private func violated(_ law: String, _ message: String, _ request: JSONObject) throws(Stop) {
        if let found = try difference() {
            throw .violation(
                Violation(
                    law: law, request: found.request, expectation: found.expectation, message: message))
        }
        let expectation = Self.expectation(try otherAnswer(to: request))
        throw .violation(Violation(law: law, request: request, expectation: expectation, message: message))
    }

    /// The first request that the other testee answers otherwise.
    private func difference() throws(Stop) -> Violation? {
        for (request, answer) in asked {
            let expectation = Self.expectation(try otherAnswer(to: request))
            guard case .failed(let failure) = Judge.outcome(of: answer, expected: expectation) else {
                continue
            }
            return Violation(
                law: "difference", request: request, expectation: expectation, message: failure.message)
        }
        return nil
    }

    private static func expectation(_ answer: Answer) -> ExpectedAnswer {
        switch answer {
        case .ok(let value): .ok(value)
        case .error(let name): .error([name])
        }
    }

    private static func bytes(_ answer: Answer) -> [UInt8]? {
        if case .ok(let value) = answer { value["bytes"]?.text.flatMap(decoded) } else { nil }
    }

    private static func decoded(_ text: String) -> [UInt8]? {
        do throws(HexError) { return try Hex.decodeStrictly(text) } catch { return nil }
    }

    private static func hex(_ bytes: [UInt8]) -> JSONValue { .text(Hex.encode(bytes)) }
}
