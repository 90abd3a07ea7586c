// SPDX-License-Identifier: Apache-2.0

import CapsuleConvergence
import CapsuleCRDT
import CapsuleDocuments
import FuzzSupport

/// An album with the seeded faults: of names of one time the own stays, a removal of all is not taken in.
private struct FaultyAlbum: JoinSemilattice {
    var document: AlbumDocument

    mutating func join(_ other: FaultyAlbum) throws(DocumentError) {
        let own = document
        if hasFault(2), other.document.labels.adds.isEmpty, !other.document.labels.encoded.isEmpty { return }
        try document.join(other.document)
        if hasFault(1), let (a, b) = own.name.flatMap({ a in other.document.name.map { (a, $0) } }),
            a.ts == b.ts, a.by == b.by, a != b
        {
            document = own
        }
    }
}

private let faultyAlbums = SemilatticeLaws<FaultyAlbum> { choices in
    FaultyAlbum(document: choices.document(AlbumKind.self))
}

private let crdts: [@Sendable (inout Choices) -> Void] = [
    { choices in
        StraightforwardJoin.check(choices.orSet { $0.label() }, choices.orSet { $0.label() })
        SkipPointerJoin.check(largeSet(&choices), largeSet(&choices), largeSet(&choices))
    },
    { choices in
        StraightforwardJoin.check(choices.history { $0.caption() }, choices.history { $0.caption() })
    },
    { choices in StraightforwardJoin.check(choices.region(), choices.region()) },
]

/// A set of labels of a few hundred bytes, so that a few of them make it large.
private func largeSet(_ choices: inout Choices) -> ORSet<Label> {
    choices.orSet { choices in
        let length = 200 + choices.below(50)
        guard let label = try? Label(normalizing: String(repeating: "x", count: length)) else {
            preconditionFailure("a label of \(length) bytes")
        }
        return label
    }
}

/// The laws on three documents with edits in between, the network's on replicas, and joins against the plain
/// ones, all from bytes that decide.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe input(start, count)
    guard let first = bytes.first else { return 0 }
    let rest = Array(bytes.dropFirst())
    switch first % 12 {
    case 0: laws(StackKind.self, rest)
    case 1: laws(AlbumKind.self, rest)
    case 2: laws(AssetKind.self, rest)
    case 3: laws(SettingsKind.self, rest)
    case 4: network(StackKind.self, rest)
    case 5: network(AlbumKind.self, rest)
    case 6: network(AssetKind.self, rest)
    case 7: network(SettingsKind.self, rest)
    case let number where number < 11:
        var choices = Choices(bytes: rest)
        crdts[Int(number) - 8](&choices)
    default:
        let found = faultyAlbums.check(bytes: rest)
        expect(found == nil, found?.description ?? "")
    }
    return 0
}

private func laws<Kind: GeneratedKind>(_: Kind.Type, _ bytes: [UInt8]) {
    let found = SemilatticeLaws.documents(Kind.self).check(bytes: bytes)
    expect(found == nil, found?.description ?? "")
}

private func network<Kind: GeneratedKind>(_: Kind.Type, _ bytes: [UInt8]) {
    let found = ConvergenceCheck.documents(Kind.self).check(bytes: bytes)
    expect(found == nil, found?.description ?? "")
}
