// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

/// Marks an album's document.
public enum AlbumKind: DocumentType {
    /// The kind.
    public static let kind = DocumentKind.album
}

/// AlbumDocV1: an album's name and what all its assets share.
public typealias AlbumDocument = Document<AlbumKind>

extension DocumentReading<AlbumKind> {
    /// The album's name.
    public var name: Stamped<Label>? { view.register("name", Label.self) }

    /// The album's labels.
    public var labels: ORSet<Label> { view.orSet("labels", Label.self) }
}
