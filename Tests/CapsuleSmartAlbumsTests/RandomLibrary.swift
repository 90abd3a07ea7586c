// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry

import CapsuleCRDT
import CapsuleDocuments
import TestSupport

@testable import CapsuleSmartAlbums

/// Libraries and definitions drawn from small pools, so that they meet often.
struct RandomLibrary {
    var generator: SeededGenerator

    static let albums = (100..<103).map(identifier)
    static let stacks = (200..<203).map(identifier)
    static let people = (300..<303).map(identifier)
    static let slots = ["a", "b", "c"].map(slot)
    /// Some have the same normal form.
    static let labels = ["x", "y", " x", "e\u{301}", "\u{e9}", "z\u{3000}", "\t", " ", "Rome", "rome"]
    /// Some name the same instant, some are a nanosecond apart.
    static let times = [
        "2024-05-01T12:00:00Z", "2024-05-01T14:00:00+02:00", "2024-05-01T12:00:00.000000001Z",
        "2024-05-01T11:59:59.999999999Z", "2024-05-01T12:00:00.000000032Z", "2024-05-01T12:00:00.5Z",
        "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z", "2016-12-31T23:59:60Z",
        "2016-12-31T23:59:59.999999999Z", "2017-01-01T00:00:00Z", "2024-05-01t12:00:00z",
    ]
    static let types: [ContentType] = [.jpeg, .canonCR3, .mp4, .webm, .flac, .xmp]
    static let stackTypes: [StackType] = [.burst, .rawJPEG, .custom]
    static let numbers: [UInt32] = [0, 1, 2, 3, 4, 5, 6, 100, 4_000, UInt32.max]

    mutating func pick<Value>(_ pool: [Value]) -> Value {
        pool[Int.random(in: pool.indices, using: &generator)]
    }

    mutating func some<Value>(_ pool: [Value], atMost limit: Int) -> [Value] {
        (0..<Int.random(in: 0...limit, using: &generator)).map { _ in pick(pool) }
    }

    mutating func perhaps<Value>(_ value: (inout RandomLibrary) -> Value) -> Value? {
        generator.chance(3) ? nil : value(&self)
    }

    // MARK: Assets

    mutating func asset(_ id: Identifier) -> LibraryAsset {
        var draft = SidecarDraft(id: id)
        draft.facts = perhaps { random in
            facts(
                captured: random.pick(Self.times), imported: random.pick(Self.times),
                type: random.pick(Self.types),
                dimensions: random.perhaps {
                    Dimensions(width: max(1, $0.pick(Self.numbers)), height: max(1, $0.pick(Self.numbers)))!
                },
                camera: random.generator.chance(2))
        }
        if generator.chance(3) { draft.captureTime = .some(generator.chance(4) ? nil : pick(Self.times)) }
        draft.location = perhaps { random in
            random.perhaps {
                GPS(latitude: 1, longitude: 2, source: .exif, datum: $0.pick([.wgs84, .gcj02]))!
            }
        }
        draft.rating = perhaps { Int.random(in: 0...5, using: &$0.generator) }
        draft.cull = perhaps { $0.pick(Cull.allCases) }
        draft.hidden = generator.chance(3) ? generator.chance(2) : nil
        draft.membership = perhaps { random in
            random.perhaps {
                StackMembership(
                    stackID: $0.pick(Self.stacks), stackType: $0.pick(Self.stackTypes), role: .member)
            }
        }
        draft.labels = some(Self.labels, atMost: 3)
        draft.regions = (0..<Int.random(in: 0...2, using: &generator)).map { _ in
            (some(Self.labels, atMost: 2), generator.chance(3))
        }
        draft.aiTags = some(Self.slots, atMost: 3).map { slot in
            AITag(
                tag: pick(Self.labels), modelID: String(decoding: slot.modelID, as: UTF8.self),
                modelVersion: "1")!
        }
        return draft.inLibrary(
            album: perhaps { $0.pick(Self.albums) }, trashed: generator.chance(6),
            people: some(Self.slots, atMost: 2).map {
                LibraryAsset.People($0, some(Self.people, atMost: 3))
            })
    }

