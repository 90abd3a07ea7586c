// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

/// Regions: drawing, moving, labelling, and deletion that absorbs (SPEC sections 8, 10).
@Suite struct RegionEditTests {
    private let region = Sample.id(0xa1)

    private func square(_ side: UInt64) throws -> RegionShape {
        let side = try #require(Fraction(billionths: side))
        return .rectangle(x: side, y: side, w: side, h: side)
    }

    private func circle(_ cx: UInt64, _ cy: UInt64, _ r: UInt64) throws -> RegionShape {
        .circle(
            cx: try #require(Fraction(billionths: cx)), cy: try #require(Fraction(billionths: cy)),
            r: try #require(Fraction(billionths: r)))
    }

    private func live(_ asset: AssetSidecar) -> [Identifier] {
        asset.regions.filter(\.region.isLive).map(\.id)
    }
    private func deleted(_ asset: AssetSidecar) -> [Identifier] {
        asset.regions.filter(\.region.isDeleted).map(\.id)
    }
    private func labels(_ asset: AssetSidecar) -> [String] {
        asset.regions.first { $0.id == region }?.region.labels.elements.map(\.description) ?? []
    }

    @Test("a region is drawn, moved, labelled and deleted, each in a delta of its own")
    func life() throws {
        var document = AssetSidecar(id: Sample.document)
        let (small, large) = (try square(1), try square(500_000_000))
        _ = try edit(&document, changing: ["regions"]) { (asset) throws(DocumentError) in
            try asset.putRegion(self.region, small, by: Sample.author(1))
        }
        let move = try edit(&document, changing: ["regions"]) { (asset) throws(DocumentError) in
            try asset.putRegion(self.region, large, by: Sample.author(2))
        }
        #expect(move.regions.first?.region.shape?.ts == Sample.time(1))
        _ = try edit(&document, changing: ["regions"]) { (asset) throws(DocumentError) in
            try asset.addRegionLabel(" a ", to: self.region, by: Sample.author(1))
        }
        #expect(labels(document) == ["a"])
        let removal = try edit(&document, changing: ["regions"]) { (asset) throws(DocumentError) in
            try asset.removeRegionLabel("a", from: self.region)
        }
        #expect(removal.regions.first?.region.shape == nil)
        #expect(labels(document).isEmpty)
        let nothing = try edit(&document, changing: []) { (asset) throws(DocumentError) in
            try asset.removeRegionLabel("a", from: self.region)
        }
        #expect(nothing.encoded == CBORTree.document(.asset).encoded)
        _ = try edit(&document, changing: ["regions"]) { (asset) throws(DocumentError) in
            try asset.deleteRegion(self.region, by: Sample.author(1))
        }
        #expect(deleted(document) == [region] && live(document).isEmpty)
        // Of the region nothing is left but its tombstone.
        let tombstone = CBORTree.stamped(.null, by: 1, at: 2)
        #expect(
            document.encoded
                == CBORTree.document(.asset, [("regions", [.id(0xa1): ["shape": tombstone]])]).encoded)
    }

