// SPDX-License-Identifier: Apache-2.0

/// The accumulated vectors for ML-DSA-65 of C2SP's Community Cryptography Test Vectors, stated here as facts.
///
/// Seeds are read from SHAKE128 of nothing; each public key, and the deterministic signature over the empty
/// message, goes into a second SHAKE128, of which these are the first 32 bytes.
let accumulatedVectors = [
    100: "8358a1843220194417cadbc2651295cd8fc65125b5a5c1a239a16dc8b57ca199",
    10_000: "5ff5e196f0b830c3b10a9eb5358e7c98a3a20136cb677f3ae3b90175c3ace329",
]
