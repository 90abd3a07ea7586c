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
            delta.put("tags_ai", try view.adding(tag, to: "tags_ai", by: author))
        }
    }

    /// Dismisses a label that a model gave; changes nothing when it is not live.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func removeAITag(_ tag: AITag) throws(DocumentError) -> Outcome {
        try edit { (view, delta) throws(DocumentError) in
            delta.put("tags_ai", view.removing(AITag.self, matching: tag.matchKey, from: "tags_ai"))
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
            let removal = view.removing(AITag.self, matching: tag.matchKey, from: "tags_ai")
            guard !removal.isEmpty else {
                throw DocumentError(.invalid, at: "tags_ai", "an AI tag that is not live cannot be promoted")
            }
            let label = try view.label(tag.tag, in: "tags_user")
            delta.put("tags_user", try view.adding(label, to: "tags_user", by: author))
            if remove { delta.put("tags_ai", removal) }
        }
    }
}
