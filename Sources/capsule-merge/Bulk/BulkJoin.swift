// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleDocuments

/// The join of the documents of one key, taken in one after the other.
struct BulkJoin {
    let key: BulkKey
    private var state: DocumentState?
    private var report = JoinReport()

    init(_ key: BulkKey) {
        self.key = key
    }

    /// The joined document.
    var bytes: [UInt8] { state?.bytes ?? [] }

    mutating func add(_ document: [UInt8]) throws(DocumentError) {
        // Most documents are the same everywhere; joined with itself a document is itself.
        if let state, state.bytes.span.elementsEqual(document.span) { return }
        let other = try DocumentState(decoding: document, kind: key.kind)
        state = try state?.joined(with: other, report: &report) ?? other
    }
}
