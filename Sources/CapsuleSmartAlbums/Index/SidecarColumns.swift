// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

/// Reads what the index keeps straight from a document's checked bytes.
struct SidecarColumns: ~Escapable {
    private let bytes: Span<UInt8>
    private var stackID: Identifier?

    @_lifetime(copy bytes)
    private init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
    }

    /// The values of an asset that is not newer.
    static func read(_ given: LibraryAsset, _ vocabulary: inout Vocabulary) -> AssetValues {
        var values = AssetValues(id: given.id)
        let state = given.asset.sidecar.state
        var columns = SidecarColumns(state.bytes.span)
        for index in 0..<state.keyCount {
            guard let (index, range) = state.field(at: index), let field = fields[index] else { continue }
            columns.read(field, range, &values, &vocabulary)
        }
        values.flags[.trashed] = given.asset.isTrashed ? 1 : 0
        if let albumID = given.asset.albumID {
            values.albums = [vocabulary.albums.intern(albumID)]
            if let stackID = columns.stackID {
                let stack = StackInAlbum(stackID: stackID, albumID: albumID)
                values.stacks = [vocabulary.stacks.intern(stack)]
            }
        }
        for people in given.people {
            let slot = vocabulary.slots.intern(people.slot)
            for cluster in people.clusters {
                values.people.append(vocabulary.people.intern(PersonNumber(slot: slot, cluster: cluster)))
            }
        }
        values.labels = values.labels.sortedWithoutRepeats()
        values.aiTags = values.aiTags.sortedWithoutRepeats()
        values.people = values.people.sortedWithoutRepeats()
        return values
    }

    /// A field of which the index keeps something.
    private enum Field: CaseIterable {
        case cull, facts, hidden, rating, regions, location, aiTags, labels, captureTime, stackMembership

        var name: StaticString {
            switch self {
            case .cull: AssetKind.cull.name
            case .facts: AssetKind.facts.name
            case .hidden: AssetKind.hidden.name
            case .rating: AssetKind.rating.name
            case .regions: AssetKind.regions.name
            case .location: AssetKind.location.name
            case .aiTags: AssetKind.tagsAI.name
            case .labels: AssetKind.tagsUser.name
            case .captureTime: AssetKind.captureTime.name
            case .stackMembership: AssetKind.stackMembership.name
            }
        }
    }

    /// By the index of the field among those of an asset, so that a document's keys need not be compared again.
    private static let fields = AssetKind.fields.known.map { known in
        Field.allCases.first { "\($0.name)" == "\(known.name)" }
    }

    @_lifetime(self: copy self)
    private mutating func read(
        _ field: Field, _ range: Range<Int>, _ values: inout AssetValues, _ vocabulary: inout Vocabulary
    ) {
        let start = range.lowerBound
        switch field {
        case .cull:
            guard let value = registerValue(at: start) else { return }
            values.flags[.cull] = UInt16(code(at: value, CodeTable.culls))
            values.flags[.hasCull] = 1
        case .facts:
            if let value = registerValue(at: start) { readFacts(at: value, &values) }
        case .hidden:
            guard let value = registerValue(at: start) else { return }
            values.flags[.hidden] = bytes[value] == 0xf5 ? 1 : 0
            values.flags[.hasHidden] = 1
        case .rating:
            guard let value = registerValue(at: start) else { return }
            values.rating = bytes[value]
            values.flags[.hasRating] = 1
        case .regions: readRegions(at: start, &values, &vocabulary)
        case .aiTags: readAITags(range, &values, &vocabulary)
        case .location:
            guard let value = registerValue(at: start) else { return }
            values.flags[.datum] = 1
            if let datum = bytes.uncheckedValue("datum", inMapAt: value) {
                values.flags[.datum] = UInt16(code(at: datum.lowerBound, CodeTable.datums)) + 1
            }
        case .labels: readLabels(range, &values, &vocabulary)
        case .captureTime:
            // A null says that nobody knows, whatever the facts say.
            values.captured = .absent
            if let value = registerValue(at: start) { values.captured = instant(at: value) }
        case .stackMembership:
            guard let value = registerValue(at: start) else { return }
            readMembership(at: value, &values)
        }
    }

    /// The offset of a register's value; nil for a null.
    private func registerValue(at stamped: Int) -> Int? {
        let value = StampedLayout.value(unchecked: bytes, at: stamped)
        return bytes[value] == 0xf6 ? nil : value
    }

    private func instant(at text: Int) -> InstantKey {
        Timestamp.parse(bytes.extracting(bytes.uncheckedContent(at: text))).map(InstantKey.init) ?? .absent
    }

    /// The place of a text among the values of its closed set.
    private func code(at text: Int, _ values: [[UInt8]]) -> Int {
        let content = bytes.extracting(bytes.uncheckedContent(at: text))
        for index in values.indices {
            let value = values[index]
            if content.elementsEqual(value.span) { return index }
        }
        return 0
    }

    @_lifetime(self: copy self)
    private mutating func readFacts(at map: Int, _ values: inout AssetValues) {
        var (count, position) = bytes.uncheckedHead(at: map)
        while count > 0 {
            count -= 1
            let name = bytes.extracting(bytes.uncheckedContent(at: position))
            let value = bytes.uncheckedEnd(ofItemAt: position)
            position = bytes.uncheckedEnd(ofItemAt: value)
            if name.elementsEqual("capture_timestamp") {
                // A correction, which wins, has the longer key and comes later.
                values.captured = instant(at: value)
            } else if name.elementsEqual("import_timestamp") {
                values.imported = instant(at: value)
            } else if name.elementsEqual("content_type") {
                values.contentType = UInt8(code(at: value, CodeTable.contentTypes) + 1)
            } else if name.elementsEqual("camera_id") {
                values.flags[.hasCamera] = 1
            } else if name.elementsEqual("dimensions") {
                values.width = number("width", inMapAt: value)
                values.height = number("height", inMapAt: value)
            }
        }
    }

    private func number(_ key: StaticString, inMapAt map: Int) -> UInt32 {
        guard let value = bytes.uncheckedValue(key, inMapAt: map) else { return 0 }
        return UInt32(truncatingIfNeeded: bytes.uncheckedHead(at: value.lowerBound).argument)
    }

    @_lifetime(self: copy self)
    private mutating func readMembership(at map: Int, _ values: inout AssetValues) {
        if let type = bytes.uncheckedValue("stack_type", inMapAt: map) {
            values.stackType = UInt8(code(at: type.lowerBound, CodeTable.stackTypes) + 1)
        }
        if let id = bytes.uncheckedValue("stack_id", inMapAt: map) {
            stackID = Identifier(bytes.extracting(bytes.uncheckedContent(at: id.lowerBound)))
        }
    }

    private func readLabels(
        _ set: Range<Int>, _ values: inout AssetValues, _ vocabulary: inout Vocabulary
    ) {
        SidecarColumns.appendLabels(bytes.extracting(set), to: &values.labels, &vocabulary)
    }

    /// Appends the numbers of a set's live labels.
    static func appendLabels(
        _ set: Span<UInt8>, to labels: inout [UInt32], _ vocabulary: inout Vocabulary
    ) {
        ORSetLayout.forEachLive(set) { _, _, element in
            let text = set.extracting(set.uncheckedContent(at: element.lowerBound))
            labels.append(vocabulary.labels.intern(NormalLabel(text)))
        }
    }

    private func readRegions(
        at map: Int, _ values: inout AssetValues, _ vocabulary: inout Vocabulary
    ) {
        var (count, position) = bytes.uncheckedHead(at: map)
        while count > 0 {
            count -= 1
            let value = bytes.uncheckedEnd(ofItemAt: position)
            position = bytes.uncheckedEnd(ofItemAt: value)
            let region = RegionLayout(unchecked: bytes, at: value)
            if region.isLive, let labels = region.labels { readLabels(labels, &values, &vocabulary) }
        }
    }

    private func readAITags(
        _ range: Range<Int>, _ values: inout AssetValues, _ vocabulary: inout Vocabulary
    ) {
        let set = bytes.extracting(range)
        ORSetLayout.forEachLive(set) { _, _, element in
            func text(_ key: StaticString) -> [UInt8] {
                guard let value = set.uncheckedValue(key, inMapAt: element.lowerBound) else { return [] }
                return set.extracting(set.uncheckedContent(at: value.lowerBound)).copied()
            }
            guard let slot = ModelSlot(utf8: text("model_id"), text("model_version")) else { return }
            let label = vocabulary.labels.intern(NormalLabel(text("tag").span))
            let tag = AITagNumber(slot: vocabulary.slots.intern(slot), label: label)
            values.aiTags.append(vocabulary.aiTags.intern(tag))
        }
    }
}

/// The values of the closed sets as bytes, in the order of their indexes.
private enum CodeTable {
    static let contentTypes = texts(ContentType.self)
    static let stackTypes = texts(StackType.self)
    static let culls = texts(Cull.self)
    static let datums = texts(GPSDatum.self)

    private static func texts<Value: ClosedSet>(_: Value.Type) -> [[UInt8]] {
        Value.allCases.map { Array($0.rawValue.utf8) }
    }
}
