// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

extension RegionShape {
    /// A rectangle by its top-left corner, in parts of the image's width and height from 0 to 1.
    ///
    /// Each edge is rounded to the nearest billionth, halves away from zero, so that rectangles which share
    /// an edge still do; nil when an edge lies outside the image or nothing is left between two.
    public static func rectangle(left: Double, top: Double, width: Double, height: Double) -> RegionShape? {
        guard let x = Fraction(left), let y = Fraction(top), let right = Fraction(left + width),
            let bottom = Fraction(top + height), right > x, bottom > y
        else { return nil }
        return .rectangle(
            x: x, y: y, w: Fraction(clamping: right.billionths - x.billionths),
            h: Fraction(clamping: bottom.billionths - y.billionths))
    }

    /// A rectangle by its centre, as the Metadata Working Group's regions have it.
    ///
    /// Rounded as `rectangle(left:top:width:height:)` is.
    public static func rectangle(
        centerX: Double, centerY: Double, width: Double, height: Double
    ) -> RegionShape? {
        rectangle(left: centerX - width / 2, top: centerY - height / 2, width: width, height: height)
    }

    /// A circle by its centre, in parts of the width and height, and its radius, in parts of the smaller.
    ///
    /// Each is rounded to the nearest billionth, halves away from zero; nil when it is no shape a reader
    /// accepts.
    public static func circle(centerX: Double, centerY: Double, radius: Double) -> RegionShape? {
        guard let cx = Fraction(centerX), let cy = Fraction(centerY), let r = Fraction(radius) else {
            return nil
        }
        let circle = RegionShape.circle(cx: cx, cy: cy, r: r)
        return circle.fault == nil ? circle : nil
    }

    /// The box around the shape in an image of a size in pixels, in pixels from the top left.
    ///
    /// A circle that a reader accepts may reach outside; a user interface draws it clipped.
    public func bounds(
        width: UInt32, height: UInt32
    ) -> (left: Double, top: Double, width: Double, height: Double) {
        let (wide, high) = (Double(width), Double(height))
        switch self {
        case .rectangle(let x, let y, let w, let h):
            return (x.doubleValue * wide, y.doubleValue * high, w.doubleValue * wide, h.doubleValue * high)
        case .circle(let cx, let cy, let r):
            let radius = r.doubleValue * min(wide, high)
            return (cx.doubleValue * wide - radius, cy.doubleValue * high - radius, 2 * radius, 2 * radius)
        }
    }
}
