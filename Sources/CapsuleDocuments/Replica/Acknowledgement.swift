// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR

/// What may be told to the feed, or the peer, that a record came from.
///
/// Whoever acknowledges a record does not get it again, so what it says has to be safe somewhere else first.
public enum Acknowledgement: Hashable, Sendable {
    /// The replica holds what the record says, or holds it beside its state.
    ///
    /// It is acknowledged once that is saved: when `Replica.mayAcknowledge` says so.
    case onceSaved
    /// The record is not taken, or not all of it, and may be taken later: it is not acknowledged, and is
    /// received again.
    ///
    /// So for a record without an acceptance time that this device's clock cuts, for one that there is no room
    /// for, and for one of another document, which belongs to another replica.
    case notYet
    /// The record can not be taken however often it is received.
    ///
    /// Its bytes are stored for a person to look at, and it is acknowledged after that, so that it does not
    /// stop the records behind it.
    case onceSetAside
}

extension DocumentError {
    /// What may be told to the one who sent a record that was refused with this error.
    public var acknowledgement: Acknowledgement {
        switch errorClass {
        case .malformed, .nonCanonical, .invalid: .onceSetAside
        // A limit that the bytes themselves pass, not the room that a replica has.
        case .limit: offset == nil ? .notYet : .onceSetAside
        default: .notYet
        }
    }
}
