// SPDX-License-Identifier: Apache-2.0

import CapsuleMLDSA
import Testing

@Suite("wiping")
struct WipeTests {
    /// That the optimiser keeps the stores cannot be seen from inside a program that reads the memory
    /// afterwards; this holds that they reach every element, and no other.
    @Test("a wipe zeroes each element that it is given, and none after", arguments: [1, 7, 32, 256])
    func every(count: Int) {
        // Unsafe because the wipe is of memory that is owned by hand; this is such memory.
        let memory = UnsafeMutablePointer<Int32>.allocate(capacity: count + 1)
        unsafe memory.initialize(repeating: -1, count: count + 1)
        defer { unsafe memory.deallocate() }
        unsafe memory.wipe(count: count)
        #expect(unsafe UnsafeBufferPointer(start: memory, count: count).allSatisfy { $0 == 0 })
        #expect(unsafe memory[count] == -1)
    }
}
