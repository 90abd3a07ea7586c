// SPDX-License-Identifier: Apache-2.0

/// Bytes whose memory is used again when nobody holds them any more.
///
/// Memory from the system costs a page fault every 4 KiB; for buffers of this size the C library gives it
/// back and asks for it anew each time, which was a fifth of all work in bulk.
final class BulkBuffer: Sendable {
    private static let spare = SerialAccess<[[UInt8]]>([])
    /// Larger ones are rare, and not kept.
    private static let largest = 1024 * 1024

    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    deinit {
        guard (1...Self.largest).contains(bytes.capacity) else { return }
        Self.spare.use { $0.append(bytes) }
    }

    /// An array without elements, with room for many where a used one is there.
    static func empty() -> [UInt8] {
        var bytes = spare.use { $0.popLast() } ?? []
        bytes.removeAll(keepingCapacity: true)
        return bytes
    }
}
