// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT
public import CapsuleDocuments

/// A document whose signature has verified.
public struct VerifiedDocument<Kind: DocumentType>: Hashable, Sendable {
    /// The document, or the newer one.
    public let content: VerifiedContent<Kind>
    /// The envelope that it came in.
    public let signed: SignedDocument<Kind>
    /// By whose key it verified.
    public let signer: VerifyingKey
    /// For an asset: the digest of the provenance record before this write, if there was one.
    public let prior: Digest?

    /// The document.
    ///
    /// - Throws: `newer-schema` for a newer one.
    public var document: Document<Kind> {
        get throws(SealingError) {
            switch content {
            case .document(let document): return document
            case .newer(let newer):
                throw SealingError(
                    .newerSchema, "the document has schema version \(newer.schemaVersion)")
            }
        }
    }
}

/// What a verified envelope carries.
public enum VerifiedContent<Kind: DocumentType>: Hashable, Sendable {
    /// A document of the schema that this library implements.
    case document(Document<Kind>)
    /// A document of a later schema, to be kept and shown, never joined.
    case newer(NewerDocument<Kind>)

    init(_ bytes: [UInt8], limit: Int) throws(SealingError) {
        do throws(DocumentError) {
            self = .document(try Document(decoding: bytes, limit: limit))
        } catch  where error.errorClass == .newerSchema {
            self = .newer(try NewerDocument(bytes: bytes))
        } catch {
            throw SealingError(error)
        }
    }

    /// The document's identifier; nil for a newer document whose identifier this version cannot read.
    public var id: Identifier? {
        switch self {
        case .document(let document): document.id
        case .newer(let newer): newer.view?.id
        }
    }
}

/// A document of a later schema whose signature has verified (SPEC section 10, newer schemas).
///
/// Its bytes are kept beside one's own state, every distinct one, and never in place of it.
public struct NewerDocument<Kind: DocumentType>: Hashable, Sendable {
    /// The canonical bytes.
    public let bytes: [UInt8]
    /// The schema version in its key 0.
    public let schemaVersion: UInt64

    /// Takes bytes that were found to be canonical and to begin with a later version.
    init(bytes: [UInt8]) throws(SealingError) {
        do throws(CBORError) {
            var reader = CBORReader(bytes.span)
            var cursor = try reader.enterMap()
            _ = try cursor.nextUnsigned(&reader, atMost: 0)
            schemaVersion = try reader.readUnsigned()
        } catch {
            throw SealingError(error)
        }
        self.bytes = bytes
    }

    /// What this version understands of it; nil when not even its identifier.
    public var view: DocumentView<Kind>? { try? DocumentView(reading: bytes, limit: bytes.count) }
}
