// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments

/// What came of joining the documents of a batch.
struct BulkBatch: Sendable {
    /// How much of the sources was done with this one.
    let progress: (done: Int, total: Int?)
    /// The joined documents, one after the other.
    private(set) var output = BulkBuffer([])
    /// Documents that were put aside, as they came.
    private(set) var setAside: [UInt8] = []
    private(set) var documents = 0
    private(set) var joined = 0
    private(set) var refused = 0
    /// What ended the work.
    private(set) var failure: ToolError?

    /// Joins the documents of each key; pure, so that the output does not depend on where it runs.
    init(_ piece: BulkInput.Piece, setsAside: Bool) {
        progress = piece.progress
        let runs = piece.runs
        let places = Self.places(runs)
        var output = BulkBuffer.empty()
        do throws(ToolError) {
            var start = 0
            while start < places.count {
                let key = places[start].key
                let end = places[start...].firstIndex { $0.key != key } ?? places.count
                try join(key, places[start..<end], runs, setsAside: setsAside, into: &output)
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
        _ key: BulkKey, _ places: ArraySlice<Place>, _ runs: [any BulkRun], setsAside: Bool,
        into output: inout [UInt8]
    ) throws(ToolError) {
        documents += places.count
        var join = BulkJoin(key)
        for place in places {
            let run = runs[place.run]
            let document = try run.bytes(of: place.index)
            do throws(DocumentError) {
                try join.add(document)
            } catch {
                refused += 1
                guard setsAside else { throw .message("\(run.place(of: place.index)): \(error)") }
                for place in places { setAside += try runs[place.run].bytes(of: place.index) }
                return
            }
        }
        output += join.bytes
        joined += 1
    }
}