    mutating func assets(atMost limit: Int) -> [LibraryAsset] {
        (0..<Int.random(in: 0...limit, using: &generator)).map { number in
            asset(identifier(UInt64(number) * 7919 % 251))
        }
    }

    mutating func surroundings() -> StraightforwardEvaluation {
        var library = StraightforwardEvaluation()
        for id in Self.albums where generator.chance(2) {
            library.albums[id] = album(id, labels: some(Self.labels, atMost: 3))
        }
        for stackID in Self.stacks {
            for albumID in Self.albums where generator.chance(2) {
                library.stacks[StackInAlbum(stackID: stackID, albumID: albumID)] = stack(
                    stackID, labels: some(Self.labels, atMost: 3))
            }
        }
        for slot in Self.slots where generator.chance(2) { library.currentSlots.insert(slot) }
        return library
    }

    // MARK: Definitions

    mutating func definition() -> SmartAlbumDefinition {
        let sort = perhaps {
            AlbumSort(by: $0.pick(AlbumSort.Key.allCases), $0.pick([.ascending, .descending]))
        }
        return CapsuleSmartAlbumsTests.definition(condition(depth: 4), sort: sort)
    }

    mutating func condition(depth: Int) -> Condition {
        switch depth > 1 ? Int.random(in: 0..<7, using: &generator) : 6 {
        case 0, 1:
            .all((0..<Int.random(in: 0...3, using: &generator)).map { _ in condition(depth: depth - 1) })
        case 2, 3:
            .any((0..<Int.random(in: 0...3, using: &generator)).map { _ in condition(depth: depth - 1) })
        case 4, 5: .not(condition(depth: depth - 1))
        default: .term(term())
        }
    }

    /// A term over any field with any of its operators.
    mutating func term() -> Term {
        let field = pick(FieldName.allCases)
        let (name, slot) = (pick(field.operators).name, pick(Self.slots))
        var operands = RandomOperands(
            library: self, identifiers: (field == .albumID ? Self.albums : Self.people) + [identifier(1)])
        defer { self = operands.library }
        return Term.read(field, name, slot, from: &operands)!
    }
}

/// Operands drawn from the pools of a random library.
private struct RandomOperands: OperandSource {
    var library: RandomLibrary
    let identifiers: [Identifier]

    mutating func timestamp() -> Timestamp { Timestamp(library.pick(RandomLibrary.times))! }
    mutating func number() -> UInt32 { library.pick(RandomLibrary.numbers) }
    mutating func bool() -> Bool { library.generator.chance(2) }
    mutating func label() -> Label { verbatim(library.pick(RandomLibrary.labels + ["nowhere"])) }
    mutating func identifier() -> Identifier { library.pick(identifiers) }

    mutating func closed<Value: ClosedSet>(_: Value.Type) -> Value {
        library.pick(RandomLibrary.types as? [Value] ?? Array(Value.allCases))
    }

    mutating func range<Bound: OperandValue, Range>(
        _: StaticString, _: String, _ make: (Bound, Bound) -> Range?
    ) -> Range {
        while true {
            let (low, high) = (Bound.read(from: &self), Bound.read(from: &self))
            if let range = make(low, high) ?? make(high, low) { return range }
        }
    }

    mutating func list<Member: OperandValue>(of _: Member.Type) -> [Member] {
        (0..<Int.random(in: 0...3, using: &library.generator)).map { _ in Member.read(from: &self) }
    }
}

extension AssetIndex {
    /// The index of a library.
    init(_ assets: [LibraryAsset], _ library: StraightforwardEvaluation) {
        do {
            try self.init(assets, currentSlots: library.currentSlots)
        } catch {
            preconditionFailure("assets with distinct ids: \(error)")
        }
        for (key, stack) in library.stacks { update(stack, in: key.albumID) }
        for album in library.albums.values { update(album) }
    }
}
