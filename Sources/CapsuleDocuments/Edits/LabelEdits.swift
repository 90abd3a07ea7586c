// SPDX-License-Identifier: Apache-2.0

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

extension Document where Kind: Labelled {
    /// Adds a label in its normal form under a new add-id, in place of those that are live for it.
    ///
    /// - Returns: the delta.
    /// - Throws: `invalid` for a text that is no label, `limit`, `counter-exhausted`; nothing is changed.
    @discardableResult
    public mutating func addLabel(_ text: String, by author: Author) throws(DocumentError) -> Document {
        try edit { (view, delta) throws(DocumentError) in
            let label = try view.label(text, in: "\(Kind.labelsKey)")
            delta.put(Kind.labelsKey, try view.adding(label, to: Kind.labelsKey, by: author))
        }
    }

    /// Removes every live add of a label, compared by normal form; changes nothing when there is none.
    ///
    /// - Returns: the delta.
    /// - Throws: `invalid` for a text that has not 1 to 256 bytes.
    @discardableResult
    public mutating func removeLabel(_ text: String) throws(DocumentError) -> Document {
        try edit { (view, delta) throws(DocumentError) in
            let key = try view.removalKey(text, in: "\(Kind.labelsKey)")
            delta.put(Kind.labelsKey, view.removing(Label.self, matching: key, from: Kind.labelsKey))
        }
    }
}

extension AlbumDocument {
    /// Renames the album; the name is stored in the normal form of a label.
    ///
    /// - Parameter ifChanged: whether a name that stays is left unwritten, and not stamped anew.
    /// - Returns: the delta.
    /// - Throws: `invalid` for a text that is no label, `limit` when no later stamp is left.
    @discardableResult
    public mutating func setName(
        _ text: String, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> AlbumDocument {
        try edit { (view, delta) throws(DocumentError) in
            let name = try view.label(text, in: "name")
            if let write = try view.write(name, to: "name", by: author, ifChanged: ifChanged) {
                delta.put("name", write)
            }
        }
    }
}
