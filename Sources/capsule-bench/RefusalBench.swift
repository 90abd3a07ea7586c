// SPDX-License-Identifier: Apache-2.0

import CAllocations
import CapsuleCBOR

/// Refusing what is hostile: each input claims or nests far more than it has.
enum RefusalBench {
    static let hugeArray: [UInt8] = [0x9b, 0, 0, 0x42, 0xfa, 0x42, 0xfa, 0x42, 0xfa, 0x42]
    static let hugeString: [UInt8] = [0x7a, 0x7f, 0xff, 0xff, 0xff, 0x61]
    static let deep = [UInt8](repeating: 0x81, count: 10_000)

    /// Whether a check refuses the bytes.
    static func refuses(_ bytes: [UInt8]) -> Bool {
        do throws(CBORError) {
            try CanonicalCBOR.check(bytes.span)
            return false
        } catch {
            return true
        }
    }

    static func run() {
        print("refusals: one input, medians")
        print("input                         ns  allocations")
        for (name, bytes) in [
            ("an array of 2^46 items", hugeArray), ("a text of 2^31 bytes", hugeString),
            ("10 000 arrays in each other", deep),
        ] {
            var samples = Samples()
            // A batch, since one run is shorter than the clock can tell.
            let batch = 1_000
            for _ in 0..<50 {
                samples.time { for _ in 0..<batch { precondition(refuses(bytes)) } }
            }
            let before = capsule_allocations_now()
            precondition(refuses(bytes))
            let after = capsule_allocations_now()
            print(
                name, String(repeating: " ", count: 27 - name.count),
                column(samples.median / Double(batch), width: 6),
                column(Int(after.count - before.count), width: 12), separator: "")
        }
    }
}
