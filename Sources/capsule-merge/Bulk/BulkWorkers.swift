// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Joins the batches of an input on several cores and gives the results in the order of the input.
///
/// A worker takes its next batch from the input itself, so that no core waits for another one to feed it. At
/// most two batches for each worker are held, so memory does not grow with the input.
final class BulkWorkers: Sendable {
    /// Batches in order; nil when the input is read to its end, or cannot be read on.
    private struct Input: Sendable {
        var batches: BulkInput?
        var taken = 0
    }

    private let input: SerialAccess<Input>
    private let results = SerialAccess<[Int: Result<BulkBatch?, ToolError>]>([:])
    /// Counts the batches that may still be taken.
    private let room = DispatchSemaphore(value: 0)
    /// Counts the results that came.
    private let arrived = DispatchSemaphore(value: 0)
    private let isStopped = Atomic(false)
    private let count: Int

    /// Starts the workers.
    ///
    /// - Parameter count: How many batches are joined at once, at least 1.
    init(_ batches: BulkInput, count: Int, _ rules: BulkRules) {
        input = SerialAccess(Input(batches: batches))
        self.count = count
        for _ in 0..<2 * count { room.signal() }
        for number in 0..<count {
            DispatchQueue(label: "bulk \(number)").async { [self] in
                while takeOne(rules) {}
            }
        }
    }

    /// The result of a batch; nil after the last.
    ///
    /// - Parameters:
    ///   - index: 0 at first, then one more each time.
    ///   - waiting: Called again and again while the result has not come; it ends the waiting by throwing.
    func result(_ index: Int, waiting: () throws(ToolError) -> Void) throws(ToolError) -> BulkBatch? {
        while true {
            if let result = results.use({ $0.removeValue(forKey: index) }) {
                room.signal()
                return try result.get()
            }
            if arrived.wait(timeout: .now() + .milliseconds(50)) == .timedOut { try waiting() }
        }
    }

    /// Lets the workers end after the batches that they have.
    func stop() {
        // Not by the input: one of them may be waiting for more of it.
        isStopped.store(true, ordering: .relaxed)
        for _ in 0..<count { room.signal() }
    }

    /// Joins a batch; says whether there may be more.
    private func takeOne(_ rules: BulkRules) -> Bool {
        room.wait()
        guard !isStopped.load(ordering: .relaxed) else { return false }
        let (index, piece) = input.use { input in
            defer { input.taken += 1 }
            return (input.taken, next(&input))
        }
        let result = piece.map { piece in piece.map { BulkBatch($0, rules) } }
        results.use { $0[index] = result }
        arrived.signal()
        return (try? result.get()) != nil
    }

    private func next(_ input: inout Input) -> Result<BulkInput.Piece?, ToolError> {
        do throws(ToolError) {
            let piece = try input.batches?.next()
            if piece == nil { input.batches = nil }
            return .success(piece)
        } catch {
            input.batches = nil
            return .failure(error)
        }
    }
}
