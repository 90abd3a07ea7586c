// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import Testing
import TestSupport

/// A way to put an item one level deeper.
struct Nesting: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// What opens each level, repeated in turn.
    let openings: [[UInt8]]

    /// An item at a level, the outermost being at level 1.
    func item(atLevel level: Int, _ item: [UInt8]) -> [UInt8] {
        (0..<level - 1).flatMap { openings[$0 % openings.count] } + item
    }
}

@Suite("Nesting has at most 32 levels")
struct DepthTests {
    static let nestings = [
        Nesting(testDescription: "arrays", openings: [[0x81]]),
        Nesting(testDescription: "maps", openings: [[0xa1, 0x00]]),
        Nesting(testDescription: "tags", openings: [[0xc1]]),
        Nesting(testDescription: "arrays, maps and tags", openings: [[0x81], [0xa1, 0x00], [0xd8, 0x20]]),
        Nesting(testDescription: "arrays after another item", openings: [[0x82, 0xf6]]),
    ]
    static let leaves = ["f6", "80", "a0", "00", "6161", "4100", "f93c00", "1903e8"]

    @Test("an item at level 32 is accepted and one at level 33 refused", arguments: nestings, leaves)
    func levels(nesting: Nesting, leaf: String) throws {
        let allowed = nesting.item(atLevel: 32, bytes(leaf))
        #expect(refusal(of: allowed) == nil)
        #expect(try CBORItem(decoding: allowed).encoded == allowed)
        #expect(try CanonicalCBOR.canonicalize(allowed.span) == allowed)
        let tooDeep = nesting.item(atLevel: 33, bytes(leaf))
        let error = refusal(of: tooDeep)
        #expect(error?.errorClass == .limit)
        // The first item at level 33: a key or a neighbour that stands before the leaf, or the leaf.
        let before = nesting.openings[31 % nesting.openings.count].count - 1
        #expect(error?.offset == tooDeep.count - bytes(leaf).count - before)
        do throws(CBORError) {
            _ = try CanonicalCBOR.canonicalize(tooDeep.span)
            Issue.record("accepted")
        } catch let other {
            #expect(other == error)
        }
    }

    @Test("levels that ended do not count", arguments: nestings)
    func siblings(nesting: Nesting) {
        let deep = nesting.item(atLevel: 31, [0xf6])
        #expect(refusal(of: [0x83] + deep + deep + deep) == nil)
    }

    @Test("keys count as a level, too")
    func keys() {
        let key = DepthTests.nestings[0].item(atLevel: 31, [0xf6])
        #expect(refusal(of: [0xa1] + key + [0x00]) == nil)
        let error = refusal(of: [0xa1, 0x81] + key + [0x00])
        #expect(error?.errorClass == .limit)
        #expect(error?.offset == 1 + key.count)
    }

    @Test("a typed reader counts the levels that it was told of")
    func typedReader() throws {
        let input = bytes("8100")
        var reader = CBORReader(input.span, depth: 31)
        let count = try reader.enterArray()
        let inside = reader.depth
        let range = try reader.skipItem()
        reader.leave()
        let outside = reader.depth
        #expect(count == 1)
        #expect(range == 1..<2)
        #expect([inside, outside] == [32, 31])
        var deeper = CBORReader(input.span, depth: 32)
        do throws(CBORError) {
            _ = try deeper.skipItem()
            Issue.record("accepted")
        } catch {
            #expect(error.errorClass == .limit)
            #expect(error.offset == 1)
        }
    }

    @Test("10 000 levels end with a limit in the notation and in the path, not with a stack")
    func notation() {
        let input = [UInt8](repeating: 0x81, count: 10_000)
        #expect(CBORDiagnostic.text(input.span).contains("limit at byte 32"))
        #expect(CBORPath.locate(9_999, in: input.span).hasPrefix("[0][0]"))
    }
}
