// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleDocuments

/// What is done with documents beside joining them.
struct BulkRules: Sendable {
    /// Whether what is refused is kept, to be written elsewhere.
    let setsAside: Bool
    let horizon: Horizon
}

/// What came of joining the documents of a batch.
struct BulkBatch: Sendable {
    /// How much of the sources was done with this one.
    let progress: (done: Int, total: Int?)
    private let rules: BulkRules
    /// The joined documents, one after the other.
    private(set) var output = BulkBuffer([])
    /// What was refused, as a sequence.
    private(set) var setAside: [UInt8] = []
    private(set) var documents = 0
    private(set) var joined = 0
    /// Documents that were refused, each on its own.
    private(set) var refused = Notes()
    /// Writes that were left out for their stamps.
    private(set) var leftOut = Notes()
    /// What the joins could not keep.
    private(set) var losses = Losses()
    /// What ended the work.
    private(set) var failure: ToolError?

    /// Joins the documents of each key; pure, so that the output does not depend on where it runs.
    init(_ piece: BulkInput.Piece, _ rules: BulkRules) {
        progress = piece.progress
        self.rules = rules
        let runs = piece.runs
        let places = Self.places(runs)
        var output = BulkBuffer.empty()
        do throws(ToolError) {
            var start = 0
            while start < places.count {
                let key = places[start].key
                let end = places[start...].firstIndex { $0.key != key } ?? places.count
                try join(key, places[start..<end], runs, into: &output)
                start = end
            }
        } catch {
            failure = error
        }
        self.output = BulkBuffer(output)
    }

    /// Where a document of the batch is.
    private struct Place {
        let key: BulkKey
        let run: Int
        let index: Int
    }

    /// All documents, by key; those of one key in the order of the sources.
    private static func places(_ runs: [any BulkRun]) -> [Place] {
        var places: [Place] = []
        places.reserveCapacity(runs.reduce(0) { $0 + $1.count })
        for (number, run) in runs.enumerated() {
            for index in 0..<run.count {
                places.append(Place(key: run.key(of: index), run: number, index: index))
            }
        }
        places.sort { $0.key != $1.key ? $0.key < $1.key : ($0.run, $0.index) < ($1.run, $1.index) }
        return places
    }

    private mutating func join(
        _ key: BulkKey, _ places: ArraySlice<Place>, _ runs: [any BulkRun], into output: inout [UInt8]
    ) throws(ToolError) {
        documents += places.count
        var join = BulkJoin(key)
        for (number, place) in zip(places.indices, places) {
            let run = runs[place.run]
            let document = try run.bytes(of: place.index)
            if join.lastBytes.map({ $0.span.elementsEqual(document.span) }) == true { continue }
            do throws(DocumentError) {
                try join.add(
                    document, number: number, rules.horizon, &leftOut, place: run.place(of: place.index))
            } catch {
                refuse(document, error, run.place(of: place.index))
            }
        }
        let result = join.finish()
        for lost in result.refused {
            let place = places[lost.number]
            refuse(lost.original, result.error, runs[place.run].place(of: place.index))
        }
        losses.add(result.report, of: key)
        guard let state = result.state else { return }
        output += state.bytes
        joined += 1
    }

    private mutating func refuse(_ document: [UInt8], _ error: DocumentError?, _ place: String) {
        refused.add("\(place): \(error.map { "\($0)" } ?? "refused")")
        if rules.setsAside { setAside += SetAside.item(document) }
    }
}
