// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments

/// A writer that a device goes on with in a document, and all that it issued there.
///
/// It is used only where the document shows exactly that (SPEC section 6): where it shows less, an add-id would be
/// used twice; where it shows more, somebody else uses the writer.
struct KeptWriter: Hashable {
    let writer: Identifier
    /// For each set that the writer has added to, one past the greatest counter that it issued there.
    private(set) var issued: [String: UInt64]

    init(_ writer: Identifier, issued: [String: UInt64] = [:]) {
        self.writer = writer
        self.issued = issued
    }

    /// In how many sets a writer adds at most, so that what is kept of it is bounded: regions are sets, too.
    static let mostSets = 4_096

    /// Takes up what the writer issued by a document that was edited under it.
    mutating func record(_ edited: DocumentState) {
        issued.merge(Self.shown(writer, in: edited)) { max($0, $1) }
    }

    /// Why the writer does not go on with a document; nil when it does.
    func retirement(in document: DocumentState) -> String? {
        let shown = Self.shown(writer, in: document)
        let closed = Set(document.closedSets.map(\.description))
        // What a deleted region's labels observed is gone with them, and nothing is added to them any more.
        let isMissed = issued.contains { path, next in
            shown[path, default: 0] < next && !closed.contains(path)
        }
        if isMissed { return "the document shows less than writer \(writer) issued, as an older copy does" }
        if shown.contains(where: { path, next in next > issued[path, default: 0] }) {
            return "the document shows adds of writer \(writer) that were not made from here"
        }
        if shown.values.contains(where: { $0 > Counter.last }) {
            return "writer \(writer) has used its last counter"
        }
        if isFull(document) {
            return "writer \(writer) has \(ORSetLayout.ownAdds) live adds in one set"
        }
        if issued.count >= Self.mostSets { return "writer \(writer) has added to \(issued.count) sets" }
        return nil
    }

    /// Whether a set holds as many live adds of the writer as there may be.
    private func isFull(_ document: DocumentState) -> Bool {
        document.sets.contains { _, encoded in
            var live = 0
            ORSetLayout.forEachLive(encoded.span) { name, _, _ in if name == writer { live += 1 } }
            return live >= ORSetLayout.ownAdds
        }
    }

    /// For each set of a document, one past the greatest counter of a writer that it observed.
    private static func shown(_ writer: Identifier, in document: DocumentState) -> [String: UInt64] {
        var shown: [String: UInt64] = [:]
        for (path, encoded) in document.sets {
            ORSetLayout.forEachObserved(encoded.span) { name, counters in
                if name == writer { shown["\(path)"] = counters.upperBound + 1 }
            }
        }
        return shown
    }
}
