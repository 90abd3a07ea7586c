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
        read(set)
    }
}

private func read<Element: CanonicalValue>(_ set: ORSet<Element>) {
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

extension StackKind: FuzzedKind {
    /// Reads the labels.
    public static func readEverything(_ view: DocumentView<StackKind>) { view.hold("labels", view.labels) }
}

extension AlbumKind: FuzzedKind {
    /// Reads name and labels.
    public static func readEverything(_ view: DocumentView<AlbumKind>) {
        view.hold("labels", view.labels)
        view.hold("name", view.name)
    }
}

extension SettingsKind: FuzzedKind {
    /// Reads the four maps, and asks where imports go.
    public static func readEverything(_ view: DocumentView<SettingsKind>) {
        _ = view.smartAlbums.map { $0.register.value?.encoded }
        for (scope, register) in view.scopeOverrides {
            let destination = try? ImportDestination(
                explicitPick: nil, scope: scope, sourceKind: .folder, settings: view, defaultAlbum: nil,
                derivedDefault: view.id)
            if let album = register.value { expect(destination?.albumID == album, "the override decides") }
        }
        _ = view.sourceKindDefaults.map(\.register.value)
        _ = view.aggregatedAlbumCovers.map(\.register.value)
    }
}

extension AssetKind: FuzzedKind {
    /// Reads every field, the derived values and views, and exports with and without the opt-ins.
    public static func readEverything(_ view: DocumentView<AssetKind>) {
        view.hold("facts", view.facts)
        view.hold("capture_time", view.captureTime)
        view.hold("orientation", view.orientation)
        view.hold("location", view.location)
        view.hold("lqip", view.lqip)
        view.hold("tags_user", view.tagsUser)
        view.hold("tags_ai", view.tagsAI)
        view.hold("rating", view.rating)
        view.hold("stack_membership", view.stackMembership)
        view.hold("cull", view.cull)
        view.hold("hidden", view.hidden)
        readCaption(view)
        for (_, region) in view.regions {
            expect(!(region.isLive && region.isDeleted), "a region is not live and deleted")
            expect(!region.isDeleted || region.labels.encoded.isEmpty, "a deleted region has no labels")
            if let shape = region.shape?.value {
                _ = shape.isInside(width: .max, height: .max)
                turn(shape)
            }
            read(region.labels)
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

    private static func readCaption(_ view: DocumentView<AssetKind>) {
        guard let writes = view.caption?.writes else { return }
        expect((1...17).contains(writes.count), "a history has 1 to 17 writes")
        expect(zip(writes, writes.dropFirst()).allSatisfy { $0 > $1 }, "a history descends")
        expect(Set(writes.map(\.value)).count == writes.count, "a history repeats no value")
    }

    private static func readViews(_ view: DocumentView<AssetKind>) {
        let asset = AssetInView(view, albumID: view.id)
        let stack = StackView(
            stackID: view.currentMembership?.stackID ?? view.id, albumID: view.id, assets: [asset],
            scope: .everything)
        expect(stack.members.count == (view.currentMembership == nil || view.isNewer ? 0 : 1), "a member")
        if let time = view.effectiveCaptureTimestamp {
            _ = AlbumOrder.ranked([AlbumOrder.Album(id: view.id, created: time)], assets: [asset, asset])
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
