// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap
// A literal that is wrong is a fault of the test.

import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@Suite("Regions in stored and display orientation (SPEC 8)")
struct EXIFOrientationTests {
    private static let shapes: [RegionShape] = {
        var generator = SeededGenerator(seed: 8)
        let random: [RegionShape] = (0..<50).compactMap { _ in
            RegionShape.rectangle(
                left: Double.random(in: 0..<0.5, using: &generator),
                top: Double.random(in: 0..<0.5, using: &generator),
                width: Double.random(in: 0.1...0.5, using: &generator),
                height: Double.random(in: 0.1...0.5, using: &generator))
        }
        return random + [
            RegionShape.rectangle(left: 0, top: 0, width: 1, height: 1)!,
            RegionShape.circle(centerX: 0.25, centerY: 0.75, radius: 0.125)!,
            RegionShape.circle(centerX: 1e-9, centerY: 0.5, radius: 1e-9)!,
        ]
    }()

    @Test("a transform and its inverse are the identity", arguments: EXIFOrientation.allCases)
    func inverse(orientation: EXIFOrientation) {
        for shape in Self.shapes {
            #expect(shape.displayed(from: orientation).displayed(from: orientation.inverse) == shape)
            #expect(shape.displayed(from: orientation.inverse).displayed(from: orientation) == shape)
        }
    }

    @Test("what a reader accepts it accepts turned", arguments: EXIFOrientation.allCases)
    func stayValid(orientation: EXIFOrientation) throws {
        for shape in Self.shapes {
            let turned = shape.displayed(from: orientation)
            #expect(try RegionShape(decoding: turned.encoded) == turned)
        }
    }

    /// A pixel of a stored 4 x 2 image and where a viewer shows it.
    @Test(
        "the stored pixel at column 3, row 0 of a 4 x 2 image is shown where EXIF says",
        arguments: [
            (1, 3, 0), (2, 0, 0), (3, 0, 1), (4, 3, 1), (5, 0, 3), (6, 1, 3), (7, 1, 0), (8, 0, 0),
        ])
    func pixels(orientation: Int, column: Int, row: Int) throws {
        let orientation = try #require(EXIFOrientation(rawValue: orientation))
        let pixel = try #require(RegionShape.rectangle(left: 0.75, top: 0, width: 0.25, height: 0.5))
        let (width, height) = orientation.displaySize(width: 4, height: 2)
        let shown = pixel.displayed(from: orientation).bounds(width: width, height: height)
        #expect(shown == (Double(column), Double(row), 1, 1))
    }

    @Test(
        "a region seen under the file's orientation lies under the one shown as its stored pixels do",
        arguments: EXIFOrientation.allCases)
    func oriented(file: EXIFOrientation) throws {
        let stored = try [
            #require(RegionShape.rectangle(left: 0.125, top: 0.25, width: 0.5, height: 0.0625)),
            #require(RegionShape.circle(centerX: 0.25, centerY: 0.625, radius: 0.125)),
        ]
        for shape in stored {
            let seen = shape.displayed(from: file)
            for shown in EXIFOrientation.allCases {
                let turned = seen.oriented(from: file, to: shown)
                #expect(turned == shape.displayed(from: shown))
                #expect(turned.oriented(from: shown, to: file) == seen, "the way back")
            }
        }
    }

    @Test("width and height change places from 5 to 8", arguments: EXIFOrientation.allCases)
    func dimensions(orientation: EXIFOrientation) {
        let (width, height) = orientation.displaySize(width: 4000, height: 3000)
        #expect((width, height) == (orientation.rawValue >= 5 ? (3000, 4000) : (4000, 3000)))
    }

    @Test("a centred rectangle and one by its corner are told apart by name")
    func centred() throws {
        let centred = RegionShape.rectangle(centerX: 0.5, centerY: 0.5, width: 0.5, height: 0.25)
        let cornered = RegionShape.rectangle(left: 0.25, top: 0.375, width: 0.5, height: 0.25)
        #expect(centred == cornered)
        #expect(centred != RegionShape.rectangle(left: 0.5, top: 0.5, width: 0.5, height: 0.25))
    }

    @Test("a circle's box has its radius in parts of the smaller side, and may reach outside")
    func circleBounds() throws {
        let inside = try #require(RegionShape.circle(centerX: 0.5, centerY: 0.5, radius: 0.25))
        #expect(inside.bounds(width: 400, height: 200) == (150, 50, 100, 100))
        #expect(inside.bounds(width: 200, height: 400) == (50, 150, 100, 100))
        let whole = Fraction(clamping: Fraction.whole)
        let outside = RegionShape.circle(cx: whole, cy: Fraction(clamping: 0), r: whole)
        #expect(outside.bounds(width: 400, height: 200) == (200, -200, 400, 400))
    }

    @Test("edges are rounded to the nearest billionth, halves away from zero")
    func rounding() throws {
        let shape = RegionShape.rectangle(
            left: 0.000_000_000_5, top: 0.000_000_000_4, width: 0.5, height: 0.5)
        guard case .rectangle(let x, let y, let w, let h) = try #require(shape) else { return }
        #expect(x.billionths == 1)
        #expect(y.billionths == 0)
        // The right edge lies at 500 000 000.5, which is rounded on its own.
        #expect(w.billionths == 500_000_000)
        #expect(h.billionths == 500_000_000)
    }

    @Test("an edge outside, nothing between two, and what is no number give no shape")
    func refused() {
        #expect(RegionShape.rectangle(left: 0.5, top: 0, width: 0.6, height: 1) == nil)
        #expect(RegionShape.rectangle(left: -0.1, top: 0, width: 0.5, height: 1) == nil)
        #expect(RegionShape.rectangle(left: 0.5, top: 0, width: 0, height: 1) == nil)
        #expect(RegionShape.rectangle(left: .nan, top: 0, width: 1, height: 1) == nil)
        #expect(RegionShape.rectangle(left: 0, top: 0, width: .infinity, height: 1) == nil)
        #expect(RegionShape.circle(centerX: 0, centerY: 0.5, radius: 0.1) == nil)
        #expect(RegionShape.circle(centerX: 0.5, centerY: 0.5, radius: 0.6) == nil)
        #expect(RegionShape.circle(centerX: 0.5, centerY: 0.5, radius: .nan) == nil)
    }

    @Test("the noise of binary fractions does not push an edge out of the image")
    func noise() {
        #expect(0.7 + 0.2 + 0.1 != 1.0)
        #expect(RegionShape.rectangle(left: 0.1 + 0.2, top: 0, width: 0.7, height: 1) != nil)
        #expect(Fraction(1.000_000_000_4)?.billionths == 1_000_000_000)
        #expect(Fraction(1.000_000_000_6) == nil)
    }
}
