// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

/// A document of each kind that has everything, for tests that break it.
struct BadInputSample: Sendable, CustomTestStringConvertible {
    let kind: DocumentKind
    let bytes: [UInt8]
    let mutations: Int

    var testDescription: String { "\(kind), \(bytes.count) bytes" }

    static let all: [BadInputSample] = [
        full(.stack, 10_000), full(.album, 10_000), full(.asset, 20_000), full(.settings, 20_000),
        BadInputSample(kind: .asset, bytes: regions.encoded, mutations: 20_000),
        BadInputSample(kind: .stack, bytes: sets.encoded, mutations: 10_000),
    ]

    /// All fields of a kind, each with the first of its values, and carried keys.
    static func full(_ kind: DocumentKind, _ mutations: Int) -> BadInputSample {
        var fields: Fields = [("new", .stamped(1)), ("new2", [1.5, .null])]
        for field in FieldCase.all where field.kind == kind {
            fields.append((.text(field.name), field.valid[0]))
        }
        return BadInputSample(
            kind: kind, bytes: CBORTree.document(kind, fields).encoded, mutations: mutations)
    }

    private static let regions = CBORTree.document(
        .asset,
        [
            (
                "regions",
                [
                    .id(0xa1): [
                        "shape": .stamped(.circle), "labels": .set(0x81, [0, 2], [(1, "a")]), "new": 1,
                    ],
                    .id(0xa2): ["shape": .stamped(.null)],
                ]
            )
        ])

    private static let sets = CBORTree.document(
        .stack,
        [
            (
                "labels",
                [
                    .id(0x81): .row([0, 0, 2, 30, 300, 70_000], [(2, "a"), (25, "b"), (301, "c")]),
                    .id(0x82): .row([0, (1 << 53) - 1], [((1 << 53) - 1, "d")]),
                ]
            )
        ])
}

/// What arrives is hostile: a typed error or a valid document, never a trap.
@Suite struct BadInputTests {
    @Test("every strict prefix of a document is malformed", arguments: BadInputSample.all)
    func prefixes(_ sample: BadInputSample) throws {
        #expect(try DocumentState(decoding: sample.bytes, kind: sample.kind).bytes == sample.bytes)
        for count in sample.bytes.indices {
            let error = refusal {
                _ = try DocumentState(decoding: Array(sample.bytes[..<count]), kind: sample.kind)
            }
            #expect(error?.errorClass == .malformed, "\(count) bytes")
        }
    }

    @Test(
        "a mutated document is refused, or valid and does all that documents do",
        arguments: BadInputSample.all)
    func mutations(_ sample: BadInputSample) throws {
        let seed = propertySeed("mutations of \(sample.testDescription)", UInt64(sample.bytes.count))
        var generator = SeededGenerator(seed: seed)
        let original = try DocumentState(decoding: sample.bytes, kind: sample.kind)
        var valid = 0
        for _ in 0..<sample.mutations {
            let bytes = Mutation.of(sample.bytes, &generator)
            do {
                let state = try DocumentState(decoding: bytes, kind: sample.kind)
                valid += 1
                #expect(state.bytes == bytes)
                use(state, with: original)
            } catch {
                #expect(error.errorClass != .mismatch)
                // A newer document is shown, or refused for its id.
                if error.errorClass == .newerSchema { show(bytes, sample.kind) }
            }
        }
        #expect(valid > 0 && valid < sample.mutations)
    }

    /// Joins, filters and reads a document that a mutation left valid.
    private func use(_ state: DocumentState, with original: DocumentState) {
        var report = JoinReport()
        do throws(DocumentError) {
            let joined = try original.joined(with: state, report: &report)
            #expect(try DocumentState(decoding: joined.bytes, kind: state.kind) == joined)
            #expect(try state.joined(with: original, report: &report) == joined)
        } catch {
            #expect(error.errorClass == .mismatch)
        }
        let before = state.before(Sample.time(0))
        #expect(throws: Never.self) { try DocumentState(decoding: before.bytes, kind: state.kind) }
        _ = original.hasUnobserved(state)
        show(state.bytes, state.kind)
    }

    /// Reads every property of the view.
    private func show(_ bytes: [UInt8], _ kind: DocumentKind) {
        switch kind {
        case .stack: if let view = try? DocumentView<StackKind>(reading: bytes) { _ = view.labels.adds }
        case .album:
            if let view = try? DocumentView<AlbumKind>(reading: bytes) {
                _ = (view.labels.elements, view.name)
            }
        case .asset:
            guard let view = try? DocumentView<AssetKind>(reading: bytes) else { return }
            _ = (view.facts, view.tagsUser.elements, view.tagsAI.adds, view.caption?.writes, view.lqip)
            _ = (view.effectiveRating, view.effectiveCull, view.isHidden, view.effectiveCaptureTimestamp)
            _ = view.regions.map { ($0.region.shape, $0.region.labels.elements) }
            if let asset = view.document { _ = try? AssetExport(asset, keep: [.regions, .cameraSerial]) }
        case .settings:
            guard let view = try? DocumentView<SettingsKind>(reading: bytes) else { return }
            _ = (view.smartAlbums, view.scopeOverrides, view.sourceKindDefaults, view.aggregatedAlbumCovers)
        }
    }
}

/// Small damages to bytes.
enum Mutation {
    private static let telling: [UInt8] = [
        0x00, 0x01, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1f, 0x3b, 0x40, 0x50, 0x5f, 0x60, 0x61, 0x7f, 0x80, 0x9b,
        0x9f,
        0xa0, 0xa1, 0xbb, 0xbf, 0xc0, 0xdb, 0xf4, 0xf6, 0xf7, 0xf8, 0xf9, 0xfb, 0xff,
    ]

    static func of(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...2, using: &generator) where !bytes.isEmpty {
            let place = Int.random(in: bytes.indices, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 1: bytes[place] = telling.randomElement(using: &generator) ?? 0
            case 2: bytes[place] &+= 1
            case 3: bytes.remove(at: place)
            case 4: bytes.insert(telling.randomElement(using: &generator) ?? 0, at: place)
            default:
                let end = min(bytes.count, place + Int.random(in: 1...20, using: &generator))
                bytes.insert(
                    contentsOf: bytes[place..<end], at: Int.random(in: bytes.indices, using: &generator))
            }
        }
        return bytes
    }
}
