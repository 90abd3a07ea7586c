// SPDX-License-Identifier: Apache-2.0

package import CapsuleCBOR

/// Where the parts of a stamped map lie in the bytes it stands in (SPEC section 3).
package struct StampedLayout: Sendable {
    /// The whole stamped map.
    package let range: Range<Int>
    /// The identifier of the writing device.
    package let by: Identifier
    /// The time of the write.
    package let ts: StampTime
    /// The encoded value.
    package let value: Range<Int>
    /// How many keys the map has besides by, ts and value.
    package let unknownKeys: Int

    private init(
        range: Range<Int>, by: Identifier, ts: StampTime, value: Range<Int>, unknownKeys: Int
    ) {
        self.range = range
        self.by = by
        self.ts = ts
        self.value = value
        self.unknownKeys = unknownKeys
    }

    /// Reads and checks a stamped map whose value the closure reads.
    package static func read(
        _ reader: inout CBORReader, value check: (inout CBORReader) throws(CBORError) -> Void
    ) throws(CBORError) -> StampedLayout {
        let start = reader.position
        if let (by, ts) = ordinaryStamp(reader) {
            reader.enterMap(pastKnown: valueStart)
            try check(&reader)
            reader.leave()
            let range = start..<reader.position
            try range.checkValueSize("a stamped value")
            return StampedLayout(
                range: range, by: by, ts: ts, value: start + valueStart..<reader.position, unknownKeys: 0)
        }
        var (by, ts, value): (Identifier?, StampTime?, Range<Int>?) = (nil, nil, nil)
        var unknownKeys = 0
        var cursor = try reader.enterMap()
        while let key = try cursor.nextText(&reader) {
            let name = reader.bytes.extracting(key)
            if name.elementsEqual("by") {
                by = try Identifier.read(&reader)
            } else if name.elementsEqual("ts") {
                ts = try StampTime.read(&reader)
            } else if name.elementsEqual("value") {
                let valueStart = reader.position
                try check(&reader)
                value = valueStart..<reader.position
            } else {
                try reader.skipItem()
                unknownKeys += 1
            }
        }
        reader.leave()
        guard let by, let ts, let value else {
            throw CBORError(.invalid, at: start, "a stamped value has the keys by, ts and value")
        }
        let range = start..<reader.position
        try range.checkValueSize("a stamped value")
        return StampedLayout(range: range, by: by, ts: ts, value: value, unknownKeys: unknownKeys)
    }

    // A map of three keys has those that each stamped map has, and all but the value have one size: where they
    // lie need not be looked for. `{ "by": 16 bytes, "ts": 24 bytes, "value": ... }`, from its head on.
    private static let threeKeys: UInt8 = 0xa3
    private static let byContent = 5..<21
    private static let tsContent = 26..<50
    private static let valueStart = 56

    /// The device and the time of a map that has three keys and, up to its value, is as it should be; nil for any
    /// other, also one that is too near the end of the input or too deep.
    private static func ordinaryStamp(_ reader: borrowing CBORReader) -> (by: Identifier, ts: StampTime)? {
        let (bytes, start) = (reader.bytes, reader.position)
        // The keys and what they hold stand one level below the map.
        guard reader.remaining > valueStart, reader.depth < CBORLimits.depth else { return nil }
        // a3 62 "by" 50, then 62 "ts" 78 18, then 65 "value".
        guard bytes.bigEndianWord(at: start) &>> 24 == 0xa3_62_62_79_50,
            bytes.bigEndianWord(at: start + 21) &>> 24 == 0x62_74_73_78_18,
            bytes.bigEndianWord(at: start + 48) & 0xffff_ffff_ffff == 0x65_76_61_6c_75_65,
            let ts = StampTime(bytes.extracting(start + tsContent.lowerBound..<start + tsContent.upperBound)),
            let by = Identifier(bytes.extracting(start + byContent.lowerBound..<start + byContent.upperBound))
        else { return nil }
        return (by, ts)
    }

    /// The offset of the value of a stamped map in checked bytes.
    package static func value(unchecked bytes: Span<UInt8>, at offset: Int) -> Int {
        if bytes[offset] == threeKeys { return offset + valueStart }
        return StampedLayout(unchecked: bytes, at: offset).value.lowerBound
    }

    /// Finds the parts of a stamped map in checked bytes.
    package init(unchecked bytes: Span<UInt8>, at offset: Int) {
        let (byContent, tsContent) = (Self.byContent, Self.tsContent)
        if bytes[offset] == Self.threeKeys,
            let by = Identifier(
                bytes.extracting(offset + byContent.lowerBound..<offset + byContent.upperBound)),
            let ts = StampTime(
                bytes.extracting(offset + tsContent.lowerBound..<offset + tsContent.upperBound))
        {
            let start = offset + Self.valueStart
            let end = bytes.uncheckedEnd(ofItemAt: start)
            self.init(range: offset..<end, by: by, ts: ts, value: start..<end, unknownKeys: 0)
            return
        }
        var (count, position) = bytes.uncheckedHead(at: offset)
        var (by, ts, value): (Identifier?, StampTime?, Range<Int>) = (nil, nil, 0..<0)
        var unknownKeys = 0
        while count > 0 {
            count -= 1
            let name = bytes.extracting(bytes.uncheckedContent(at: position))
            let valueStart = bytes.uncheckedEnd(ofItemAt: position)
            position = bytes.uncheckedEnd(ofItemAt: valueStart)
            if name.elementsEqual("by") {
                by = Identifier(bytes.extracting(bytes.uncheckedContent(at: valueStart)))
            } else if name.elementsEqual("ts") {
                ts = StampTime(bytes.extracting(bytes.uncheckedContent(at: valueStart)))
            } else if name.elementsEqual("value") {
                value = valueStart..<position
            } else {
                unknownKeys += 1
            }
        }
        guard let by, let ts else { preconditionFailure("the bytes of a stamped map were not checked") }
        self.init(range: offset..<position, by: by, ts: ts, value: value, unknownKeys: unknownKeys)
    }

    /// The stamped map that an item is, or nil when it is something else.
    package init?(probing item: Span<UInt8>) {
        var reader = CBORReader(item)
        do throws(CBORError) {
            self = try Self.read(&reader) { (reader: inout CBORReader) throws(CBORError) in
                try reader.skipItem()
            }
        } catch {
            return nil
        }
    }

    /// The total order of stamped values: `ts`, then the bytes of `by`, then the whole encoded map.
    ///
    /// - Returns: a negative number, zero or a positive number.
    package static func compare(
        _ left: StampedLayout, in leftBytes: Span<UInt8>,
        _ right: StampedLayout, in rightBytes: Span<UInt8>
    ) -> Int {
        if left.ts != right.ts { return left.ts < right.ts ? -1 : 1 }
        if left.by != right.by { return left.by < right.by ? -1 : 1 }
        return leftBytes.extracting(left.range).compare(rightBytes.extracting(right.range))
    }

    /// Writes a stamped map with no unknown keys; the value is already canonical.
    package static func write(
        by: Identifier, ts: StampTime, value: Span<UInt8>, to writer: inout CBORWriter
    ) {
        writer.writeMapHead(3)
        writer.writeText("by")
        by.write(to: &writer)
        writer.writeText("ts")
        ts.write(to: &writer)
        writer.writeText("value")
        writer.append(raw: value)
    }
}

extension Range<Int> {
    /// Checks the size of a stamped map, an OR-set element or a carried value (SPEC section 1).
    package func checkValueSize(_ what: StaticString) throws(CBORError) {
        guard count <= CBORLimits.value else {
            throw CBORError(
                .limit, at: lowerBound, "\(what) has at most \(CBORLimits.value) bytes, this one has \(count)"
            )
        }
    }
}
