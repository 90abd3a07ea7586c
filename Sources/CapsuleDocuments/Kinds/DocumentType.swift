// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT

/// Which of the four documents a `Document` is.
///
/// Each kind is a file of this folder, in which each of its fields stands once: its declaration, how it is read, and
/// the edit that writes it. The order of the list is the order in which a document's fields are shown.
public protocol DocumentType: Sendable {
    /// The kind.
    static var kind: DocumentKind { get }

    /// The fields.
    static var fields: FieldList<Self> { get }
}

extension DocumentType {
    /// The fields, by whatever kind.
    static var descriptors: [any FieldDescriptor] { fields.declared }
}
