// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT

extension DocumentEditing where Self: ~Copyable, Kind == AssetKind {
    /// Adds a label that a model gave, verbatim, in place of those that are live for the same tag and model.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    /// - Throws: `limit`, `counter-exhausted`; nothing is changed.
    public mutating func addAITag(_ tag: AITag, by author: Author) throws(DocumentError) -> Outcome {
        try edit(by: author) { (view, author, delta) throws(DocumentError) in
            delta.put(AssetKind.tagsAI, try view.adding(tag, to: AssetKind.tagsAI, by: author))
        }
    }

    /// Dismisses a label that a model gave; changes nothing when it is not live.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func removeAITag(_ tag: AITag) throws(DocumentError) -> Outcome {
        try edit { (view, delta) throws(DocumentError) in
            delta.put(AssetKind.tagsAI, view.removing(matching: tag.matchKey, from: AssetKind.tagsAI))
        }
    }

    /// Makes a label that a model gave one that a person gave, in one delta.
    ///
    /// - Parameter remove: whether it is dismissed from the model's labels too.
    /// - Returns: the delta; nothing where a transaction keeps it.
    /// - Throws: `invalid` when the tag is not live or its normal form is no label; `limit`,
    ///   `counter-exhausted`; nothing is changed.
    public mutating func promoteAITag(
        _ tag: AITag, remove: Bool, by author: Author
    ) throws(DocumentError) -> Outcome {
        try edit(by: author) { (view, author, delta) throws(DocumentError) in
            let removal = view.removing(matching: tag.matchKey, from: AssetKind.tagsAI)
            guard !removal.isEmpty else {
                throw DocumentError(
                    .invalid, at: "\(AssetKind.tagsAI.name)", "an AI tag that is not live cannot be promoted")
            }
            let label = try Label(writing: tag.tag, in: "\(AssetKind.tagsUser.name)")
            delta.put(AssetKind.tagsUser, try view.adding(label, to: AssetKind.tagsUser, by: author))
            if remove { delta.put(AssetKind.tagsAI, removal) }
        }
    }
}
