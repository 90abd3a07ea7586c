// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleConvergence
import CapsuleCRDT
import CapsuleDocuments
import CapsuleSmartAlbums
import FuzzSupport

/// Definitions and their evaluation against the walk over documents: a byte says where the definition comes
/// from, two how many bytes decide the library, and the definition is what follows, as it is or by choices.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe input(start, count)
    guard bytes.count > 3 else { return 0 }
    let size = min(bytes.count - 3, Int(bytes[1]) << 8 | Int(bytes[2]))
    var choices = Choices(bytes: Array(bytes[3..<3 + size]))
    var encoded = Array(bytes[(3 + size)...])
    if bytes[0] & 1 == 0 {
        var deciding = Choices(bytes: encoded)
        encoded = deciding.definition()
    }
    guard let definition = read(encoded) else { return 0 }
    evaluate(definition, &choices)
    return 0
}

private func read(_ bytes: [UInt8]) -> SmartAlbumDefinition? {
    do throws(SmartAlbumError) {
        let definition = try SmartAlbumDefinition(decoding: bytes)
        expect(definition.encoded == bytes, "a definition encodes to itself")
        let text = DefinitionText(definition)
        expect((try? DefinitionText(text.description)) == text, "the text form reads back")
        return definition
    } catch {
        let isCanonical = (try? CanonicalCBOR.check(bytes.span)) != nil
        expect(isCanonical || error.errorClass != .invalid, "what is not canonical is called \(error)")
        return nil
    }
}

/// What the index gives, with the seeded faults: the negation of what is unknown is true, ties are turned.
private func evaluated(
    _ index: AssetIndex, _ definition: SmartAlbumDefinition, _ scope: AssetScope
) -> (members: [Identifier], ordered: [Identifier]) {
    var members = index.members(of: definition, in: scope)
    var ordered = index.ordered(definition, in: scope)
    if hasFault(1), case .not(.term(let term)) = definition.predicate, let slot = term.slot,
        !index.currentSlots.contains(slot)
    {
        members.append(definition.id)
    }
    if hasFault(2), definition.sort?.key == .rating { ordered = members.reversed() }
    return (members, ordered)
}

private func evaluate(_ definition: SmartAlbumDefinition, _ choices: inout Choices) {
    let slots = [ModelSlot(modelID: "m", modelVersion: "1"), ModelSlot(modelID: "n", modelVersion: "2")]
        .compactMap(\.self).filter { _ in choices.bool() }
    let assets = (0..<choices.below(5)).map { number in library(number, &choices) }
    guard var index = try? AssetIndex(assets, currentSlots: Set(slots)) else {
        return expect(false, "assets with distinct ids are indexed")
    }
    var plain = StraightforwardEvaluation(currentSlots: Set(slots))
    for _ in 0..<choices.below(3) {
        let album = choices.document(AlbumKind.self, id: choices.identifier())
        _ = index.update(album)
        plain.albums[album.id] = album
        let stack = choices.document(StackKind.self, id: choices.identifier(outOf: 2))
        let albumID = choices.identifier()
        _ = index.update(stack, in: albumID)
        plain.stacks[StackInAlbum(stackID: stack.id, albumID: albumID)] = stack
    }
    for scope in [AssetScope.default, .everything] {
        let result = evaluated(index, definition, scope)
        let expected = plain.evaluate(definition, assets, scope: scope)
        expect(result.members == expected.members, "the members are those of the walk over documents")
        expect(result.ordered == expected.ordered, "the order is that of the walk over documents")
        let page = index.ordered(definition, in: scope, limit: 2)
        expect(page == Array(expected.ordered.prefix(2)), "a page is the beginning of the whole")
    }
}

private func library(_ number: Int, _ choices: inout Choices) -> LibraryAsset {
    let document = choices.document(AssetKind.self, id: Identifier(repeating: UInt8(number)))
    let asset = AssetInView(
        document.view, albumID: choices.maybe { $0.identifier() }, isTrashed: choices.chance(4))
    let people = choices.list(upTo: 2) { choices in
        ModelSlot(modelID: choices.element(of: ["m", "n"]), modelVersion: choices.element(of: ["1", "2"])).map
        {
            LibraryAsset.People($0, [choices.identifier()])
        }
    }
    return LibraryAsset(asset, people: people.compactMap(\.self))
}
