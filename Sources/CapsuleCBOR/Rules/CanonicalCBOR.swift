// SPDX-License-Identifier: Apache-2.0

/// Checks of whole inputs.
public enum CanonicalCBOR {
    /// Checks that the bytes are exactly one item of canonical CBOR.
    ///
    /// What is not well-formed is always reported as `malformed`, also where a canonical rule was
    /// broken before it.
    ///
    /// - Parameters:
    ///   - bytes: the input.
    ///   - limit: the largest size in bytes that is looked at.
    /// - Throws: `CBORError` with `malformed`, `non-canonical` or `limit` (SPEC section 1).
    public static func check(
        _ bytes: Span<UInt8>, limit: Int = CBORLimits.document
    ) throws(CBORError) {
        try checkSize(bytes, limit: limit)
        do {
            var reader = CBORReader(bytes)
            try reader.skipItem()
            try reader.finish()
        } catch {
            try LenientCBOR.checkWellFormed(bytes, unless: error)
            throw error
        }
    }

    /// Reads bytes that are exactly one item of a type.
    ///
    /// A fault of form anywhere in the input is reported before one of meaning, so that what is not
    /// well-formed is never `invalid` (SPEC section 1).
    package static func read<Value>(
        _ bytes: Span<UInt8>, _ body: (inout CBORReader) throws(CBORError) -> Value
    ) throws(CBORError) -> Value {
        do throws(CBORError) {
            var reader = CBORReader(bytes)
            let value = try body(&reader)
            try reader.finish()
            return value
        } catch {
            try check(bytes, limit: bytes.count)
            throw error
        }
    }

    /// Checks the size of an input before anything of it is read.
    package static func checkSize(_ bytes: Span<UInt8>, limit: Int) throws(CBORError) {
        guard bytes.count <= limit else {
            throw CBORError(.limit, at: limit, "the input has \(bytes.count) bytes, more than \(limit)")
        }
    }
}
