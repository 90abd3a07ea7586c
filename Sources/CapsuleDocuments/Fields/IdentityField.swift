// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT

/// The identifier of a document, which says by its key of which kind the document is.
public struct IdentityField<Kind: DocumentType>: FieldDescriptor {
    package let name: StaticString
    package let check: FieldCheck

    /// Each kind has one.
    package var isIdentity: Bool { true }

    /// Declares the identifier of a kind.
    package init(_ name: StaticString) {
        self.name = name
        check = { (reader: inout CBORReader) throws(CBORError) in
            try Identifier.check(&reader)
            return []
        }
    }

    package func accept<Visitor: FieldVisitor<Kind>>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(self)
    }

    /// Writes one of the two, which are equal: only states of one document are joined.
    package static func join(
        _ left: Span<UInt8>, _ right: Span<UInt8>, of field: Int, in document: inout DocumentJoin
    ) {
        document.writer.append(raw: left)
    }

    package static func explain(
        _ path: String, _ values: [HeldValue], in explainer: inout JoinExplainer
    ) {}
}
