// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import Testing
import TestSupport

/// A rectangle by x, y, w and h.
func rectangle(_ x: UInt64, _ y: UInt64, _ w: UInt64, _ h: UInt64) -> CBORItem {
    map([("x", .unsigned(x)), ("y", .unsigned(y)), ("w", .unsigned(w)), ("h", .unsigned(h))])
}

/// A circle by cx, cy and r.
func circle(_ cx: UInt64, _ cy: UInt64, _ r: UInt64) -> CBORItem {
    map([("cx", .unsigned(cx)), ("cy", .unsigned(cy)), ("r", .unsigned(r))])
}

@Suite("The shape of a region")
struct RegionShapeTests {
    static let whole: UInt64 = 1_000_000_000
    static let half: UInt64 = 500_000_000

    static let valid: [CBORItem] = [
        rectangle(0, 0, whole, whole), rectangle(0, 0, 1, 1), rectangle(whole - 1, whole - 1, 1, 1),
        rectangle(1, 0, whole - 1, whole), rectangle(24, 256, 65_536, 1), rectangle(999_999_999, 0, 1, whole),
        circle(half, half, half), circle(half, half, 1), circle(1, 1, 1), circle(whole - 1, whole - 1, 1),
        // Within the bounds along one of the two axes is enough for a reader.
        circle(half, 1, half), circle(1, half, half), circle(whole - 1, half, half),
        circle(250_000_000, 1, 250_000_000),
    ]

    @Test("valid", arguments: valid)
    func accepts(item: CBORItem) {
        expectCanonical(item) { bytes throws(CBORError) in try RegionShape(decoding: bytes).encoded }
    }

    static let breaches: [Breach] = [
        Breach("not a map", .array([]), at: 0), Breach("an empty map", .map([]), at: 0),
        Breach("null", .simple(22), at: 0),
        Breach("no width", rectangle(0, 0, 0, 1), at: 0), Breach("no height", rectangle(0, 0, 1, 0), at: 0),
        Breach("over the right edge", rectangle(1, 0, whole, 1), at: 0),
        Breach("over the lower edge", rectangle(0, 1, 1, whole), at: 0),
        Breach("from the right edge", rectangle(whole, 0, 1, 1), at: 0),
        Breach("from the lower edge", rectangle(0, whole, 1, 1), at: 0),
        Breach("over both edges by the most there is", rectangle(whole, whole, whole, whole), at: 0),
        Breach("no radius", circle(half, half, 0), at: 0),
        Breach("a centre on the left edge", circle(0, half, 1), at: 0),
        Breach("a centre on the right edge", circle(whole, half, 1), at: 0),
        Breach("a centre on the upper edge", circle(half, 0, 1), at: 0),
        Breach("a centre on the lower edge", circle(half, whole, 1), at: 0),
        Breach("a radius over every edge", circle(half, half, half + 1), at: 0),
        Breach("a radius over the near edges", circle(1, 1, 2), at: 0),
        Breach("a radius over the far edges", circle(whole - 1, whole - 1, 2), at: 0),
        Breach("a radius of the whole", circle(half, half, whole), at: 0),
        Breach("a fraction above the whole", rectangle(0, 0, 1, whole + 1), at: 3),
        Breach("a fraction of 2^64 - 1", rectangle(0, 0, .max, 1), at: 1 + 3 + 2),
        Breach("three sides", map([("x", .unsigned(0)), ("y", .unsigned(0)), ("w", .unsigned(1))]), at: 0),
        Breach("a circle without a radius", map([("cx", .unsigned(5)), ("cy", .unsigned(5))]), at: 0),
        Breach(
            "a rectangle with a radius",
            map([
                ("x", .unsigned(0)), ("y", .unsigned(0)), ("w", .unsigned(1)), ("h", .unsigned(1)),
                ("r", .unsigned(1)),
            ]), at: 0),
        Breach(
            "a bit of both",
            map([("x", .unsigned(0)), ("y", .unsigned(0)), ("r", .unsigned(1)), ("cx", .unsigned(1))]), at: 0),
        Breach(
            "a bit of both, three keys",
            map([("x", .unsigned(0)), ("cy", .unsigned(1)), ("r", .unsigned(1))]), at: 0),
        Breach("another key", map([("a", .unsigned(0)), ("r", .unsigned(1)), ("cx", .unsigned(1))]), at: 2),
        Breach(
            "a float",
            map([("h", .float(of: 0.5)), ("w", .unsigned(1)), ("x", .unsigned(0)), ("y", .unsigned(0))]),
            at: 3),
        Breach(
            "a negative side",
            map([("h", .negative(0)), ("w", .unsigned(1)), ("x", .unsigned(0)), ("y", .unsigned(0))]), at: 3),
        Breach("a key that is no text", .map([.init(.unsigned(0), .unsigned(0))]), at: 1),
        Breach(
            "keys in the order of the letters",
            .map([
                .init(text("cx"), .unsigned(5)), .init(text("cy"), .unsigned(5)),
                .init(text("r"), .unsigned(5)),
            ]), .nonCanonical,
            at: 9),
    ]

