// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR

/// The nonces that a sealer has used, exactly, so that it never uses one again (SPEC section 11).
///
/// A nonce is 96 random bits, so a repeat does not happen by chance; it happens when a generator is broken or
/// a machine is resumed twice from one snapshot, and the ledger is there for that. Why it is an exact set: a
/// Bloom filter forgets nothing either, but takes what it has never seen for a repeat, and would refuse a
/// good seal. Why it is bounded, and what then: a set that grows for ever is a leak, and one that drops its
/// oldest nonces no longer keeps the rule. So a full ledger refuses (`limit`), which ends the life of its
/// sealer, and its owner begins another: `Sealer()`. At the default bound that is after a million sealings and
/// 16 to 32 MB.
///
/// A caller that seals across several processes persists `encoded` and restores it with `init(decoding:)`;
/// ledgers of several processes unite.
public struct NonceLedger: Hashable, Sendable {
    /// How many nonces a ledger holds unless a caller says otherwise.
    public static let defaultCapacity = 1 << 20
    /// The greatest capacity that a ledger is given or read with.
    public static let greatestCapacity = 1 << 24

    /// How many nonces it can hold.
    public let capacity: Int
    private var nonces: Set<Nonce> = []

    /// An empty ledger.
    ///
    /// - Parameter capacity: how many nonces it can hold, 1 to `greatestCapacity`; outside, the nearest.
    public init(capacity: Int = defaultCapacity) {
        self.capacity = min(max(capacity, 1), Self.greatestCapacity)
    }

    /// How many nonces were used.
    public var count: Int { nonces.count }

    /// Notes the use of a nonce, before anything is sealed with it.
    ///
    /// - Throws: `invalid` when it was used before, `limit` when the ledger is full.
    mutating func use(_ nonce: Nonce) throws(SealingError) {
        guard !nonces.contains(nonce) else {
            throw SealingError(
                .invalid,
                "this nonce was used before: the random generator or a restored state repeats itself")
        }
        guard count < capacity else {
            throw SealingError(
                .limit, "the ledger holds \(capacity) nonces and takes no more: begin another sealer")
        }
        nonces.insert(nonce)
    }

    /// Takes in what another ledger holds.
    ///
    /// - Throws: `limit` when that is more than the capacity; the ledger is then as it was.
    public mutating func formUnion(_ other: NonceLedger) throws(SealingError) {
        let union = nonces.union(other.nonces)
        guard union.count <= capacity else {
            throw SealingError(
                .limit, "the two ledgers hold \(union.count) nonces, this one takes \(capacity)")
        }
        nonces = union
    }

    // MARK: Persistence

    private static let version: UInt64 = 1

    /// The ledger as canonical CBOR: `[1, capacity, the nonces in ascending order, 12 bytes each]`.
    ///
    /// No secret: every nonce stands in a record.
    public var encoded: [UInt8] {
        var packed: [UInt8] = []
        packed.reserveCapacity(count * Nonce.size)
        for nonce in nonces.sorted() { nonce.append(to: &packed) }
        var writer = CBORWriter()
        writer.writeArrayHead(3)
        writer.writeUnsigned(Self.version)
        writer.writeUnsigned(UInt64(capacity))
        writer.writeBytes(packed.span)
        return writer.bytes
    }

    /// Restores a ledger, exactly.
    ///
    /// - Throws: `malformed`, `non-canonical`, `limit`, `newer-schema` for a later version of the encoding,
    ///   or `invalid`. A ledger that cannot be restored is gone; a sealer then begins another.
    public init(decoding bytes: [UInt8]) throws(SealingError) {
        do throws(CBORError) {
            self = try Self.decode(bytes.span)
        } catch {
            throw SealingError(error)
        }
    }

    private static func decode(_ bytes: Span<UInt8>) throws(CBORError) -> NonceLedger {
        try CanonicalCBOR.check(bytes, limit: greatestCapacity * Nonce.size + 32)
        var reader = CBORReader(bytes)
        try reader.enterArray(count: 3, "a nonce ledger")
        let version = try reader.readUnsigned()
        guard version <= Self.version else {
            throw CBORError(.newerSchema, at: 1, "the ledger has version \(version)")
        }
        guard version == Self.version else { throw CBORError(.invalid, at: 1, "versions start at 1") }
        let place = reader.position
        let capacity = try reader.readUnsigned(atMost: UInt64(greatestCapacity))
        guard let capacity = Int(exactly: capacity), capacity > 0 else {
            throw CBORError(.invalid, at: place, "a ledger holds at least one nonce")
        }
        let range = try reader.readBytes()
        guard range.count % Nonce.size == 0, range.count / Nonce.size <= capacity else {
            throw CBORError(
                .invalid, at: range.lowerBound, "the ledger holds whole nonces, up to its capacity")
        }
        var ledger = NonceLedger(capacity: capacity)
        ledger.nonces.reserveCapacity(range.count / Nonce.size)
        var previous: Nonce?
        for start in stride(from: range.lowerBound, to: range.upperBound, by: Nonce.size) {
            guard let nonce = Nonce(bytes.extracting(start..<start + Nonce.size)),
                previous.map({ $0 < nonce }) ?? true
            else { throw CBORError(.invalid, at: start, "the nonces of a ledger ascend without repeats") }
            ledger.nonces.insert(nonce)
            previous = nonce
        }
        return ledger
    }
}
