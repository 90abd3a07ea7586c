// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

extension DocumentEditing where Self: ~Copyable, Kind == AssetKind {
    /// Sets the facts, at import or when the original is replaced, else never.
    ///
    /// Unknown keys of the facts that stand there are taken over.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setFacts(_ facts: AssetFacts, by author: Author) throws(DocumentError)
        -> Outcome
    {
        try set("facts", by: author) { view in
            var facts = facts
            facts.unknownKeys = view.facts?.value.unknownKeys ?? facts.unknownKeys
            return facts
        }
    }

    /// Corrects when the asset was taken.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setCaptureTime(
        _ time: Timestamp, by author: Author
    ) throws(DocumentError) -> Outcome {
        try set("capture_time", by: author) { _ in time }
    }

    /// Sets or clears the place.
    ///
    /// Unknown keys of the place that stands there are taken over.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setLocation(_ place: GPS?, by author: Author) throws(DocumentError) -> Outcome {
        try set("location", by: author) { view in
            var place = place
            if let unknown = view.effectiveLocation?.unknownKeys { place?.unknownKeys = unknown }
            return place
        }
    }

    /// Sets or clears the placeholder image.
    ///
    /// Unknown keys of the one that stands there are taken over.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setLQIP(_ lqip: LQIP?, by author: Author) throws(DocumentError) -> Outcome {
        try set("lqip", by: author) { view in
            var lqip = lqip
            if let unknown = view.lqip?.value?.unknownKeys { lqip?.unknownKeys = unknown }
            return lqip
        }
    }

    /// Sets the number of stars.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setRating(_ rating: Rating, by author: Author) throws(DocumentError) -> Outcome {
        try set("rating", by: author) { _ in rating }
    }

    /// Sets the verdict.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setCull(_ cull: Cull, by author: Author) throws(DocumentError) -> Outcome {
        try set("cull", by: author) { _ in cull }
    }

    /// Hides or shows the asset.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setHidden(_ hidden: Bool, by author: Author) throws(DocumentError) -> Outcome {
        try set("hidden", by: author) { _ in hidden }
    }

    /// Writes the caption, verbatim; one write for an editing session, not one for each keystroke.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setCaption(_ caption: Caption, by author: Author) throws(DocumentError)
        -> Outcome
    {
        try edit(by: author) { (view, author, delta) throws(DocumentError) in
            let current = view.caption?.writes.first?.ts
            let write = try view.stamp(caption, after: current, by: author, in: "caption")
            delta.put("caption", HistoryRegister(write).encoded)
        }
    }

    /// Sets or clears the stack that the asset belongs to.
    ///
    /// Unknown keys of the membership that stands there are taken over.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setStackMembership(
        _ membership: StackMembership?, by author: Author
    ) throws(DocumentError) -> Outcome {
        try set("stack_membership", by: author) { view in
            var membership = membership
            if let unknown = view.currentMembership?.unknownKeys { membership?.unknownKeys = unknown }
            return membership
        }
    }

    private mutating func set<Value: CanonicalValue>(
        _ name: StaticString, by author: Author, _ value: (DocumentView<AssetKind>) -> Value
    ) throws(DocumentError) -> Outcome {
        try edit(by: author) { (view, author, delta) throws(DocumentError) in
            delta.put(name, try view.write(value(view), to: name, by: author))
        }
    }
}