    @Test("invalid", arguments: breaches)
    func refuses(breach: Breach) {
        breach.expect { bytes throws(CBORError) in _ = try RegionShape(decoding: bytes) }
    }

    @Test("what a reader accepts is what the rule says, over random shapes at the edges")
    func againstRule() {
        var generator = SeededGenerator(seed: propertySeed("shapes", 44))
        func fraction() -> UInt64 {
            let edges: [UInt64] = [
                0, 1, 2, Self.half - 1, Self.half, Self.half + 1, Self.whole - 2, Self.whole - 1, Self.whole,
            ]
            return generator.chance(3)
                ? UInt64.random(in: 0...Self.whole, using: &generator)
                : edges[Int.random(in: 0..<edges.count, using: &generator)]
        }
        for _ in 0..<4_000 {
            let (a, b, c, d) = (fraction(), fraction(), fraction(), fraction())
            let isRectangle = c >= 1 && d >= 1 && a + c <= Self.whole && b + d <= Self.whole
            #expect(((try? RegionShape(decoding: rectangle(a, b, c, d).encoded)) != nil) == isRectangle)
            let isCentred = (1..<Self.whole).contains(a) && (1..<Self.whole).contains(b)
            let reach = isCentred && (c <= a && c <= Self.whole - a || c <= b && c <= Self.whole - b)
            #expect(((try? RegionShape(decoding: circle(a, b, c).encoded)) != nil) == (c >= 1 && reach))
        }
    }

    static let inside: [(CBORItem, UInt32, UInt32, Bool)] = [
        (circle(half, half, half), 100, 100, true), (circle(half, half, half), 1, 1, true),
        (circle(half, half, half), .max, .max, true), (circle(half, half, half), .max, 1, true),
        (circle(half, half, half), 1, .max, true),
        (circle(half, half, half), 4_000, 3_000, true), (circle(half - 1, half, half), 4_000, 3_000, true),
        (circle(half - 1, half, half), 3_000, 3_000, false),
        (circle(half, half - 1, half), 4_000, 3_000, false),
        (circle(half, half + 1, half), 4_000, 3_000, false),
        // Exactly at the edge of 4 000 by 3 000: 0.375 of the width is half of the height.
        (circle(375_000_000, half, half), 4_000, 3_000, true),
        (circle(374_999_999, half, half), 4_000, 3_000, false),
        (circle(625_000_000, half, half), 4_000, 3_000, true),
        (circle(625_000_001, half, half), 4_000, 3_000, false),
        (circle(half, 375_000_000, half), 3_000, 4_000, true),
        (circle(half, 374_999_999, half), 3_000, 4_000, false),
        // The greatest products there are, one apart.
        (circle(half, 1, 1), .max, .max, true), (circle(half, 1, 2), .max, .max, false),
        (circle(half, whole - 1, 1), .max, .max, true), (circle(half, whole - 1, 2), .max, .max, false),
        (circle(1, half, 1), .max, .max - 1, true), (circle(1, half, 1), .max - 1, .max, true),
        // 4 294 967 295 by 4 294 967 294: the smaller one makes the circle a little smaller.
        (circle(1, half, 2), .max, .max >> 1, true), (circle(1, half, 3), .max, .max >> 1, false),
        (rectangle(0, 0, whole, whole), 1, .max, true), (rectangle(whole - 1, 0, 1, 1), 7, 5, true),
    ]

    @Test("a circle lies inside an image to the last of 64 bits", arguments: inside)
    func containment(item: CBORItem, width: UInt32, height: UInt32, isInside: Bool) throws {
        #expect(try RegionShape(decoding: item.encoded).isInside(width: width, height: height) == isInside)
    }
}
