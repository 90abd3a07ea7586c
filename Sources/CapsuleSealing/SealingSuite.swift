// SPDX-License-Identifier: Apache-2.0

import CSodium
import CapsuleCBOR
import CapsuleMLDSA

/// Suite 0x0001 of SPEC section 11: SHA-256, HKDF-SHA512, AES-256-GCM, Ed25519 with ML-DSA-65.
public enum SealingSuite {
    /// The number of the suite in records and envelopes.
    public static let number: UInt16 = 1

    /// Says at a program's start whether this machine can seal and open at all.
    ///
    /// Sealing and opening ask again, so that a program which does not call this fails later and no less
    /// clearly. There is no other cipher to fall back to: a record names its suite.
    ///
    /// - Throws: `unsupported` when libsodium does not start, or when the processor has no AES instructions,
    ///   which libsodium's AES-256-GCM needs. Signing and verifying need none.
    public static func requireAvailable() throws(SealingError) {
        try requireLibrary()
        guard hasAES else { throw noAES }
    }

    /// Starts libsodium, which comes before its first use.
    ///
    /// - Throws: `unsupported`.
    static func requireLibrary() throws(SealingError) {
        guard isStarted else { throw SealingError(.unsupported, "libsodium could not be started") }
    }

    // May be called from any thread, and only the first call does anything.
    private static let isStarted = sodium_init() >= 0

    private static let hasAES = crypto_aead_aes256gcm_is_available() == 1

    /// What a machine without AES instructions is answered.
    static let noAES = SealingError(
        .unsupported,
        "this processor has no AES and carry-less multiplication instructions, which AES-256-GCM needs here")
}

/// The implementation of ML-DSA-65 in use: this one line changes for a platform's own.
typealias SuiteMLDSA = MLDSA65