    @Test("deleting what is not there or is gone changes nothing; writing to it is invalid")
    func gone() throws {
        var document = AssetSidecar(id: Sample.document)
        _ = try edit(&document, changing: []) { (asset) throws(DocumentError) in
            try asset.deleteRegion(self.region, by: Sample.author(1))
        }
        #expect(
            refusal { _ = try document.addRegionLabel("a", to: region, by: Sample.author(1)) }?.errorClass
                == .invalid)
        #expect(refusal { _ = try document.removeRegionLabel("a", from: region) }?.errorClass == .invalid)
        _ = try document.putRegion(region, square(1), by: Sample.author(1))
        _ = try document.deleteRegion(region, by: Sample.author(1))
        let before = document
        _ = try edit(&document, changing: []) { (asset) throws(DocumentError) in
            try asset.deleteRegion(self.region, by: Sample.author(2, at: 99))
        }
        let put = refusal { _ = try document.putRegion(region, square(1), by: Sample.author(1, at: 99)) }
        #expect(put?.errorClass == .invalid && put?.path == "regions.\(region)")
        #expect(
            refusal { _ = try document.addRegionLabel("a", to: region, by: Sample.author(1)) }?.errorClass
                == .invalid)
        #expect(refusal { _ = try document.removeRegionLabel("a", from: region) }?.errorClass == .invalid)
        #expect(document == before)
    }

    @Test("a region whose shape has not arrived can be put and deleted, not labelled")
    func withoutShape() throws {
        for delete in [false, true] {
            var document = try asset([("regions", [.id(0xa1): ["labels": .set(0x81, [0, 0], [(0, "a")])]])])
            #expect(live(document).isEmpty && deleted(document).isEmpty)
            #expect(
                refusal { _ = try document.addRegionLabel("b", to: region, by: Sample.author(1)) }?.errorClass
                    == .invalid)
            if delete {
                _ = try document.deleteRegion(region, by: Sample.author(1))
                #expect(deleted(document) == [region])
            } else {
                _ = try document.putRegion(region, square(1), by: Sample.author(1))
                #expect(live(document) == [region] && labels(document) == ["a"])
            }
        }
    }

    /// immich-app/immich#22489, LibrePhotos/librephotos#1531, and the brute-force finding that a deletion
    /// must win against a live write with a later stamp in all groupings of three.
    @Test("a deleted region that an old replica sends again, with a later stamp and labels, stays deleted")
    func resent() throws {
        let gone = try asset([("regions", [.id(0xa1): ["shape": .stamped(.null, at: 0)]])])
        let resent = try asset([
            (
                "regions",
                [
                    .id(0xa1): [
                        "shape": .stamped(.rectangle, at: 99), "labels": .set(0x81, [0, 0], [(0, "a")]),
                        "new": 1,
                    ]
                ]
            )
        ])
        let older = try asset([("regions", [.id(0xa1): ["shape": .stamped(.circle, at: -5)]])])
        for (x, y, z) in [
            (gone, resent, older), (gone, older, resent), (resent, gone, older), (resent, older, gone),
            (older, gone, resent), (older, resent, gone),
        ] {
            #expect(try x.joined(with: y).joined(with: z) == gone)
            #expect(try x.joined(with: y.joined(with: z)) == gone)
        }
    }

    /// superfly/corrosion#352: deleted on two devices with different stamps.
    @Test("a region deleted twice has one stamp, the greater")
    func deletedTwice() throws {
        let states = try [(1, 5), (2, 5), (1, 7)].map { device, time in
            try asset([("regions", [.id(0xa1): ["shape": .stamped(.null, by: device, at: time)]])])
        }
        #expect(try joinedBothWays(states[0], states[1]) == states[1])
        #expect(try joinedBothWays(states[1], states[2]) == states[2])
    }

    /// immich-app/immich#31629: three regions deleted by a snapshot that did not have them.
    @Test("absence never deletes")
    func absence() throws {
        var document = AssetSidecar(id: Sample.document)
        for id in [0xa1, 0xa2, 0xa3] as [UInt8] {
            _ = try document.putRegion(Sample.id(id), square(1), by: Sample.author(1))
        }
        let snapshot = try asset([
            ("facts", .stamped(.facts)), ("tags_user", .set(0x82, [0, 0], [(0, "a")])),
        ])
        #expect(live(try joinedBothWays(document, snapshot)).count == 3)
    }

    @Test("the deletion after the last stamp takes the last stamp and wins with it")
    func deletionAtLastStamp() throws {
        let last = Author(device: Sample.id(9), writer: Sample.id(9), now: .last)
        var document = AssetSidecar(id: Sample.document)
        _ = try document.putRegion(region, square(1), by: last)
        let live = document
        #expect(
            refusal { _ = try document.putRegion(region, square(2), by: Sample.author(1)) }?.errorClass
                == .limit)
        let delta = try document.deleteRegion(region, by: Sample.author(1))
        #expect(delta.regions.first?.region.shape?.ts == StampTime.last)
        #expect(deleted(document) == [region])
        #expect(deleted(try joinedBothWays(live, delta)) == [region])
    }

    @Test("a device puts at most 1 000 live regions into an asset; what is live can be moved")
    func regionsOfDevice() throws {
        var entries: [(CBORTree, CBORTree)] = []
        for index in 0..<1_005 {
            let id: [UInt8] = [UInt8](repeating: 0, count: 14) + [UInt8(index >> 8), UInt8(index & 255)]
            // Two of the device's are deleted, one is another device's, one has no shape yet.
            let shape: CBORTree? =
                switch index {
                case 0, 1: .stamped(.null)
                case 2: .stamped(.rectangle, by: 2)
                case 3: nil
                default: .stamped(.rectangle)
                }
            entries.append((.bytes(id), shape.map { ["shape": $0] } ?? ["labels": .set(0x82, [0, 0])]))
        }
        var document = try asset([("regions", .map(Array(entries.dropLast())))])
        #expect(document.regions.count { $0.region.isLive && $0.region.shape?.by == Sample.id(1) } == 1_000)
        let other = try #require(Identifier([UInt8](repeating: 0, count: 15) + [2]))
        let unshaped = try #require(Identifier([UInt8](repeating: 0, count: 15) + [3]))
        let own = try #require(Identifier([UInt8](repeating: 0, count: 15) + [4]))
        let before = document
        for id in [region, unshaped] {
            let error = refusal { _ = try document.putRegion(id, square(1), by: Sample.author(1, at: 5)) }
            #expect(error?.errorClass == .limit && error?.path == "regions.\(id)")
        }
        #expect(document == before)
        // Moving one that is live is always allowed, also another's, which makes it the device's.
        _ = try document.putRegion(own, square(1), by: Sample.author(1, at: 5))
        _ = try document.putRegion(other, square(1), by: Sample.author(1, at: 5))
        #expect(document.regions.count { $0.region.isLive && $0.region.shape?.by == Sample.id(1) } == 1_001)
        _ = try document.putRegion(region, square(1), by: Sample.author(2, at: 5))
        _ = try document.deleteRegion(own, by: Sample.author(1, at: 5))
        _ = try document.deleteRegion(other, by: Sample.author(1, at: 5))
        _ = try document.putRegion(unshaped, square(1), by: Sample.author(1, at: 5))
    }

    @Test(
        "with dimensions known a circle must lie inside the image; without, or a rectangle, a reader's rule holds"
    )
    func containment() throws {
        // 4 000 x 3 000: a radius of a tenth of the smaller side is 300 pixels.
        let facts = CBORTree.facts.with("dimensions", ["width": 4_000, "height": 3_000])
        var document = try asset([("facts", .stamped(facts))])
        let tenth: UInt64 = 100_000_000
        _ = try document.putRegion(region, circle(75_000_000, tenth, tenth), by: Sample.author(1))
        for (cx, cy) in [
            (74_999_999, tenth), (75_000_000, tenth - 1), (925_000_001, tenth),
            (75_000_000, 1_000_000_000 - tenth + 1),
        ] as [(UInt64, UInt64)] {
            let error = refusal {
                _ = try document.putRegion(region, circle(cx, cy, tenth), by: Sample.author(1))
            }
            #expect(error?.errorClass == .invalid, "\(cx), \(cy)")
        }
        _ = try document.putRegion(region, circle(925_000_000, 900_000_000, tenth), by: Sample.author(1))
        // A reader takes what a writer of another size wrote.
        let outside: CBORTree = ["cx": 1, "cy": .unsigned(tenth), "r": .unsigned(tenth)]
        let other = try asset([("regions", [.id(0xa2): ["shape": .stamped(outside)]])])
        #expect(live(try joinedBothWays(document, other)).count == 2)
        // The largest sides there are do not overflow.
        let huge = CBORTree.facts.with("dimensions", ["width": 4_294_967_295, "height": 4_294_967_295])
        var large = try asset([("facts", .stamped(huge))])
        _ = try large.putRegion(region, circle(500_000_000, 500_000_000, 500_000_000), by: Sample.author(1))
        // A shape that no reader takes is refused before anything else.
        let bad = refusal {
            _ = try large.putRegion(
                Sample.id(0xa3), try circle(500_000_000, 500_000_000, 0), by: Sample.author(1))
        }
        #expect(bad?.errorClass == .invalid)
    }

    @Test("concurrent moves and labels of one region join: the later shape, all labels")
    func concurrent() throws {
        var a = AssetSidecar(id: Sample.document)
        _ = try a.putRegion(region, square(1), by: Sample.author(1))
        var b = a
        _ = try a.addRegionLabel("a", to: region, by: Sample.author(1))
        _ = try a.putRegion(region, square(2), by: Sample.author(1, at: 5))
        _ = try b.addRegionLabel("b", to: region, by: Sample.author(2))
        _ = try b.putRegion(region, square(3), by: Sample.author(2, at: 6))
        let both = try joinedBothWays(a, b)
        #expect(labels(both) == ["a", "b"])
        #expect(both.regions.first?.region.shape?.value == (try square(3)))
    }
}
