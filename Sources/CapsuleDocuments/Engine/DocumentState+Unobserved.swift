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
                if ORSetLayout.hasUnobserved(delta: theirs, state: ours) { return true }
            case .regionMap:
                if Self.hasUnobserved(regions: theirs, state: ours) { return true }
            default: continue
            }
        }
        return false
    }

    private static func hasUnobserved(regions delta: Span<UInt8>, state: Span<UInt8>) -> Bool {
        var isUnobserved = false
        RegisterMap.forEach(delta) { key, value in
            let theirs = RegionLayout(checked: delta, at: value.lowerBound)
            guard !isUnobserved, let labels = theirs.labels else { return }
            let known = state.isEmpty ? nil : RegisterMap.find(delta.extracting(key).copied(), in: state)
            let ours = known.map { RegionLayout(checked: state, at: $0.lowerBound) }
            guard ours?.isDeleted != true else { return }
            isUnobserved = ORSetLayout.hasUnobserved(
                delta: delta.extracting(labels), state: state.extracting(ours?.labels ?? 0..<0))
        }
        return isUnobserved
    }
}
