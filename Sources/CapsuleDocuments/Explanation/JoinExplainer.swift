// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT

extension JoinExplanation {
    /// Explains the join of documents of one kind, as the public initialiser does.
    package init(of states: [DocumentState]) throws(DocumentError) {
        guard let first = states.first else {
            throw DocumentError(.invalid, "there is no document whose join could be explained")
        }
        for state in states { try first.checkJoinable(with: state) }
        var explainer = JoinExplainer(count: states.count)
        explainer.explain(states)
        fields = explainer.fields
    }
}

/// What one input has at a place.
package struct HeldValue {
    /// The input's place in the array that was given.
    let input: Int
    let bytes: [UInt8]
}

/// Goes through the places of several states side by side.
///
/// Only what an input has is held, so that many inputs with few keys each cost no more than their bytes.
package struct JoinExplainer {
    /// How many inputs there are.
    let count: Int
    private(set) var fields: [JoinExplanation.Field] = []

    init(count: Int) {
        self.count = count
    }

    mutating func explain(_ states: [DocumentState]) {
        var places: [[UInt8]: (meaning: DocumentEntry.Meaning, values: [HeldValue])] = [:]
        for (input, state) in states.enumerated() {
            for entry in state.entries {
                let key = state.bytes.span.extracting(entry.key).copied()
                let value = state.bytes.span.extracting(entry.value).copied()
                places[key, default: (entry.meaning, [])].values.append(HeldValue(input: input, bytes: value))
            }
        }
        let schema = states.first?.fields ?? []
        for (key, place) in places.sorted(by: { $0.key.span.compare($1.key.span) < 0 }) {
            let path = CBORPath.name(key.span)
            guard case .known(let index) = place.meaning else {
                explainCarried(path, place.values)
                continue
            }
            schema[index].type.explain(path, place.values, in: &self)
        }
    }

    mutating func add(
        _ path: String, _ outcome: JoinExplanation.Outcome, isCarried: Bool = false
    ) {
        fields.append(JoinExplanation.Field(path: path, isCarried: isCarried, outcome: outcome))
    }

    /// Settles places whose inputs do not differ; true when that was so.
    mutating func settle(_ path: String, _ values: [HeldValue], isCarried: Bool = false) -> Bool {
        guard let first = values.first, values.allSatisfy({ $0.bytes == first.bytes }) else { return false }
        add(
            path, values.count == count ? .equal : .presentOnly(in: values.map(\.input)),
            isCarried: isCarried)
        return true
    }

    mutating func forEachEntry(
        _ path: String, _ maps: [HeldValue],
        _ body: (inout JoinExplainer, _ path: String, _ values: [HeldValue]) -> Void
    ) {
        var entries: [[UInt8]: [HeldValue]] = [:]
        for map in maps {
            EntryMap.forEach(map.bytes.span) { key, value in
                entries[Array(map.bytes[key]), default: []].append(
                    HeldValue(input: map.input, bytes: Array(map.bytes[value])))
            }
        }
        for (key, values) in entries.sorted(by: { $0.key.span.compare($1.key.span) < 0 }) {
            body(&self, "\(path).\(CBORPath.name(key.span))", values)
        }
    }

    /// The different stamped maps, greatest first; nil when there is only one.
    func contest(_ stamped: [HeldValue]) -> JoinExplanation.Contest? {
        let groups = grouped(stamped) { LWWLayout.rightWins($1.span, $0.span) }
        guard groups.count > 1 else { return nil }
        return JoinExplanation.Contest(
            writes: groups.map(write), reason: reason(groups[0].bytes, groups[1].bytes))
    }

    /// The different stamped maps with the inputs that hold each, greatest first.
    func writes(_ stamped: [HeldValue]) -> [JoinExplanation.Write] {
        grouped(stamped) { LWWLayout.rightWins($1.span, $0.span) }.map(write)
    }

    private func write(_ group: Group) -> JoinExplanation.Write {
        let layout = StampedLayout(unchecked: group.bytes.span, at: 0)
        return JoinExplanation.Write(
            inputs: group.inputs, by: layout.by, ts: layout.ts,
            value: Array(group.bytes[layout.value]))
    }

    func reason(_ winner: [UInt8], _ other: [UInt8]) -> JoinExplanation.Reason {
        let a = StampedLayout(unchecked: winner.span, at: 0)
        let b = StampedLayout(unchecked: other.span, at: 0)
        if a.ts != b.ts { return .laterInstant }
        return a.by != b.by ? .greaterDevice : .greaterBytes
    }

    typealias Group = (bytes: [UInt8], inputs: [Int])

    /// The different values with the inputs that hold each, the winner of all first.
    func grouped(_ values: [HeldValue], wins: ([UInt8], [UInt8]) -> Bool) -> [Group] {
        var groups: [[UInt8]: [Int]] = [:]
        for value in values { groups[value.bytes, default: []].append(value.input) }
        return groups.map { (bytes: $0.key, inputs: $0.value) }.sorted { wins($0.bytes, $1.bytes) }
    }
}
