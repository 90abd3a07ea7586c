// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

/// Marks a stack's document.
public enum StackKind: DocumentType, Labelled {
    /// The kind.
    public static let kind = DocumentKind.stack

    /// The fields, in the order in which they are shown.
    public static let fields = FieldList<Self>(Identity("stack_id"), labels)

    /// The stack's labels.
    public static let labels = LabelSet("labels")
}

/// StackDocV1: what all members of a stack share.
public typealias StackDocument = Document<StackKind>

extension DocumentReading<StackKind> {
    /// The stack's labels.
    public var labels: ORSet<Label> { view[StackKind.labels] }
}
