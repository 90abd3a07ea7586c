// SPDX-License-Identifier: Apache-2.0

/// What an upload queue may still send of an asset (SPEC section 19, upload).
public struct UploadDecision: Hashable, Sendable {
    /// Whether the asset may be sent: only a live one is, and none is sent so that its delete can follow.
    public let maySend: Bool
    /// Whether the local original stays pinned while an upload is redacted.
    ///
    /// It does until the third tier confirmed its custody, or the asset is purged.
    public let pinsOriginal: Bool

    /// Decides on an upload.
    ///
    /// - Parameters:
    ///   - chain: the asset's records, as this device holds them.
    ///   - disk: what this device holds of the asset's bytes.
    ///   - isCustodyConfirmed: whether the third storage tier confirmed that it holds the original.
    public init(of chain: AssetChain, disk: BytesOnDisk, isCustodyConfirmed: Bool) {
        let state = chain.state(disk)
        maySend = state == .live
        pinsOriginal = state != .purged && !isCustodyConfirmed
    }
}
