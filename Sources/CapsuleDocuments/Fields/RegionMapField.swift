// SPDX-License-Identifier: Apache-2.0

package import CapsuleCBOR
package import CapsuleCRDT

/// A map from identifier to region register, each entry on its own (SPEC section 8).
public struct RegionMapField<Kind: DocumentType>: FieldDescriptor {
    package let name: StaticString
    package let check: FieldCheck

    /// Declares a map of regions.
    package init(_ name: StaticString) {
        self.name = name
        check = { (reader: inout CBORReader) throws(CBORError) in
            try EntryMap.check(&reader, key: Identifier.check, value: RegionLayout.check)
            return []
        }
    }

    package func accept<Visitor: FieldVisitor<Kind>>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(self)
    }

    package static func join(
        _ left: Span<UInt8>, _ right: Span<UInt8>, of field: Int, in document: inout DocumentJoin
    ) {
        var regions: [(Identifier, RegionAbsorption)] = []
        EntryMap.join(left, right, into: &document.writer) { key, left, right, writer in
            var absorbed = RegionAbsorption()
            RegionLayout.join(left, right, into: &writer, absorbed: &absorbed)
            if let id = Identifier(key.extracting(key.uncheckedContent(at: 0))) {
                regions.append((id, absorbed))
            }
        }
        let name = "\(document.fields[field].name)"
        for (id, absorbed) in regions {
            document.report.add(absorbed, SetPath(field: name, region: id), region: id)
        }
    }

    package static func before(
        _ horizon: StampTime, _ value: Span<UInt8>, into writer: inout CBORWriter
    ) -> Bool {
        EntryMap.filter(value, into: &writer) { value, writer in
            RegionLayout.before(horizon, value, into: &writer)
        }
    }

    package static func forEachStamp(
        in value: Span<UInt8>,
        _ body: (_ place: StampPlace, _ stamp: StampedLayout, _ isLeftOut: Bool) -> Void
    ) {
        EntryMap.forEach(value) { key, range in
            let region = RegionLayout(unchecked: value, at: range.lowerBound)
            if let shape = region.shape { body(StampPlace(entry: key, end: .shape), shape, region.isLive) }
            for entry in region.carried {
                if let stamp = StampedLayout(probing: value.extracting(entry.value)) {
                    body(StampPlace(entry: key, end: .carried(entry.key)), stamp, false)
                }
            }
        }
    }

    package static func holdsSet(of region: Identifier?) -> Bool { region != nil }

    package static func forEachSet(
        in value: Span<UInt8>, _ body: (_ region: Identifier?, _ set: Range<Int>) -> Void
    ) {
        forEachRegion(in: value) { id, region in
            if let labels = region.labels { body(id, labels) }
        }
    }

    package static func forEachDeletedRegion(
        in value: Span<UInt8>, _ body: (_ region: Identifier) -> Void
    ) {
        forEachRegion(in: value) { id, region in if region.isDeleted { body(id) } }
    }

    private static func forEachRegion(
        in value: Span<UInt8>, _ body: (_ id: Identifier, _ region: RegionLayout) -> Void
    ) {
        EntryMap.forEach(value) { key, range in
            guard let id = Identifier(value.extracting(value.uncheckedContent(at: key.lowerBound))) else {
                return
            }
            body(id, RegionLayout(unchecked: value, at: range.lowerBound))
        }
    }

    /// Labels of a region that the state holds as deleted do not count: they are gone either way.
    package static func hasUnobserved(
        delta: Span<UInt8>, state: Span<UInt8>, _ skipPointers: [SkipPointer]
    ) -> Bool {
        var known = EntryMapWalk(state)
        var isUnobserved = false
        EntryMap.forEach(delta) { key, value in
            guard !isUnobserved else { return }
            let ours = known.find(delta.extracting(key), state).map { offset in
                RegionLayout(unchecked: state, at: offset)
            }
            let theirs = RegionLayout(unchecked: delta, at: value.lowerBound)
            guard let labels = theirs.labels, ours?.isDeleted != true else { return }
            isUnobserved = ORSetLayout.hasUnobserved(
                delta: delta.extracting(labels), state: state.extracting(ours?.labels ?? 0..<0))
        }
        return isUnobserved
    }

    package static func explain(
        _ path: String, _ values: [HeldValue], in explainer: inout JoinExplainer
    ) {
        explainer.forEachEntry(path, values) { explainer, path, values in
            explainer.explainRegion(path, values)
        }
    }

    package func add(
        _ elements: [[UInt8]], to set: [UInt8], of region: Identifier?, in state: DocumentState,
        writer: Identifier, into delta: inout DocumentBuilder
    ) throws(CRDTError) -> Bool {
        guard let region, let held = DocumentView<Kind>(state)[self, region], held.isLive else {
            return false
        }
        var labels: [Label] = []
        for element in elements {
            // The elements come from a checked set of labels.
            guard let label = try? Label(decoding: element) else { return false }
            labels.append(label)
        }
        let added = try ORSetLayout.adding(labels, to: set.span, writer: writer)
        delta.put(self, region: region, labels: ORSet(unchecked: added))
        return true
    }
}

