// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

extension Testee {
    /// The plain view of a document, also of a newer one.
    static func readDocument(_ request: Members) throws(TesteeError) -> JSONObject {
        try read(request.kind().type, request.bytes("bytes"))
    }

    private static func read<Kind: DocumentType>(
        _: Kind.Type, _ bytes: [UInt8]
    ) throws(TesteeError) -> JSONObject {
        let view = try answering { () throws(DocumentError) in try DocumentView<Kind>(reading: bytes) }
        var members = PlainView(view).members
        // What no field says on its own.
        if let asset = view as? DocumentView<AssetKind> {
            members["capture_timestamp"] = asset.effectiveCaptureTimestamp.map { .text($0.description) }
        }
        return members
    }

    /// The members of a shape.
    static func plain(_ shape: RegionShape) -> JSONValue {
        let fractions: [(String, Fraction)] =
            switch shape {
            case .rectangle(let x, let y, let w, let h): [("x", x), ("y", y), ("w", w), ("h", h)]
            case .circle(let cx, let cy, let r): [("cx", cx), ("cy", cy), ("r", r)]
            }
        return .object(JSONObject(fractions.map { ($0.0, .integer($0.1.billionths)) }))
    }
}
