// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

/// Names the place that an import comes from, the same on every device (SPEC section 13).
public enum ScopeID {
    /// SHA-256 of the canonical array `["capsule-import-scope/v1", platform, source_kind, locator]`.
    ///
    /// - Parameter locator: the system's own name of the place, verbatim.
    public static func of(platform: Platform, sourceKind: SourceKind, locator: String) -> Digest {
        var writer = CBORWriter()
        writer.writeArrayHead(4)
        writer.writeText("capsule-import-scope/v1")
        platform.write(to: &writer)
        sourceKind.write(to: &writer)
        writer.writeText(locator)
        return SHA256.digest(writer.bytes)
    }
}
