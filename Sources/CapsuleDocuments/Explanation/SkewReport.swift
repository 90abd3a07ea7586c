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
        state.forEachStamp { path, stamp, isLeftOut in
            guard stamp.ts > now else { return }
            entries.append(
                Entry(
                    path: path(), by: stamp.by, ts: stamp.ts,
                    millisecondsAhead: stamp.ts.unixMilliseconds - now.unixMilliseconds,
                    isLeftOut: isLeftOut))
        }
        self.entries = entries
    }
}

extension DocumentState {
    /// Whether a horizon would leave out a stamped value.
    package func hasWrites(after horizon: StampTime) -> Bool {
        var isFound = false
        forEachStamp { _, stamp, isLeftOut in
            if isLeftOut, stamp.ts > horizon { isFound = true }
        }
        return isFound
    }

    /// Calls the body for each stamped value, with its path and whether a horizon before it removes it.
    ///
    /// The path is spelled only where it is asked for.
    func forEachStamp(_ body: (_ path: () -> String, _ stamp: StampedLayout, _ isLeftOut: Bool) -> Void) {
        let fields = fields
        for entry in entries {
            let value = bytes.span.extracting(entry.value)
            func path() -> String { CBORPath.name(bytes.span.extracting(entry.key)) }
            guard case .known(let index) = entry.meaning else {
                if entry.meaning == .carried, let stamp = StampedLayout(probing: value) {
                    body(path, stamp, false)
                }
                continue
            }
            switch fields[index].role {
            case .identity, .set: continue
            case .register: body(path, StampedLayout(checked: value, at: 0), true)
            case .history:
                for (place, write) in HistoryLayout.writes(value).enumerated() {
                    body({ path() + (place == 0 ? ".current" : ".superseded[\(place - 1)]") }, write, true)
                }
            case .registerMap:
                RegisterMap.forEach(value) { key, range in
                    body(
                        { "\(path()).\(CBORPath.name(value.extracting(key)))" },
                        StampedLayout(checked: value, at: range.lowerBound), true)
                }
            case .regionMap:
                RegisterMap.forEach(value) { key, range in
                    Self.forEachStamp(
                        ofRegion: value, at: range,
                        { "\(path()).\(CBORPath.name(value.extracting(key)))" }, body)
                }
            }
        }
    }

    private static func forEachStamp(
        ofRegion bytes: Span<UInt8>, at range: Range<Int>, _ path: () -> String,
        _ body: (_ path: () -> String, _ stamp: StampedLayout, _ isLeftOut: Bool) -> Void
    ) {
        let region = RegionLayout(checked: bytes, at: range.lowerBound)
        if let shape = region.shape { body({ "\(path()).shape" }, shape, region.isLive) }
        for entry in region.carried {
            if let stamp = StampedLayout(probing: bytes.extracting(entry.value)) {
                body({ "\(path()).\(CBORPath.name(bytes.extracting(entry.key)))" }, stamp, false)
            }
        }
    }
}
