// SPDX-License-Identifier: Apache-2.0

extension Array where Element: Comparable {
    /// The first index of an ascending array, within a range, whose element is not below a value.
    func firstIndex(notBelow value: Element, in range: Range<Int>) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The first index of an ascending array whose element is not below a value.
    func firstIndex(notBelow value: Element) -> Int {
        firstIndex(notBelow: value, in: indices)
    }

    /// The last index of an ascending array, from one on, whose element is not above a value.
    func lastIndex(notAbove value: Element, from start: Int) -> Int {
        var (low, high) = (start, count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if self[middle] <= value { low = middle } else { high = middle }
        }
        return low
    }

    /// The index of a value in an ascending array without repeats.
    func index(ofSorted value: Element) -> Int? {
        let index = firstIndex(notBelow: value)
        return index < count && self[index] == value ? index : nil
    }

    /// The elements of an ascending array without repeats that another such array does not have.
    func sortedSubtracting(_ other: [Element]) -> [Element] {
        var result: [Element] = []
        var place = 0
        for element in self {
            while place < other.count, other[place] < element { place += 1 }
            if place == other.count || other[place] != element { result.append(element) }
        }
        return result
    }

    /// The elements, ascending and without repeats.
    func sortedWithoutRepeats() -> [Element] {
        guard count > 1 else { return self }
        var result = sorted()
        var kept = 1
        for index in 1..<result.count where result[index] != result[kept - 1] {
            result[kept] = result[index]
            kept += 1
        }
        result.removeLast(result.count - kept)
        return result
    }
}
