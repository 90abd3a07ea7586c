// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import Testing
import TestSupport

/// Faults that other codecs had, as inputs.
///
/// Where each was seen stands beside it.
@Suite("Faults of other codecs")
struct FieldFaultTests {
    static let faults: [Refusal] = [
        Refusal(
            bytes("a29b80") + [UInt8](repeating: 0, count: 13), .malformed, at: 1,
            "PJK/libcbor#16: a huge count as a key"),
        Refusal("9b0203366bfffbde1856bfffff", .malformed, at: 0, "PJK/libcbor#431: a huge count"),
        Refusal("bb8000000000000000", .malformed, at: 0, "PJK/libcbor#415: twice the count overflows"),
        Refusal("f97e01", .nonCanonical, at: 0, "PJK/libcbor#53: another NaN"),
        Refusal("f9fe00", .nonCanonical, at: 0, "dotnet/runtime#92080: a NaN with a sign"),
        Refusal("fa7fc00000", .nonCanonical, at: 0, "dotnet/runtime#92080: a NaN that is too wide"),
        Refusal("9b37388519251ae9ca", .malformed, at: 0, "agronholm/cbor2#93: a huge count"),
        Refusal("f814", .malformed, at: 0, "agronholm/cbor2#187: false in two bytes"),
        Refusal("9f01ff", .nonCanonical, at: 0, "agronholm/cbor2#282: an indefinite array"),
        Refusal("a2616101616102", .nonCanonical, at: 4, "agronholm/cbor2#282: a key twice"),
        Refusal("0001", .malformed, at: 1, "agronholm/cbor2#283: a trailing byte"),
        Refusal("bf6161ff", .malformed, at: 3, "agronholm/cbor2#331: an odd map"),
        Refusal("9b00ffffffffffffff", .malformed, at: 0, "valpackett/SwiftCBOR#118: a count that traps"),
        Refusal(
            [UInt8](repeating: 0x81, count: 10_000), .limit, at: 32,
            "valpackett/SwiftCBOR#92: 10 000 arrays"),
        Refusal(
            [UInt8](repeating: 0xca, count: 10_000), .limit, at: 32, "nlohmann/json#5451: 10 000 tags"),
        Refusal(
            (0..<10_000).flatMap { _ -> [UInt8] in [0xa1, 0x00] }, .limit, at: 63,
            "nlohmann/json#5451: 10 000 maps"),
        Refusal("62c0ae", .malformed, at: 1, "nlohmann/json#5529: an overlong full stop"),
        Refusal("1b000000000000000b", .nonCanonical, at: 0, "rvagg/cborg#202: 11 in nine bytes"),
        Refusal("1817", .nonCanonical, at: 0, "hashberg-io/dag-cbor#8: 23 in two bytes"),
        Refusal("a262616101617802", .nonCanonical, at: 5, "hashberg-io/dag-cbor#3: aa before x"),
        Refusal("a240f61818f6", .nonCanonical, at: 3, "IntersectMBO/cardano-api#1124: 40 before 1818"),
        Refusal("ff", .malformed, at: 0, "kriszyp/cbor-x#136: a break"),
        Refusal("81ff", .malformed, at: 1, "kriszyp/cbor-x#136: a break in an array"),
        Refusal("a16161ff", .malformed, at: 3, "kriszyp/cbor-x#136: a break as a value"),
        Refusal("c0ff", .malformed, at: 1, "kriszyp/cbor-x#136: a break in a tag"),
        Refusal("f818", .malformed, at: 0, "fxamacker/cbor#46: simple(24)"),
        Refusal("1f", .malformed, at: 0, "bitwarden/clients#21584: an indefinite integer"),
        Refusal("3f", .malformed, at: 0, "bitwarden/clients#21584: an indefinite negative integer"),
        Refusal(
            [UInt8](repeating: 0xc1, count: 32) + [0], .limit, at: 32,
            "intel/tinycbor#283: a limit that tags go around"),
    ]

    @Test("is refused with its class and its byte", arguments: faults)
    func isRefused(_ fault: Refusal) { fault.expect() }

    @Test("IntersectMBO/cardano-api#1124: the key 1818 comes before the key 40")
    func keyOrder() throws {
        let input = bytes("a21818f640f6")
        #expect(refusal(of: input) == nil)
        #expect(try CBORItem(decoding: input).encoded == input)
    }

    @Test("quininer/cbor4ii#19: the least negative integer is kept exactly")
    func leastNegative() throws {
        let input = bytes("3bffffffffffffffff")
        #expect(refusal(of: input) == nil)
        #expect(try CBORItem(decoding: input) == .negative(.max))
        #expect(try CBORItem(decoding: input).encoded == input)
        #expect(CBORDiagnostic.text(input.span) == "-18446744073709551616")
    }

    @Test("smithy-lang/smithy-swift#1085: the greatest integer is read, or out of a bound, never a trap")
    func greatestInteger() throws {
        let input = bytes("1bffffffffffffffff")
        var reader = CBORReader(input.span)
        let value = try reader.readUnsigned()
        #expect(value == .max)
        var bounded = CBORReader(input.span)
        do throws(CBORError) {
            _ = try bounded.readUnsigned(atMost: (1 << 53) - 1)
            Issue.record("accepted")
        } catch {
            #expect(error.errorClass == .invalid)
            #expect(error.offset == 0)
        }
    }
}
