// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

/// Who writes an edit, and when: never part of a document's state, but of the one who edits it.
public struct Author: Hashable, Sendable {
    /// The device that stamps.
    public var device: Identifier
    /// The line of writing whose add-ids are used (SPEC section 6).
    public var writer: Identifier
    /// The device's clock, corrected by the feed's.
    public var now: StampTime

    /// Names the author of an edit.
    public init(device: Identifier, writer: Identifier, now: StampTime) {
        self.device = device
        self.writer = writer
        self.now = now
    }
}
