// SPDX-License-Identifier: Apache-2.0

#if FUZZ_FAULTS
    import Glibc
#endif

/// Ends the run with words, which the fuzzer takes for a crash, when what must hold does not.
public func expect(
    _ condition: Bool, _ rule: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
    if !condition { fatalError(rule(), file: file, line: line) }
}

/// The input of a target.
public func input(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
    // The fuzzer lends `count` bytes for the time of the call; they are copied.
    unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
}

#if FUZZ_FAULTS
    private let chosen: Int = unsafe getenv("FUZZ_FAULT").flatMap { unsafe Int(String(cString: $0)) } ?? 0

    /// Whether a fault is seeded: built in by `-DFUZZ_FAULTS` alone, chosen by FUZZ_FAULT in the environment.
    public func hasFault(_ number: Int) -> Bool { chosen == number }
#else
    /// Whether a fault is seeded: never in this build.
    @inlinable
    public func hasFault(_: Int) -> Bool { false }
#endif

extension [UInt8] {
    /// Whether the bytes hold others next to each other.
    public func contains(run: [UInt8]) -> Bool {
        guard count >= run.count else { return false }
        return (0...count - run.count).contains { self[$0..<$0 + run.count].elementsEqual(run) }
    }
}
