// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleConvergence
import CapsuleCRDT
import CapsuleDocuments
import FuzzSupport

/// The report of `apply`, with the seeded faults: a delta that removes is never called unobserved, one with a
/// carried key of an album changes the album although it is refused.
private func apply<Kind>(
    _ delta: Document<Kind>, to state: inout Document<Kind>, limit: Int
) throws(DocumentError) -> Bool {
    let before = state
    do throws(DocumentError) {
        let unobserved = try state.apply(delta, limit: limit)
        return hasFault(1) ? false : unobserved
    } catch {
        if hasFault(2), !delta.unknownKeys.isEmpty { state = delta } else { state = before }
        throw error
    }
}

/// A state made by choices, a delta or a saved replica taken as it comes: a byte for the kind, two for how many
/// bytes decide the state, those bytes, and the rest is what arrives.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe input(start, count)
    guard bytes.count > 3 else { return 0 }
    let size = min(bytes.count - 3, Int(bytes[1]) << 8 | Int(bytes[2]))
    let (choices, arriving) = (Array(bytes[3..<3 + size]), Array(bytes[(3 + size)...]))
    switch bytes[0] % 4 {
    case 0: run(StackKind.self, Choices(bytes: choices), arriving)
    case 1: run(AlbumKind.self, Choices(bytes: choices), arriving)
    case 2: run(AssetKind.self, Choices(bytes: choices), arriving)
    default: run(SettingsKind.self, Choices(bytes: choices), arriving)
    }
    return 0
}

private func run<Kind: FuzzedKind>(_: Kind.Type, _ choices: Choices, _ arriving: [UInt8]) {
    var choices = choices
    let state = choices.document(Kind.self)
    if let delta = try? Document<Kind>(decoding: arriving) { applyChecked(delta, to: state, &choices) }
    receive(arriving, by: state, &choices)
    load(Kind.self, arriving, &choices)
}

private func applyChecked<Kind: FuzzedKind>(
    _ delta: Document<Kind>, to state: Document<Kind>, _ choices: inout Choices
) {
    var after = state
    // Some replicas hold little: the join is then refused and changes nothing.
    let limit = choices.chance(4) ? state.encoded.count + choices.below(64) : 1 << 24
    do throws(DocumentError) {
        let unobserved = try apply(delta, to: &after, limit: limit)
        expect(after == (try? state.joined(with: delta)), "applying is joining")
        expect(after == (try? delta.joined(with: state)), "joining commutes")
        if let expected = isUnobserved(delta, in: state) {
            expect(unobserved == expected, "unobserved is what the contexts say")
        }
        // Filtering does not commute with joining, but what it leaves never grows.
        let horizon = choices.stampTime()
        let filtered = after.before(horizon)
        expect(filtered.before(horizon) == filtered, "filtering twice is filtering once")
        Kind.readEverything(filtered.view)
    } catch {
        expect(after == state, "a refused delta leaves the state as it was")
        expect(error.errorClass == .mismatch || error.errorClass == .limit, "apply throws \(error)")
        expect((error.errorClass == .mismatch) == (state.id != delta.id), "a mismatch is of ids")
    }
}

/// What `unobserved` is for documents whose only set is `labels`, from the causal contexts; nil for others.
private func isUnobserved<Kind>(_ delta: Document<Kind>, in state: Document<Kind>) -> Bool? {
    guard let theirs = labels(delta), let ours = labels(state) else { return nil }
    let adds = Set(theirs.adds.map(\.id))
    return theirs.context.writers.contains { writer in
        theirs.context.counters(of: writer, missingIn: ours.context).contains { range in
            let inRange = adds.count { $0.writer == writer && range.contains($0.counter) }
            return UInt64(inRange) < range.upperBound - range.lowerBound + 1
        }
    }
}

private func labels<Kind>(_ document: Document<Kind>) -> ORSet<Label>? {
    if let album = document as? AlbumDocument { return album.labels }
    return (document as? StackDocument)?.labels
}

