// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

/// What can be read of a document and of a view of one, by the same names.
///
/// The fields of each kind are in extensions of this protocol, beside the kind.
public protocol DocumentReading<Kind>: Hashable, Sendable {
    /// Which of the four documents it is.
    associatedtype Kind: DocumentType

    /// What the document holds.
    var view: DocumentView<Kind> { get }
}

extension DocumentReading {
    /// The document's identifier.
    public var id: Identifier { view.state.id }

    /// The schema version in key 0.
    public var schemaVersion: UInt64 { view.state.version }

    /// The names of the top-level keys that this version does not know, ascending by their UTF-8 bytes.
    public var unknownKeys: [String] { view.state.unknownKeys }

    /// Whether the document holds all that a writer of a whole document supplies: for an asset, facts.
    public var isComplete: Bool { view.state.isComplete }

    /// The canonical bytes of a top-level value, known or not; nil when it is absent.
    public func encodedValue(of key: String) -> [UInt8]? {
        let state = view.state
        let span = state.bytes.span
        for entry in state.entries where entry.name(in: span).elementsEqual(Array(key.utf8).span) {
            return span.extracting(entry.value).copied()
        }
        return nil
    }
}
