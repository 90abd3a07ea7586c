// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import FuzzSupport

/// The repair, with the seeded faults: a negative zero loses its sign, an empty chunk ends a string.
private func canonicalize(_ bytes: [UInt8]) throws(CBORError) -> [UInt8] {
    var canonical = try CanonicalCBOR.canonicalize(bytes.span)
    if hasFault(1), canonical.contains(run: [0xf9, 0x80, 0x00]) {
        if let at = (0..<canonical.count - 2).first(where: { canonical[$0...].starts(with: [0xf9, 0x80, 0]) })
        {
            canonical[at + 1] = 0
        }
    }
    if hasFault(2), bytes.contains(run: [0x7f, 0x60]) { canonical = [0x60] }
    return canonical
}

/// Rewriting as canonical CBOR against libcbor; what people are shown of any input never traps.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe input(start, count)
    do throws(CBORError) {
        let canonical = try canonicalize(bytes)
        expect((try? CanonicalCBOR.check(canonical.span)) != nil, "what canonicalize gives is canonical")
        expect((try? canonicalize(canonical)) == canonical, "canonicalize of its result changes nothing")
        expect((try? Referee.canonical(bytes)) == canonical, "libcbor writes the same canonical form")
        _ = CBORDiagnostic.text(canonical.span)
        _ = CBORDiagnostic.text(canonical.span, indent: 2)
    } catch {
        expect((try? CanonicalCBOR.check(bytes.span)) == nil, "canonical input is not refused")
        if error.errorClass != .limit {
            expect(
                (try? Referee.canonical(bytes)) == nil, "libcbor reads what canonicalize refuses: \(error)")
        }
    }
    _ = CBORDiagnostic.text(bytes.span)
    for offset in stride(from: 0, through: bytes.count, by: max(1, bytes.count / 8)) {
        _ = CBORPath.locate(offset, in: bytes.span)
    }
    return 0
}
