// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR

/// What a sealing key is for, so that a key of one role cannot be given in the place of another's.
public protocol SealingRole: Sendable {}

/// Marks keys that seal what belongs to an album.
public enum AlbumRole: SealingRole {}

/// Marks keys that seal what belongs to the owners' group.
public enum OwnerGroupRole: SealingRole {}

/// A key of 32 bytes under which documents are sealed, with the version that records name it by.
///
/// It cannot be copied, lies in locked memory, and is wiped at the end of its life. It has no description,
/// and a dump of what holds it shows no byte of it.
public struct SealingKey<Role: SealingRole>: ~Copyable, Sendable {
    /// How many bytes the key has.
    public static var size: Int { 32 }

    /// The version of the key, which sealed records name in their header.
    public let version: UInt32
    let secret: SecretBytes

    private init(secret: consuming SecretBytes, version: UInt32) {
        self.secret = secret
        self.version = version
    }

    /// Takes the key from a buffer of exactly 32 bytes, and zeroes the buffer.
    ///
    /// - Throws: `invalid` for another size; the buffer is zeroed then as well.
    public init(wiping bytes: inout [UInt8], version: UInt32) throws(SealingError) {
        defer { bytes.wipe() }
        try self.init(copying: bytes.span, version: version)
    }

    /// Copies the key from exactly 32 bytes, which the caller wipes.
    ///
    /// - Throws: `invalid` for another size.
    public init(copying bytes: Span<UInt8>, version: UInt32) throws(SealingError) {
        guard bytes.count == Self.size else {
            throw SealingError(.invalid, "a sealing key has \(Self.size) bytes, this one has \(bytes.count)")
        }
        self.init(secret: try SecretBytes(copying: bytes), version: version)
    }

    /// Draws a new key.
    public static func random(version: UInt32) throws(SealingError) -> SealingKey {
        SealingKey(secret: try SecretBytes(randomCount: size), version: version)
    }

    /// Whether both are the same bytes, whatever their versions, in constant time.
    public borrowing func hasSameSecret(as other: borrowing SealingKey) -> Bool {
        secret.hasSameBytes(as: other.secret)
    }

    /// Lends the secret bytes, for storing them or wrapping them for a member.
    public borrowing func withSecretBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(secret.span)
    }
}

/// The master key of an album in one version: seals its stacks, its own document and its assets' sidecars.
public typealias AlbumMasterKey = SealingKey<AlbumRole>

/// The key of the owners' group in one version: seals the library's settings.
public typealias OwnerGroupKey = SealingKey<OwnerGroupRole>
