// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
package import CapsuleCRDT

extension DocumentState {
    /// The names of the text keys, in the order of their encodings; of a delta, what an edit changed.
    package var textKeys: [String] { entries.map { $0.nameText(in: bytes.span) } }

    /// Whether a set of the document has observed an add-id of a writer; of a delta, whether the edit took
    /// one.
    package func observes(_ writer: Identifier) -> Bool {
        var isFound = false
        forEachSet { _, _, set in
            ORSetLayout.forEachObserved(set) { name, _ in if name == writer { isFound = true } }
        }
        return isFound
    }
}
