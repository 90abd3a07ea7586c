// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import Testing
import TestSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite("A declared length or count is checked before anything is allocated for it")
struct HostileCountTests {
    static let inputs: [[UInt8]] =
        [2, 3, 4, 5].flatMap { (major: UInt8) -> [[UInt8]] in
            let arguments = [
                "18ff", "19ffff", "1affffffff", "1b7fffffffffffffff", "1b8000000000000000",
                "1bffffffffffffffff", "1b3fffffffffffffff", "1b4000000000000000", "1b00000000fffffffe",
            ]
            return arguments.flatMap { argument -> [[UInt8]] in
                var head = bytes(argument)
                head[0] |= major << 5
                return [
                    head, head + [0, 0, 0], [0x81] + head, [0xa1, 0x00] + head, [0xa1] + head + [0],
                    [0xc1] + head,
                ]
            }
        } + [bytes("9b000042fa42fa42fa42"), bytes("9a0fffffff"), bytes("9b0203366bfffbde1856bfffff")]

    @Test("more than what remains is malformed at the head that says it", arguments: inputs)
    func isMalformed(_ input: [UInt8]) {
        let error = refusal(of: input)
        #expect(error?.errorClass == .malformed)
        #expect(error?.offset ?? 9 <= 2)
        do throws(CBORError) {
            _ = try CanonicalCBOR.canonicalize(input.span)
            Issue.record("accepted")
        } catch {
            #expect(error.errorClass == .malformed)
        }
    }

    static let edges: [(String, String)] = [
        ("820000", "8200"), ("a100f6", "a100"), ("420000", "4200"), ("626161", "6261"), ("8180", "8280"),
    ]

    @Test("a count of exactly what remains is accepted, one more is not", arguments: edges)
    func edge(fits: String, short: String) {
        #expect(refusal(of: bytes(fits)) == nil)
        #expect(refusal(of: bytes(short))?.errorClass == .malformed)
    }

    @Test("refusing them takes less than 64 MiB of memory")
    func memory() async {
        // In a process of its own, since other tests allocate at the same time.
        await #expect(processExitsWith: .success) {
            let before = peakMemory()
            for _ in 0..<50 {
                for input in HostileCountTests.inputs {
                    guard refusal(of: input)?.errorClass == .malformed else { exit(2) }
                    guard (try? CanonicalCBOR.canonicalize(input.span)) == nil else { exit(3) }
                    _ = CBORDiagnostic.text(input.span)
                    _ = CBORPath.locate(input.count - 1, in: input.span)
                }
            }
            guard peakMemory() - before < 64 << 20 else { exit(4) }
        }
    }
}

/// The most memory that this process has had resident so far, in bytes.
private func peakMemory() -> Int {
    var usage = rusage()
    #if canImport(Glibc)
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
        unsafe getrusage(RUSAGE_SELF, &usage)
    #endif
    #if canImport(Darwin)
        return Int(usage.ru_maxrss)
    #else
        return Int(usage.ru_maxrss) * 1_024
    #endif
}
