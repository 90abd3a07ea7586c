// SPDX-License-Identifier: Apache-2.0

import CCapsuleMerge
import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

/// What came of a piece of work, as far as C and Swift have to agree on it.
enum Outcome: Hashable {
    case result([UInt8], unobserved: Bool = false)
    case refused(String, offset: Int64, path: String, message: String)

    init(c body: () throws(CRefusal) -> ([UInt8], Bool)) {
        do throws(CRefusal) {
            let (bytes, unobserved) = try body()
            self = .result(bytes, unobserved: unobserved)
        } catch {
            self = .refused(
                name(error.status), offset: error.offset, path: error.path, message: error.message)
        }
    }

    init(swift body: () throws(DocumentError) -> ([UInt8], Bool)) {
        do throws(DocumentError) {
            let (bytes, unobserved) = try body()
            self = .result(bytes, unobserved: unobserved)
        } catch {
            self = .refused(
                error.errorClass.description, offset: error.offset.map(Int64.init) ?? -1,
                path: Self.cut(error.path, 127), message: Self.cut(error.reason, 255))
        }
    }

    /// The longest start of a text that has no more bytes, found by taking scalars from the end.
    private static func cut(_ text: String, _ size: Int) -> String {
        var scalars = Substring(text).unicodeScalars
        while Substring(scalars).utf8.count > size { scalars.removeLast() }
        return String(scalars)
    }
}

/// Does in Swift what a test does through C.
enum InSwift {
    static func decode(_ kind: DocumentKind, _ bytes: [UInt8]) -> Outcome {
        Outcome { () throws(DocumentError) in
            switch kind {
            case .stack: (try StackDocument(decoding: bytes).encoded, false)
            case .album: (try AlbumDocument(decoding: bytes).encoded, false)
            case .asset: (try AssetSidecar(decoding: bytes).encoded, false)
            case .settings: (try LibrarySettings(decoding: bytes).encoded, false)
            }
        }
    }

    /// Applies a delta, which joins it and says whether it was unobserved.
    static func apply(_ kind: DocumentKind, _ state: [UInt8], _ delta: [UInt8]) -> Outcome {
        Outcome { () throws(DocumentError) in
            switch kind {
            case .stack: try apply(StackKind.self, state, delta)
            case .album: try apply(AlbumKind.self, state, delta)
            case .asset: try apply(AssetKind.self, state, delta)
            case .settings: try apply(SettingsKind.self, state, delta)
            }
        }
    }

    static func before(_ kind: DocumentKind, _ state: [UInt8], _ horizon: StampTime) -> Outcome {
        Outcome { () throws(DocumentError) in
            switch kind {
            case .stack: (try StackDocument(decoding: state).before(horizon).encoded, false)
            case .album: (try AlbumDocument(decoding: state).before(horizon).encoded, false)
            case .asset: (try AssetSidecar(decoding: state).before(horizon).encoded, false)
            case .settings: (try LibrarySettings(decoding: state).before(horizon).encoded, false)
            }
        }
    }

    private static func apply<Kind: DocumentType>(
        _: Kind.Type, _ state: [UInt8], _ delta: [UInt8]
    ) throws(DocumentError) -> ([UInt8], Bool) {
        var document = try Document<Kind>(decoding: state)
        let unobserved = try document.apply(Document<Kind>(decoding: delta))
        return (document.encoded, unobserved)
    }
}

/// A document of each kind with values in it, and one of each kind with nothing.
enum Samples {
    static let full: [(kind: DocumentKind, bytes: [UInt8])] = [
        (
            .stack,
            CBORTree.document(.stack, [("labels", .set(0x81, [0, 2], [(1, "a")])), ("new", [1.5, .null])])
                .encoded
        ),
        (
            .album,
            CBORTree.document(
                .album,
                [("name", .stamped("Lisbon", at: 5)), ("labels", .set(0x81, [0, 0], [(0, "Sunset")]))]
            ).encoded
        ),
        (
            .asset,
            CBORTree.document(
                .asset,
                [
                    ("rating", .stamped(5, at: 3)), ("hidden", .stamped(true, at: 9)),
                    ("caption", ["current": .stamped("c", at: 9), "superseded": [.stamped("b", at: 2)]]),
                    ("regions", [.id(0xa1): ["shape": .stamped(.circle, at: 4)]]),
                ]
            ).encoded
        ),
        (
            .settings,
            CBORTree.document(
                .settings, [("source_kind_defaults", ["folder": .stamped(.id(3), at: 7)])]
            ).encoded
        ),
    ]

    static let empty = DocumentKind.allCases.map { (kind: $0, bytes: CBORTree.document($0).encoded) }

    static func full(_ kind: DocumentKind) -> [UInt8] {
        full.first { $0.kind == kind }.map(\.bytes) ?? []
    }
}
