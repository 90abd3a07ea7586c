// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import Testing
import TestSupport

/// All states of small domains, all pairs, all triples: commutative, associative, idempotent, closed.
@Suite("The laws of a join hold over all states of small domains")
struct LatticeLawTests {
    static let stamps = [time(1), time(2), time(3)]

    /// Every write of two devices, three instants and the values, some with an unknown key.
    static func writes(_ values: [CBORItem], extra: Bool = false) -> [CBORItem] {
        stamps.flatMap { ts in
            [UInt8(1), 2].flatMap { by in
                values.flatMap { value in
                    [stamped(value, by: by, ts: ts)]
                        + (extra ? [stamped(value, by: by, ts: ts, extra: [("zz", .unsigned(1))])] : [])
                }
            }
        }
    }

    private func expectLaws<State: JoinSemilattice>(
        _ domain: [[UInt8]], _ decode: @escaping ([UInt8]) -> State?, _ encode: @escaping (State) -> [UInt8],
        sourceLocation: SourceLocation = #_sourceLocation
    ) where State.JoinFailure == Never {
        let breach = LatticeLaws.breach(
            domain,
            join: { left, right in
                guard let a = decode(left), let b = decode(right) else { return [] }
                return encode(a.joined(with: b))
            }, isValid: { bytes in decode(bytes).map(encode) == bytes })
        #expect(breach == nil, "\(breach?.description ?? "")", sourceLocation: sourceLocation)
    }

    @Test("LWW registers")
    func lww() {
        let domain = Self.writes([text("a"), text("b"), .simple(22)], extra: true).map(\.encoded)
        #expect(domain.count == 36)
        expectLaws(domain, { try? LWWRegister<Label?>(decoding: $0) }, \.encoded)
    }

    @Test("histories")
    func histories() {
        // Of each value no write or any of its writes.
        let (first, second) = (Self.writes([text("a")]), Self.writes([text("b")], extra: true))
        let domain = ([nil] + first.map { Optional($0) }).flatMap { a in
            ([nil] + second.map { Optional($0) }).compactMap { b -> [UInt8]? in
                let writes = [a, b].compactMap { $0 }
                return writes.isEmpty
                    ? nil : HistoryModel(writes: []).joined(with: HistoryModel(writes: writes)).item.encoded
            }
        }
        #expect(domain.count == 7 * 13 - 1)
        expectLaws(domain, { try? HistoryRegister<Label>(decoding: $0) }, \.encoded)
    }

    @Test("histories at their bound")
    func fullHistories() {
        // Sixteen values that stay, and writes of some of them and of new ones around the bound.
        let base = (0..<16).map { stamped(text("v\($0)"), ts: time(500 - 10 * $0)) }
        let others = [
            stamped(text("new"), ts: time(355)), stamped(text("new"), ts: time(900)),
            stamped(text("other"), ts: time(355), extra: [("zz", .unsigned(1))]),
            stamped(text("low"), ts: time(1)), stamped(text("v15"), ts: time(901)),
            stamped(text("v0"), ts: time(2)),
        ]
        var domain: Set<[UInt8]> = []
        for mask in 0..<(1 << others.count) {
            let chosen = others.indices.filter { mask >> $0 & 1 == 1 }.map { others[$0] }
            domain.insert(HistoryModel(writes: base).joined(with: HistoryModel(writes: chosen)).item.encoded)
            if !chosen.isEmpty {
                domain.insert(
                    HistoryModel(writes: []).joined(with: HistoryModel(writes: chosen)).item.encoded)
            }
        }
        #expect(domain.count > 40)
        expectLaws(
            domain.sorted { $0.count < $1.count }, { try? HistoryRegister<Label>(decoding: $0) }, \.encoded)
    }

    @Test("causal contexts")
    func contexts() {
        // Every subset of three counters of two writers, as the bytes of a set that observed them.
        let domain = ORSetDomain.subsets(writers: 2, counters: 3).filter { !$0.isEmpty }
        #expect(domain.count == 63)
        expectLaws(
            domain, { try? ORSet<Label>(decoding: $0).context },
            { context in
                CBORItem.map(
                    context.writers.map { writer in
                        let counters = context.counters(of: writer).flatMap {
                            [$0.lowerBound, $0.upperBound]
                        }
                        return Row(writer.bytes[0], counters).entry
                    }
                ).encoded
            })
    }

    @Test("OR-sets of labels")
    func sets() {
        let domain = ORSetDomain.states(writers: 2, counters: 2, elements: ["a", "b"])
        #expect(domain.count == 256)
        expectLaws(domain, { try? ORSet<Label>(decoding: $0) }, \.encoded)
    }

    @Test("regions")
    func regions() {
        let shapes = Self.writes([rectangle(1, 2, 3, 4), circle(5, 5, 5)]).map { Optional($0) } + [nil]
        let sets = ORSetDomain.states(writers: 1, counters: 1, elements: ["a", "b"])
        let carried: [CBORItem?] = [nil, .unsigned(1), stamped(.unsigned(0)), stamped(.unsigned(0), by: 2)]
        var domain: [[UInt8]] = Self.writes([.simple(22)]).map { map([("shape", $0)]).encoded }
        for shape in shapes {
            for set in sets {
                for value in carried {
                    var entries: [(String, CBORItem)] = []
                    if let shape { entries.append(("shape", shape)) }
                    if let set = try? CBORItem(decoding: set) { entries.append(("labels", set)) }
                    if let value { entries.append(("a", value)) }
                    if !entries.isEmpty { domain.append(map(entries).encoded) }
                }
            }
        }
        #expect(domain.count == 6 + 13 * 4 * 4 - 1)
        expectLaws(domain, { try? RegionRegister(decoding: $0) }, \.encoded)
    }

    @Test("carried values")
    func carried() {
        let domain = (CarriedKeysTests.ascending + Self.writes([.simple(22), .array([])], extra: true)).map(
            \.encoded)
        let breach = LatticeLaws.breach(
            domain, join: { CarriedKeys.rightWins($0.span, $1.span) ? $1 : $0 },
            isValid: { bytes in (try? CBORItem(decoding: bytes))?.encoded == bytes })
        #expect(breach == nil, "\(breach?.description ?? "")")
    }
}

/// All small OR-sets.
enum ORSetDomain {
    /// Every state of every add-id: unseen, removed, or live with one of the elements.
    static func states(writers: Int, counters: Int, elements: [String]) -> [[UInt8]] {
        let choices: [ORSetModel.State?] = [nil, .removed] + elements.map { .live(text($0)) }
        var models = [ORSetModel()]
        for writer in 0..<writers {
            for counter in 0..<counters {
                let id = ORSetModel.ID(writer: UInt8(writer), counter: UInt64(counter))
                models = models.flatMap { model in
                    choices.map { choice in
                        var copy = model
                        copy.states[id] = choice
                        return copy
                    }
                }
            }
        }
        return models.map(\.encoded)
    }

    /// Every set of add-ids, all of them removed.
    static func subsets(writers: Int, counters: Int) -> [[UInt8]] {
        states(writers: writers, counters: counters, elements: [])
    }
}
