// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

/// A document that people give labels to as a whole.
public protocol Labelled: DocumentType {
    /// The field that holds the labels.
    static var labels: SetField<Self, Label> { get }
}

extension DocumentEditing where Self: ~Copyable, Kind: Labelled {
    /// Adds a label in its normal form under a new add-id, in place of those that are live for it.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    /// - Throws: `invalid` for a text that is no label, `limit`, `counter-exhausted`; nothing is changed.
    public mutating func addLabel(_ text: String, by author: Author) throws(DocumentError) -> Outcome {
        try edit(by: author) { (view, author, delta) throws(DocumentError) in
            let label = try Label(writing: text, in: "\(Kind.labels.name)")
            delta.put(Kind.labels, try view.adding(label, to: Kind.labels, by: author))
        }
    }

    /// Removes every live add of a label, compared by normal form; changes nothing when there is none.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    /// - Throws: `invalid` for a text that has not 1 to 256 bytes.
    public mutating func removeLabel(_ text: String) throws(DocumentError) -> Outcome {
        try edit { (view, delta) throws(DocumentError) in
            let key = try Label.removalKey(text, in: "\(Kind.labels.name)")
            delta.put(Kind.labels, view.removing(matching: key, from: Kind.labels))
        }
    }
}

extension DocumentEditing where Self: ~Copyable {
    /// Adds an element again that is gone since a writer used its add-id twice.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    /// - Throws: `invalid` when there is no such set, or no live region, to add it to; `limit`,
    ///   `counter-exhausted`; nothing is changed.
    public mutating func addAgain(
        _ lost: JoinReport.DoubledAdd, by author: Author
    ) throws(DocumentError) -> Outcome {
        try edit(by: author) { (view, author, delta) throws(DocumentError) in
            let isAdded = try view.state.readd(
                [lost.lesserElement], to: lost.path, writer: author.writer, into: &delta)
            guard isAdded else {
                throw DocumentError(.invalid, at: lost.field, "there is nothing left to add the element to")
            }
        }
    }
}
