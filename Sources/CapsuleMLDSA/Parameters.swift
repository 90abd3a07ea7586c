// SPDX-License-Identifier: Apache-2.0

/// The parameter set ML-DSA-65 (FIPS 204, section 4, tables 1 and 2), under the names that FIPS 204 gives.
enum Parameters {
    /// The modulus, 2²³ - 2¹³ + 1.
    static var q: Int32 { 8_380_417 }
    /// Bits dropped from t.
    static var d: Int32 { 13 }
    /// Nonzero coefficients in the challenge.
    static var tau: Int { 49 }
    /// Range of the mask's coefficients.
    static var gamma1: Int32 { 1 &<< 19 }
    /// Range of the low-order part: (q - 1) / 32.
    static var gamma2: Int32 { 261_888 }
    /// Rows and columns of the matrix.
    static var k: Int { 6 }
    static var l: Int { 5 }
    /// Range of the secret's coefficients.
    static var eta: Int32 { 4 }
    /// tau * eta: how far a challenge times a secret reaches.
    static var beta: Int32 { 196 }
    /// Most ones in a hint.
    static var omega: Int { 55 }

    /// Bytes of the challenge's hash, lambda / 4.
    static var challengeBytes: Int { 48 }
    /// Bytes of one packed polynomial of z (20 bits a coefficient).
    static var zBytes: Int { 640 }
    /// Bytes of one packed polynomial of t1 (10 bits a coefficient).
    static var t1Bytes: Int { 320 }
    /// Bytes of one packed polynomial of w1 (4 bits a coefficient).
    static var w1Bytes: Int { 128 }
    static var seedBytes: Int { 32 }
    static var publicKeyBytes: Int { 1952 }
    static var signatureBytes: Int { 3309 }
}
