// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

/// Which albums may be deleted, and what moves do (SPEC section 20).
public enum AlbumRules {
    /// Whether an album may be deleted: imports fall into neither the designated default nor the derived
    /// album without them.
    ///
    /// - Parameters:
    ///   - album: the album to delete.
    ///   - defaultAlbum: the album that the server's pointer names, if any.
    ///   - derivedDefault: the album that every device derives alike.
    public static func isDeletable(
        _ album: Identifier, defaultAlbum: Identifier?, derivedDefault: Identifier
    ) -> Bool {
        album != defaultAlbum && album != derivedDefault
    }

    /// Where moves take an asset.
    ///
    /// - Parameters:
    ///   - album: where the asset is.
    ///   - moves: the albums that it is moved to, in the order of their commits.
    /// - Returns: the album at the end, and for each move whether it changed anything: a move to where the
    ///   asset is does not.
    public static func place(
        from album: Identifier, moves: [Identifier]
    ) -> (album: Identifier, changed: [Bool]) {
        var album = album
        var changed: [Bool] = []
        for target in moves {
            changed.append(target != album)
            album = target
        }
        return (album, changed)
    }
}
