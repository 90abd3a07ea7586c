// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

/// Marks an album's document.
public enum AlbumKind: DocumentType, Labelled {
    /// The kind.
    public static let kind = DocumentKind.album

    /// The fields, in the order in which they are shown.
    public static let fields = FieldList<Self>(Identity("album_id"), name, labels)

    /// The album's name.
    static let name = Register("name", Label.self)
    /// The album's labels.
    public static let labels = LabelSet("labels")
}

/// AlbumDocV1: an album's name and what all its assets share.
public typealias AlbumDocument = Document<AlbumKind>

extension DocumentReading<AlbumKind> {
    /// The album's name.
    public var name: Stamped<Label>? { view[AlbumKind.name] }

    /// The album's labels.
    public var labels: ORSet<Label> { view[AlbumKind.labels] }
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
        let name = try Label(writing: text, in: "\(AlbumKind.name.name)")
        return try set(AlbumKind.name, to: name, by: author, ifChanged: ifChanged)
    }
}
