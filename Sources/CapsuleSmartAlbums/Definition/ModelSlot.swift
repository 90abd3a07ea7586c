// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleDocuments

/// A version of a model, whose output is current or stale as a whole (SPEC section 12).
public struct ModelSlot: Hashable, Sendable, CustomStringConvertible {
    // Bytes, so that two are the same only when they are written the same.
    let modelID: [UInt8]
    let modelVersion: [UInt8]

    /// Takes two texts, or gives nil when one has not 1 to 256 bytes.
    public init?(modelID: String, modelVersion: String) {
        self.init(utf8: Array(modelID.utf8), Array(modelVersion.utf8))
    }

    init?(utf8 modelID: [UInt8], _ modelVersion: [UInt8]) {
        guard AITag.sizes.contains(modelID.count), AITag.sizes.contains(modelVersion.count) else {
            return nil
        }
        self.modelID = modelID
        self.modelVersion = modelVersion
    }

    /// The model and its version.
    public var description: String {
        "\(String(decoding: modelID, as: UTF8.self)) \(String(decoding: modelVersion, as: UTF8.self))"
    }
}
