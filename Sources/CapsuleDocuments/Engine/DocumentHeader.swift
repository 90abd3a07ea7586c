// SPDX-License-Identifier: Apache-2.0

package import CapsuleCBOR
package import CapsuleCRDT

/// Which document stands at a place, and where it ends, found without checking what it holds.
///
/// For splitting and sorting sequences of documents (RFC 8742); each is decoded afterwards, where what is
/// wrong with it is found.
package struct DocumentHeader: Hashable, Sendable {
    /// The kind, by the id key.
    package let kind: DocumentKind
    /// The identifier.
    package let id: Identifier
    /// The offset after the document.
    package let end: Int

    /// Reads the header of the document at an offset.
    ///
    /// - Returns: nil when the bytes end before the document does.
    /// - Throws: `malformed`, `non-canonical`, or `invalid` when the item is no map with an id key.
    package init?(_ bytes: Span<UInt8>, at start: Int) throws(CBORError) {
        guard let head = try bytes.structure(at: start) else { return nil }
        guard head.major == 5 else { throw CBORError(.invalid, at: start, "a document is a map") }
        var position = head.end
        var found: (kind: DocumentKind, id: Identifier)?
        var remaining = head.argument
        while remaining > 0 {
            remaining -= 1
            guard let key = try bytes.structure(at: position),
                let keyEnd = try bytes.structuralEnd(ofItemAt: position),
                let end = try bytes.structuralEnd(ofItemAt: keyEnd)
            else { return nil }
            if key.major == 3, found == nil {
                let name = bytes.extracting(key.end..<keyEnd)
                if let kind = DocumentKind(idKey: name), end - keyEnd == Identifier.size + 1,
                    bytes[keyEnd] == 0x50,
                    let id = Identifier(bytes.extracting(keyEnd + 1..<end))
                {
                    found = (kind, id)
                }
            }
            position = end
        }
        guard let found else { throw CBORError(.invalid, at: start, "the document has no valid id") }
        (kind, id, end) = (found.kind, found.id, position)
    }
}
