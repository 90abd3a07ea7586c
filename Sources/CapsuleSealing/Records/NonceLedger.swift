// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR

/// The nonces that a sealer used last, exactly, so that it uses none of them again (SPEC section 11).
///
/// What keeps nonces apart is that each is derived from fresh randomness and from what it seals. The ledger is
/// for the generator that repeats itself inside one process: a nonce comes again only with the same randomness,
/// key and content, and the ledger says so instead of hiding it. It knows nothing of another process or machine,
/// such as a second one resumed from the same snapshot; there the derivation alone holds.
///
/// Why it is an exact set: a Bloom filter takes what it has never seen for a repeat, and would refuse a good seal.
/// Why it forgets: a set that grows for ever is a leak, and one that is full would stop whoever seals the most. It
/// holds two generations of at most `capacity` nonces, and when the younger is full it drops the older. So it
/// knows at least the last `capacity` nonces, and at the default capacity takes 16 to 32 MB at most.
///
/// A caller that seals across several processes persists `encoded` and restores it with `init(decoding:)`;
/// ledgers of several processes unite.
public struct NonceLedger: Hashable, Sendable {
    /// How many nonces a ledger holds at least, unless a caller says otherwise.
    public static let defaultCapacity = 1 << 19
    /// The greatest capacity that a ledger is given or read with.
    public static let greatestCapacity = 1 << 23

    /// How many of the nonces used last it holds at least; it holds twice as many at most.
    public let capacity: Int
    // No nonce is in both.
    private var younger: Set<Nonce> = []
    private var older: Set<Nonce> = []

    /// An empty ledger.
    ///
    /// - Parameter capacity: how many nonces it holds at least, 1 to `greatestCapacity`; outside, the nearest.
    public init(capacity: Int = defaultCapacity) {
        self.capacity = min(max(capacity, 1), Self.greatestCapacity)
    }

    /// How many nonces it holds.
    public var count: Int { younger.count + older.count }

    /// Notes the use of a nonce, before anything is sealed with it.
    ///
    /// - Throws: `invalid` when it holds the nonce already.
    mutating func use(_ nonce: Nonce) throws(SealingError) {
        guard !younger.contains(nonce), !older.contains(nonce) else {
            throw SealingError(
                .invalid,
                "this nonce was used before: the random generator or a restored state repeats itself")
        }
        if younger.count >= capacity { (younger, older) = ([], younger) }
        younger.insert(nonce)
    }

    /// Takes in what another ledger holds, each generation into its own.
    ///
    /// - Throws: `limit` when a generation would be larger than the capacity; the ledger is then as it was.
    public mutating func formUnion(_ other: NonceLedger) throws(SealingError) {
        let union = younger.union(other.younger)
        let rest = older.union(other.older).subtracting(union)
        guard max(union.count, rest.count) <= capacity else {
            throw SealingError(
                .limit, "the two ledgers hold \(union.count + rest.count) nonces, too many for this one")
        }
        (younger, older) = (union, rest)
    }

    // MARK: Persistence

    private static let version: UInt64 = 1

    /// The ledger as canonical CBOR: `[1, capacity, younger, older]`, each generation the nonces in ascending
    /// order, 12 bytes each.
    ///
    /// No secret: every nonce stands in a record.
    public var encoded: [UInt8] {
        var writer = CBORWriter()
        writer.writeArrayHead(4)
        writer.writeUnsigned(Self.version)
        writer.writeUnsigned(UInt64(capacity))
        for generation in [younger, older] {
            var packed: [UInt8] = []
            packed.reserveCapacity(generation.count * Nonce.size)
            for nonce in generation.sorted() { nonce.append(to: &packed) }
            writer.writeBytes(packed.span)
        }
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
        try CanonicalCBOR.check(bytes, limit: 2 * greatestCapacity * Nonce.size + 32)
        var reader = CBORReader(bytes)
        try reader.enterArray(count: 4, "a nonce ledger")
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
        var ledger = NonceLedger(capacity: capacity)
        ledger.younger = try readGeneration(&reader, atMost: capacity)
        let olderPlace = reader.position
        ledger.older = try readGeneration(&reader, atMost: capacity)
        guard ledger.younger.isDisjoint(with: ledger.older) else {
            throw CBORError(.invalid, at: olderPlace, "no nonce is in both generations of a ledger")
        }
        return ledger
    }

    private static func readGeneration(
        _ reader: inout CBORReader, atMost capacity: Int
    ) throws(CBORError) -> Set<Nonce> {
        let range = try reader.readBytes()
        guard range.count % Nonce.size == 0, range.count / Nonce.size <= capacity else {
            throw CBORError(
                .invalid, at: range.lowerBound, "a generation holds whole nonces, up to the ledger's capacity"
            )
        }
        var nonces: Set<Nonce> = []
        nonces.reserveCapacity(range.count / Nonce.size)
        var previous: Nonce?
        for start in stride(from: range.lowerBound, to: range.upperBound, by: Nonce.size) {
            guard let nonce = Nonce(reader.bytes.extracting(start..<start + Nonce.size)),
                previous.map({ $0 < nonce }) ?? true
            else { throw CBORError(.invalid, at: start, "the nonces of a ledger ascend without repeats") }
            nonces.insert(nonce)
            previous = nonce
        }
        return nonces
    }
}
