// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

/// Holds documents to the horizon that SPEC section 3 demands, before anything is joined or given out.
///
/// A stamp from the far future wins for ever. But a machine whose own clock is slow must not drop what others
/// wrote: so a command refuses, says whose stamps they are, and leaves the choice to who runs it.
struct Horizon: Sendable {
    /// The last stamp that passes; nil when all do.
    let last: StampTime?
    /// Whether later writes are left out instead of refused.
    let leavesOut: Bool

    static let acceptedAt = OptionDescription.value(
        "accepted-at", valueName: "TS",
        help: "When the server or the feed accepted the input, RFC 3339, rounded down to a millisecond: "
            + "stamps later than a day after it are refused. Default: the present time.")
    static let leaveOutFuture = OptionDescription.flag(
        "leave-out-future",
        help: "Drop writes that are stamped later and list them, instead of refusing.")
    static let noHorizon = OptionDescription.flag(
        "no-horizon", help: "Accept every stamp, even one of the year 9999, which wins forever.")

    /// The options of every command that has a horizon.
    static let options = [acceptedAt, leaveOutFuture, noHorizon]

    /// The horizon that the command line asks for.
    ///
    /// - Parameter now: the time that counts as the present; the clock's when nil.
    init(_ arguments: Arguments, now: StampTime? = nil) throws(ToolError) {
        leavesOut = arguments.has("leave-out-future")
        let acceptedAt = arguments.value("accepted-at")
        if arguments.has("no-horizon") {
            guard !leavesOut, acceptedAt == nil else {
                throw arguments.usage(
                    "--no-horizon does not go with --\(leavesOut ? "leave-out-future" : "accepted-at")")
            }
            last = nil
            return
        }
        let accepted =
            if let acceptedAt {
                try arguments.stampTime(acceptedAt, "--accepted-at")
            } else if let now {
                now
            } else {
                try WallClock.now("give the time with --accepted-at, or --no-horizon")
            }
        last = Self.dayAfter(accepted)
    }

    private static func dayAfter(_ time: StampTime) -> StampTime {
        time.advanced(byMilliseconds: 86_400_000) ?? .last
    }

    /// A write that is stamped later than the horizon.
    struct Late: Sendable {
        /// The keys that lead to it.
        let path: String
        let ts: StampTime
        /// The device that says it wrote.
        let by: Identifier

        /// Such as "name, stamped 9999-12-31T23:59:59.999Z by 1111...".
        var text: String { "\(Escaping.line(path)), stamped \(ts) by \(by)" }
    }

    /// What became of a document.
    enum Outcome: Sendable {
        /// It holds nothing later than the horizon.
        case passes
        /// What is left of it, and what was left out.
        case leftOut(DocumentState, [Late])
        case refused([Late])
    }

    /// The writes of a document that the horizon would leave out; deleted regions and carried keys stay whatever
    /// their stamps.
    func late(_ state: DocumentState) -> [Late] {
        guard let last else { return [] }
        return SkewReport(state, now: last).entries.filter(\.isLeftOut).map { entry in
            Late(path: entry.path, ts: entry.ts, by: entry.by)
        }
    }

    /// Holds a document to the horizon.
    func outcome(_ state: DocumentState) -> Outcome {
        let late = late(state)
        guard let last, !late.isEmpty else { return .passes }
        return leavesOut ? .leftOut(state.before(last), late) : .refused(late)
    }
}

extension Horizon {
    /// A document that was refused, by the name of its file.
    struct Refusal: Sendable {
        let name: String
        let late: [Late]
    }

    /// The document as it may be joined, after a report of what is left out.
    ///
    /// - Parameters:
    ///   - refusals: gets what is refused, so that one run names everything.
    func held(
        _ state: DocumentState, name: String, refusals: inout [Refusal]
    ) -> DocumentState {
        switch outcome(state) {
        case .passes: return state
        case .leftOut(let left, let late):
            Screen.report(late.map { "\(name): left out: \($0.text)\n" }.joined())
            return left
        case .refused(let late):
            refusals.append(Refusal(name: name, late: late))
            return state
        }
    }

    /// Throws when something was refused.
    func check(_ refusals: [Refusal]) throws(ToolError) {
        guard let last, !refusals.isEmpty else { return }
        throw .future(refusals, horizon: last)
    }

    /// The ways on, for the end of a refusal: a slow clock comes first, for it would leave out what is in order.
    static let ways = [
        "if this machine's clock is slow, give the time with --accepted-at, for an edit with --now; else",
        "--leave-out-future leaves these writes out (Conformance/SPEC.md, section 3), --no-horizon takes them",
    ]
}

extension Horizon {
    /// The document as it is edited.
    ///
    /// Its own state was joined long ago, so it is not refused for a stamp: only an edit that would follow one is.
    func edited(_ state: DocumentState, name: String) -> DocumentState {
        guard leavesOut else { return state }
        var refusals: [Refusal] = []
        return held(state, name: name, refusals: &refusals)
    }

    /// Refuses an edit whose delta everyone else would leave out: it follows a stamp later than the horizon.
    func check(_ delta: DocumentState, name: String) throws(ToolError) {
        let late = late(delta)
        guard let last, !late.isEmpty else { return }
        throw .future([Refusal(name: "the edit of \(name)", late: late)], horizon: last)
    }
}
