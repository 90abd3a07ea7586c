// SPDX-License-Identifier: Apache-2.0

import CapsuleConvergence
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

/// Every history of a few edits on three replicas, with every order of delivery.
///
/// `make exhaustive` sets CAPSULE_EXHAUSTIVE to 5 edits, which takes minutes.
@Suite("Every history of small worlds")
struct ExhaustiveTests {
    private let depth = environmentNumber("CAPSULE_EXHAUSTIVE") ?? 3

    private typealias Step<Kind: DocumentType> =
        (inout Document<Kind>, Author) throws(DocumentError) -> Document<Kind>

    /// Clocks are one millisecond apart for each edit of a replica, and the same on all, so stamps tie.
    private func check<Kind: DocumentType>(
        _ initial: Document<Kind>, _ steps: [(String, Step<Kind>)]
    ) -> ExhaustiveCheck<Document<Kind>>.Outcome {
        let check = ExhaustiveCheck(
            from: initial, replicas: 3,
            edits: steps.map { name, step in
                (
                    name,
                    { document, editor in
                        let own = Identifier(repeating: UInt8(editor.replica))
                        guard let now = StampTime(unixMilliseconds: 1_700_000_000_000 + Int64(editor.number))
                        else { return nil }
                        return try? step(&document, Author(device: own, writer: own, now: now))
                    }
                )
            })
        return check.run(edits: depth)
    }

    private func expectNone<State>(
        _ outcome: ExhaustiveCheck<State>.Outcome, location: SourceLocation = #_sourceLocation
    ) {
        print("\(outcome.histories) histories of up to \(depth) edits")
        #expect(outcome.histories > 500, sourceLocation: location)
        #expect(
            outcome.counterexample == nil, "\(outcome.counterexample?.description ?? "")",
            sourceLocation: location)
    }

    @Test("stacks: two labels added, one removed")
    func stack() {
        expectNone(
            check(
                StackDocument(id: Identifier(repeating: 1)),
                [
                    ("add a", { (d, who) throws(DocumentError) in try d.addLabel("a", by: who) }),
                    ("add b", { (d, who) throws(DocumentError) in try d.addLabel("b", by: who) }),
                    ("remove a", { (d, _) throws(DocumentError) in try d.removeLabel("a") }),
                ]))
    }

    @Test("albums: named, a label added and removed")
    func album() {
        expectNone(
            check(
                AlbumDocument(id: Identifier(repeating: 1)),
                [
                    (
                        "name",
                        { (d, who) throws(DocumentError) in
                            try d.setName("n\(who.device.bytes[0])", by: who)
                        }
                    ),
                    ("add a", { (d, who) throws(DocumentError) in try d.addLabel("a", by: who) }),
                    ("remove a", { (d, _) throws(DocumentError) in try d.removeLabel("a") }),
                ]))
    }

    @Test("assets: a region drawn, labelled and deleted")
    func regions() {
        let id = Identifier(repeating: 2)
        let whole = Fraction(clamping: Fraction.whole)
        let shape = RegionShape.rectangle(
            x: Fraction(clamping: 0), y: Fraction(clamping: 0), w: whole, h: whole)
        expectNone(
            check(
                AssetSidecar(id: Identifier(repeating: 1)),
                [
                    ("draw", { (d, who) throws(DocumentError) in try d.putRegion(id, shape, by: who) }),
                    (
                        "label",
                        { (d, who) throws(DocumentError) in
                            try d.addRegionLabel("a", to: id, by: who)
                        }
                    ),
                    ("delete", { (d, who) throws(DocumentError) in try d.deleteRegion(id, by: who) }),
                ]))
    }

    @Test("assets: captions that come again, stars, a place in a stack")
    func registers() {
        let caption = Caption("c")
        let other = Caption("d")
        expectNone(
            check(
                AssetSidecar(id: Identifier(repeating: 1)),
                [
                    (
                        "caption",
                        { (d, who) throws(DocumentError) in
                            try d.setCaption((who.device.bytes[0] == 0 ? other : caption)!, by: who)
                        }
                    ),
                    (
                        "stars",
                        { (d, who) throws(DocumentError) in
                            try d.setRating(Rating(Int(who.device.bytes[0]))!, by: who)
                        }
                    ),
                    (
                        "leave the stack",
                        { (d, who) throws(DocumentError) in
                            try d.setStackMembership(nil, by: who)
                        }
                    ),
                ]))
    }
}
