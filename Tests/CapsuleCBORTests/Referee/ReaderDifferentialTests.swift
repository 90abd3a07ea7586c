// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import Testing
import TestSupport

/// Left out, as faults of libcbor 0.8: its decoder refuses tags 6 to 20 and simple values without a name,
/// and takes any bytes for UTF-8.
@Suite("The reader against libcbor's streaming decoder")
struct ReaderDifferentialTests {
    @Test("20 000 random canonical items: accepted, written again the same, walked alike to the same end")
    func validItems() throws {
        var generator = SeededGenerator(seed: propertySeed("canonical items", 21))
        var compared = 0
        for _ in 0..<20_000 {
            let item = CBORItem.random(using: &generator)
            let input = item.encoded
            #expect(refusal(of: input) == nil, "\(hex(input))")
            let read = try CBORItem(decoding: input)
            #expect(read == item, "\(hex(input))")
            guard item.isReadByLibCBOR else { continue }
            #expect(
                LibCBOR.walk(input) == .item(heads: read.heads, end: input.count), "\(hex(input))")
            compared += 1
        }
        // The faults of libcbor leave most items to compare.
        #expect(compared > 10_000)
    }

    @Test("every strict prefix of random canonical items: malformed here, no whole item there")
    func prefixes() {
        var generator = SeededGenerator(seed: propertySeed("prefixes", 22))
        for _ in 0..<1_000 {
            let item = CBORItem.random(using: &generator, levels: 4, size: 3)
            let input = item.encoded
            for end in 0..<min(input.count, 60) {
                let prefix = Array(input[..<end])
                let error = refusal(of: prefix)
                #expect(error?.errorClass == .malformed, "\(hex(prefix))")
                #expect(error?.offset ?? .max <= end, "\(hex(prefix))")
                if item.isReadByLibCBOR { #expect(LibCBOR.walk(prefix) == .truncated, "\(hex(prefix))") }
            }
        }
    }

    @Test("the reader and libcbor agree on 30 000 random byte strings")
    func randomBytes() {
        var generator = SeededGenerator(seed: propertySeed("random bytes", 23))
        var accepted = 0
        for _ in 0..<30_000 {
            if compare(generator.bytes(upTo: generator.chance(2) ? 4 : 40)) { accepted += 1 }
        }
        #expect(accepted > 300)
    }

    @Test("the reader and libcbor agree on 30 000 mutations of canonical items and of loosened ones")
    func mutations() {
        var generator = SeededGenerator(seed: propertySeed("mutations", 24))
        var accepted = 0
        for _ in 0..<30_000 {
            let item = CBORItem.random(using: &generator, levels: 4, size: 4)
            let input = generator.chance(3) ? generator.loosened(item) : item.encoded
            if compare(generator.mutation(of: input)) { accepted += 1 }
        }
        #expect(accepted > 1_000)
    }

    /// Holds both sides to one verdict; true when the reader accepts.
    private func compare(_ input: [UInt8]) -> Bool {
        let error = refusal(of: input)
        let walk = LibCBOR.walk(input)
        guard let error else {
            guard let item = try? CBORItem(decoding: input) else {
                Issue.record("checked and not read: \(hex(input))")
                return true
            }
            #expect(item.encoded == input, "\(hex(input))")
            if item.isReadByLibCBOR {
                #expect(walk == .item(heads: item.heads, end: input.count), "\(hex(input))")
            }
            return true
        }
        switch error.errorClass {
        case .malformed:
            // No whole item for libcbor either, but for text, which it does not look at.
            if case .item(_, input.count) = walk { #expect(error.reason.contains("UTF-8"), "\(hex(input))") }
        case .nonCanonical:
            // Well-formed, so libcbor reads one whole item, or a head that it does not know.
            switch walk {
            case .item(_, let end): #expect(end == input.count, "\(hex(input))")
            case .refused(let place):
                #expect(
                    (0xc6...0xd4).contains(input[place]) || (0xe0...0xf3).contains(input[place])
                        || input[place] == 0xf8, "\(hex(input))")
            case .truncated, .misplaced: Issue.record("libcbor says \(walk): \(hex(input))")
            }
            // What is well-formed has a canonical form, or a key twice.
            do throws(CBORError) {
                let output = try CanonicalCBOR.canonicalize(input.span)
                #expect(refusal(of: output) == nil, "\(hex(input))")
                #expect(output != input, "\(hex(input))")
            } catch {
                #expect(error.errorClass == .nonCanonical, "\(hex(input))")
            }
        default: #expect(error.errorClass == .limit, "\(hex(input))")
        }
        return false
    }
}
