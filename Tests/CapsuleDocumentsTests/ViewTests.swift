// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

/// An asset with an id of its own, for views.
private func viewed(
    _ id: UInt8, _ fields: Fields = [], album: UInt8? = 0xaa, trashed: Bool = false
) throws -> AssetInView {
    let tree = CBORTree.document(.asset, fields).with("uuid", .id(id))
    let sidecar = try AssetSidecar(decoding: tree.encoded)
    return AssetInView(sidecar.view, albumID: album.map(Sample.id), isTrashed: trashed)
}

private func captured(_ time: String) -> (CBORTree, CBORTree) { ("capture_time", .stamped(.text(time))) }

/// Views that are derived each time and never written (SPEC section 13).
@Suite struct StackViewTests {
    private func member(_ role: String = "member", index: UInt64? = nil, at time: Int64 = 0) -> (
        CBORTree, CBORTree
    ) {
        let membership = CBORTree.membership.with("role", .text(role)).with(
            "member_index", index.map(CBORTree.unsigned))
        return ("stack_membership", .stamped(membership, at: time))
    }

    private func view(_ assets: [AssetInView], _ scope: AssetScope = .default) -> StackView {
        do {
            let view = try stack(assets, scope)
            let reversed = try stack(assets.reversed(), scope)
            #expect(view == reversed, "the order in which assets are given does not matter")
            return view
        } catch {
            fatalError("assets with distinct ids: \(error)")
        }
    }

    private func stack(_ assets: [AssetInView], _ scope: AssetScope) throws(DocumentError) -> StackView {
        try StackView(stackID: Sample.id(0x5a), albumID: Sample.id(0xaa), assets: assets, scope: scope)
    }

    @Test("two states of one asset are refused in either order, by a stack and by the order of albums")
    func twoStates() throws {
        let index = try viewed(1, [member(index: 1)])
        let other = try viewed(1, [member(index: 2)], trashed: true)
        for assets in [[index, other], [other, index], [index, index]] {
            #expect {
                try stack(assets, .default)
            } throws: {
                ($0 as? DocumentError)?.errorClass == .invalid
            }
            #expect {
                try AlbumOrder.ranked([], assets: assets)
            } throws: {
                ($0 as? DocumentError)?.errorClass == .invalid
            }
        }
    }

    @Test("members are the assets of the stack's album, not trashed, not hidden, whose membership names it")
    func members() throws {
        let left: CBORTree = .stamped(.null, at: 5)
        let assets = [
            try viewed(1, [member()]), try viewed(2, [member()], album: 0xab),
            try viewed(3, [member()], album: nil),
            try viewed(4, [member()], trashed: true), try viewed(5, [member(), ("hidden", .stamped(true))]),
            try viewed(6, [("stack_membership", left)]), try viewed(7),
            try viewed(8, [("stack_membership", .stamped(CBORTree.membership.with("stack_id", .id(0x5b))))]),
            try viewed(9, [member(), ("hidden", .stamped(false))]),
        ]
        #expect(view(assets).members == [Sample.id(1), Sample.id(9)])
        #expect(view(assets, .everything).members == [Sample.id(1), Sample.id(5), Sample.id(9)])
        #expect(view(assets).isShown)
        #expect(!view(Array(assets.prefix(4))).isShown)
        #expect(view([]).primary == nil && view([]).members.isEmpty)
    }

    @Test("display order is member index, then capture instant, each absent last, then id")
    func order() throws {
        let assets = [
            try viewed(1, [member()]), try viewed(2, [member(), captured("2020-01-01T10:00:00Z")]),
            try viewed(3, [member(), captured("2020-01-01T10:30:00+02:00")]),
            try viewed(4, [member(index: 4_294_967_295)]),
            try viewed(5, [member(index: 0), captured("9999-01-01T00:00:00Z")]),
            try viewed(6, [member(index: 0)]),
            try viewed(7, [member(index: 0), captured("9999-01-01T00:00:00Z")]),
            try viewed(8, [member()]),
        ]
        #expect(view(assets).members == [5, 7, 6, 4, 3, 2, 1, 8].map { Sample.id($0) })
    }

    @Test("the primary is the greatest stamped primary, ties to the lowest id")
    func primary() throws {
        var assets = [
            try viewed(1, [member()]), try viewed(2, [member("primary", at: 1)]),
            try viewed(3, [member("primary", at: 2)]),
            try viewed(4, [member("primary", at: 2)]), try viewed(5, [member("proxy", at: 9)]),
        ]
        #expect(view(assets).primary == Sample.id(3))
        assets.append(
            try viewed(
                6, [("stack_membership", .stamped(CBORTree.membership.with("role", "primary"), by: 2, at: 2))]
            ))
        #expect(view(assets).primary == Sample.id(6))
    }

    /// immich-app/immich#27940: the primary of a stack is trashed.
    @Test("without a primary the first that is no proxy stands for the stack, else the first")
    func derivedPrimary() throws {
        let trashed = try viewed(9, [member("primary")], trashed: true)
        let assets = [
            try viewed(1, [member("proxy", index: 0)]), try viewed(2, [member(index: 1)]),
            try viewed(3, [member()]), trashed,
        ]
        #expect(view(assets).primary == Sample.id(2))
        #expect(view([assets[0], trashed]).primary == Sample.id(1))
    }

    @Test("a group's cull says all rejected, any pick, else mixed, and nothing for no member")
    func groupCull() {
        #expect(GroupCull([]) == nil)
        #expect(GroupCull([.reject]) == .allRejected && GroupCull([.reject, .reject]) == .allRejected)
        #expect(GroupCull([.reject, .pick]) == .anyPick && GroupCull([.pick]) == .anyPick)
        #expect(GroupCull([.neutral, .pick, .reject]) == .anyPick)
        #expect(GroupCull([.neutral]) == .mixed && GroupCull([.reject, .neutral]) == .mixed)
    }
}

