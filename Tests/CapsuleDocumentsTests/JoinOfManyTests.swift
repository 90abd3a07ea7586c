// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@Suite("Joins and explanations of many states")
struct JoinOfManyTests {
    private func album(_ label: String?, writer: UInt8) throws -> AlbumDocument {
        var album = AlbumDocument(id: Sample.id(1))
        let author = Author(device: Sample.id(writer), writer: Sample.id(writer), now: Sample.time(1))
        if let label { _ = try album.addLabel(label, by: author) }
        return album
    }

    @Test("a tree joins to what joining one after the other gives", arguments: [1, 2, 3, 7, 8, 100])
    func tree(_ count: Int) throws {
        let states = try (0..<count).map { try album("label \($0)", writer: UInt8($0 + 1)) }
        let oneByOne = try states.dropFirst().reduce(states[0]) { try $0.joined(with: $1) }
        let (joined, report) = try #require(try DocumentState.joined(states.map(\.state)))
        #expect(joined.bytes == oneByOne.encoded)
        #expect(report.isEmpty)
    }

    @Test("a tree whose join throws is as it was")
    func refusal() throws {
        struct Odd: Error {}
        var tree = JoinTree<Int>()
        func sum(_ left: Int, _ right: Int) throws(Odd) -> Int {
            guard right != 5 else { throw Odd() }
            return left + right
        }
        for value in [1, 2, 3] { try tree.add(value, joining: sum) }
        #expect(throws: Odd.self) { try tree.add(5, joining: sum) }
        #expect(try tree.joined(joining: sum) == 6)
        #expect(try JoinTree<Int>().joined(joining: sum) == nil)
    }

    @Test(
        "who removed an element is named of few inputs and of many alike, up to a bound",
        arguments: [3, 64, 65, 200])
    func removers(_ count: Int) throws {
        let base = try album("gone", writer: 1)
        var without = base
        _ = try without.removeLabel("gone")
        // All but the first removed it; the last has added it again.
        var again = without
        _ = try again.addLabel(
            "gone", by: Author(device: Sample.id(2), writer: Sample.id(2), now: Sample.time(2)))
        let inputs = [base] + Array(repeating: without, count: count - 2) + [again]
        let explanation = try JoinExplanation(of: inputs)
        let field = try #require(explanation.fields.first { $0.path == "labels" })
        guard case .set(let union) = field.outcome else { Issue.record("no set"); return }
        let element = try #require(union.elements.first)
        #expect(union.elements.count == 1)
        #expect(element.liveIn == [0, count - 1])
        #expect(element.fate == .survived)
        #expect(element.keptBy == [count - 1])
        #expect(element.removedIn.count == min(count - 2, 64))
        #expect(element.removedIn.allSatisfy { $0 > 0 && $0 < count - 1 })
        #expect(element.removedIn == element.removedIn.sorted())
    }

    @Test("an element that nobody removed was added, however many inputs lack it")
    func added() throws {
        let inputs = try [album("here", writer: 1)] + (0..<100).map { _ in try album(nil, writer: 2) }
        let explanation = try JoinExplanation(of: inputs)
        guard case .set(let union) = explanation.fields.first?.outcome else { Issue.record("no set"); return }
        #expect(union.elements.map(\.fate) == [.added])
        #expect(union.elements.first?.removedIn == [])
    }

    @Test(
        "the keys of later versions come with their values, in the order of their names")
    func unknownValues() throws {
        let bytes: [UInt8] =
            [0xa4, 0, 1, 0x61, 0x62, 0xf5, 0x62, 0x61, 0x61, 0x07, 0x68]
            + Array("album_id".utf8) + [0x50] + Sample.id(1).bytes
        let album = try AlbumDocument(decoding: bytes)
        #expect(album.unknownValues.map(\.key) == ["aa", "b"])
        #expect(album.unknownValues.map(\.encoded) == [[0x07], [0xf5]])
    }
}
