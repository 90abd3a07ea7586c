// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
package import CapsuleCRDT
package import CapsuleDocuments

/// The bytes of sealed records and metadata blobs (SPEC section 11), whatever they hold.
///
///     record: suite (2) || key version (4) || nonce (12) || ciphertext || tag (16); AAD = the first 6 bytes
///     blob:   suite (2) || nonce (12) || ciphertext || tag (16);                     no AAD
///     key:    HKDF-SHA512(master key, salt = id (16) || nonce (12), info, 32 bytes)
package enum RecordLayout {
    /// The bytes before the nonce.
    static func headerSize(_ kind: DocumentKind) -> Int { kind == .asset ? 2 : 6 }

    /// How many bytes a record has more than what it holds.
    static func overhead(_ kind: DocumentKind) -> Int {
        headerSize(kind) + Nonce.size + AES256GCM.tagSize
    }

    /// The most bytes of a record that carries a document of up to `limit` bytes.
    static func largest(_ limit: Int) -> Int { limit + CBORLimits.envelope }

    /// Seals any bytes.
    ///
    /// - Throws: `unsupported`, or `limit` when the record would be too large to be opened.
    static func seal<Role>(
        _ plaintext: Span<UInt8>, kind: DocumentKind, id: Identifier,
        key: borrowing SealingKey<Role>, nonce: Nonce, limit: Int = CBORLimits.document
    ) throws(SealingError) -> [UInt8] {
        try SealingSuite.requireAvailable()
        guard plaintext.count <= largest(limit) - overhead(kind) else {
            throw SealingError(
                .limit, "\(plaintext.count) bytes are too many to be sealed (limit \(largest(limit)))")
        }
        var header: [UInt8] = []
        header.reserveCapacity(headerSize(kind) + Nonce.size)
        header.append(bigEndian: SealingSuite.number)
        if kind != .asset { header.append(bigEndian: key.version) }
        nonce.append(to: &header)
        let (start, nonce) = (header.span, header.span.extracting(headerSize(kind)...))
        return withRecordKey(key.secret.span, kind, id, nonce) { recordKey in
            AES256GCM.seal(
                plaintext, key: recordKey, nonce: nonce, associatedData: associatedData(kind, start),
                after: start)
        }
    }

    /// Checks length and suite, in this order; there is nothing to see of the rest without a key.
    ///
    /// - Throws: `limit`, `malformed`, `unknown-suite`.
    package static func check(
        _ record: Span<UInt8>, kind: DocumentKind, limit: Int = CBORLimits.document
    ) throws(SealingError) {
        guard record.count <= largest(limit) else {
            throw SealingError(.limit, "the record has \(record.count) bytes, more than \(largest(limit))")
        }
        guard record.count >= overhead(kind) else {
            throw SealingError(
                .malformed, "a record has at least \(overhead(kind)) bytes, this one has \(record.count)")
        }
        let suite = record.bigEndian(at: 0, count: 2)
        guard suite == UInt32(SealingSuite.number) else {
            throw SealingError(.unknownSuite, "the record is sealed by suite \(suite)")
        }
    }

    /// The key version in the header of a record that was checked; nil for a blob.
    package static func keyVersion(_ record: Span<UInt8>, kind: DocumentKind) -> UInt32? {
        kind == .asset ? nil : record.bigEndian(at: 2, count: 4)
    }

    /// Opens a record that was checked.
    ///
    /// - Throws: `unsupported`, or `authentication-failed`, the same error whatever is wrong.
    package static func open<Role>(
        _ record: Span<UInt8>, kind: DocumentKind, id: Identifier, key: borrowing SealingKey<Role>
    ) throws(SealingError) -> [UInt8] {
        try SealingSuite.requireAvailable()
        let start = headerSize(kind)
        let nonce = record.extracting(start..<start + Nonce.size)
        // The header's version is authenticated, but only under a key; a key of another version is not the
        // one that the header names, even if its bytes are the same.
        if let version = keyVersion(record, kind: kind), version != key.version {
            throw .authenticationFailed
        }
        let plaintext = withRecordKey(key.secret.span, kind, id, nonce) { recordKey in
            AES256GCM.open(
                record.extracting((start + Nonce.size)...), key: recordKey, nonce: nonce,
                associatedData: associatedData(kind, record))
        }
        guard let plaintext else { throw .authenticationFailed }
        return plaintext
    }

    @_lifetime(copy record)
    private static func associatedData(_ kind: DocumentKind, _ record: Span<UInt8>) -> Span<UInt8> {
        record.extracting(0..<(kind == .asset ? 0 : headerSize(kind)))
    }

    /// The key of one record, wiped when the closure returns.
    private static func withRecordKey<Result>(
        _ secret: Span<UInt8>, _ kind: DocumentKind, _ id: Identifier, _ nonce: Span<UInt8>,
        _ body: (Span<UInt8>) -> Result
    ) -> Result {
        var salt: [UInt8] = []
        salt.reserveCapacity(Identifier.size + Nonce.size)
        salt += id.bytes
        salt.append(copying: nonce)
        return HKDFSHA512.withKey(from: secret, salt: salt.span, info: kind.sealingInfo, body)
    }
}

extension DocumentKind {
    /// What binds a record's key to the kind of its document.
    var sealingInfo: StaticString {
        switch self {
        case .stack: "stack-doc/v1"
        case .album: "album-doc/v1"
        case .asset: "metadata-blob/v1"
        case .settings: "library-settings/v1"
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append<Value: FixedWidthInteger>(bigEndian value: Value) {
        for shift in stride(from: Value.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}

extension Span<UInt8> {
    fileprivate func bigEndian(at offset: Int, count: Int) -> UInt32 {
        var value: UInt32 = 0
        for index in offset..<offset + count { value = value << 8 | UInt32(self[index]) }
        return value
    }
}
