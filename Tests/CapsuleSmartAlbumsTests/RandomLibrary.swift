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

    mutating func term() -> Term {
        switch Int.random(in: 0..<17, using: &generator) {
        case 0: .time(.capture, time())
        case 1: .time(.import, time())
        case 2: .number(.rating, number())
        case 3: .number(.width, number())
        case 4: .number(.height, number())
        case 5: .contentType(choice(Self.types))
        case 6: .mediaKind(choice(MediaKind.allCases))
        case 7: .datum(choice(GPSDatum.allCases))
        case 8: .cull(pick(Cull.allCases))
        case 9: .hidden(generator.chance(2))
        case 10, 11: .labels(set((Self.labels + ["nowhere"]).map(verbatim)))
        case 12: .aiTags(set((Self.labels + ["nowhere"]).map(verbatim)), pick(Self.slots))
        case 13: .people(set(Self.people + [identifier(1)]), pick(Self.slots))
        case 14: .stackType(set(StackType.allCases))
        case 15: .album(set(Self.albums + [identifier(1)]))
        default:
            generator.chance(2) ? .place(exists: generator.chance(2)) : .camera(exists: generator.chance(2))
        }
    }

    private mutating func time() -> TimeTest {
        let (a, b) = (Timestamp(pick(Self.times))!, Timestamp(pick(Self.times))!)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: return .before(a)
        case 1: return .after(a)
        default:
            let range = a.instant < b.instant ? TimeRange(from: a, to: b) : TimeRange(from: b, to: a)
            return range.map(TimeTest.inRange) ?? .after(a)
        }
    }

    private mutating func number() -> NumberTest {
        let (a, b) = (pick(Self.numbers), pick(Self.numbers))
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return .eq(a)
        case 1: return .gte(a)
        case 2: return .lte(a)
        default: return .inRange(min(a, b)...max(a, b))
        }
    }

    private mutating func choice<Value>(_ pool: [Value]) -> ChoiceTest<Value> {
        generator.chance(2) ? .eq(pick(pool)) : .isIn(some(pool, atMost: 3))
    }

    private mutating func set<Member>(_ pool: [Member]) -> SetTest<Member> {
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: .contains(pick(pool))
        case 1: .containsAny(some(pool, atMost: 3))
        default: .containsAll(some(pool, atMost: 2))
        }
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
