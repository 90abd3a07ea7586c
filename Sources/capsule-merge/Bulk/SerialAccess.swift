// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// A value that threads use in turn.
///
/// They wait for a semaphore: waiting for the `Mutex` alone happens in the kernel, where Thread Sanitizer does
/// not follow it and reports races that there are not.
final class SerialAccess<Value: Sendable>: Sendable {
    private let value: Mutex<Value>
    private let free = DispatchSemaphore(value: 1)

    init(_ value: Value) {
        self.value = Mutex(value)
    }

    func use<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        free.wait()
        defer { free.signal() }
        return value.withLock { body(&$0) }
    }
}
