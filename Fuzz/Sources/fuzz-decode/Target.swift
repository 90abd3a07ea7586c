// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleConvergence
import CapsuleCRDT
import CapsuleDocuments
import FuzzSupport

/// A document's bytes, with the seeded faults: they end at a tag, and a register of nought is forgotten.
private func encoded<Kind>(_ document: Document<Kind>) -> [UInt8] {
    let bytes = document.encoded
    if hasFault(1), let tag = bytes.firstIndex(of: 0xd8) { return Array(bytes[..<tag]) }
    if hasFault(2), bytes.contains(run: Array("value".utf8) + [0]) { return [] }
    return bytes
}

/// Bytes as each of the four documents.
///
/// What is accepted encodes to itself, is read throughout, filtered and
/// edited; what is refused is refused for a reason that holds.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe input(start, count)
    let accepted = [
        decode(StackKind.self, bytes), decode(AlbumKind.self, bytes), decode(AssetKind.self, bytes),
        decode(SettingsKind.self, bytes),
    ]
    expect(accepted.count { $0 } <= 1, "bytes are a document of one kind")
    return 0
}

private func decode<Kind: FuzzedKind>(_: Kind.Type, _ bytes: [UInt8]) -> Bool {
    do throws(DocumentError) {
        let document = try Document<Kind>(decoding: bytes)
        expect(encoded(document) == bytes, "what is accepted encodes to itself")
        expect((try? CanonicalCBOR.check(bytes.span)) != nil, "what is accepted is canonical")
        expect((try? DocumentView<Kind>(reading: bytes))?.document == document, "reading is decoding")
        Kind.readEverything(document.view)
        filter(document, bytes)
        edit(document, bytes)
        return true
    } catch {
        refused(Kind.self, bytes, error)
        return false
    }
}

private func refused<Kind: FuzzedKind>(_: Kind.Type, _ bytes: [UInt8], _ error: DocumentError) {
    let isCanonical = (try? CanonicalCBOR.check(bytes.span)) != nil
    switch error.errorClass {
    case .malformed, .nonCanonical: expect(!isCanonical, "canonical bytes are called \(error)")
    case .invalid: expect(isCanonical, "what is not canonical is called \(error)")
    case .limit: break
    case .newerSchema:
        expect(isCanonical, "a newer document is canonical")
        guard let view = try? DocumentView<Kind>(reading: bytes) else { return }
        expect(
            view.isNewer && view.document == nil, "it is shown as newer"
        )
        Kind.readEverything(view)
    default: fatalError("decoding throws no \(error.errorClass)")
    }
}

private func filter<Kind: FuzzedKind>(_ document: Document<Kind>, _ bytes: [UInt8]) {
    expect(document.before(.last) == document, "nothing is after the last stamp time")
    var choices = Choices(seed: UInt64(truncatingIfNeeded: bytes.count))
    let (early, late) = (choices.stampTime(), choices.stampTime())
    let filtered = document.before(early)
    expect((try? Document<Kind>(decoding: filtered.encoded)) == filtered, "a filtered document is valid")
    expect(filtered.before(early) == filtered, "filtering twice is filtering once")
    expect(
        document.before(late).before(min(early, late)) == document.before(min(early, late)), "horizons nest")
}

private func edit<Kind: FuzzedKind>(_ document: Document<Kind>, _ bytes: [UInt8]) {
    // The edits follow from the bytes, so that a finding is one file.
    let seed = bytes.reduce(into: UInt64(0xcbf2_9ce4_8422_2325)) { $0 = ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    var choices = Choices(seed: seed)
    var state = document
    for _ in 0..<4 {
        let before = state
        guard let delta = choices.edit(&state, by: choices.author()) else {
            expect(state == before, "a refused edit leaves the document as it was")
            continue
        }
        expect((try? before.joined(with: delta)) == state, "the delta is the edit")
        expect((try? before.joined(with: state)) == state, "an edit moves up")
        expect((try? Document<Kind>(decoding: state.encoded)) == state, "an edited document is valid")
        expect((try? Document<Kind>(decoding: delta.encoded)) == delta, "a delta is a document")
    }
    Kind.readEverything(state.view)
}
