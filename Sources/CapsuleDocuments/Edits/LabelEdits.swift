// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT

/// A document that people give labels to as a whole.
public protocol Labelled: DocumentType {
    /// The key that holds the labels.
    static var labelsKey: StaticString { get }
}

extension StackKind: Labelled {
    /// The key that holds the labels.
    public static var labelsKey: StaticString { "labels" }
}

extension AlbumKind: Labelled {
    /// The key that holds the labels.
    public static var labelsKey: StaticString { "labels" }
}

extension AssetKind: Labelled {
    /// The key that holds the labels.
    public static var labelsKey: StaticString { "tags_user" }
}

extension DocumentEditing where Self: ~Copyable, Kind: Labelled {
    /// Adds a label in its normal form under a new add-id, in place of those that are live for it.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    /// - Throws: `invalid` for a text that is no label, `limit`, `counter-exhausted`; nothing is changed.
    public mutating func addLabel(_ text: String, by author: Author) throws(DocumentError) -> Outcome {
        try edit(by: author) { (view, author, delta) throws(DocumentError) in
            let label = try view.label(text, in: "\(Kind.labelsKey)")
            delta.put(Kind.labelsKey, try view.adding(label, to: Kind.labelsKey, by: author))
        }
    }

    /// Removes every live add of a label, compared by normal form; changes nothing when there is none.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    /// - Throws: `invalid` for a text that has not 1 to 256 bytes.
    public mutating func removeLabel(_ text: String) throws(DocumentError) -> Outcome {
        try edit { (view, delta) throws(DocumentError) in
            let key = try view.removalKey(text, in: "\(Kind.labelsKey)")
            delta.put(Kind.labelsKey, view.removing(Label.self, matching: key, from: Kind.labelsKey))
        }
    }
}

extension DocumentEditing where Self: ~Copyable, Kind == AlbumKind {
    /// Renames the album; the name is stored in the normal form of a label.
    ///
    /// - Parameter ifChanged: whether a name that stays is left unwritten, and not stamped anew.
    /// - Returns: the delta; nothing where a transaction keeps it.
    /// - Throws: `invalid` for a text that is no label, `limit` when no later stamp is left.
    public mutating func setName(
        _ text: String, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try edit(by: author) { (view, author, delta) throws(DocumentError) in
            let name = try view.label(text, in: "name")
            if let write = try view.write(name, to: "name", by: author, ifChanged: ifChanged) {
                delta.put("name", write)
            }
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
