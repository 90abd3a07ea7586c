// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

/// Marks a stack's document.
public enum StackKind: DocumentType {
    /// The kind.
    public static let kind = DocumentKind.stack
}

/// StackDocV1: what all members of a stack share.
public typealias StackDocument = Document<StackKind>

extension DocumentReading<StackKind> {
    /// The stack's labels.
    public var labels: ORSet<Label> { view.orSet("labels", Label.self) }
}
