// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleConvergence
import CapsuleCRDT
import CapsuleClientRules
public import CapsuleDocuments

/// A kind of document whose targets read all that a view has.
public protocol FuzzedKind: GeneratedKind {
    /// Reads every property; each typed value is held to the bytes that it was read from.
    static func readEverything(_ view: DocumentView<Self>)
}

/// Holds a typed value to the bytes of its field: it is there exactly when they are, and encodes to them.
private func hold(_ name: String, _ encoded: [UInt8]?, in bytes: [UInt8]?, isNewer: Bool) {
    if encoded == nil, isNewer { return }
    expect(encoded == bytes, "the typed value of \(name) encodes to the field's bytes")
}

extension DocumentView {
    fileprivate func hold<Value: CanonicalValue>(_ name: String, _ register: Stamped<Value>?) {
        FuzzSupport.hold(name, register?.encoded, in: encodedValue(of: name), isNewer: isNewer)
        guard let register else { return }
        expect(register.encoded.contains(run: register.value.encoded), "the value of \(name) is kept")
        expect(
            (try? Value(decoding: register.value.encoded)) == register.value, "the value of \(name) decodes")
    }

    fileprivate func hold<Element: CanonicalValue>(_ name: String, _ set: ORSet<Element>) {
        FuzzSupport.hold(
            name, set.encoded.isEmpty ? nil : set.encoded, in: encodedValue(of: name), isNewer: isNewer)
        readSet(set)
    }
}

private func readSet<Element: CanonicalValue>(_ set: ORSet<Element>) {
    let context = set.context
    for (id, element) in set.adds {
        expect(context.contains(id), "what is live is observed")
        expect((try? Element(decoding: element.encoded)) == element, "an element decodes")
    }
    let elements = set.elements.map(\.encoded)
    expect(Set(elements) == Set(set.adds.map(\.element.encoded)), "the elements are the live ones")
    expect(
        zip(elements, elements.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) },
        "the elements ascend by bytes")
    expect(set.joined(with: set) == set, "a set joined with itself is itself")
}

/// Holds each field's typed value to its bytes.
private struct FieldReader<Kind: DocumentType>: FieldVisitor {
    let view: DocumentView<Kind>

    static func read(_ view: DocumentView<Kind>) {
        var reader = FieldReader(view: view)
        for field in Kind.fields.declared { field.accept(&reader) }
    }

    mutating func visit<Value>(_ field: RegisterField<Kind, Value>) {
        view.hold("\(field.name)", view[field])
    }
    mutating func visit<Element>(_ field: SetField<Kind, Element>) { view.hold("\(field.name)", view[field]) }

    mutating func visit<Value>(_ field: HistoryField<Kind, Value>) {
        guard let writes = view[field]?.writes else { return }
        expect((1...17).contains(writes.count), "a history has 1 to 17 writes")
        expect(zip(writes, writes.dropFirst()).allSatisfy { $0 > $1 }, "a history descends")
        expect(Set(writes.map(\.value)).count == writes.count, "a history repeats no value")
    }

    mutating func visit<Key, Value>(_ field: RegisterMapField<Kind, Key, Value>) {
        for (_, register) in view[field] {
            expect(register.encoded.contains(run: register.value.encoded), "an entry's value is kept")
        }
    }

    mutating func visit(_ field: RegionMapField<Kind>) {
        for (_, region) in view[field] {
            expect(!(region.isLive && region.isDeleted), "a region is not live and deleted")
            expect(!region.isDeleted || region.labels.encoded.isEmpty, "a deleted region has no labels")
            readSet(region.labels)
        }
    }
}

extension StackKind: FuzzedKind {
    /// Reads the labels.
    public static func readEverything(_ view: DocumentView<StackKind>) { FieldReader.read(view) }
}

extension AlbumKind: FuzzedKind {
    /// Reads name and labels.
    public static func readEverything(_ view: DocumentView<AlbumKind>) {
        FieldReader.read(view)
    }
}

extension SettingsKind: FuzzedKind {
    /// Reads the four maps, and asks where imports go.
    public static func readEverything(_ view: DocumentView<SettingsKind>) {
        FieldReader.read(view)
        for (scope, register) in view.scopeOverrides {
            let destination = try? ImportDestination(
                explicitPick: nil, scope: scope, sourceKind: .folder, settings: view, defaultAlbum: nil,
                derivedDefault: view.id)
            if let album = register.value { expect(destination?.albumID == album, "the override decides") }
        }
    }
}

extension AssetKind: FuzzedKind {
    /// Reads every field, the derived values and views, and exports with and without the opt-ins.
    public static func readEverything(_ view: DocumentView<AssetKind>) {
        FieldReader.read(view)
        for (_, region) in view.regions {
            guard let shape = region.shape?.value else { continue }
            _ = shape.isInside(width: .max, height: .max)
            turn(shape)
        }
        _ = (view.effectiveRating, view.effectiveCull, view.isHidden, view.effectiveLocation)
        readViews(view)
        if let document = view.document { export(document) }
    }

    private static func turn(_ shape: RegionShape) {
        for shown in EXIFOrientation.allCases {
            let turned = shape.oriented(from: .right, to: shown)
            expect((try? RegionShape(decoding: turned.encoded)) == turned, "a turned shape is a shape")
            expect(turned.oriented(from: shown, to: .right) == shape, "the way back")
        }
    }

    private static func readViews(_ view: DocumentView<AssetKind>) {
        let asset = AssetInView(view, albumID: view.id)
        let stack = try? StackView(
            stackID: view.currentMembership?.stackID ?? view.id, albumID: view.id, assets: [asset],
            scope: .everything)
        expect(stack?.members.count == (view.currentMembership == nil || view.isNewer ? 0 : 1), "a member")
        if let time = view.effectiveCaptureTimestamp {
            let albums = [AlbumOrder.Album(id: view.id, created: time)]
            expect((try? AlbumOrder.ranked(albums, assets: [asset])) == [view.id], "an album has a rank")
            let twice = try? AlbumOrder.ranked(albums, assets: [asset, asset])
            expect((twice == nil) == !view.isNewer, "two states of one asset are refused")
        }
        expect(
            SystemView.allCases.count { $0.contains(asset) } == (view.isNewer ? 0 : 1), "one system view")
    }

    private static func export(_ document: AssetSidecar) {
        for keep: AssetExport.OptIns in [
            [], .coarseGPS, AssetExport.OptIns(AssetExport.OptIns.named.map(\.option)),
        ] {
            guard let export = try? AssetExport(document, keep: keep) else { fatalError("an asset exports") }
            expect((try? CanonicalCBOR.check(export.encoded.span)) != nil, "an export is canonical")
        }
    }
}
