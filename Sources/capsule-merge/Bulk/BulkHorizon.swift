// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

/// What is done with stamps later than the time at which documents were accepted and a day (SPEC section 3).
enum BulkHorizon: Sendable {
    /// They are taken as they are.
    case none
    /// A document with such a stamp is refused.
    case refusing(after: StampTime)
    /// Such writes are left out of their documents before these are joined.
    case leavingOut(after: StampTime)

    static let options: [OptionDescription] = [
        .value(
            "accepted-at", valueName: "TS",
            help: "When the documents were accepted; now when not given. Stamps may lie a day after it."),
        .flag("leave-out-future", help: "Leave writes with later stamps out instead of refusing them."),
        .flag("no-horizon", help: "Take every stamp as it is."),
    ]

    init(_ arguments: Arguments) throws(ToolError) {
        if arguments.has("no-horizon") {
            for other in ["accepted-at", "leave-out-future"] where arguments.has(other) {
                throw arguments.usage("--\(other) does not go with --no-horizon")
            }
            self = .none
            return
        }
        let accepted: StampTime
        if let text = arguments.value("accepted-at") {
            accepted = try arguments.stampTime(text, "--accepted-at")
        } else {
            accepted = try WallClock.now()
        }
        let day: Int64 = 86_400_000
        let horizon = StampTime(unixMilliseconds: accepted.unixMilliseconds + day) ?? .last
        self =
            arguments.has("leave-out-future")
            ? .leavingOut(after: horizon) : .refusing(after: horizon)
    }

    /// The document to be joined, after what is left out was noted.
    ///
    /// - Throws: `invalid`, with the stamps and whose they are, when it is refused.
    func admit(_ state: DocumentState, _ place: String, _ leftOut: inout Notes) throws(DocumentError)
        -> DocumentState
    {
        switch self {
        case .none: return state
        case .refusing(let horizon):
            guard state.hasWrites(after: horizon) else { return state }
            let late = Self.late(state, horizon)
            let named = late.prefix(3).map { "\($0.path) of \($0.ts) by \($0.by)" }.joined(separator: ", ")
            throw DocumentError(
                .invalid,
                "stamped later than \(horizon): \(named)\(late.count > 3 ? " and \(late.count - 3) more" : "");"
                    + " --leave-out-future leaves that out, --no-horizon takes it as it is")
        case .leavingOut(let horizon):
            guard state.hasWrites(after: horizon) else { return state }
            for write in Self.late(state, horizon) {
                leftOut.add("\(place): left out: \(write.path), stamped \(write.ts) by \(write.by)")
            }
            return state.before(horizon)
        }
    }

    private static func late(_ state: DocumentState, _ horizon: StampTime) -> [SkewReport.Entry] {
        SkewReport(state, now: horizon).entries.filter(\.isLeftOut)
    }
}
