// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import CapsuleSealing
import FuzzSupport

private let id = Identifier([UInt8](repeating: 0x1d, count: 16))
private let key = [UInt8](repeating: 7, count: 32)
private let verifyingKey = try? SigningKey(
    seed: SigningSeed(copying: [UInt8](repeating: 9, count: SigningSeed.size).span)
).verifyingKey

/// Opens a record, with the first seeded fault: the last byte of the tag is not looked at.
private func open(_ record: [UInt8], _ kind: DocumentKind, whole: [UInt8]) -> [UInt8]? {
    guard let id else { return nil }
    if hasFault(1), record.dropLast().elementsEqual(whole.dropLast()), record != whole {
        return try? RecordLayout.openForTesting(whole, kind: kind, id: id, key: key)
    }
    return try? RecordLayout.openForTesting(record, kind: kind, id: id, key: key)
}

/// Sealed records and signed documents from anywhere: nothing that was not sealed opens, no change of what was
/// goes unseen, and an envelope that is read is kept byte for byte.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe input(start, count)
    guard let first = bytes.first else { return 0 }
    let rest = Array(bytes.dropFirst())
    let kind = DocumentKind.allCases[Int(first) % 4]
    switch first / 64 {
    case 0: record(rest, kind)
    case 1: sealed(rest, kind)
    default:
        switch kind {
        case .stack: envelope(StackKind.self, rest)
        case .album: envelope(AlbumKind.self, rest)
        case .asset: envelope(AssetKind.self, rest)
        case .settings: envelope(SettingsKind.self, rest)
        }
    }
    return 0
}

/// Bytes as a record: not under this key.
private func record(_ bytes: [UInt8], _ kind: DocumentKind) {
    expect(open(bytes, kind, whole: bytes) == nil, "what was not sealed under the key opens")
    guard let album = try? SealedRecord<AlbumKind>(decoding: bytes) else { return }
    expect(album.encoded == bytes && album.keyVersion != nil, "a record is kept as it is")
    _ = album.contentHash
}

/// Bytes as a plaintext and a place: what is sealed opens, and nothing that differs in one bit does.
private func sealed(_ bytes: [UInt8], _ kind: DocumentKind) {
    guard bytes.count > 3, let id else { return }
    let plaintext = Array(bytes.dropFirst(3))
    let nonce = [UInt8](repeating: bytes[0], count: 12)
    let sealed = try? RecordLayout.sealForTesting(
        plaintext, kind: kind, id: id, key: key, version: UInt32(bytes[0]), nonce: nonce)
    guard let sealed else { fatalError("any plaintext can be sealed") }
    expect(open(sealed, kind, whole: sealed) == plaintext, "what is sealed opens")
    var changed = sealed
    let place = (Int(bytes[1]) << 8 | Int(bytes[2])) % (8 * sealed.count)
    changed[place / 8] ^= 1 << UInt8(place % 8)
    expect(open(changed, kind, whole: sealed) == nil, "a changed bit at \(place) is not seen")
    expect(open(Array(sealed.dropLast()), kind, whole: sealed) != plaintext, "a cut record opens")
}

/// Bytes as a signed document: read or refused with a class that the contract has, never verified.
private func envelope<Kind: DocumentType>(_: Kind.Type, _ bytes: [UInt8]) {
    do throws(SealingError) {
        let signed = try SignedDocument<Kind>(decoding: bytes)
        var encoded = signed.encoded
        // The second seeded fault: the prior of an asset is forgotten.
        if hasFault(2), bytes.contains(run: [0x58, 0x20]) { encoded = [] }
        expect(encoded == bytes, "an envelope encodes to itself")
        guard let verifyingKey else { fatalError("the seed has its size") }
        do throws(SealingError) {
            _ = try signed.verified(by: verifyingKey)
            fatalError("a signature that nobody made verifies")
        } catch {
            expect(error.errorClass == .signatureInvalid, "the signature is looked at first: \(error)")
        }
    } catch {
        let isCanonical = (try? CanonicalCBOR.check(bytes.span)) != nil
        let ofCanonical: [ErrorClass] = [.invalid, .newerSchema, .unknownSuite]
        expect(
            isCanonical || !ofCanonical.contains(error.errorClass), "what is not canonical is called \(error)"
        )
    }
}
