// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import Testing
import TestSupport

/// Faults that were found by brute force in other designs, written down here, so that it shows that the
/// laws as they are checked see them.
@Suite("The law checker sees faulty joins")
struct FaultyJoinTests {
    /// What a domain and a join are checked with; the model is read back from its bytes.
    private func breach(
        _ domain: [HistoryModel], admitting more: Int = 0,
        isValid: @escaping (HistoryModel) -> Bool = { _ in true },
        _ join: @escaping (HistoryModel, HistoryModel) -> HistoryModel
    ) -> LatticeLaws.Breach? {
        let cap = domain.first?.cap ?? 0
        func read(_ bytes: [UInt8]) -> HistoryModel? {
            guard case .map(let entries)? = try? CBORItem(decoding: bytes), let current = entries.first?.value
            else { return nil }
            guard entries.count > 1, case .array(let log) = entries[1].value else {
                return HistoryModel(cap: cap, writes: [current])
            }
            return HistoryModel(cap: cap, writes: [current] + log)
        }
        return LatticeLaws.breach(
            domain.map(\.item.encoded),
            join: { left, right in
                guard let a = read(left), let b = read(right) else { return [] }
                return join(a, b).item.encoded
            },
            isValid: { bytes in read(bytes).map { $0.writes.count <= cap + 1 + more && isValid($0) } ?? false
            })
    }

    /// Every history with a log of one, of three values, two instants and two devices.
    private static let histories: [HistoryModel] = {
        let writes = ["a", "b", "c"].flatMap { value in
            [1, 2].flatMap { ts in [UInt8(1), 2].map { stamped(text(value), by: $0, ts: time(ts)) } }
        }
        var histories: Set<HistoryModel> = []
        for first in writes {
            for second in writes {
                histories.insert(
                    HistoryModel(cap: 1, writes: [first]).joined(with: HistoryModel(cap: 1, writes: [second]))
                )
            }
        }
        return histories.sorted { $0.item.encoded.lexicographicallyPrecedes($1.item.encoded) }
    }()

    /// Whether a model is what a reader accepts.
    private static func isHistory(_ model: HistoryModel) -> Bool {
        model == HistoryModel(cap: model.cap, writes: []).joined(with: model)
    }

    @Test("the right rule has no breach in the same domain")
    func rightRule() {
        #expect(Self.histories.count > 30)
        let breach = breach(Self.histories, isValid: Self.isHistory) { $0.joined(with: $1) }
        #expect(breach == nil, "\(breach?.description ?? "")")
    }

    @Test("a bounded history that is cut before its values are made distinct")
    func capBeforeDedupe() {
        let breach = breach(Self.histories, isValid: Self.isHistory) { left, right in
            let all = Set(left.writes + right.writes).sorted(by: HistoryModel.isGreater)
            var seen: Set<CBORItem> = []
            let kept = all.prefix(left.cap + 1).filter { seen.insert(HistoryModel.key($0).value).inserted }
            return HistoryModel(cap: left.cap, writes: kept)
        }
        #expect(breach?.law == "associative", "\(breach?.description ?? "none")")
    }

    @Test("a history that is ordered by the instant alone")
    func orderByInstant() {
        // Its reader would ask for the instant alone, too.
        let breach = breach(Self.histories) { left, right in
            // Stable: of one instant, what was there first stays first.
            let all = (left.writes + right.writes).enumerated().sorted { a, b in
                let (x, y) = (HistoryModel.key(a.element).0, HistoryModel.key(b.element).0)
                return x == y ? a.offset < b.offset : y.lexicographicallyPrecedes(x)
            }
            var seen: Set<CBORItem> = []
            let distinct = all.map(\.element).filter { seen.insert(HistoryModel.key($0).value).inserted }
            return HistoryModel(cap: left.cap, writes: Array(distinct.prefix(left.cap + 1)))
        }
        #expect(breach?.law == "commutative", "\(breach?.description ?? "none")")
    }

    @Test("a reader that admits more than the bound: a join with itself changes it")
    func readerAdmitsMore() {
        let writes = ["a", "b", "c"].enumerated().map { stamped(text($1), ts: time(9 - $0)) }
        let tooLong = HistoryModel(cap: 1, writes: writes)
        let lenient = breach(Self.histories + [tooLong], admitting: 1) { $0.joined(with: $1) }
        #expect(lenient?.law == "idempotent")
        #expect(lenient?.states == [tooLong.item.encoded])
        // A reader that refuses it never lets it into the domain.
        let strict = breach(Self.histories + [tooLong]) { $0.joined(with: $1) }
        #expect(strict?.law == "a state of the domain is valid")
        // Ours is one of those.
        let ours = history(HistoryRegisterTests.descending(18)).encoded
        #expect(throws: CBORError.self) { try HistoryRegister<Label>(decoding: ours) }
    }

    /// Documents in small: a register and one unknown key.
    private static let carriers: [[UInt8]] = [1, 2].flatMap { ts in
        [nil, CBORItem.unsigned(1), .unsigned(2)].map { unknown in
            map([("name", stamped(text("n"), ts: time(ts)))] + (unknown.map { [("zz", $0)] } ?? [])).encoded
        }
    }

    private func breach(
        _ unknown: @escaping (_ left: CBORItem?, _ right: CBORItem?, _ rightIsLater: Bool) -> CBORItem?
    ) -> LatticeLaws.Breach? {
        func parts(_ bytes: [UInt8]) -> (name: CBORItem, unknown: CBORItem?)? {
            guard case .map(let entries)? = try? CBORItem(decoding: bytes) else { return nil }
            let values = Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value) })
            return values[text("name")].map { ($0, values[text("zz")]) }
        }
        return LatticeLaws.breach(
            Self.carriers,
            join: { left, right in
                guard let a = parts(left), let b = parts(right) else { return [] }
                let rightIsLater = HistoryModel.isGreater(b.name, a.name)
                let kept = unknown(a.unknown, b.unknown, rightIsLater)
                return map([("name", rightIsLater ? b.name : a.name)] + (kept.map { [("zz", $0)] } ?? []))
                    .encoded
            }, isValid: { parts($0) != nil })
    }

    @Test("the rule for unknown keys has no breach in the same domain")
    func rightUnknownKeys() {
        let breach = breach { left, right, _ in
            guard let left, let right else { return left ?? right }
            return CarriedKeys.rightWins(left.encoded.span, right.encoded.span) ? right : left
        }
        #expect(breach == nil, "\(breach?.description ?? "")")
    }

    @Test("unknown keys of which each keeps its own")
    func keepMine() {
        #expect(breach { left, right, _ in left ?? right }?.law == "commutative")
    }

    @Test("unknown keys that follow the winner of a register")
    func followWinner() {
        // With equal registers there is no winner to follow, and each keeps its own.
        #expect(breach { left, right, rightIsLater in rightIsLater ? right : left }?.law == "commutative")
    }

    @Test("a breach is the smallest there is, and names its states")
    func smallest() {
        let breach = LatticeLaws.breach(
            [[1], [2], [1, 1], [2, 2]], join: { left, _ in left }, isValid: { _ in true })
        #expect(breach?.description == "commutative: states [02, 01], results [02, 01]")
        let invalid = LatticeLaws.breach(
            [[1], [2]], join: { max($0[0], $1[0]) == 2 ? [2] : [1] }, isValid: { $0 != [2] })
        #expect(invalid?.law == "a state of the domain is valid")
        let open = LatticeLaws.breach([[1], [2]], join: { $0 == $1 ? $0 : [3] }, isValid: { $0 != [3] })
        #expect(open?.law == "closed")
        #expect(open?.states.count == 2)
    }
}
