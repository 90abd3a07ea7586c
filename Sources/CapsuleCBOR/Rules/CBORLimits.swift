// SPDX-License-Identifier: Apache-2.0

/// The limits of a reader (SPEC section 1).
///
/// They are not validity: another reader may have others.
public enum CBORLimits {
    /// The deepest level an item may stand at; the outermost item is at level 1.
    public static let depth = 32
    /// The largest document, in bytes, unless a caller says otherwise.
    public static let document = 16 * 1024 * 1024
    /// How many bytes more a signed document or a sealed record may have than the document it carries.
    public static let envelope = 8_192
    /// The largest stamped map, OR-set element or carried value, in bytes.
    public static let value = 65_536
    /// The longest name of a carried key, in bytes.
    public static let carriedKey = 256
}
