// SPDX-License-Identifier: Apache-2.0

/// NFC of Unicode 17.0 over UTF-8: finds the stretches that may change and works on those alone.
///
/// A stretch runs from one boundary to the next. A boundary is a unit that nothing before it can join with or be
/// ordered past: a combining class of 0, and a yes of the quick check. So the NFC of a text is that of its
/// stretches, one after the other (Unicode Standard Annex 15, section 9).
enum NFC {
    /// UTF-8 of text below U+0300, which always is its own NFC and a boundary at every scalar, has only bytes
    /// below this one, the lead byte of U+0300.
    private static let firstByteInDoubt: UInt8 = 0xCC

    /// The first stretch at or after a boundary that the quick check cannot vouch for; nil when there is none.
    static func nextStretch(in utf8: Span<UInt8>, from start: Int) -> Range<Int>? {
        var offset = start
        var boundary = start
        var lastClass: UInt8 = 0
        while offset < utf8.count {
            if utf8[offset] < firstByteInDoubt {
                if utf8[offset] & 0xC0 != 0x80 { boundary = offset }
                lastClass = 0
                offset += 1
                continue
            }
            let unit = UTF8Units.unit(utf8, at: offset)
            let properties = NFCProperties(of: unit.value)
            let combiningClass = properties.combiningClass
            if properties.isQuestioned || combiningClass < lastClass && combiningClass != 0 {
                return boundary..<nextBoundary(in: utf8, from: offset + unit.count)
            }
            if combiningClass == 0 { boundary = offset }
            lastClass = combiningClass
            offset += unit.count
        }
        return nil
    }

    private static func nextBoundary(in utf8: Span<UInt8>, from start: Int) -> Int {
        var offset = start
        while offset < utf8.count {
            let unit = UTF8Units.unit(utf8, at: offset)
            let properties = NFCProperties(of: unit.value)
            if !properties.isQuestioned, properties.combiningClass == 0 { break }
            offset += unit.count
        }
        return offset
    }

    /// Appends the NFC of one stretch.
    static func append(stretch: Span<UInt8>, to bytes: inout [UInt8]) {
        var scalars = decomposition(of: stretch)
        order(&scalars)
        compose(&scalars)
        for scalar in scalars { UTF8Units.append(scalar & scalarMask, to: &bytes) }
    }

    // MARK: The three steps, over units with the combining class in the top 8 bits

    private static let classShift: UInt32 = 24
    private static let scalarMask: UInt32 = 0x00FF_FFFF

    private static func decomposition(of stretch: Span<UInt8>) -> [UInt32] {
        var scalars: [UInt32] = []
        scalars.reserveCapacity(stretch.count)
        var offset = 0
        while offset < stretch.count {
            let unit = UTF8Units.unit(stretch, at: offset)
            offset += unit.count
            let properties = NFCProperties(of: unit.value)
            if let range = properties.decomposition {
                for index in range { scalars.append(NFCTables.decompositions[index]) }
            } else if let jamo = Hangul.decompose(unit.value) {
                scalars.append(jamo.lead)
                scalars.append(jamo.vowel)
                if let tail = jamo.tail { scalars.append(tail) }
            } else {
                scalars.append(UInt32(properties.combiningClass) << classShift | unit.value)
            }
        }
        return scalars
    }

    /// Sorts every run of marks by combining class, keeping the order of equal ones.
    private static func order(_ scalars: inout [UInt32]) {
        var index = 0
        while index < scalars.count {
            guard scalars[index] >> classShift != 0 else {
                index += 1
                continue
            }
            let start = index
            while index < scalars.count, scalars[index] >> classShift != 0 { index += 1 }
            // Insertion is quickest for the one or two marks of real text, and quadratic for hostile text.
            if index - start <= 16 {
                insertionSort(&scalars, start..<index)
            } else {
                countingSort(&scalars, start..<index)
            }
        }
    }

    private static func insertionSort(_ scalars: inout [UInt32], _ run: Range<Int>) {
        for next in run.dropFirst() {
            let scalar = scalars[next]
            var hole = next
            while hole > run.lowerBound, scalars[hole - 1] >> classShift > scalar >> classShift {
                scalars[hole] = scalars[hole - 1]
                hole -= 1
            }
            scalars[hole] = scalar
        }
    }

    private static func countingSort(_ scalars: inout [UInt32], _ run: Range<Int>) {
        var position = [Int](repeating: 0, count: 257)
        for index in run { position[Int(scalars[index] >> classShift) + 1] += 1 }
        for group in 1..<257 { position[group] += position[group - 1] }
        let unsorted = Array(scalars[run])
        for scalar in unsorted {
            let group = Int(scalar >> classShift)
            scalars[run.lowerBound + position[group]] = scalar
            position[group] += 1
        }
    }

    /// Joins each scalar with the last starter before it, unless something between them blocks it.
    private static func compose(_ scalars: inout [UInt32]) {
        var kept = 0
        var starter: Int?
        for index in scalars.indices {
            let scalar = scalars[index]
            let combiningClass = scalar >> classShift
            if let starter, kept - starter == 1 || scalars[kept - 1] >> classShift < combiningClass,
                let composite = composite(scalars[starter], scalar & scalarMask)
            {
                scalars[starter] = composite
                continue
            }
            scalars[kept] = scalar
            if combiningClass == 0 { starter = kept }
            kept += 1
        }
        scalars.removeLast(scalars.count - kept)
    }

    private static func composite(_ first: UInt32, _ second: UInt32) -> UInt32? {
        if let syllable = Hangul.compose(first, second) { return syllable }
        let key = UInt64(first) << 21 | UInt64(second)
        var low = 0
        var high = NFCTables.composites.count
        while low < high {
            let middle = (low + high) / 2
            let entry = NFCTables.composites[middle]
            if entry >> 21 == key { return UInt32(truncatingIfNeeded: entry & 0x1F_FFFF) }
            if entry >> 21 < key { low = middle + 1 } else { high = middle }
        }
        return nil
    }
}
