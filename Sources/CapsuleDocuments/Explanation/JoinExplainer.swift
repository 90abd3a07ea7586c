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
struct HeldValue {
    /// The input's place in the array that was given.
    let input: Int
    let bytes: [UInt8]
}

/// Goes through the places of several states side by side.
///
/// Only what an input has is held, so that many inputs with few keys each cost no more than their bytes.
private struct JoinExplainer {
    /// How many inputs there are.
    private let count: Int
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
    private mutating func settle(_ path: String, _ values: [HeldValue], isCarried: Bool = false) -> Bool {
        guard let first = values.first, values.allSatisfy({ $0.bytes == first.bytes }) else { return false }
        add(
            path, values.count == count ? .equal : .presentOnly(in: values.map(\.input)),
            isCarried: isCarried)
        return true
    }

    private mutating func forEachEntry(
        _ path: String, _ maps: [HeldValue],
        _ body: (inout JoinExplainer, _ path: String, _ values: [HeldValue]) -> Void
    ) {
        var entries: [[UInt8]: [HeldValue]] = [:]
        for map in maps {
            RegisterMap.forEach(map.bytes.span) { key, value in
                entries[Array(map.bytes[key]), default: []].append(
                    HeldValue(input: map.input, bytes: Array(map.bytes[value])))
            }
        }
        for (key, values) in entries.sorted(by: { $0.key.span.compare($1.key.span) < 0 }) {
            body(&self, "\(path).\(CBORPath.name(key.span))", values)
        }
    }

    // MARK: Registers

    private mutating func explainRegister(_ path: String, _ values: [HeldValue]) {
        guard !settle(path, values), let contest = contest(values) else { return }
        add(path, .register(contest))
    }

    /// The different stamped maps, greatest first; nil when there is only one.
    private func contest(_ stamped: [HeldValue]) -> JoinExplanation.Contest? {
        let groups = grouped(stamped) { LWWLayout.rightWins($1.span, $0.span) }
        guard groups.count > 1 else { return nil }
        return JoinExplanation.Contest(
            writes: groups.map(write), reason: reason(groups[0].bytes, groups[1].bytes))
    }

    private func write(_ group: Group) -> JoinExplanation.Write {
        let layout = StampedLayout(unchecked: group.bytes.span, at: 0)
        return JoinExplanation.Write(
            inputs: group.inputs, by: layout.by, ts: layout.ts,
            value: Array(group.bytes[layout.value]))
    }

    private func reason(_ winner: [UInt8], _ other: [UInt8]) -> JoinExplanation.Reason {
        let a = StampedLayout(unchecked: winner.span, at: 0)
        let b = StampedLayout(unchecked: other.span, at: 0)
        if a.ts != b.ts { return .laterInstant }
        return a.by != b.by ? .greaterDevice : .greaterBytes
    }

    private typealias Group = (bytes: [UInt8], inputs: [Int])

    /// The different values with the inputs that hold each, the winner of all first.
    private func grouped(_ values: [HeldValue], wins: ([UInt8], [UInt8]) -> Bool) -> [Group] {
        var groups: [[UInt8]: [Int]] = [:]
        for value in values { groups[value.bytes, default: []].append(value.input) }
        return groups.map { (bytes: $0.key, inputs: $0.value) }.sorted { wins($0.bytes, $1.bytes) }
    }

    private mutating func explainHistory(_ path: String, _ values: [HeldValue]) {
        guard !settle(path, values) else { return }
        var joined: [UInt8]?
        var seen: Set<[UInt8]> = []
        var currents: [HeldValue] = []
        for value in values {
            let writes = HistoryLayout.writes(value.bytes.span)
            for write in writes { seen.insert(Array(value.bytes[write.value])) }
            if let current = writes.first {
                currents.append(HeldValue(input: value.input, bytes: Array(value.bytes[current.range])))
            }
            guard let left = joined else {
                joined = value.bytes
                continue
            }
            // A history has a bounded length, so one after the other is as good as a tree.
            var writer = CBORWriter()
            HistoryLayout.join(left.span, value.bytes.span, into: &writer)
            joined = writer.bytes
        }
        let kept = joined.map { HistoryLayout.writes($0.span).count } ?? 0
        add(
            path,
            .history(
                JoinExplanation.History(current: contest(currents), kept: kept, dropped: seen.count - kept)))
    }

    // MARK: Sets, regions, carried keys

    private mutating func explainSet(_ path: String, _ values: [HeldValue]) {
        if values.count == count, values.allSatisfy({ $0.bytes == values[0].bytes }) {
            add(path, .equal)
        } else {
            add(path, .set(JoinExplanation.SetUnion(joining: values, of: count)))
        }
    }

    private mutating func explainRegion(_ path: String, _ values: [HeldValue]) {
        guard !settle(path, values) else { return }
        let regions = values.map { (held: $0, layout: RegionLayout(unchecked: $0.bytes.span)) }
        guard regions.contains(where: \.layout.isDeleted) else {
            explainLiveRegion(path, regions)
            return
        }
        let absorbed = regions.filter { !$0.layout.isDeleted }
        let shapes = Self.parts(regions.filter(\.layout.isDeleted), { $0.shape?.range })
        let lost = JoinExplanation.SetUnion(
            joining: Self.parts(absorbed, \.labels), of: absorbed.count, namesInputs: false)
        add(
            path,
            .deletion(
                JoinExplanation.Deletion(
                    deletions: grouped(shapes) { LWWLayout.rightWins($1.span, $0.span) }.map(write),
                    absorbedInputs: absorbed.map(\.held.input),
                    labels: lost.elements.filter { $0.adds > 0 }.compactMap { element in
                        try? Label(decoding: element.encoded)
                    })))
    }

    private typealias Region = (held: HeldValue, layout: RegionLayout)

    /// One part of each region that has it.
    private static func parts(_ regions: [Region], _ range: (RegionLayout) -> Range<Int>?) -> [HeldValue] {
        regions.compactMap { region in
            range(region.layout).map { range in
                HeldValue(input: region.held.input, bytes: Array(region.held.bytes[range]))
            }
        }
    }

    private mutating func explainLiveRegion(_ path: String, _ regions: [Region]) {
        let shapes = Self.parts(regions, { $0.shape?.range })
        let labels = Self.parts(regions, \.labels)
        if !shapes.isEmpty { explainRegister("\(path).shape", shapes) }
        if !labels.isEmpty { explainSet("\(path).labels", labels) }
        var carried: [[UInt8]: [HeldValue]] = [:]
        for region in regions {
            for entry in region.layout.carried {
                carried[Array(region.held.bytes[entry.key]), default: []].append(
                    HeldValue(input: region.held.input, bytes: Array(region.held.bytes[entry.value])))
            }
        }
        for (key, values) in carried.sorted(by: { $0.key.span.compare($1.key.span) < 0 }) {
            explainCarried("\(path).\(CBORPath.name(key.span))", values)
        }
    }

    private mutating func explainCarried(_ path: String, _ values: [HeldValue]) {
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
