// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap
// A literal that is wrong is a fault of the test.

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import Testing

@Suite("Edits of a whole stack (SPEC 10, writing rules)")
struct StackEditsTests {
    private let stack = Identifier([UInt8](repeating: 0x5a, count: 16))!
    private let author = Author(
        device: Identifier([UInt8](repeating: 1, count: 16))!,
        writer: Identifier([UInt8](repeating: 2, count: 16))!,
        now: StampTime("2026-05-31T10:00:00.000Z")!)

    private func id(_ number: UInt8) -> Identifier { Identifier([UInt8](repeating: number, count: 16))! }

    private func assets(_ numbers: UInt8...) -> [AssetSidecar] { numbers.map { AssetSidecar(id: id($0)) } }

    private func roles(_ assets: [AssetSidecar]) -> [StackRole?] { assets.map { $0.currentMembership?.role } }

    @Test("forming a stack writes every member and gives a delta for each")
    func form() throws {
        var assets = assets(3, 1, 2)
        let before = assets
        let deltas = try StackEdits.form(
            stack, type: .burst, members: [id(2), id(3)], in: &assets, by: author)
        #expect(deltas.map(\.id) == [id(2), id(3)])
        #expect(roles(assets) == [.member, nil, .primary])
        #expect(assets.map { $0.currentMembership?.memberIndex } == [1, nil, 0])
        for delta in deltas {
            let index = try #require(assets.firstIndex { $0.id == delta.id })
            #expect(try before[index].joined(with: delta) == assets[index])
        }
    }

    @Test("making another member primary writes the old primary as member in the same edit")
    func makePrimary() throws {
        var assets = assets(1, 2, 3)
        _ = try StackEdits.form(stack, type: .burst, members: [id(1), id(2), id(3)], in: &assets, by: author)
        let deltas = try StackEdits.makePrimary(id(3), of: stack, in: &assets, by: author)
        #expect(deltas.map(\.id) == [id(1), id(3)])
        #expect(roles(assets) == [.member, .member, .primary])
        #expect(assets.map { $0.currentMembership?.memberIndex } == [0, 1, 2])
    }

    @Test("a proxy stays a proxy when another becomes primary")
    func proxy() throws {
        var assets = assets(1, 2)
        _ = try StackEdits.form(stack, type: .burst, members: [id(2)], in: &assets, by: author)
        _ = try assets[0].setStackMembership(
            StackMembership(stackID: stack, stackType: .burst, role: .proxy), by: author)
        _ = try StackEdits.makePrimary(id(2), of: stack, in: &assets, by: author)
        #expect(roles(assets) == [.proxy, .primary])
    }

    @Test("unknown keys of a membership survive a change of its role")
    func unknownKeys() throws {
        var membership = StackMembership(stackID: stack, stackType: .burst, role: .member)
        let bytes = membership.encoded
        // One more entry with a one-letter key, which sorts first.
        membership = try StackMembership(decoding: [bytes[0] + 1, 0x61, 0x78, 0x01] + bytes[1...])
        var assets = assets(1)
        // A membership of a later version arrives from elsewhere: the register is empty, so it is kept.
        _ = try assets[0].setStackMembership(membership, by: author)
        _ = try StackEdits.makePrimary(id(1), of: stack, in: &assets, by: author)
        #expect(assets[0].currentMembership?.unknownKeys.names == ["x"])
        #expect(assets[0].currentMembership?.role == .primary)
    }

    @Test("leaving and flagging touch members only")
    func leaveAndFlag() throws {
        var assets = assets(1, 2, 3)
        _ = try StackEdits.form(stack, type: .burst, members: [id(1), id(2)], in: &assets, by: author)
        let flags = try StackEdits.flag(.reject, stack: stack, in: &assets, by: author)
        #expect(flags.count == 2)
        #expect(assets.map { $0.effectiveCull } == [.reject, .reject, .neutral])
        let left = try StackEdits.leave([id(1), id(3)], in: &assets, by: author)
        #expect(left.map(\.id) == [id(1)])
        #expect(roles(assets) == [nil, .member, nil])
    }

    @Test("what an asset says already is not stamped anew, and gives no delta")
    func unchanged() throws {
        var assets = assets(1, 2, 3)
        _ = try StackEdits.form(stack, type: .burst, members: [id(1), id(2)], in: &assets, by: author)
        _ = try StackEdits.flag(.pick, stack: stack, in: &assets, by: author)
        let before = assets
        let later = Author(
            device: id(9), writer: id(9), now: try #require(StampTime("2026-06-30T10:00:00.000Z")))
        #expect(
            try StackEdits.form(stack, type: .burst, members: [id(1), id(2)], in: &assets, by: later).isEmpty)
        #expect(try StackEdits.makePrimary(id(1), of: stack, in: &assets, by: later).isEmpty)
        #expect(try StackEdits.flag(.pick, stack: stack, in: &assets, by: later).isEmpty)
        #expect(assets == before)
        let deltas = try StackEdits.form(
            stack, type: .burst, members: [id(1), id(2), id(3)], in: &assets, by: later)
        #expect(deltas.map(\.id) == [id(3)])
    }

    @Test("when one write is refused, none is made")
    func allOrNone() throws {
        var assets = assets(1, 2)
        let last = Author(device: author.device, writer: author.writer, now: .last)
        _ = try assets[1].setStackMembership(nil, by: last)
        let before = assets
        let error = #expect(throws: DocumentError.self) {
            try StackEdits.form(stack, type: .burst, members: [id(1), id(2)], in: &assets, by: author)
        }
        #expect(error?.errorClass == .limit)
        #expect(error?.path == "stack_membership")
        #expect(assets == before)
    }

    @Test("a member that is missing, named twice or of another stack is refused")
    func refused() throws {
        var assets = assets(1, 2)
        #expect(throws: DocumentError.self) {
            try StackEdits.form(stack, type: .burst, members: [id(9)], in: &assets, by: author)
        }
        #expect(throws: DocumentError.self) {
            try StackEdits.form(stack, type: .burst, members: [id(1), id(1)], in: &assets, by: author)
        }
        #expect(throws: DocumentError.self) {
            try StackEdits.makePrimary(id(1), of: stack, in: &assets, by: author)
        }
        var doubled = assets + assets
        #expect(throws: DocumentError.self) {
            try StackEdits.leave([], in: &doubled, by: author)
        }
    }
}
