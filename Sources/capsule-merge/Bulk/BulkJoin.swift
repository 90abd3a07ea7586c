// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

/// The join of the documents of one key.
///
/// Nothing depends on the order in which they are taken in, not even what is reported of them: they are
/// joined in the order of their bytes.
struct BulkJoin {
    /// One document that was taken in.
    struct Taken {
        let state: DocumentState
        /// As it came, before anything was left out of it.
        let original: [UInt8]
        /// Which one it is, as its caller counts.
        let number: Int
    }

    struct Result {
        /// The joined document; nil when there is none that could be read.
        var state: DocumentState?
        var report = JoinReport()
        /// Documents with which the result would be too large.
        var refused: ArraySlice<Taken> = []
        /// Why they are refused.
        var error: DocumentError?
    }

    let key: BulkKey
    private var taken: [Taken] = []

    init(_ key: BulkKey) {
        self.key = key
    }

    /// The document that was taken in last, as it came: most documents are the same everywhere.
    var lastBytes: [UInt8]? { taken.last?.original }

    /// Takes in a document.
    ///
    /// - Throws: what is wrong with it; the others are not concerned.
    mutating func add(
        _ document: [UInt8], number: Int, _ horizon: Horizon, _ leftOut: inout Notes,
        place: @autoclosure () -> String
    ) throws(DocumentError) {
        let state = try Self.admit(document, key.kind, horizon, &leftOut, place())
        taken.append(Taken(state: state, original: document, number: number))
    }

    /// A document as it may be joined, after what is left out of it was noted.
    static func admit(
        _ document: [UInt8], _ kind: DocumentKind, _ horizon: Horizon, _ leftOut: inout Notes,
        _ place: @autoclosure () -> String
    ) throws(DocumentError) -> DocumentState {
        let state: DocumentState
        do throws(DocumentError) {
            state = try DocumentState(decoding: document, kind: kind)
        } catch {
            // What has no key of its own came under another one, whose kind says nothing about it.
            if error.errorClass != .newerSchema { _ = try DocumentKind(identifying: document) }
            throw error
        }
        switch horizon.outcome(state) {
        case .passes: return state
        case .leftOut(let left, let late):
            for write in late { leftOut.add("\(place()): left out: \(write.text)") }
            return left
        case .refused(let late): throw refusal(late)
        }
    }

    private static func refusal(_ late: [Horizon.Late]) -> DocumentError {
        let named = late.prefix(3).map(\.text).joined(separator: "; ")
        let more = late.count > 3 ? "; and \(late.count - 3) more" : ""
        return DocumentError(
            .invalid,
            "stamped later than the horizon: \(named)\(more); "
                + Horizon.ways.joined(separator: " "))
    }

    /// Joins what was taken in.
    func finish() -> Result {
        guard taken.count > 1 else { return Result(state: taken.first?.state) }
        let ordered = taken.sorted { $0.state.bytes.span.compare($1.state.bytes.span) < 0 }
        do throws(DocumentError) {
            return try Self.join(ordered[...])
        } catch {
            return Self.joinWhatFits(ordered, error)
        }
    }

    private static func join(_ taken: ArraySlice<Taken>) throws(DocumentError) -> Result {
        guard let (state, report) = try DocumentState.joined(taken.lazy.map(\.state)) else { return Result() }
        return Result(state: state, report: report)
    }

    /// Joins the smallest documents, as many as the limit allows, and refuses the others.
    ///
    /// By size, and not by where they lie: so it is the one that somebody blew up which is refused.
    private static func joinWhatFits(_ taken: [Taken], _ error: DocumentError) -> Result {
        let ordered = taken.sorted { left, right in
            left.state.bytes.count != right.state.bytes.count
                ? left.state.bytes.count < right.state.bytes.count
                : left.state.bytes.span.compare(right.state.bytes.span) < 0
        }
        // One alone fits, all do not.
        var (fitting, tooMany) = (1, ordered.count)
        var result = Result(state: ordered[0].state)
        while tooMany - fitting > 1 {
            let middle = (fitting + tooMany) / 2
            do throws(DocumentError) {
                result = try join(ordered[..<middle])
                fitting = middle
            } catch {
                tooMany = middle
            }
        }
        result.refused = ordered[fitting...]
        result.error = error
        return result
    }
}
