// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments

extension AssetIndex {
    /// The plan that selects what makes a condition true, or false.
    ///
    /// A definition is at most eight deep, so the recursion is.
    func plan(_ condition: Condition, for wanted: Bool = true) -> Plan {
        switch condition {
        case .all(let children):
            let parts = children.map { plan($0, for: wanted) }
            return wanted ? .all(parts) : .any(parts)
        case .any(let children):
            let parts = children.map { plan($0, for: wanted) }
            return wanted ? .any(parts) : .all(parts)
        case .not(let child): return plan(child, for: !wanted)
        case .term(let term):
            if isStale(term) { return .nothing }
            return wanted ? plan(term) : plan(term).complement
        }
    }

    /// Whether a term asks for the output of a model that is not current.
    func isStale(_ term: Term) -> Bool {
        term.slot.map { !currentSlots.contains($0) } ?? false
    }

    private func plan(_ term: Term) -> Plan {
        switch term {
        case .time(let field, let test): return test.plan { .match(.instant(field, from: $0, to: $1)) }
        case .number(.rating, let test):
            return test.plan { range in
                .match(.byte(.rating, allowed: Self.allowed((0...5).filter { range.contains(UInt32($0)) })))
            }
        case .number(let field, let test):
            // 0 stands for no dimensions, which nothing is true of.
            return test.plan { range in
                range.upperBound > 0
                    ? .match(.number(field, max(range.lowerBound, 1)...range.upperBound)) : .nothing
            }
        case .contentType(let test):
            return test.plan { .match(.byte(.contentType, allowed: Self.allowed($0.map { $0.index + 1 }))) }
        case .mediaKind(let test):
            return test.plan { kinds in
                let types = ContentType.allCases.filter { $0.mediaKind.map(kinds.contains) ?? false }
                return .match(.byte(.contentType, allowed: Self.allowed(types.map { $0.index + 1 })))
            }
        case .datum(let test):
            return test.plan { .match(.flags(.datum, allowed: Self.allowed($0.map { $0.index + 1 }))) }
        case .cull(let value): return .match(.flags(.cull, allowed: Self.allowed([value.index])))
        case .hidden(let value): return .match(.flags(.hidden, allowed: value ? 2 : 1))
        case .camera(let exists): return .match(.flags(.hasCamera, allowed: exists ? 2 : 1))
        case .place(let exists): return .match(.flags(.datum, allowed: exists ? ~1 : 1))
        case .stackType(let test):
            return test.plan { .match(.byte(.stackType, allowed: Self.allowed($0.map { $0.index + 1 }))) }
        case .album(let test):
            return test.plan { set(.albums, $0.map(vocabulary.albums.number)) }
        case .labels(let test): return test.plan(labelPlan)
        case .aiTags(let test, let slot):
            return test.plan { labels in
                set(.aiTags, labels.map { number(ofTag: $0, slot) })
            }
        case .people(let test, let slot):
            return test.plan { clusters in
                set(.people, clusters.map { number(ofPerson: $0, slot) })
            }
        }
    }

    private static func allowed(_ values: [Int]) -> UInt64 {
        values.reduce(0) { $0 | 1 << UInt64($1) }
    }

    private func set(_ column: Matcher.SetColumn, _ numbers: [UInt32?]) -> Plan {
        // What has no number is nowhere in the library.
        let known = numbers.compactMap(\.self).sortedWithoutRepeats()
        return known.isEmpty ? .nothing : .match(.set(column, anyOf: known))
    }

    private func labelPlan(_ labels: [Label]) -> Plan {
        let known = labels.compactMap { vocabulary.labels.number(of: NormalLabel($0.utf8.span)) }
            .sortedWithoutRepeats()
        guard !known.isEmpty else { return .nothing }
        return .match(
            .labels(
                known, albums: albumLabels.groups(withAnyOf: known),
                stacks: stackLabels.groups(withAnyOf: known)))
    }

    private func number(ofTag label: Label, _ slot: ModelSlot) -> UInt32? {
        guard let slot = vocabulary.slots.number(of: slot),
            let label = vocabulary.labels.number(of: NormalLabel(label.utf8.span))
        else { return nil }
        return vocabulary.aiTags.number(of: AITagNumber(slot: slot, label: label))
    }

    private func number(ofPerson cluster: Identifier, _ slot: ModelSlot) -> UInt32? {
        guard let slot = vocabulary.slots.number(of: slot) else { return nil }
        return vocabulary.people.number(of: PersonNumber(slot: slot, cluster: cluster))
    }
}

extension Plan {
    /// The plan that selects what this one does not.
    var complement: Plan {
        switch self {
        case .everything: .nothing
        case .nothing: .everything
        case .match(let matcher): .except(matcher)
        case .except(let matcher): .match(matcher)
        case .intersection(let parts): .any(parts.map(\.complement))
        case .union(let parts): .all(parts.map(\.complement))
        }
    }
}