/// Albums by recency, system views, scope ids.
@Suite struct LibraryViewTests {
    private func ranked(_ albums: [AlbumOrder.Album], _ assets: [AssetInView]) -> [Identifier] {
        do {
            let order = try AlbumOrder.ranked(albums, assets: assets)
            #expect(try AlbumOrder.ranked(albums.reversed(), assets: assets.reversed()) == order)
            return order
        } catch {
            fatalError("assets with distinct ids: \(error)")
        }
    }

    private func album(_ id: UInt8, _ created: String, _ members: [UInt8]? = nil) throws -> AlbumOrder.Album {
        AlbumOrder.Album(
            id: Sample.id(id), created: try #require(Timestamp(created)),
            members: members?.map { Sample.id($0) })
    }

    /// pulsejet/memories#1495: 19:00-04:00 and 19:01+02:00; instants, never texts.
    @Test("an album is as recent as its latest asset, compared by instants, else its creation")
    func order() throws {
        let assets = [
            try viewed(1, [captured("2020-01-01T19:01:00+02:00")], album: 0xa1),
            try viewed(2, [captured("2020-01-01T19:00:00-04:00")], album: 0xa2),
            try viewed(3, [captured("2021-01-01T00:00:00Z"), ("hidden", .stamped(true))], album: 0xa1),
            try viewed(4, [captured("2021-01-01T00:00:00Z")], album: 0xa1, trashed: true),
            try viewed(5, album: 0xa3),
        ]
        let albums = [
            try album(0xa1, "2030-01-01T00:00:00Z"), try album(0xa2, "1990-01-01T00:00:00Z"),
            try album(0xa3, "2019-01-01T00:00:00Z"), try album(0xa4, "2020-06-01T00:00:00Z"),
        ]
        #expect(ranked(albums, assets) == [0xa4, 0xa2, 0xa1, 0xa3].map { Sample.id($0) })
    }

    @Test("a smart album ranks by its members, ties go by id, and unknown members and albums do no harm")
    func smart() throws {
        let assets = [
            try viewed(1, [captured("2020-01-01T00:00:00Z")], album: 0xa1),
            try viewed(2, [captured("2022-01-01T00:00:00Z")], album: 0xee),
        ]
        let albums = [
            try album(0xa1, "1990-01-01T00:00:00Z"), try album(0x02, "1990-01-01T00:00:00Z", [1]),
            try album(0x03, "1990-01-01T00:00:00Z", [1, 2, 77]),
            try album(0x04, "2020-01-01T01:00:00+01:00", []),
            try album(0x05, "2021-01-01T00:00:00Z", [77]),
        ]
        #expect(ranked(albums, assets) == [0x03, 0x05, 0x02, 0x04, 0xa1].map { Sample.id($0) })
        #expect(ranked([], assets).isEmpty)
    }

    /// openradar iOS 12, ente-io/ente#2895: a hidden asset in a listing.
    @Test("system views: all, trash and hidden share no asset, and hidden holds the trashed too")
    func systemViews() throws {
        for (hidden, trashed, view) in [
            (false, false, SystemView.all), (false, true, .trash), (true, false, .hidden),
            (true, true, .hidden),
        ] {
            let asset = try viewed(1, [("hidden", .stamped(.bool(hidden)))], trashed: trashed)
            #expect(SystemView.allCases.filter { $0.contains(asset) } == [view])
        }
    }

    /// Computed with another language's SHA-256 over the array spelled by hand.
    @Test(
        "a scope id is SHA-256 of the canonical array, the locator verbatim",
        arguments: [
            (
                Platform.ios, SourceKind.cameraRoll, "",
                "49a806b745fb6062bd428feb685c383fe611841c3e4dd2e4e17d25ac695dcb90"
            ),
            (
                .linux, .watchedDirectory, "/daten/\u{e9}/Fotos",
                "feef76ada8fc83f50821704cc587e4284b8f96349c5cc9ffbde43dbb340d8e60"
            ),
            (
                .windows, .removableVolume, String(repeating: "x", count: 300),
                "11b5008a330b920c8320cebe36e2ffb7cc3a05760661f569d1747ca6f03c9154"
            ),
            (
                .android, .appCollection, "Ca\u{303}o",
                "82a38fcf675b5d0e41de4c134b043b15cf6c27c7fc20c70d36c714805561d1a7"
            ),
            (
                .android, .appCollection, "C\u{e3}o",
                "e41e266fcec770c1372e3f14e3bc47acf93232ae263e6d236c42fd20d0941881"
            ),
            (
                .macos, .folder, String(repeating: "a", count: 55),
                "7007fefe5c5476c980186e820b7c7e007005b7e2de17d3d75d845f412cbf21a4"
            ),
            (
                .macos, .folder, String(repeating: "a", count: 64),
                "655de4df39b69af872b1c9505f524788707ad5e05a3b0e800cbe9374161bb2df"
            ),
        ])
    func scopeID(_ platform: Platform, _ kind: SourceKind, _ locator: String, _ id: String) {
        #expect("\(ScopeID.of(platform: platform, sourceKind: kind, locator: locator))" == id)
    }
}
