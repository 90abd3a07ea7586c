// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import Testing
import TestSupport

@Suite("Edits of OR-sets")
struct ORSetEditTests {
    private static func errorClass(_ body: () throws(CRDTError) -> Void) -> ErrorClass? {
        do throws(CRDTError) {
            try body()
            return nil
        } catch {
            return error.errorClass
        }
    }

    @Test("adding takes a new add-id and removes the live adds of the element in the same delta")
    func adding() throws {
        let state = try labels(
            orSet(Row(1, [0, 1], [(0, text("x")), (1, text("y"))]), Row(3, [5, 5], [(5, text("x"))])))
        let delta = try state.adding(newLabel("x"), writer: id(2))
        #expect(
            delta.encoded
                == orSet(Row(1, [0, 0]), Row(2, [0, 0], [(0, text("x"))]), Row(3, [5, 5])).encoded)
        let again = try state.adding(newLabel("x"), writer: id(1))
        #expect(again.encoded == orSet(Row(1, [0, 0, 2, 2], [(2, text("x"))]), Row(3, [5, 5])).encoded)
        #expect(state.joined(with: delta).elements.map(\.description) == ["x", "y"])
    }

    @Test("adding matches by normal form, and the bytes that were given stay")
    func addingByNormalForm() throws {
        // Another implementation's writer stored what is not the normal form.
        let state = try labels(orSet(Row(1, [0, 1], [(0, text("Ca\u{303}o")), (1, text(" x "))])))
        let delta = try state.adding(newLabel("C\u{e3}o"), writer: id(2))
        #expect(delta.encoded == orSet(Row(1, [0, 0]), Row(2, [0, 0], [(0, text("C\u{e3}o"))])).encoded)
        #expect(try state.removing(newLabel("x")).encoded == orSet(Row(1, [1, 1])).encoded)
        #expect(
            try state.removing(Label(decoding: text("\u{3000}x").encoded)).encoded
                == orSet(Row(1, [1, 1])).encoded)
    }

    @Test("RhetTbull/osxphotos#1085: two spellings on two devices are one label with one spelling")
    func oneLabel() throws {
        let a = try ORSet<Label>().adding(newLabel("Ca\u{303}o"), writer: id(1))
        let b = try ORSet<Label>().adding(newLabel("C\u{e3}o"), writer: id(2))
        let elements = a.joined(with: b).elements
        #expect(elements.map { hex($0.utf8) } == ["43c3a36f"])
        #expect(
            try a.joined(with: b).removing(newLabel("Ca\u{303}o")).encoded
                == orSet(Row(1, [0, 0]), Row(2, [0, 0])).encoded)
    }

    @Test(
        "darktable-org/darktable#7345 and pixelfed/pixelfed#6098: labels are atomic, and alike is not the same"
    )
    func atomic() throws {
        var set = ORSet<Label>()
        let names = [
            "a", "b", "a,b", "hello|world", "x/y", "\u{1f1e9}\u{1f1ea}", "\u{1f1ec}\u{1f1e7}", "A",
            "\u{1f346}",
        ]
        for name in names { set.join(try set.adding(newLabel(name), writer: id(1))) }
        #expect(set.elements.count == names.count)
        set.join(set.removing(try newLabel("a,b")))
        set.join(set.removing(try newLabel("\u{1f1e9}\u{1f1ea}")))
        #expect(
            Set(set.elements.map(\.utf8))
                == Set(names.filter { $0 != "a,b" && $0 != "\u{1f1e9}\u{1f1ea}" }.map { Array($0.utf8) }))
    }

    @Test("removing takes every live add of the element, and nothing when there is none")
    func removing() throws {
        let state = try labels(
            orSet(
                Row(1, [0, 3], [(0, text("x")), (2, text("y"))]),
                Row(3, [5, 7], [(5, text("x")), (7, text("x"))])))
        #expect(
            try state.removing(newLabel("x")).encoded == orSet(Row(1, [0, 0]), Row(3, [5, 5, 7, 7])).encoded)
        #expect(try state.removing(newLabel("z")).encoded == [])
        #expect(try ORSet<Label>().removing(newLabel("z")) == ORSet())
    }

    @Test("vlcn-io/cr-sqlite#71: add, remove, add: present")
    func addRemoveAdd() throws {
        var set = try ORSet<Label>().adding(newLabel("x"), writer: id(1))
        set.join(set.removing(try newLabel("x")))
        #expect(set.elements == [])
        set.join(try set.adding(newLabel("x"), writer: id(1)))
        #expect(set.elements.map(\.description) == ["x"])
        #expect(set.encoded == orSet(Row(1, [0, 1], [(1, text("x"))])).encoded)
    }

    @Test("a concurrent removal of the old adds does not undo a new add")
    func concurrentRemoval() throws {
        let state = try labels(orSet(Row(1, [0, 0], [(0, text("x"))])))
        let add = try state.adding(newLabel("x"), writer: id(2))
        let removal = state.removing(try newLabel("x"))
        #expect(
            joinOfThree([state, add, removal], \.encoded)
                == orSet(Row(1, [0, 0]), Row(2, [0, 0], [(0, text("x"))])).encoded)
    }

    @Test(
        "basho/riak_kv#679, automerge/automerge-classic#145: no add-id is used twice, through saves and removals"
    )
    func freshAddIDs() throws {
        var set = try ORSet<Label>().adding(newLabel("x"), writer: id(1))
        var used = set.adds.map(\.id)
        for _ in 0..<5 {
            set = try ORSet(decoding: set.encoded)
            set.join(set.removing(try newLabel("x")))
            set = try ORSet(decoding: set.encoded)
            let delta = try set.adding(newLabel("x"), writer: id(1))
            used += delta.adds.map(\.id)
            set.join(delta)
        }
        #expect(Set(used).count == 6)
        #expect(used.map(\.counter) == [0, 1, 2, 3, 4, 5])
    }

    @Test(
        "basho/riak_kv#679: after a backup is restored, a new writer uses no add-id that the old one issued")
    func restoredBackup() throws {
        let backup = try ORSet<Label>().adding(newLabel("x"), writer: id(1))
        let lost = backup.joined(with: try backup.adding(newLabel("y"), writer: id(1)))
        let restored = backup.joined(with: try backup.adding(newLabel("z"), writer: id(2)))
        #expect(lost.joined(with: restored).elements.map(\.description) == ["x", "y", "z"])
        // With the old writer the two would be one add-id.
        let careless = backup.joined(with: try backup.adding(newLabel("z"), writer: id(1)))
        #expect(lost.joined(with: careless).elements.map(\.description) == ["x", "z"])
    }

    @Test(
        "pathosDev/actor-ts#722: a writer goes on from one past the greatest of its own that anybody observed",
        arguments: [
            ([0, 3], 4), ([0, 3, 50, 50], 51), ([50, 50], 51),
            ([Counter.last - 1, Counter.last - 1], Counter.last),
        ] as [([UInt64], UInt64)])
    func next(observed: [UInt64], expected: UInt64) throws {
        let set = orSet(Row(0, [900, 900]), Row(1, observed), Row(2, [800, 800])).encoded
        #expect(try nextCounter(set, 1) == expected)
        #expect(try nextCounter(set, 7) == 0)
        #expect(try nextCounter([], 1) == 0)
        let delta = try labels(.init(decoding: set)).adding(newLabel("x"), writer: id(1))
        #expect(delta.adds.map(\.id) == [AddID(writer: id(1), counter: expected)])
    }

    @Test("cq27-dev/rag-rat#1176: after the greatest counter the writer is exhausted, and a new one goes on")
    func exhausted() throws {
        let set = try labels(orSet(Row(1, [Counter.last, Counter.last], [(Counter.last, text("x"))])))
        let name = try newLabel("y")
        #expect(
            Self.errorClass { () throws(CRDTError) in _ = try set.adding(name, writer: id(1)) }
                == .counterExhausted)
        #expect(
            Self.errorClass { () throws(CRDTError) in
                _ = try nextCounter(set.encoded, 1)
            } == .counterExhausted)
        #expect(
            try set.adding(name, writer: id(2)).encoded == orSet(Row(2, [0, 0], [(0, text("y"))])).encoded)
        // A removal needs no add-id.
        #expect(
            try set.removing(newLabel("x")).encoded == orSet(Row(1, [Counter.last, Counter.last])).encoded)
    }

    @Test("a writer has at most 1 000 live adds of its own, and may add again what it has")
    func ownLimit() throws {
        func full(_ count: Int) throws -> ORSet<Label> {
            try labels(
                orSet(
                    Row(1, [0, UInt64(count) - 1], (0..<count).map { (UInt64($0), text("l\($0)")) }),
                    Row(2, [0, 0], [(0, text("other"))])))
        }
        let (almost, exactly, over) = (try full(999), try full(1_000), try full(1_001))
        let (new, old, others) = (try newLabel("new"), try newLabel("l5"), try newLabel("other"))
        #expect(Self.errorClass { () throws(CRDTError) in _ = try almost.adding(new, writer: id(1)) } == nil)
        #expect(
            Self.errorClass { () throws(CRDTError) in _ = try exactly.adding(new, writer: id(1)) } == .limit)
        #expect(Self.errorClass { () throws(CRDTError) in _ = try exactly.adding(old, writer: id(1)) } == nil)
        // What another writer added becomes its own.
        #expect(
            Self.errorClass { () throws(CRDTError) in _ = try exactly.adding(others, writer: id(1)) }
                == .limit)
        #expect(
            Self.errorClass { () throws(CRDTError) in _ = try almost.adding(others, writer: id(1)) } == nil)
        #expect(Self.errorClass { () throws(CRDTError) in _ = try exactly.adding(new, writer: id(2)) } == nil)
        #expect(Self.errorClass { () throws(CRDTError) in _ = try exactly.adding(new, writer: id(3)) } == nil)
        // A reader takes more, and the limit stands.
        #expect(Self.errorClass { () throws(CRDTError) in _ = try over.adding(new, writer: id(1)) } == .limit)
        #expect(Self.errorClass { () throws(CRDTError) in _ = try over.adding(old, writer: id(1)) } == .limit)
        let removed = exactly.joined(with: exactly.removing(old))
        #expect(Self.errorClass { () throws(CRDTError) in _ = try removed.adding(new, writer: id(1)) } == nil)
    }

    @Test("an element of more than 65 536 bytes is not added")
    func elementSize() {
        let set = ORSet<AnyBytes>()
        let (fits, tooLong) = (
            AnyBytes(content: .init(repeating: 0, count: 65_533)),
            AnyBytes(content: .init(repeating: 0, count: 65_534))
        )
        #expect(Self.errorClass { () throws(CRDTError) in _ = try set.adding(fits, writer: id(1)) } == nil)
        #expect(
            Self.errorClass { () throws(CRDTError) in _ = try set.adding(tooLong, writer: id(1)) } == .limit)
    }

    @Test("akka/akka-core#22648: deltas joined are states joined, over random edits of three replicas")
    func deltas() throws {
        var generator = SeededGenerator(seed: propertySeed("deltas", 53))
        let names = try ["a", "b", "c", "\u{e9}"].map(newLabel)
        for _ in 0..<150 {
            var states = [ORSet<Label>](repeating: ORSet(), count: 3)
            var deltas: [ORSet<Label>] = []
            for _ in 0..<20 {
                let replica = Int.random(in: 0..<3, using: &generator)
                let name = names[Int.random(in: 0..<4, using: &generator)]
                switch Int.random(in: 0..<4, using: &generator) {
                case 0, 1:
                    let delta = try states[replica].adding(name, writer: id(UInt8(replica)))
                    deltas.append(delta)
                    states[replica].join(delta)
                    #expect(states[replica].elements.contains(name))
                case 2:
                    let delta = states[replica].removing(name)
                    deltas.append(delta)
                    states[replica].join(delta)
                    #expect(!states[replica].elements.contains(name))
                default: states[replica].join(states[Int.random(in: 0..<3, using: &generator)])
                }
            }
            // Each delta decodes by itself, and the order in which they come does not matter.
            deltas.shuffle(using: &generator)
            let all = try deltas.reduce(into: ORSet<Label>()) { $0.join(try ORSet(decoding: $1.encoded)) }
            let joined = states[0].joined(with: states[1]).joined(with: states[2])
            #expect(all == joined)
        }
    }
}
