// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap
// A literal that is wrong is a fault of the test.

import CapsuleCBOR
import CapsuleCRDT
import CapsuleClientRules
import CapsuleDocuments
import Testing

@Suite("Where an import goes")
struct ImportDestinationTests {
    private let scope = ScopeID.of(platform: .ios, sourceKind: .folder, locator: "/photos")
    private let author = Author(
        device: Identifier([UInt8](repeating: 1, count: 16))!,
        writer: Identifier([UInt8](repeating: 2, count: 16))!,
        now: StampTime("2026-05-31T10:00:00.000Z")!)

    private func id(_ number: UInt8) -> Identifier { Identifier([UInt8](repeating: number, count: 16))! }

    private func resolve(
        _ settings: LibrarySettings, pick: Identifier? = nil, defaultAlbum: Identifier? = nil,
        writable: Set<Identifier>? = nil
    ) throws -> ImportDestination {
        try ImportDestination(
            explicitPick: pick, scope: scope, sourceKind: .folder, settings: settings.view,
            defaultAlbum: defaultAlbum, derivedDefault: id(9), writable: writable)
    }

    @Test("the first rule that has an album decides, and is named")
    func order() throws {
        var settings = LibrarySettings(id: id(0))
        func expect(
            _ destination: ImportDestination, _ album: Identifier, _ rule: ImportDestination.Rule,
            _ location: SourceLocation = #_sourceLocation
        ) {
            #expect(destination.albumID == album, sourceLocation: location)
            #expect(destination.rule == rule, sourceLocation: location)
        }
        expect(try resolve(settings), id(9), .derivedDefault)
        expect(try resolve(settings, defaultAlbum: id(4)), id(4), .defaultPointer)
        try settings.setSourceKindDefault(.folder, album: id(3), by: author)
        expect(try resolve(settings, defaultAlbum: id(4)), id(3), .sourceKindDefault)
        try settings.setScopeOverride(scope, album: id(2), by: author)
        expect(try resolve(settings, defaultAlbum: id(4)), id(2), .scopeOverride)
        expect(try resolve(settings, pick: id(1), defaultAlbum: id(4)), id(1), .explicitPick)
    }

    @Test("rows of other places and deleted rows do not count")
    func otherRows() throws {
        var settings = LibrarySettings(id: id(0))
        try settings.setSourceKindDefault(.screenshots, album: id(3), by: author)
        let other = ScopeID.of(platform: .ios, sourceKind: .folder, locator: "/other")
        try settings.setScopeOverride(other, album: id(2), by: author)
        try settings.setScopeOverride(scope, album: id(2), by: author)
        try settings.setScopeOverride(scope, album: nil, by: author)
        #expect(try resolve(settings).rule == .derivedDefault)
    }

    @Test("what nothing can be added to is passed over, and picking it is refused")
    func writable() throws {
        var settings = LibrarySettings(id: id(0))
        try settings.setScopeOverride(scope, album: id(2), by: author)
        #expect(try resolve(settings, defaultAlbum: id(4), writable: [id(4)]).rule == .defaultPointer)
        #expect(try resolve(settings, defaultAlbum: id(4), writable: []).albumID == id(9))
        let error = #expect(throws: ClientRuleError.self) {
            try resolve(settings, pick: id(1), writable: [id(2)])
        }
        #expect(error?.errorClass == .invalid)
    }

    @Test("an unmapped source is asked about, a mapped or picked one is not")
    func asks() throws {
        var settings = LibrarySettings(id: id(0))
        #expect(try resolve(settings).asks)
        #expect(try resolve(settings, defaultAlbum: id(4)).asks)
        #expect(try !resolve(settings, pick: id(1)).asks)
        try settings.setSourceKindDefault(.folder, album: id(3), by: author)
        #expect(try !resolve(settings).asks)
        try settings.setScopeOverride(scope, album: id(2), by: author)
        #expect(try !resolve(settings).asks)
    }
}
