// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

/// A saved replica whose library did not understand some documents, which this one does.
struct SavedReplica {
    let records: [[UInt8]]

    var encoded: [UInt8] {
        var map = CBORMap()
        map.put(encodedKey: [0]) { $0.writeUnsigned(2) }
        map.put("device") { $0.writeBytes(GrowthInputs.device.bytes.span) }
        map.put("writer") { $0.writeBytes(GrowthInputs.identifier(6).bytes.span) }
        map.put("document") { $0.writeBytes(AlbumDocument(id: GrowthInputs.id).encoded.span) }
        map.put("newer") { writer in
            writer.writeArrayHead(records.count)
            for record in records {
                writer.writeArrayHead(3)
                writer.writeBytes([1].span)
                writer.writeBytes(record.span)
                writer.writeNull()
            }
        }
        return map.encoded
    }
}
