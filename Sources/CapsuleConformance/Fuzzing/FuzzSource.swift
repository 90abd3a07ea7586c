// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleDocuments
import CapsuleToolSupport

/// Makes cases from a seed: documents out of nothing, and histories of replicas that edit and meet.
struct FuzzSource {
    private var generator: DocumentGenerator
    /// Who edits for the replicas; its answers make the states, so that what it leaves behind is tried too.
    private let editor: any Answering

    init(seed: UInt64, editor: any Answering) {
        generator = DocumentGenerator(random: SplitMix64(seed: seed))
        self.editor = editor
    }

    /// The next cases: one, or what a history of replicas gives.
    mutating func next() throws(TesteeFault) -> [FuzzCase] {
        let kind = generator.random.one(of: DocumentKind.allCases)
        switch generator.random.below(9) {
        case 0, 1, 2:
            let documents = (0..<3).map { _ in generator.document(kind) }
            return [FuzzCase(kind: kind, documents: documents, trial: .joins)]
        case 3:
            let documents = (0..<5).map { _ in generator.document(kind) }
            return [FuzzCase(kind: kind, documents: documents, trial: deliveries(of: documents.count - 1))]
        case 4:
            let horizon = generator.random.one(of: DocumentGenerator.times)
            return [
                FuzzCase(kind: kind, documents: [generator.document(kind)], trial: .views(horizon: horizon))
            ]
        case 5: return [FuzzCase(kind: kind, documents: [broken(generator.document(kind))], trial: .broken)]
        case 6:
            let requests =
                RequestGenerator.requests(&generator) + DecisionGenerator.requests(&generator.random)
            return [FuzzCase(kind: .asset, documents: [], trial: .requests(requests))]
        default: return try history(kind == .settings ? .asset : kind)
        }
    }

    private mutating func deliveries(of count: Int) -> FuzzCase.Trial {
        guard count > 0 else { return .deliveries([]) }
        let arrivals = (0..<(2 * count)).map { _ in generator.random.below(count) }
        return .deliveries(arrivals)
    }

    /// One byte changed, added or taken away.
    private mutating func broken(_ document: [UInt8]) -> [UInt8] {
        var bytes = document
        let place = generator.random.below(bytes.count)
        switch generator.random.below(4) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(UInt8(generator.random.below(256)), at: place)
        case 2: bytes[place] ^= UInt8(1 << generator.random.below(8))
        default: bytes.removeSubrange(place...)
        }
        return bytes
    }

    /// Three replicas edit; states and deltas arrive late, twice, out of order, or not at all.
    private mutating func history(_ kind: DocumentKind) throws(TesteeFault) -> [FuzzCase] {
        let start = generator.random.chance(3) ? generator.document(kind) : DocumentGenerator.empty(kind)
        var states = [start, start, start]
        var deltas: [[UInt8]] = []
        var cases: [FuzzCase] = []
        for _ in 0..<(4 + generator.random.below(6)) {
            let replica = generator.random.below(states.count)
            switch generator.random.below(4) {
            case 0:
                let other = generator.random.one(of: states)
                if let joined = try bytes(
                    kind, "document.merge", ["inputs": [hex(states[replica]), hex(other)]])
                {
                    states[replica] = joined
                }
            case 1 where !deltas.isEmpty:
                let members: JSONValue = [
                    "state": hex(states[replica]), "delta": hex(generator.random.one(of: deltas)),
                ]
                if let joined = try bytes(kind, "document.apply", members) { states[replica] = joined }
            default:
                let edit = EditGenerator.edit(of: kind, replica: replica, &generator.random)
                cases.append(FuzzCase(kind: kind, documents: [states[replica]], trial: .edit(edit)))
                var members = edit
                members["bytes"] = hex(states[replica])
                guard case .ok(let value) = try answer(kind, "document.edit", .object(members)) else {
                    continue
                }
                if let after = decoded(value["bytes"]) { states[replica] = after }
                if let delta = decoded(value["delta"]) { deltas.append(delta) }
            }
        }
        cases.append(FuzzCase(kind: kind, documents: states, trial: .joins))
        cases.append(FuzzCase(kind: kind, documents: [start] + deltas, trial: deliveries(of: deltas.count)))
        return cases
    }

    // MARK: Editing

    /// Nil when the testee does not do what the history asks: its trials will show why.
    private func answer(_ kind: DocumentKind, _ operation: String, _ members: JSONValue) throws(TesteeFault)
        -> Answer?
    {
        var request = JSONObject([("op", .text(operation)), ("kind", .text(kind.rawValue))])
        for member in members.object?.members ?? [] { request[member.key] = member.value }
        do throws(TesteeFault) {
            return try editor.ask(request)
        } catch {
            switch error {
            case .interrupted, .cannotStart: throw error
            default: return nil
            }
        }
    }

    private func bytes(_ kind: DocumentKind, _ operation: String, _ members: JSONValue) throws(TesteeFault)
        -> [UInt8]?
    {
        guard case .ok(let value) = try answer(kind, operation, members) else { return nil }
        return decoded(value["bytes"])
    }

    private func decoded(_ value: JSONValue?) -> [UInt8]? {
        guard let text = value?.text else { return nil }
        do throws(HexError) { return try Hex.decodeStrictly(text) } catch { return nil }
    }

    private func hex(_ bytes: [UInt8]) -> JSONValue { .text(Hex.encode(bytes)) }
}
