// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT

/// Gathers the fields of a document that is being written, such as a delta.
///
/// Only the edits of this library put something in.
public struct DocumentBuilder {
    private let kind: DocumentKind
    private let id: Identifier
    private var fields: [(name: StaticString, value: [UInt8])] = []

    init(_ kind: DocumentKind, _ id: Identifier) {
        self.kind = kind
        self.id = id
    }

    /// Adds a field of the kind; no bytes are a set that observed nothing, which is absent.
    @inline(__always)
    mutating func put(_ field: some FieldDescriptor, _ encoded: [UInt8]) { put(named: field.name, encoded) }

    private mutating func put(named name: StaticString, _ encoded: [UInt8]) {
        if !encoded.isEmpty { fields.append((name, encoded)) }
    }

    private var encoded: [UInt8] {
        var writer = CBORWriter()
        writer.writeMapHead(fields.count + 2)
        writer.writeUnsigned(0)
        writer.writeUnsigned(DocumentKind.version)
        // The known fields are in the order of their encoded keys.
        let known = kind.fields
        for index in known.indices {
            if known[index].isIdentity {
                let key = known[index].key
                writer.append(raw: key.span)
                id.write(to: &writer)
            } else if let given = fields.firstIndex(where: { $0.name.hasSameBytes(as: known[index].name) }) {
                let (key, value) = (known[index].key, fields[given].value)
                writer.append(raw: key.span)
                writer.append(raw: value.span)
            }
        }
        return writer.bytes
    }

    /// The document, checked like any other.
    func build() throws(DocumentError) -> DocumentState {
        try DocumentState(decoding: encoded, kind: kind)
    }

    /// The document of a builder that was given no fields.
    var trusted: DocumentState {
        precondition(fields.isEmpty)
        // The key and the value of key 0 come first, one byte each, after the head.
        let bytes = encoded
        let keyEnd = bytes.span.uncheckedEnd(ofItemAt: 3)
        let index = kind.fields.firstIndex { $0.isIdentity } ?? 0
        let entry = DocumentEntry(.known(index), key: 3..<keyEnd, valueEnd: bytes.count)
        return DocumentState(
            kind: kind, id: id, bytes: bytes, entries: [entry], version: DocumentKind.version)
    }
}
