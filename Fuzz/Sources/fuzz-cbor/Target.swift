// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import FuzzSupport

/// The check, with the seeded faults: a surrogate is taken for text, tags from 32 on for malformed.
private func classOfRefusal(_ bytes: [UInt8]) -> ErrorClass? {
    do throws(CBORError) {
        try CanonicalCBOR.check(bytes.span)
        if hasFault(2), bytes.contains(run: [0xd8, 0x20]) { return .malformed }
        return nil
    } catch {
        if hasFault(1), bytes.contains(run: [0xed, 0xa0, 0x80]) { return nil }
        return error.errorClass
    }
}

/// The reader against libcbor's streaming decoder: what is accepted is what libcbor would have written, what
/// is malformed libcbor cannot read, what is not canonical libcbor reads and writes differently.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe input(start, count)
    let refusal = classOfRefusal(bytes)
    do throws(Referee.Refusal) {
        let canonical = try Referee.canonical(bytes)
        expect(
            (refusal == nil) == (canonical == bytes), "accepted exactly when libcbor writes the same bytes")
        expect(refusal == nil || refusal == .nonCanonical, "libcbor reads what is called \(refusal as Any)")
    } catch {
        switch error {
        case .tooDeep: expect(refusal != nil, "what is too deep is refused, for whatever it has besides")
        case .malformed:
            expect(refusal == .malformed, "libcbor cannot read it, the reader says \(refusal as Any)")
        case .duplicateKey: expect(refusal == .nonCanonical, "a key twice is called \(refusal as Any)")
        }
    }
    return 0
}