/// What a replica saves; that it is confirmed changes nothing of it.
private func saved<Kind>(_ replica: Replica<Kind>) -> [UInt8] {
    var bytes: [UInt8] = []
    try? replica.save { bytes = $0 }
    return bytes
}

private func receive<Kind: FuzzedKind>(
    _ bytes: [UInt8], by state: Document<Kind>, _ choices: inout Choices
) {
    let replica = Replica(state, device: choices.identifier(outOf: 2), using: &choices)
    // New writers are never among those that choices make.
    var fresh = Choices(seed: 7)
    for _ in 0..<choices.below(3) {
        let now = choices.stampTime()
        let base = replica.document
        var made: [Bool] = []
        do {
            try replica.edit(now: now, using: &fresh) {
                for _ in 0..<choices.below(3) {
                    let isMade = (try? Kind.edit(&$0, by: $1, &choices)) != nil
                    made.append(isMade)
                }
                if choices.chance(8) { throw Refused() }
            }
            _ = saved(replica)
            let joined = replica.outbox.last.map { try? base.joined(with: $0.delta) }
            expect(replica.document == base || joined == replica.document, "a record holds the whole edit")
            expect(made.contains(true) || replica.document == base, "an edit of nothing changes nothing")
        } catch {
            expect(error is Refused && replica.document == base, "an edit is made whole or not at all")
        }
    }
    let (before, document, writer) = (saved(replica), replica.document, replica.writer)
    let (accepted, now) = (choices.maybe { $0.stampTime() }, choices.stampTime())
    do throws(DocumentError) {
        let report = try replica.receive(
            bytes, signer: [1], acceptedAt: accepted, now: now, using: &fresh)
        if report.isKeptAsNewer {
            expect(replica.document == document, "a newer document is kept beside the state")
            expect(replica.newerDocuments.map(\.bytes) == [bytes], "it is kept as it came")
        } else {
            expect(report.isChanged == (replica.document != document), "a change is reported")
            let again = try replica.receive(bytes, signer: [1], acceptedAt: accepted, now: now, using: &fresh)
            expect(!again.isChanged && again.retiredWriter == nil, "receiving twice is receiving once")
        }
        expect((replica.writer != writer) == (report.retiredWriter != nil), "a retirement is reported")
        let mayWait = report.isChanged || report.isKeptAsNewer || report.retiredWriter != nil
        expect(!mayWait || !replica.mayAcknowledge(report), "nothing is acknowledged before it is saved")
        _ = saved(replica)
        let isTaken = report.acknowledgement == .onceSaved
        expect(replica.mayAcknowledge(report) == isTaken, "what was taken and saved is acknowledged")
        expect(isTaken || (report.isCutAtHorizon && accepted == nil), "a cut by one's own clock is not final")
    } catch {
        expect(saved(replica) == before, "what is refused leaves the replica as it was")
    }
    let bytes = saved(replica)
    let loaded = try? Replica<Kind>(loading: bytes, isRestored: false, now: now, using: &fresh)
    expect(loaded.map(saved) == bytes, "a replica loads as it was saved")
}

/// What an edit of a closure's own throws.
private struct Refused: Error {}

private func load<Kind: FuzzedKind>(_: Kind.Type, _ bytes: [UInt8], _ choices: inout Choices) {
    var fresh = Choices(seed: 7)
    let now = choices.stampTime()
    let replica = try? Replica<Kind>(
        loading: bytes, isRestored: choices.bool(), now: now, using: &fresh)
    guard let replica else { return }
    Kind.readEverything(replica.document.view)
    try? replica.edit(now: now, using: &fresh) { _ = try Kind.edit(&$0, by: $1, &choices) }
    let again = try? Replica<Kind>(loading: saved(replica), isRestored: false, now: now, using: &fresh)
    expect(again?.document == replica.document, "a replica that was loaded saves")
}
