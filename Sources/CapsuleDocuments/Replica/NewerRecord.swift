// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

/// A document of a later schema, as it came: to be received again by a library that understands it.
///
/// It may be a delta, which no later one contains, so every distinct one is kept (SPEC section 10).
public struct NewerRecord: Hashable, Sendable {
    /// Who signed it, by any bytes that tell signers apart.
    public let signer: [UInt8]
    /// The document.
    public let bytes: [UInt8]
    /// When the server or the feed accepted it, the latest when it came more than once; nil where there is none.
    public internal(set) var acceptedAt: StampTime?

    /// Takes a document as it came.
    init(signer: [UInt8], bytes: [UInt8], acceptedAt: StampTime?) {
        self.signer = signer
        self.bytes = bytes
        self.acceptedAt = acceptedAt
    }

    /// How much of the room for newer documents it takes.
    var size: Int { signer.count + bytes.count }
}

/// How much a replica keeps of newer documents.
///
/// A record for which there is no room is refused with `limit`, and is not acknowledged.
public struct NewerLimits: Hashable, Sendable {
    /// The greatest number of documents; 4 096 by default.
    public var count: Int
    /// The greatest size of all of them and of their signers' names, in bytes; 64 MiB by default.
    public var bytes: Int

    /// Sets both limits.
    public init(count: Int = 4_096, bytes: Int = 64 << 20) {
        self.count = count
        self.bytes = bytes
    }
}
