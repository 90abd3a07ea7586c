// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR

/// What refused documents look like where they are set aside: a CBOR sequence again (RFC 8742).
enum SetAside {
    /// One document as an item: as it is when it is one item, else as a byte string of its bytes.
    ///
    /// So what is empty, cut off or no CBOR at all does not break the sequence for the others.
    static func item(_ bytes: [UInt8]) -> [UInt8] {
        var end: Int?
        do throws(CBORError) { end = try bytes.span.structuralEnd(ofItemAt: 0) } catch {}
        guard end != bytes.count else { return bytes }
        var writer = CBORWriter()
        writer.writeBytes(bytes.span)
        return writer.bytes
    }
}
