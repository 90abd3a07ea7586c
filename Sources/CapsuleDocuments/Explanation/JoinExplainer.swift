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
        var explainer = JoinExplainer()
        explainer.explain(states)
        fields = explainer.fields
    }
}

/// Goes through the places of several states side by side.
private struct JoinExplainer {
    private(set) var fields: [JoinExplanation.Field] = []

    mutating func explain(_ states: [DocumentState]) {
        var places: [[UInt8]: (meaning: DocumentEntry.Meaning, values: [[UInt8]?])] = [:]
        for (index, state) in states.enumerated() {
            for entry in state.entries {
                let key = state.bytes.span.extracting(entry.key).copied()
                places[key, default: (entry.meaning, Array(repeating: nil, count: states.count))]
                    .values[index] = state.bytes.span.extracting(entry.value).copied()
            }
        }
        let schema = states.first?.fields ?? []
        for (key, place) in places.sorted(by: { $0.key.span.compare($1.key.span) < 0 }) {
            let path = CBORPath.name(key.span)
            guard case .known(let index) = place.meaning else {
                explainCarried(path, place.values)
                continue
            }
            switch schema[index].role {
            case .identity: continue
            case .register: explainRegister(path, place.values)
            case .history: explainHistory(path, place.values)
            case .set: explainSet(path, place.values)
            case .registerMap:
                forEachEntry(path, place.values) { explainer, path, values in
                    explainer.explainRegister(path, values)
                }
            case .regionMap:
                forEachEntry(path, place.values) { explainer, path, values in
                    explainer.explainRegion(path, values)
                }
            }
        }
    }

    private mutating func add(
        _ path: String, _ outcome: JoinExplanation.Outcome, isCarried: Bool = false
    ) {
        fields.append(JoinExplanation.Field(path: path, isCarried: isCarried, outcome: outcome))
    }

    /// Settles places whose inputs do not differ; true when that was so.
    private mutating func settle(_ path: String, _ values: [[UInt8]?], isCarried: Bool = false) -> Bool {
        let holders = values.indices.filter { values[$0] != nil }
        guard let first = holders.first, holders.allSatisfy({ values[$0] == values[first] }) else {
            return false
        }
        add(path, holders.count == values.count ? .equal : .presentOnly(in: holders), isCarried: isCarried)
        return true
    }

    private mutating func forEachEntry(
        _ path: String, _ maps: [[UInt8]?],
        _ body: (inout JoinExplainer, _ path: String, _ values: [[UInt8]?]) -> Void
    ) {
        var entries: [[UInt8]: [[UInt8]?]] = [:]
        for (index, map) in maps.enumerated() {
            guard let map else { continue }
            RegisterMap.forEach(map.span) { key, value in
                entries[
                    Array(map[key]), default: Array(repeating: nil, count: maps.count)][
                        index] = Array(map[value])
            }
        }
        for (key, values) in entries.sorted(by: { $0.key.span.compare($1.key.span) < 0 }) {
            body(&self, "\(path).\(CBORPath.name(key.span))", values)
        }
    }

    // MARK: Registers

    private mutating func explainRegister(_ path: String, _ values: [[UInt8]?]) {
        guard !settle(path, values), let contest = contest(values) else { return }
        add(path, .register(contest))
    }

    /// The different stamped maps, greatest first; nil when there is only one.
    private func contest(_ stamped: [[UInt8]?]) -> JoinExplanation.Contest? {
        let groups = grouped(stamped) { LWWLayout.rightWins($1.span, $0.span) }
        guard groups.count > 1 else { return nil }
        return JoinExplanation.Contest(
            writes: groups.map(write), reason: reason(groups[0].bytes, groups[1].bytes))
    }

    private func write(_ group: Group) -> JoinExplanation.Write {
        let layout = StampedLayout(checked: group.bytes.span, at: 0)
        return JoinExplanation.Write(
            inputs: group.inputs, by: layout.by, ts: layout.ts,
            value: Array(group.bytes[layout.value]))
    }

    private func reason(_ winner: [UInt8], _ other: [UInt8]) -> JoinExplanation.Reason {
        let a = StampedLayout(checked: winner.span, at: 0)
        let b = StampedLayout(checked: other.span, at: 0)
        if a.ts != b.ts { return .laterInstant }
        return a.by != b.by ? .greaterDevice : .greaterBytes
    }

    private typealias Group = (bytes: [UInt8], inputs: [Int])

    /// The different values with the inputs that hold each, the winner of all first.
    private func grouped(_ values: [[UInt8]?], wins: ([UInt8], [UInt8]) -> Bool) -> [Group] {
        var groups: [[UInt8]: [Int]] = [:]
        for (index, value) in values.enumerated() {
            if let value { groups[value, default: []].append(index) }
        }
        return groups.map { (bytes: $0.key, inputs: $0.value) }.sorted { wins($0.bytes, $1.bytes) }
    }

