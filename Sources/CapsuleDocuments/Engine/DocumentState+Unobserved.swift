// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT

extension DocumentState {
    /// Whether a delta observes, without adding it, an add-id that this state has not observed.
    ///
    /// Labels of a region that this state holds as deleted do not count: they are gone either way.
    package func hasUnobserved(_ delta: DocumentState) -> Bool {
        let fields = fields
        for entry in delta.entries {
            guard case .known(let index) = entry.meaning else { continue }
            let theirs = delta.bytes.span.extracting(entry.value)
            let ours = bytes.span.extracting(range(of: fields[index].name) ?? 0..<0)
            switch fields[index].role {
            case .set:
                if ORSetLayout.hasUnobserved(delta: theirs, state: ours, skipPointers[index] ?? []) {
                    return true
                }
            case .regionMap:
                if Self.hasUnobserved(regions: theirs, state: ours) { return true }
            default: continue
            }
        }
        return false
    }

    private static func hasUnobserved(regions delta: Span<UInt8>, state: Span<UInt8>) -> Bool {
        var known = RegisterMapWalk(state)
        var isUnobserved = false
        RegisterMap.forEach(delta) { key, value in
            guard !isUnobserved else { return }
            let ours = known.find(delta.extracting(key), state).map { offset in
                RegionLayout(unchecked: state, at: offset)
            }
            let theirs = RegionLayout(unchecked: delta, at: value.lowerBound)
            guard let labels = theirs.labels, ours?.isDeleted != true else { return }
            isUnobserved = ORSetLayout.hasUnobserved(
                delta: delta.extracting(labels), state: state.extracting(ours?.labels ?? 0..<0))
        }
        return isUnobserved
    }
}

/// Finds values by encoded key, asked in ascending order, so that many look-ups cost one walk.
private struct RegisterMapWalk {
    private var position = 0
    private var remaining: UInt64 = 0

    init(_ bytes: Span<UInt8>) {
        if !bytes.isEmpty { (remaining, position) = bytes.uncheckedHead(at: 0) }
    }

    /// The offset of the value under a key, or nil.
    mutating func find(_ key: Span<UInt8>, _ bytes: Span<UInt8>) -> Int? {
        while remaining > 0 {
            let value = bytes.uncheckedEnd(ofItemAt: position)
            let order = bytes.extracting(position..<value).compare(key)
            if order > 0 { return nil }
            if order == 0 { return value }
            position = bytes.uncheckedEnd(ofItemAt: value)
            remaining -= 1
        }
        return nil
    }
}
