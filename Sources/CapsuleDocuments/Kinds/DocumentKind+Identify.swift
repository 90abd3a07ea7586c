// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR

extension DocumentKind {
    /// The kind of document that bytes hold, by the id key that they have.
    ///
    /// Looks at nothing else, so that the document itself may still be refused, or be a newer one.
    ///
    /// - Throws: `malformed`, `non-canonical`, `limit`; `invalid` when there is no id key of a kind, or are
    ///   several.
    public init(identifying bytes: [UInt8], limit: Int = CBORLimits.document) throws(DocumentError) {
        var found: [DocumentKind] = []
        do throws(CBORError) {
            try CanonicalCBOR.check(bytes.span, limit: limit)
            var reader = CBORReader(bytes.span)
            var cursor = try reader.enterMap()
            while let key = try cursor.nextItem(&reader) {
                let name = bytes.span.extracting(key)
                if name[0] >> 5 == 3,
                    let kind = DocumentKind(idKey: name.extracting(name.uncheckedContent(at: 0)))
                {
                    found.append(kind)
                }
                try reader.skipItem()
            }
        } catch {
            throw DocumentError(error, in: bytes.span)
        }
        let names = Self.allCases.map(\.idKey).joined(separator: ", ")
        guard let kind = found.first else {
            throw DocumentError(.invalid, "this is no document: none of the id keys \(names) is there")
        }
        guard found.count == 1 else {
            throw DocumentError(
                .invalid,
                "a document has one id key, this has \(found.map(\.idKey).joined(separator: " and "))")
        }
        self = kind
    }
}
