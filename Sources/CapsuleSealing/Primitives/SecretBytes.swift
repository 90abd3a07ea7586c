// SPDX-License-Identifier: Apache-2.0

import CSodium
import CapsuleCBOR

/// The bytes of a secret, in memory of their own that is locked, guarded, and wiped at the end of its life.
///
/// Locked: kept out of swap and of core dumps, as far as the system's limit on locked memory goes. Guarded:
/// between pages that nobody may touch. It cannot be copied, and no reflection sees into a pointer.
@safe
struct SecretBytes: ~Copyable {
    // Unsafe because it is owned by hand: made in `init`, freed in `deinit`, handed out as spans only.
    private let base: UnsafeMutablePointer<UInt8>
    let count: Int

    /// Makes a secret of a size, which a closure fills in.
    ///
    /// - Throws: `unsupported` when libsodium does not start, `limit` when there is no memory.
    init(
        count: Int, filledBy fill: (inout MutableSpan<UInt8>) -> Void
    ) throws(SealingError) {
        try SealingSuite.requireLibrary()
        precondition(count > 0)
        guard let memory = unsafe sodium_malloc(count) else {
            throw SealingError(.limit, "the system gives no memory for a secret")
        }
        let bytes = unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        // The memory is valid for `count` bytes, and nobody else has it yet.
        var span = unsafe MutableSpan(_unsafeStart: bytes, count: count)
        fill(&span)
        // From here on nobody writes, also not by mistake. A system that refuses this protects less.
        _ = unsafe sodium_mprotect_readonly(memory)
        unsafe base = bytes
        self.count = count
    }

    /// Makes a copy of bytes.
    init(copying bytes: Span<UInt8>) throws(SealingError) {
        try self.init(count: bytes.count) { copy in
            for index in bytes.indices { copy[index] = bytes[index] }
        }
    }

    /// Makes a secret from a generator that is fit for keys.
    init(randomCount count: Int) throws(SealingError) {
        try self.init(count: count) { bytes in
            unsafe bytes.lend { unsafe randombytes_buf($0, count) }
        }
    }

    deinit {
        // Wipes before it frees.
        unsafe sodium_free(base)
    }

    var span: Span<UInt8> {
        @_lifetime(borrow self)
        borrowing get {
            // `base` is valid for `count` initialised bytes as long as `self` lives.
            let span = unsafe Span(_unsafeStart: base, count: count)
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    /// Whether both hold the same bytes; how long it takes says nothing about them but their length.
    borrowing func hasSameBytes(as other: borrowing SecretBytes) -> Bool {
        guard count == other.count else { return false }
        return unsafe sodium_memcmp(base, other.base, count) == 0
    }
}

// It is never written after `init`; the pointer alone hides that from the compiler.
extension SecretBytes: @unchecked Sendable {}

extension MutableSpan<UInt8> {
    /// Overwrites the bytes with zeros, which no optimiser leaves out.
    mutating func wipe() {
        let count = count
        unsafe lend { unsafe sodium_memzero($0, count) }
    }
}

extension [UInt8] {
    /// Overwrites the bytes with zeros, which no optimiser leaves out.
    package mutating func wipe() {
        guard !isEmpty else { return }
        var span = mutableSpan
        span.wipe()
    }
}
