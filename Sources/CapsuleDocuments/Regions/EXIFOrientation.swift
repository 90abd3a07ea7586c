// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR
public import CapsuleCRDT

/// How the stored pixels of an image are turned to be shown (EXIF 2.32, tag Orientation).
public enum EXIFOrientation: Int, CaseIterable, Hashable, Sendable {
    /// As stored.
    case up = 1
    /// Mirrored left to right.
    case upMirrored
    /// Turned by half.
    case down
    /// Mirrored top to bottom.
    case downMirrored
    /// Mirrored along the diagonal from the top left.
    case leftMirrored
    /// Stored turned to the left; shown by a quarter turn clockwise.
    case right
    /// Mirrored along the diagonal from the top right.
    case rightMirrored
    /// Stored turned to the right; shown by a quarter turn anticlockwise.
    case left

    /// Whether width and height change places.
    public var swapsDimensions: Bool { rawValue >= 5 }

    /// The orientation whose transform undoes this one's.
    public var inverse: EXIFOrientation {
        switch self {
        case .right: .left
        case .left: .right
        default: self
        }
    }

    /// The size that is shown of an image of a stored size.
    public func displaySize(width: UInt32, height: UInt32) -> (width: UInt32, height: UInt32) {
        swapsDimensions ? (height, width) : (width, height)
    }
}

extension EXIFOrientation: CanonicalValue {
    /// Reads an unsigned integer of 1 to 8.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> EXIFOrientation {
        let start = reader.position
        let value = try reader.readUnsigned(atMost: 8, "an orientation is 1 to 8")
        guard let orientation = EXIFOrientation(rawValue: Int(value)) else {
            throw CBORError(.invalid, at: start, "an orientation is 1 to 8")
        }
        return orientation
    }

    /// Writes the number.
    public func write(to writer: inout CBORWriter) {
        writer.writeUnsigned(UInt64(rawValue))
    }
}

extension RegionShape {
    /// The shape as it lies when a picture whose file says one orientation is shown in another; exact.
    ///
    /// Stored regions lie in the display orientation of the file, and stay as they are when a person sets
    /// `orientation` (SPEC section 8): a view that turns the picture maps them with this.
    ///
    /// - Parameters:
    ///   - file: the orientation that the file says, as which the shape is seen.
    ///   - shown: the orientation in which the picture is shown.
    public func oriented(from file: EXIFOrientation, to shown: EXIFOrientation) -> RegionShape {
        displayed(from: file.inverse).displayed(from: shown)
    }

    /// The shape in display orientation of one that is given in stored orientation; exact.
    ///
    /// The transform of `orientation.inverse` leads back. A circle's radius stays: it is a fraction of the
    /// smaller side, which a turn does not change.
    public func displayed(from orientation: EXIFOrientation) -> RegionShape {
        switch self {
        case .rectangle(let x, let y, let w, let h):
            let (left, top) = Self.moved((x, y), size: (w, h), orientation)
            let (width, height) = orientation.swapsDimensions ? (h, w) : (w, h)
            return .rectangle(x: left, y: top, w: width, h: height)
        case .circle(let cx, let cy, let r):
            let (x, y) = Self.moved((cx, cy), size: (.zero, .zero), orientation)
            return .circle(cx: x, cy: y, r: r)
        }
    }

    /// Where the top-left corner of a box comes to lie.
    private static func moved(
        _ corner: (x: Fraction, y: Fraction), size: (w: Fraction, h: Fraction), _ orientation: EXIFOrientation
    ) -> (Fraction, Fraction) {
        // The distances of the box from the right and the bottom edge.
        let (right, bottom) = (corner.x.complement(beyond: size.w), corner.y.complement(beyond: size.h))
        return switch orientation {
        case .up: (corner.x, corner.y)
        case .upMirrored: (right, corner.y)
        case .down: (right, bottom)
        case .downMirrored: (corner.x, bottom)
        case .leftMirrored: (corner.y, corner.x)
        case .right: (bottom, corner.x)
        case .rightMirrored: (bottom, right)
        case .left: (corner.y, right)
        }
    }
}

extension Fraction {
    fileprivate static var zero: Fraction { Fraction(clamping: 0) }

    /// What is left of the whole beyond this and a size; nothing when there is no room.
    fileprivate func complement(beyond size: Fraction) -> Fraction {
        let taken = billionths + size.billionths
        return Fraction(clamping: taken > Self.whole ? 0 : Self.whole - taken)
    }
}
