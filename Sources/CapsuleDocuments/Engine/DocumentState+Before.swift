// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
package import CapsuleCRDT

extension DocumentState {
    /// The document without every stamped value later than a horizon (SPEC section 3).
    ///
    /// Registers and history entries go, live shapes go with what they leave empty; deleted regions, sets
    /// and carried keys stay.
    package func before(_ horizon: StampTime) -> DocumentState {
        let fields = fields
        let span = bytes.span
        var writer = CBORWriter()
        writer.reserve(bytes.count)
        var kept: [DocumentEntry] = []
        let open = writer.beginContainer(major: 5, atMost: entries.count + 1)
        writer.writeUnsigned(0)
        writer.writeUnsigned(version)
        for entry in entries {
            let start = writer.bytes.count
            writer.append(raw: span.extracting(entry.key))
            if Self.write(span.extracting(entry.value), entry.meaning, fields, before: horizon, to: &writer) {
                kept.append(
                    DocumentEntry(
                        entry.meaning, key: start..<start + entry.key.count, valueEnd: writer.bytes.count))
            } else {
                writer.truncate(to: start)
            }
        }
        if kept.count == entries.count, writer.bytes.count == bytes.count { return self }
        let shift = writer.end(open, count: kept.count + 1)
        // Sets are never shortened, so that their skip pointers hold.
        return DocumentState(
            kind: kind, id: id, bytes: writer.bytes, entries: kept.map { $0.moved(by: -shift) },
            version: version, skipPointers: skipPointers)
    }

    private static func write(
        _ value: Span<UInt8>, _ meaning: DocumentEntry.Meaning, _ fields: [KnownField],
        before horizon: StampTime, to writer: inout CBORWriter
    ) -> Bool {
        guard case .known(let index) = meaning else {
            writer.append(raw: value)
            return true
        }
        return fields[index].type.before(horizon, value, into: &writer)
    }
}
