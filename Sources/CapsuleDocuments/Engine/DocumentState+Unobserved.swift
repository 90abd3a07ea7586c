// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT

extension DocumentState {
    /// Whether a delta observes, without adding it, an add-id that this state has not observed.
    package func hasUnobserved(_ delta: DocumentState) -> Bool {
        let fields = fields
        for entry in delta.entries {
            guard case .known(let index) = entry.meaning else { continue }
            let isUnobserved = fields[index].type.hasUnobserved(
                delta: delta.bytes.span.extracting(entry.value),
                state: bytes.span.extracting(range(of: index) ?? 0..<0), skipPointers[index])
            if isUnobserved { return true }
        }
        return false
    }
}
