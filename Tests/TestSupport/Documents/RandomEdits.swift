// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
package import CapsuleDocuments

/// A kind of document for which tests can draw edits.
package protocol EditedKind: DocumentType {
    /// Makes one random edit of a document, and gives its delta, or in a transaction.
    static func edit<Editor: DocumentEditing<Self> & ~Copyable>(
        _ document: inout Editor, by author: Author, _ wild: inout WildValues
    ) throws(DocumentError) -> Editor.Outcome
}

extension StackKind: EditedKind {
    package static func edit<Editor: DocumentEditing<StackKind> & ~Copyable>(
        _ document: inout Editor, by author: Author, _ wild: inout WildValues
    ) throws(DocumentError) -> Editor.Outcome {
        try editLabels(&document, by: author, &wild)
    }
}

extension AlbumKind: EditedKind {
    package static func edit<Editor: DocumentEditing<AlbumKind> & ~Copyable>(
        _ document: inout Editor, by author: Author, _ wild: inout WildValues
    ) throws(DocumentError) -> Editor.Outcome {
        if wild.chance(3) { return try document.setName(wild.pick(WildValues.labels), by: author) }
        return try editLabels(&document, by: author, &wild)
    }
}

private func editLabels<Kind: Labelled, Editor: DocumentEditing<Kind> & ~Copyable>(
    _ document: inout Editor, by author: Author, _ wild: inout WildValues
) throws(DocumentError) -> Editor.Outcome {
    let text = wild.pick(WildValues.labels)
    if wild.chance(3) { return try document.removeLabel(text) }
    return try document.addLabel(text, by: author)
}

extension AssetKind: EditedKind {
    package static func edit<Editor: DocumentEditing<AssetKind> & ~Copyable>(
        _ asset: inout Editor, by author: Author, _ wild: inout WildValues
    ) throws(DocumentError) -> Editor.Outcome {
        switch wild.pick(Array(0..<8)) {
        case 0, 1: return try editLabels(&asset, by: author, &wild)
        case 2, 3: return try editRegions(&asset, by: author, &wild)
        case 4: return try editAITags(&asset, by: author, &wild)
        case 5: return try asset.setCaption(caption(&wild), by: author)
        default: return try editRegisters(&asset, by: author, &wild)
        }
    }

    private static func caption(_ wild: inout WildValues) -> Caption {
        guard let caption = Caption("\(wild.generator.next() % 25)") else { fatalError("a short text") }
        return caption
    }

    private static func editRegions<Editor: DocumentEditing<AssetKind> & ~Copyable>(
        _ asset: inout Editor, by author: Author, _ wild: inout WildValues
    ) throws(DocumentError) -> Editor.Outcome {
        let id = Sample.id(wild.pick([0xa1, 0xa2, 0xa3]))
        switch wild.pick(Array(0..<7)) {
        case 0: return try asset.deleteRegion(id, by: author)
        case 1, 2: return try asset.addRegionLabel(wild.pick(WildValues.labels), to: id, by: author)
        case 3: return try asset.removeRegionLabel(wild.pick(WildValues.labels), from: id)
        default:
            guard let side = Fraction(billionths: wild.pick([1, 1000, 500_000_000])) else {
                fatalError("a fraction")
            }
            let shape = RegionShape.rectangle(x: side, y: side, w: side, h: side)
            return try asset.putRegion(id, shape, by: author)
        }
    }

    private static func editAITags<Editor: DocumentEditing<AssetKind> & ~Copyable>(
        _ asset: inout Editor, by author: Author, _ wild: inout WildValues
    ) throws(DocumentError) -> Editor.Outcome {
        let tag = AITag(tag: wild.pick(WildValues.labels), modelID: wild.pick(["m", "n"]), modelVersion: "1")
        guard let tag else { fatalError("short texts") }
        switch wild.pick(Array(0..<4)) {
        case 0: return try asset.removeAITag(tag)
        case 1: return try asset.promoteAITag(tag, remove: wild.chance(2), by: author)
        default: return try asset.addAITag(tag, by: author)
        }
    }

    private static func editRegisters<Editor: DocumentEditing<AssetKind> & ~Copyable>(
        _ asset: inout Editor, by author: Author, _ wild: inout WildValues
    ) throws(DocumentError) -> Editor.Outcome {
        switch wild.pick(Array(0..<10)) {
        case 0: return try asset.setRating(Rating(wild.pick([0, 1, 5])) ?? .none, by: author)
        case 8: return try asset.setOrientation(wild.pick(EXIFOrientation.allCases), by: author)
        case 9:
            let rating = Rating(wild.pick([0, 1, 5])) ?? .none
            return try asset.setRating(rating, by: author, ifChanged: true)
        case 1: return try asset.setCull(wild.pick(Cull.allCases), by: author)
        case 2: return try asset.setHidden(wild.chance(2), by: author)
        case 3:
            let place = GPS(latitude: 1.5, longitude: Double(wild.pick([2, 3])), source: .manual)
            return try asset.setLocation(wild.chance(3) ? nil : place, by: author)
        case 4:
            let membership = StackMembership(
                stackID: Sample.id(wild.pick([0x5a, 0x5b])), stackType: .burst,
                role: wild.pick(StackRole.allCases))
            return try asset.setStackMembership(wild.chance(4) ? nil : membership, by: author)
        case 5:
            let lqip = LQIP(chromahash: [wild.pick([1, 2])], dominantColor: [1, 2, 3], formatVersion: 1)
            return try asset.setLQIP(wild.chance(4) ? nil : lqip, by: author)
        case 6:
            let time = Timestamp(wild.pick(["2020-01-01T00:00:00Z", "2021-01-01T00:00:00+01:00"]))
            guard let time else { fatalError("a timestamp") }
            return try asset.setCaptureTime(wild.chance(4) ? nil : time, by: author)
        default:
            guard let facts = try? AssetFacts(decoding: CBORTree.facts.encoded) else { fatalError("facts") }
            return try asset.setFacts(facts, by: author)
        }
    }
}

extension SettingsKind: EditedKind {
    package static func edit<Editor: DocumentEditing<SettingsKind> & ~Copyable>(
        _ settings: inout Editor, by author: Author, _ wild: inout WildValues
    ) throws(DocumentError) -> Editor.Outcome {
        let album = wild.chance(3) ? nil : Sample.id(wild.pick([1, 2, 3]))
        switch wild.pick(Array(0..<4)) {
        case 0:
            let id = Sample.id(wild.pick([0xb1, 0xb2]))
            let definition = wild.chance(3) ? nil : Sample.definition(id, [("x", wild.unknownValue())])
            return try settings.setSmartAlbum(id, definition: definition, by: author)
        case 1:
            return try settings.setScopeOverride(Sample.digest(wild.pick([1, 2])), album: album, by: author)
        case 2:
            return try settings.setSourceKindDefault(
                wild.pick([.folder, .cameraRoll]), album: album, by: author)
        default:
            return try settings.setAggregatedAlbumCover(
                Sample.id(wild.pick([1, 2])), asset: album, by: author)
        }
    }
}
