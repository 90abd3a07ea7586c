// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

/// Which stamps of a document lie ahead of a time, and by how much (SPEC section 3).
///
/// Nobody has to act on them: the horizon of `before` decides what is left out. This is for finding the
/// device whose clock is wrong.
public struct SkewReport: Hashable, Sendable {
    /// One stamp that lies ahead.
    public struct Entry: Hashable, Sendable {
        /// The keys that lead to it, such as `caption.superseded[2]`.
        public let path: String
        /// The device that says it wrote.
        public let by: Identifier
        /// When it says it did.
        public let ts: StampTime
        /// How far ahead that is, in milliseconds; at least 1.
        public let millisecondsAhead: Int64
        /// Whether `before(now)` would leave it out; deleted regions and carried keys stay.
        public let isLeftOut: Bool
    }

    /// The stamps that lie ahead, in the order of the document.
    public let entries: [Entry]

    /// Looks through a document, also a newer one as far as it is understood.
    ///
    /// - Parameter now: the time that stamps are held against.
    public init<Kind>(_ view: DocumentView<Kind>, now: StampTime) {
        self.init(view.state, now: now)
    }

    package init(_ state: DocumentState, now: StampTime) {
        var entries: [Entry] = []
        let (bytes, fields) = (state.bytes.span, state.fields)
        for entry in state.entries {
            let value = bytes.extracting(entry.value)
            func add(_ place: StampPlace, _ stamp: StampedLayout, _ isLeftOut: Bool) {
                guard stamp.ts > now else { return }
                entries.append(
                    Entry(
                        path: place.text(in: bytes.extracting(entry.key), value), by: stamp.by, ts: stamp.ts,
                        millisecondsAhead: stamp.ts.unixMilliseconds - now.unixMilliseconds,
                        isLeftOut: isLeftOut))
            }
            switch entry.meaning {
            case .known(let index): fields[index].type.forEachStamp(in: value, add)
            case .carried: CarriedField.forEachStamp(in: value, add)
            case .notUnderstood: break
            }
        }
        self.entries = entries
    }
}

/// Where a stamped value is in a field; spelled only when it is asked for, since most stamps are in order.
package struct StampPlace {
    enum End {
        case none
        case current
        case superseded(Int)
        case shape
        /// An unknown key of a region.
        case carried(Range<Int>)
    }

    /// The encoded key within a map of registers or regions.
    var entry: Range<Int>?
    var end = End.none

    /// Such as `caption.superseded[2]`.
    ///
    /// - Parameters:
    ///   - field: the encoded key of the field.
    ///   - value: the field's value, in which the ranges lie.
    func text(in field: Span<UInt8>, _ value: Span<UInt8>) -> String {
        var text = CBORPath.name(field)
        if let entry { text += ".\(CBORPath.name(value.extracting(entry)))" }
        switch end {
        case .none: break
        case .current: text += ".current"
        case .superseded(let place): text += ".superseded[\(place)]"
        case .shape: text += ".shape"
        case .carried(let key): text += ".\(CBORPath.name(value.extracting(key)))"
        }
        return text
    }
}
