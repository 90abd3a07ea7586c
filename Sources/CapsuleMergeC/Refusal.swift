// SPDX-License-Identifier: Apache-2.0

import CCapsuleMerge
import CapsuleCBOR
import CapsuleDocuments

/// Why a call of the C interface is refused.
enum Refusal: Error {
    case document(DocumentError)
    /// A fault of the caller, with a sentence that says which.
    case misuse(String)

    var status: capsule_merge_status {
        switch self {
        case .document(let error): error.errorClass.status
        case .misuse: CAPSULE_MERGE_MISUSE
        }
    }

    var offset: Int? {
        if case .document(let error) = self { error.offset } else { nil }
    }

    var path: String {
        if case .document(let error) = self { error.path } else { "" }
    }

    var reason: String {
        switch self {
        case .document(let error): error.reason
        case .misuse(let reason): reason
        }
    }
}

extension ErrorClass {
    var status: capsule_merge_status {
        switch self {
        case .malformed: CAPSULE_MERGE_MALFORMED
        case .nonCanonical: CAPSULE_MERGE_NON_CANONICAL
        case .limit: CAPSULE_MERGE_LIMIT
        case .newerSchema: CAPSULE_MERGE_NEWER_SCHEMA
        case .mismatch: CAPSULE_MERGE_MISMATCH
        case .counterExhausted: CAPSULE_MERGE_COUNTER_EXHAUSTED
        case .unknownSuite: CAPSULE_MERGE_UNKNOWN_SUITE
        case .authenticationFailed: CAPSULE_MERGE_AUTHENTICATION_FAILED
        case .signatureInvalid: CAPSULE_MERGE_SIGNATURE_INVALID
        case .unsupported: CAPSULE_MERGE_UNSUPPORTED
        // A class cannot be matched exhaustively; a test holds each of them to its status.
        default: CAPSULE_MERGE_INVALID
        }
    }
}

extension DocumentKind {
    init?(_ kind: capsule_merge_kind) {
        switch kind {
        case CAPSULE_MERGE_STACK: self = .stack
        case CAPSULE_MERGE_ALBUM: self = .album
        case CAPSULE_MERGE_ASSET: self = .asset
        case CAPSULE_MERGE_SETTINGS: self = .settings
        default: return nil
        }
    }

    var forC: capsule_merge_kind {
        switch self {
        case .stack: CAPSULE_MERGE_STACK
        case .album: CAPSULE_MERGE_ALBUM
        case .asset: CAPSULE_MERGE_ASSET
        case .settings: CAPSULE_MERGE_SETTINGS
        }
    }
}

extension String {
    /// As much of the text as an array of C holds with a NUL at its end, cut between two code points.
    func fitting(_ size: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for scalar in unicodeScalars {
            let encoded = UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            if bytes.count + encoded.count >= size { break }
            bytes += encoded
        }
        return bytes
    }
}
