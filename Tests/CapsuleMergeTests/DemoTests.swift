// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport
import Testing

@Suite("the demo's documents")
struct DemoTests {
    private static let root = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()

    private static func document(_ device: String) throws -> AlbumDocument {
        try AlbumDocument(decoding: InputFile.read("\(root)/Examples/demo/\(device).cbor"))
    }

    @Test("all six orders and both groupings of the three devices give the same bytes")
    func orders() throws {
        let (phone, laptop, tablet) = (
            try Self.document("phone"), try Self.document("laptop"), try Self.document("tablet")
        )
        var results: Set<[UInt8]> = []
        for order in [
            [phone, laptop, tablet], [phone, tablet, laptop], [laptop, phone, tablet],
            [laptop, tablet, phone],
            [tablet, phone, laptop], [tablet, laptop, phone],
        ] {
            results.insert(try order[0].joined(with: order[1]).joined(with: order[2]).encoded)
            results.insert(try order[0].joined(with: order[1].joined(with: order[2])).encoded)
        }
        #expect(results.count == 1)
    }

    @Test("they hold what the demo tells of: a tie, a label added twice, one added again, a later key")
    func contents() throws {
        let explanation = try JoinExplanation(of: ["phone", "laptop", "tablet"].map(Self.document))
        let outcomes = Dictionary(uniqueKeysWithValues: explanation.fields.map { ($0.path, $0.outcome) })
        guard case .register(let name) = outcomes["name"], case .set(let labels) = outcomes["labels"] else {
            Issue.record("name and labels differ")
            return
        }
        #expect(name.reason == .greaterDevice)
        #expect(labels.elements(.survived).count == 1)
        #expect(labels.elements(.added).map(\.adds).sorted() == [1, 2])
        #expect(outcomes["theme"] == .presentOnly(in: [2]))
    }
}
