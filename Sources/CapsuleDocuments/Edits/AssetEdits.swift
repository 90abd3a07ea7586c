// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

/// Each edit of a register takes `ifChanged`: with it, a value that has the bytes of the current one, after what is
/// taken over of unknown keys, is not written, and the delta holds nothing (SPEC section 15). A form that saves
/// everything then beats no peer's edit of what it did not touch. Without it the value is stamped anew.
extension DocumentEditing where Self: ~Copyable, Kind == AssetKind {
    /// Sets the facts, at import or when the original is replaced, else never.
    ///
    /// Unknown keys of the facts that stand there are taken over.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setFacts(
        _ facts: AssetFacts, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try set("facts", by: author, ifChanged) { view in
            var facts = facts
            facts.unknownKeys = view.facts?.value.unknownKeys ?? facts.unknownKeys
            return facts
        }
    }

    /// Corrects when the asset was taken; nil says that this is not known, whatever the facts say.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setCaptureTime(
        _ time: Timestamp?, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try set("capture_time", by: author, ifChanged) { _ in time }
    }

    /// Sets the orientation in which the asset is shown; regions stay as they are stored.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setOrientation(
        _ orientation: EXIFOrientation, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try set("orientation", by: author, ifChanged) { _ in orientation }
    }

    /// Sets or clears the place.
    ///
    /// Unknown keys of the place that stands there are taken over.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setLocation(
        _ place: GPS?, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try set("location", by: author, ifChanged) { view in
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
    public mutating func setLQIP(
        _ lqip: LQIP?, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try set("lqip", by: author, ifChanged) { view in
            var lqip = lqip
            if let unknown = view.lqip?.value?.unknownKeys { lqip?.unknownKeys = unknown }
            return lqip
        }
    }

    /// Sets the number of stars.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setRating(
        _ rating: Rating, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try set("rating", by: author, ifChanged) { _ in rating }
    }

    /// Sets the verdict.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setCull(
        _ cull: Cull, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try set("cull", by: author, ifChanged) { _ in cull }
    }

    /// Hides or shows the asset.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setHidden(
        _ hidden: Bool, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try set("hidden", by: author, ifChanged) { _ in hidden }
    }

    /// Writes the caption, verbatim; one write for an editing session, not one for each keystroke.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setCaption(
        _ caption: Caption, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try edit(by: author) { (view, author, delta) throws(DocumentError) in
            let current = view.caption?.writes.first
            if ifChanged, current?.value == caption { return }
            let write = try view.stamp(caption, after: current?.ts, by: author, in: "caption")
            delta.put("caption", HistoryRegister(write).encoded)
        }
    }

    /// Sets or clears the stack that the asset belongs to.
    ///
    /// Unknown keys of the membership that stands there are taken over.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setStackMembership(
        _ membership: StackMembership?, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try set("stack_membership", by: author, ifChanged) { view in
            var membership = membership
            if let unknown = view.currentMembership?.unknownKeys { membership?.unknownKeys = unknown }
            return membership
        }
    }

    private mutating func set<Value: CanonicalValue>(
        _ name: StaticString, by author: Author, _ ifChanged: Bool,
        _ value: (DocumentView<AssetKind>) -> Value
    ) throws(DocumentError) -> Outcome {
        try edit(by: author) { (view, author, delta) throws(DocumentError) in
            let write = try view.write(value(view), to: name, by: author, ifChanged: ifChanged)
            if let write { delta.put(name, write) }
        }
    }
}
