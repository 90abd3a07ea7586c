// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Joins batches on several cores and gives them back in the order in which they came.
///
/// At most two batches for each worker are held, so memory does not grow with the input.
final class BulkWorkers: Sendable {
    private struct Done {
        var results: [Int: BulkBatch] = [:]
        var nextToGive = 0
        var nextToTake = 0
    }

    private let queues: [DispatchQueue]
    private let done = Mutex(Done())
    private let finished = DispatchSemaphore(value: 0)
    private let setsAside: Bool

    /// - Parameter count: how many batches are joined at once, at least 1.
    init(count: Int, setsAside: Bool) {
        queues = (0..<count).map { DispatchQueue(label: "bulk \($0)") }
        self.setsAside = setsAside
    }

    /// Takes a batch; gives what is done in the meantime, in order.
    func submit(_ groups: [BulkGroup]) -> [BulkBatch] {
        let index = done.withLock { done in
            defer { done.nextToTake += 1 }
            return done.nextToTake
        }
        queues[index % queues.count].async { [self] in
            let result = BulkBatch(groups, setsAside: setsAside)
            done.withLock { $0.results[index] = result }
            finished.signal()
        }
        var given: [BulkBatch] = []
        repeat { given += take() } while isFull
        return given
    }

    /// Waits for all that is left, and gives it in order.
    func finish() -> [BulkBatch] {
        var given: [BulkBatch] = []
        while done.withLock({ $0.nextToGive < $0.nextToTake }) {
            finished.wait()
            given += take()
        }
        return given
    }

    /// Waits while too many batches are held.
    private var isFull: Bool {
        let isFull = done.withLock { $0.nextToTake - $0.nextToGive >= 2 * queues.count }
        if isFull { finished.wait() }
        return isFull
    }

    private func take() -> [BulkBatch] {
        done.withLock { done in
            var given: [BulkBatch] = []
            while let result = done.results.removeValue(forKey: done.nextToGive) {
                given.append(result)
                done.nextToGive += 1
            }
            return given
        }
    }
}
