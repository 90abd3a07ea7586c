// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import Testing
import TestSupport

/// SPEC section 1: what is not well-formed is never reported as `invalid`.
@Suite("A fault of form is reported before a fault of meaning")
struct FormBeforeMeaningTests {
    /// Decodes as each type, and gives the errors by the type's name.
    private static let decoders: [(name: String, decode: @Sendable ([UInt8]) throws(CBORError) -> Void)] = [
        ("Identifier", { bytes throws(CBORError) in _ = try Identifier(decoding: bytes) }),
        ("Label", { bytes throws(CBORError) in _ = try Label(decoding: bytes) }),
        ("StampTime", { bytes throws(CBORError) in _ = try StampTime(decoding: bytes) }),
        ("RegionShape", { bytes throws(CBORError) in _ = try RegionShape(decoding: bytes) }),
        ("Stamped", { bytes throws(CBORError) in _ = try Stamped<Label>(decoding: bytes) }),
        ("LWWRegister", { bytes throws(CBORError) in _ = try LWWRegister<Label>(decoding: bytes) }),
        ("HistoryRegister", { bytes throws(CBORError) in _ = try HistoryRegister<Label>(decoding: bytes) }),
        ("ORSet", { bytes throws(CBORError) in _ = try ORSet<Label>(decoding: bytes) }),
        ("RegionRegister", { bytes throws(CBORError) in _ = try RegionRegister(decoding: bytes) }),
    ]

    static let inputs: [(String, ErrorClass, Int)] = [
        // Of a wrong type at once, and the fault of form comes later.
        ("8200ff", .malformed, 2), ("820062c328", .malformed, 3), ("a16178811c", .malformed, 4),
        ("0000", .malformed, 1),
        ("f6f6", .malformed, 1), ("82001817", .nonCanonical, 2), ("8200811817", .nonCanonical, 3),
        ("8218171c", .malformed, 3), ("8200c1fa7fc00000", .nonCanonical, 3),
        // A known key of a wrong type, then a text that is cut.
        ("a26262790062747378", .malformed, 8),
    ]

    @Test("by every type that is decoded", arguments: inputs)
    func form(input: String, errorClass: ErrorClass, offset: Int) {
        for decoder in Self.decoders {
            do throws(CBORError) {
                try decoder.decode(bytes(input))
                Issue.record("accepted by \(decoder.name)")
            } catch {
                #expect(error.errorClass == errorClass, "\(decoder.name)")
                #expect(error.offset == offset, "\(decoder.name)")
            }
        }
    }

    @Test("over mutations of valid states: invalid is canonical, and what is canonical is invalid or valid")
    func mutations() {
        var generator = SeededGenerator(seed: propertySeed("mutated states", 43))
        let states = [
            stamped(text("x"), extra: [("zz", .array([.unsigned(1)]))]),
            history([stamped(text("x"), ts: time(2)), stamped(text("y"))]),
            orSet(
                Row(1, [0, 2, 5, 5], [(1, text("a")), (5, text("b"))]), Row(2, [7, 7], [(7, text("b"))])),
            map([
                ("labels", orSet(Row(1, [0, 0], [(0, text("a"))]))),
                ("shape", stamped(rectangle(1, 2, 3, 4))),
            ]),
            text("label"), .bytes(identifier(3)), text(time(1)), circle(500_000_000, 500_000_000, 1),
        ].map(\.encoded)
        for _ in 0..<6_000 {
            let input = generator.mutation(of: states[Int.random(in: 0..<states.count, using: &generator)])
            var form: CBORError?
            do throws(CBORError) { try CanonicalCBOR.check(input.span) } catch { form = error }
            for decoder in Self.decoders where !(decoder.name == "ORSet" && input.isEmpty) {
                do throws(CBORError) {
                    try decoder.decode(input)
                    #expect(form == nil, "\(decoder.name) \(hex(input))")
                } catch {
                    if let form {
                        #expect(error == form, "\(decoder.name) \(hex(input))")
                    } else {
                        #expect(error.errorClass == .invalid, "\(decoder.name) \(hex(input))")
                    }
                }
            }
        }
    }
}