    private mutating func explainHistory(_ path: String, _ values: [[UInt8]?]) {
        guard !settle(path, values) else { return }
        var joined: [UInt8]?
        var seen: Set<[UInt8]> = []
        for case let value? in values {
            for write in HistoryLayout.writes(value.span) {
                seen.insert(Array(value[write.value]))
            }
            guard let left = joined else {
                joined = value
                continue
            }
            var writer = CBORWriter()
            HistoryLayout.join(left.span, value.span, into: &writer)
            joined = writer.bytes
        }
        let kept = joined.map { HistoryLayout.writes($0.span).count } ?? 0
        let currents = values.map { (value: [UInt8]?) -> [UInt8]? in
            guard let value else { return nil }
            return HistoryLayout.writes(value.span).first.map { Array(value[$0.range]) }
        }
        add(
            path,
            .history(
                JoinExplanation.History(current: contest(currents), kept: kept, dropped: seen.count - kept)))
    }

    // MARK: Sets, regions, carried keys

    private mutating func explainSet(_ path: String, _ values: [[UInt8]?]) {
        if values.allSatisfy({ $0 != nil && $0 == values[0] }) {
            add(path, .equal)
        } else {
            add(path, .set(JoinExplanation.SetUnion(joining: values.map { $0 ?? [] })))
        }
    }

    private mutating func explainRegion(_ path: String, _ values: [[UInt8]?]) {
        guard !settle(path, values) else { return }
        let regions = values.map { $0.map { RegionLayout(checked: $0.span) } }
        guard regions.contains(where: { $0?.isDeleted == true }) else {
            explainLiveRegion(path, values, regions)
            return
        }
        let shapes = values.indices.map { index -> [UInt8]? in
            guard let region = regions[index], region.isDeleted, let shape = region.shape else { return nil }
            return values[index].map { Array($0[shape.range]) }
        }
        let absorbed = values.indices.filter { regions[$0]?.isDeleted == false }
        let lost = JoinExplanation.SetUnion(
            joining: absorbed.map { index in
                guard let value = values[index], let labels = regions[index]?.labels else { return [] }
                return Array(value[labels])
            })
        let deletions = grouped(shapes) { LWWLayout.rightWins($1.span, $0.span) }.map(write)
        add(
            path,
            .deletion(
                JoinExplanation.Deletion(
                    deletions: deletions, absorbedInputs: absorbed,
                    labels: lost.elements.filter { $0.adds > 0 }.compactMap { element in
                        try? Label(decoding: element.encoded)
                    })))
    }

    private mutating func explainLiveRegion(
        _ path: String, _ values: [[UInt8]?], _ regions: [RegionLayout?]
    ) {
        func parts(_ range: (RegionLayout) -> Range<Int>?) -> [[UInt8]?] {
            values.indices.map { index in
                guard let region = regions[index], let range = range(region) else { return nil }
                return values[index].map { Array($0[range]) }
            }
        }
        let (labels, shapes) = (parts { $0.labels }, parts { $0.shape?.range })
        if shapes.contains(where: { $0 != nil }) { explainRegister("\(path).shape", shapes) }
        if labels.contains(where: { $0 != nil }) { explainSet("\(path).labels", labels) }
        var keys: Set<[UInt8]> = []
        for (index, region) in regions.enumerated() {
            for entry in region?.carried ?? [] {
                if let value = values[index] { keys.insert(Array(value[entry.key])) }
            }
        }
        for key in keys.sorted(by: { $0.span.compare($1.span) < 0 }) {
            let carried = values.indices.map { index -> [UInt8]? in
                guard let value = values[index], let region = regions[index] else { return nil }
                let entry = region.carried.first { value.span.extracting($0.key).elementsEqual(key.span) }
                return entry.map { Array(value[$0.value]) }
            }
            explainCarried("\(path).\(CBORPath.name(key.span))", carried)
        }
    }

    private mutating func explainCarried(_ path: String, _ values: [[UInt8]?]) {
        guard !settle(path, values, isCarried: true) else { return }
        let groups = grouped(values) { CarriedKeys.rightWins($1.span, $0.span) }
        let (winner, second) = (groups[0].bytes, groups[1].bytes)
        let reason: JoinExplanation.Reason =
            switch (StampedLayout(probing: winner.span), StampedLayout(probing: second.span)) {
            case (_?, _?): self.reason(winner, second)
            case (_?, nil): .stampedMap
            default: .greaterBytes
            }
        let kept = groups.map { JoinExplanation.Carried.Value(inputs: $0.inputs, encoded: $0.bytes) }
        add(path, .carried(JoinExplanation.Carried(values: kept, reason: reason)), isCarried: true)
    }
}
