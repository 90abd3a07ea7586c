// SPDX-License-Identifier: Apache-2.0

package import CapsuleCBOR

/// Where the parts of a region register lie in checked bytes (SPEC section 8).
package struct RegionLayout {
    /// The stamped shape; nil while it has not arrived.
    package private(set) var shape: StampedLayout?
    /// The set of labels; nil when it observed nothing.
    package private(set) var labels: Range<Int>?
    /// Unknown keys, ascending: the range of the encoded key and of the value.
    package private(set) var carried: [(key: Range<Int>, value: Range<Int>)] = []
    /// Whether the shape is a stamped null.
    package private(set) var isDeleted = false

    /// Whether the region has a shape that is not null.
    package var isLive: Bool { shape != nil && !isDeleted }

    /// Reads and checks a region register.
    package static func check(_ reader: inout CBORReader) throws(CBORError) {
        let start = reader.position
        var shape: StampedLayout?
        var others = 0
        var cursor = try reader.enterMap()
        while let key = try cursor.nextText(&reader) {
            let name = reader.bytes.extracting(key)
            if name.elementsEqual("shape") {
                shape = try StampedLayout.read(&reader, value: RegionShape?.check)
            } else if name.elementsEqual("labels") {
                try ORSetLayout.check(
                    &reader, takesShortTexts: Label.takesShortTexts, element: Label.check)
                others += 1
            } else {
                try CarriedKeys.checkName(key)
                try CarriedKeys.checkValue(&reader)
                others += 1
            }
        }
        reader.leave()
        guard cursor.count > 0 else { throw CBORError(.invalid, at: start, "a region has at least one key") }
        guard let shape, reader.bytes[shape.value.lowerBound] == null else { return }
        guard shape.unknownKeys == 0, others == 0 else {
            throw CBORError(
                .invalid, at: start, "a deleted region has nothing but a shape with the keys by, ts and value"
            )
        }
    }

    /// Finds the parts of a region register in checked bytes.
    package init(unchecked bytes: Span<UInt8>, at offset: Int = 0) {
        var (count, position) = bytes.uncheckedHead(at: offset)
        while count > 0 {
            count -= 1
            let key = position..<bytes.uncheckedEnd(ofItemAt: position)
            let name = bytes.extracting(bytes.uncheckedContent(at: position))
            let value = key.upperBound..<bytes.uncheckedEnd(ofItemAt: key.upperBound)
            position = value.upperBound
            if name.elementsEqual("shape") {
                let stamped = StampedLayout(unchecked: bytes, at: value.lowerBound)
                isDeleted = bytes[stamped.value.lowerBound] == Self.null
                shape = stamped
            } else if name.elementsEqual("labels") {
                labels = value
            } else {
                carried.append((key, value))
            }
        }
    }

    private static let null: UInt8 = 0xf6
}
