// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR

/// The outline of a region of an image (SPEC section 8).
///
/// `x`, `w` and `cx` are fractions of the width and `y`, `h` and `cy` of the height of the original in
/// display orientation; `r` is a fraction of the smaller of the two.
public enum RegionShape: Hashable, Sendable {
    /// A rectangle by its top-left corner and its size.
    case rectangle(x: Fraction, y: Fraction, w: Fraction, h: Fraction)
    /// A circle by its centre and its radius.
    case circle(cx: Fraction, cy: Fraction, r: Fraction)

    /// What a reader holds a shape to; a sentence that says what is wrong, nil when nothing is.
    package var fault: String? {
        let whole = Fraction.whole
        switch self {
        case .rectangle(let x, let y, let w, let h):
            if w.billionths < 1 || h.billionths < 1 {
                return "a rectangle is at least one billionth wide and high"
            }
            if x.billionths + w.billionths > whole || y.billionths + h.billionths > whole {
                return "a rectangle ends within the image"
            }
        case .circle(let cx, let cy, let r):
            if r.billionths < 1 { return "a circle's radius is at least one billionth" }
            if cx.billionths == 0 || cx.billionths == whole || cy.billionths == 0 || cy.billionths == whole {
                return "a circle's centre lies inside the image"
            }
            let roomAcross = min(cx.billionths, whole - cx.billionths)
            let roomDown = min(cy.billionths, whole - cy.billionths)
            if r.billionths > max(roomAcross, roomDown) {
                return "a circle's radius reaches over the edge both ways"
            }
        }
        return nil
    }

    /// Whether the shape lies inside an image of the given size in pixels: the writing rule of SPEC section 8.
    ///
    /// A rectangle that a reader accepts always does. Exact: 10^9 times 2^32 fits in 64 bits.
    public func isInside(width: UInt32, height: UInt32) -> Bool {
        guard case .circle(let cx, let cy, let r) = self else { return true }
        let reach = r.billionths * UInt64(min(width, height))
        return [(cx, width), (cy, height)].allSatisfy { centre, size in
            centre.billionths * UInt64(size) >= reach
                && (Fraction.whole - centre.billionths) * UInt64(size) >= reach
        }
    }
}

extension RegionShape: CanonicalValue {
    /// Reads a map with exactly the keys of one shape.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> RegionShape {
        let start = reader.position
        var (x, y, w, h): (Fraction?, Fraction?, Fraction?, Fraction?) = (nil, nil, nil, nil)
        var (cx, cy, r): (Fraction?, Fraction?, Fraction?) = (nil, nil, nil)
        var cursor = try reader.enterMap()
        while let key = try cursor.nextText(&reader) {
            let name = reader.bytes.extracting(key)
            let value = try Fraction.read(&reader)
            if name.elementsEqual("x") {
                x = value
            } else if name.elementsEqual("y") {
                y = value
            } else if name.elementsEqual("w") {
                w = value
            } else if name.elementsEqual("h") {
                h = value
            } else if name.elementsEqual("cx") {
                cx = value
            } else if name.elementsEqual("cy") {
                cy = value
            } else if name.elementsEqual("r") {
                r = value
            } else {
                throw CBORError(
                    .invalid, at: key.lowerBound, "a shape has the keys x, y, w, h or cx, cy, r, no other")
            }
        }
        reader.leave()
        let shape: RegionShape
        if cursor.count == 4, let x, let y, let w, let h {
            shape = .rectangle(x: x, y: y, w: w, h: h)
        } else if cursor.count == 3, let cx, let cy, let r {
            shape = .circle(cx: cx, cy: cy, r: r)
        } else {
            throw CBORError(.invalid, at: start, "a shape has exactly the keys x, y, w, h or cx, cy, r")
        }
        if let fault = shape.fault { throw CBORError(.invalid, at: start, fault) }
        return shape
    }

    /// Writes the map.
    public func write(to writer: inout CBORWriter) {
        func put(_ entries: [(String, Fraction)]) {
            writer.writeMapHead(entries.count)
            for (key, value) in entries {
                writer.writeText(key)
                value.write(to: &writer)
            }
        }
        switch self {
        case .rectangle(let x, let y, let w, let h): put([("h", h), ("w", w), ("x", x), ("y", y)])
        case .circle(let cx, let cy, let r): put([("r", r), ("cx", cx), ("cy", cy)])
        }
    }
}
