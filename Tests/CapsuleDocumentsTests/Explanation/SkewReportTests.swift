// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@Suite struct SkewReportTests {
    @Test(
        "what lies ahead and is left out is what a horizon removes, no more and no less",
        arguments: DocumentKind.allCases)
    func agreesWithBefore(kind: DocumentKind) throws {
        var generator = SeededGenerator(seed: propertySeed("skew of \(kind)", 31))
        var wild = WildValues(SeededGenerator(seed: generator.next()))
        var ahead = 0
        for round in 0..<500 {
            let bytes = wild.document(kind, sparse: wild.pick([2, 3, 4])).encoded
            let state = try DocumentState(decoding: bytes, kind: kind)
            let stamps = SkewReport(state, now: try #require(StampTime("0000-01-01T00:00:00.000Z"))).entries
            // A stamp of the document itself, so that some lie before it, some at it and some after.
            let now = stamps.randomElement(using: &generator)?.ts ?? StampTime.last
            let report = SkewReport(state, now: now)
            ahead += report.entries.count
            #expect(report.entries.map(\.path) == stamps.filter { $0.ts > now }.map(\.path), "round \(round)")
            for entry in report.entries {
                #expect(now.advanced(byMilliseconds: entry.millisecondsAhead) == entry.ts, "round \(round)")
            }
            let left = SkewReport(state.before(now), now: now)
            #expect(
                left.entries.map(\.ts) == report.entries.filter { !$0.isLeftOut }.map(\.ts), "round \(round)")
            let isUnchanged = state.before(now) == state
            #expect(isUnchanged == !report.entries.contains { $0.isLeftOut }, "round \(round)")
        }
        #expect(ahead > 0)
    }

    @Test("the stamps of a newer document are looked at as far as it is understood")
    func newer() throws {
        let fields: Fields = [("rating", .stamped(3)), ("hidden", .stamped("yes")), ("new", .stamped(1))]
        let view = try DocumentView<AssetKind>(
            reading: CBORTree.document(.asset, fields, version: 2).encoded)
        let report = SkewReport(view, now: try #require(StampTime("0000-01-01T00:00:00.000Z")))
        #expect(view.isNewer)
        #expect(report.entries.map(\.path) == ["new", "rating"], "what is not understood has no stamp")
        #expect(SkewReport(view, now: .last).entries.isEmpty)
    }
}
