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
                    path: path.text(in: state.bytes.span), by: stamp.by, ts: stamp.ts,
                    millisecondsAhead: stamp.ts.unixMilliseconds - now.unixMilliseconds,
                    isLeftOut: isLeftOut))
        }
        self.entries = entries
    }
}

/// Where a stamped value is; spelled only when it is asked for, since most stamps are in order.
struct StampPath {
    enum End {
        case none
        case current
        case superseded(Int)
        case shape
        /// An unknown key of a region.
        case carried(Range<Int>)
    }

    /// The encoded key of the field.
    let field: Range<Int>
    /// The encoded key within a map of registers or regions.
    var entry: Range<Int>?
    var end = End.none

    /// Such as `caption.superseded[2]`.
    func text(in bytes: Span<UInt8>) -> String {
        func name(_ key: Range<Int>) -> String { CBORPath.name(bytes.extracting(key)) }
        var text = name(field)
        if let entry { text += ".\(name(entry))" }
        switch end {
        case .none: break
        case .current: text += ".current"
        case .superseded(let place): text += ".superseded[\(place)]"
        case .shape: text += ".shape"
        case .carried(let key): text += ".\(name(key))"
        }
        return text
    }
}

extension DocumentState {
    /// Calls the body for each stamped value, with its path and whether a horizon before it removes it.
    func forEachStamp(_ body: (_ path: StampPath, _ stamp: StampedLayout, _ isLeftOut: Bool) -> Void) {
        let fields = fields
        for entry in entries {
            let value = bytes.span.extracting(entry.value)
            let offset = entry.value.lowerBound
            var path = StampPath(field: entry.key)
            guard case .known(let index) = entry.meaning else {
                if entry.meaning == .carried, let stamp = StampedLayout(probing: value) {
                    body(path, stamp, false)
                }
                continue
            }
            switch fields[index].role {
            case .identity, .set: continue
            case .register: body(path, StampedLayout(unchecked: value, at: 0), true)
            case .history:
                for (place, write) in HistoryLayout.writes(value).enumerated() {
                    path.end = place == 0 ? .current : .superseded(place - 1)
                    body(path, write, true)
                }
            case .registerMap:
                RegisterMap.forEach(value) { key, range in
                    body(
                        StampPath(field: entry.key, entry: key.moved(by: offset)),
                        StampedLayout(unchecked: value, at: range.lowerBound), true)
                }
            case .regionMap:
                RegisterMap.forEach(value) { key, range in
                    let path = StampPath(field: entry.key, entry: key.moved(by: offset))
                    Self.forEachStamp(ofRegion: value, at: range, offset, path, body)
                }
            }
        }
    }

    private static func forEachStamp(
        ofRegion bytes: Span<UInt8>, at range: Range<Int>, _ offset: Int, _ path: StampPath,
        _ body: (_ path: StampPath, _ stamp: StampedLayout, _ isLeftOut: Bool) -> Void
    ) {
        let region = RegionLayout(unchecked: bytes, at: range.lowerBound)
        var path = path
        if let shape = region.shape {
            path.end = .shape
            body(path, shape, region.isLive)
        }
        for entry in region.carried {
            if let stamp = StampedLayout(probing: bytes.extracting(entry.value)) {
                path.end = .carried(entry.key.moved(by: offset))
                body(path, stamp, false)
            }
        }
    }
}

extension Range<Int> {
    fileprivate func moved(by distance: Int) -> Range<Int> { lowerBound + distance..<upperBound + distance }
}
