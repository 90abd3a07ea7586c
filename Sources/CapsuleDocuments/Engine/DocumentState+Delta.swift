// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
package import CapsuleCRDT

extension DocumentState {
    /// The names of the text keys, in the order of their encodings; of a delta, what an edit changed.
    package var textKeys: [String] { entries.map { $0.nameText(in: bytes.span) } }

    /// Whether a set of the document has observed an add-id of a writer; of a delta, whether the edit took
    /// one.
    package func observes(_ writer: Identifier) -> Bool {
        let fields = fields
        var isFound = false
        func look(_ set: Span<UInt8>) {
            ORSetLayout.forEachObserved(set) { name, _ in if name == writer { isFound = true } }
        }
        for entry in entries {
            guard case .known(let index) = entry.meaning else { continue }
            let value = bytes.span.extracting(entry.value)
            switch fields[index].role {
            case .set: look(value)
            case .regionMap:
                RegisterMap.forEach(value) { _, range in
                    let region = RegionLayout(unchecked: value, at: range.lowerBound)
                    if let labels = region.labels { look(value.extracting(labels)) }
                }
            default: continue
            }
        }
        return isFound
    }
}
