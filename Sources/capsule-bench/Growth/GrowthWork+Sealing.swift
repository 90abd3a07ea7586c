// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleSealing

extension GrowthWork {
    /// Signing and sealing.
    ///
    /// Signing draws lots, as ML-DSA does, so that it is counted by what it signs alone.
    static var sealing: [Piece] {
        [
            Piece("sealing: the bytes to sign", 20_000) { n in
                let album = try GrowthInputs.album(n)
                return { _ = SignedDocument.signingBytes(of: album) }
            },
            Piece("sealing: verify", 4_000) { n in
                let (signed, key) = try signed(n)
                return { _ = try signed.verified(by: key) }
            },
            Piece("sealing: seal", 6_000) { n in
                let (signed, key) = try signed(n)
                let verified = try signed.verified(by: key)
                return {
                    var sealer = Sealer()
                    _ = try sealer.seal(verified, under: AlbumMasterKey(copying: secret.span, version: 1))
                }
            },
            Piece("sealing: open", 4_000) { n in
                let (signed, key) = try signed(n)
                var sealer = Sealer()
                let albumKey = try AlbumMasterKey(copying: secret.span, version: 1)
                let record = try sealer.seal(signed.verified(by: key), under: albumKey)
                return {
                    let albumKey = try AlbumMasterKey(copying: secret.span, version: 1)
                    _ = try SealedRecord<AlbumKind>(decoding: record.encoded).open(
                        id: GrowthInputs.id, with: albumKey, signedBy: key)
                }
            },
            Piece("sealing: the ledger of nonces", 200) { n in
                let (signed, key) = try signed(1)
                let verified = try signed.verified(by: key)
                var sealer = Sealer()
                let albumKey = try AlbumMasterKey(copying: secret.span, version: 1)
                for _ in 0..<n { _ = try sealer.seal(verified, under: albumKey) }
                let ledger = sealer.ledger
                return {
                    var read = try NonceLedger(decoding: ledger.encoded)
                    try read.formUnion(ledger)
                }
            },
        ]
    }

    private static let secret = [UInt8](repeating: 7, count: 32)

    private static func signed(_ labels: Int) throws -> (SignedDocument<AlbumKind>, VerifyingKey) {
        let seed = [UInt8](repeating: 9, count: 64)
        let signer = try SigningKey(seed: SigningSeed(copying: seed.span))
        return (try SignedDocument(GrowthInputs.album(labels), signer: signer), signer.verifyingKey)
    }
}
