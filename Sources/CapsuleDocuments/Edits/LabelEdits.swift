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
        try addLabel(text, to: Kind.labels, by: author)
    }

    /// Removes every live add of a label, compared by normal form; changes nothing when there is none.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    /// - Throws: `invalid` for a text that has not 1 to 256 bytes.
    public mutating func removeLabel(_ text: String) throws(DocumentError) -> Outcome {
        try removeLabel(text, from: Kind.labels)
    }
}

extension DocumentEditing where Self: ~Copyable {
    /// Adds a label to a set of labels.
    package mutating func addLabel(
        _ text: String, to labels: SetField<Kind, Label>, by author: Author
    ) throws(DocumentError) -> Outcome {
        try edit(by: author) { (view, author, delta) throws(DocumentError) in
            let label = try Label(writing: text, in: "\(labels.name)")
            delta.put(labels, try view.adding(label, to: labels, by: author))
        }
    }

    /// Removes a label from a set of labels.
    package mutating func removeLabel(
        _ text: String, from labels: SetField<Kind, Label>
    ) throws(DocumentError) -> Outcome {
        try edit { (view, delta) throws(DocumentError) in
            let key = try Label.removalKey(text, in: "\(labels.name)")
            delta.put(labels, view.removing(matching: key, from: labels))
        }
    }
}

extension FieldList {
    /// The set that people's labels are in; nil when the kind has none.
    package var labels: SetField<Kind, Label>? {
        declared.lazy.compactMap { $0 as? SetField<Kind, Label> }.first
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