extension JoinReport {
    fileprivate mutating func add(_ absorbed: RegionAbsorption, _ path: SetPath, region id: Identifier) {
        doubledAdds += absorbed.doubled.map { entry in
            DoubledAdd(
                field: path.description, region: id, id: entry.id, lesserElement: entry.lesser.encoded)
        }
        if !absorbed.labels.isEmpty || !absorbed.absorbedKeys.isEmpty {
            absorbedRegions.append(
                AbsorbedRegion(id: id, labels: absorbed.labels, unknownKeys: absorbed.absorbedKeys))
        }
        regionConflicts += absorbed.keys.map { RegionConflict(id: id, key: $0) }
    }
}

// MARK: Reading and editing

extension DocumentView {
    /// The regions of a map, by ascending id, deleted ones too.
    package subscript(_ field: RegionMapField<Kind>) -> [(id: Identifier, region: RegionRegister)] {
        state.entries(of: field.name) { key, value throws(CBORError) in
            (try Identifier(decoding: key), RegionRegister(unchecked: value))
        }
    }

    /// One region of a map.
    package subscript(_ field: RegionMapField<Kind>, _ id: Identifier) -> RegionRegister? {
        self[field].first { $0.id == id }?.region
    }
}

extension DocumentBuilder {
    /// Adds a region that holds labels alone; nothing when the set observed nothing.
    mutating func put<Kind>(_ field: RegionMapField<Kind>, region id: Identifier, labels: ORSet<Label>) {
        if let region = RegionRegister(labels: labels) { put(field, region: id, region) }
    }

    /// Adds a region.
    mutating func put<Kind>(
        _ field: RegionMapField<Kind>, region id: Identifier, _ region: RegionRegister
    ) {
        var writer = CBORWriter()
        writer.writeMapHead(1)
        id.write(to: &writer)
        writer.append(raw: region.encoded.span)
        put(field, writer.bytes)
    }
}

// MARK: Explaining

extension JoinExplainer {
    fileprivate mutating func explainRegion(_ path: String, _ values: [HeldValue]) {
        guard !settle(path, values) else { return }
        let regions = values.map { (held: $0, layout: RegionLayout(unchecked: $0.bytes.span)) }
        guard regions.contains(where: \.layout.isDeleted) else {
            explainLiveRegion(path, regions)
            return
        }
        let absorbed = regions.filter { !$0.layout.isDeleted }
        let shapes = Self.parts(regions.filter(\.layout.isDeleted), { $0.shape?.range })
        let lost = JoinExplanation.SetUnion(
            joining: Self.parts(absorbed, \.labels), of: absorbed.count, namesInputs: false)
        add(
            path,
            .deletion(
                JoinExplanation.Deletion(
                    deletions: writes(shapes), absorbedInputs: absorbed.map(\.held.input),
                    labels: lost.elements.filter { $0.adds > 0 }.compactMap { element in
                        try? Label(decoding: element.encoded)
                    })))
    }

    private typealias Region = (held: HeldValue, layout: RegionLayout)

    /// One part of each region that has it.
    private static func parts(_ regions: [Region], _ range: (RegionLayout) -> Range<Int>?) -> [HeldValue] {
        regions.compactMap { region in
            range(region.layout).map { range in
                HeldValue(input: region.held.input, bytes: Array(region.held.bytes[range]))
            }
        }
    }

    private mutating func explainLiveRegion(_ path: String, _ regions: [Region]) {
        let shapes = Self.parts(regions, { $0.shape?.range })
        let labels = Self.parts(regions, \.labels)
        if !shapes.isEmpty { explainRegister("\(path).shape", shapes) }
        if !labels.isEmpty { explainSet("\(path).labels", labels) }
        var carried: [[UInt8]: [HeldValue]] = [:]
        for region in regions {
            for entry in region.layout.carried {
                carried[Array(region.held.bytes[entry.key]), default: []].append(
                    HeldValue(input: region.held.input, bytes: Array(region.held.bytes[entry.value])))
            }
        }
        for (key, values) in carried.sorted(by: { $0.key.span.compare($1.key.span) < 0 }) {
            explainCarried("\(path).\(CBORPath.name(key.span))", values)
        }
    }
}
