// SPDX-License-Identifier: Apache-2.0

/// A condition as what makes it true, over the columns of one index.
///
/// Only true makes a member, and a stale term is never true, under `not` either. So negations are pushed
/// down to the terms, a stale term becomes `nothing` whichever side of a `not` it stands on, and two
/// truth values are left: an asset is a member when the plan selects it.
indirect enum Plan: Sendable {
    case everything
    case nothing
    case match(Matcher)
    /// Those that the matcher does not match.
    case except(Matcher)
    /// What every one selects.
    case intersection([Plan])
    /// What at least one selects.
    case union([Plan])

    /// Keeps the places that the plan selects; false when none is left.
    func keep(_ places: inout Mask, in chunk: AssetChunk) -> Bool {
        switch self {
        case .everything: return !places.isEmpty
        case .nothing:
            places.removeAll()
            return false
        case .match(let matcher): return matcher.keep(&places, in: chunk, negated: false)
        case .except(let matcher): return matcher.keep(&places, in: chunk, negated: true)
        case .intersection(let parts):
            for part in parts where !part.keep(&places, in: chunk) { return false }
            return true
        case .union(let parts):
            var (rest, selected) = (places, Mask())
            for part in parts {
                var more = rest
                guard part.keep(&more, in: chunk) else { continue }
                selected.formUnion(more)
                if !rest.keep(in: more, negated: true) { break }
            }
            places = selected
            return !selected.isEmpty
        }
    }

    /// The plan that all of these make, the cheap and selective first: the order changes no result.
    static func all(_ parts: [Plan]) -> Plan {
        var kept: [Plan] = []
        for part in parts {
            switch part {
            case .nothing: return .nothing
            case .everything: break
            case .intersection(let inner): kept += inner
            case .match, .except, .union: kept.append(part)
            }
        }
        if kept.count == 1 { return kept[0] }
        return kept.isEmpty ? .everything : .intersection(kept.sorted { $0.cost < $1.cost })
    }

    /// The plan that any of these makes.
    static func any(_ parts: [Plan]) -> Plan {
        var kept: [Plan] = []
        for part in parts {
            switch part {
            case .everything: return .everything
            case .nothing: break
            case .union(let inner): kept += inner
            case .match, .except, .intersection: kept.append(part)
            }
        }
        if kept.count == 1 { return kept[0] }
        return kept.isEmpty ? .nothing : .union(kept.sorted { $0.cost < $1.cost })
    }

    private var cost: Int {
        switch self {
        case .everything, .nothing: 0
        case .match(let matcher): matcher.cost
        // As cheap, but it leaves more.
        case .except(let matcher): matcher.cost + 2
        case .intersection(let parts), .union(let parts): parts.reduce(1) { $0 + $1.cost }
        }
    }
}
