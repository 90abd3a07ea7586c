// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments

/// A file in a folder of sidecars or stacks, with the album that a folder on the way is named for.
struct AlbumFile {
    let path: String
    let album: (id: Identifier, folder: String)?

    /// Reads the names of the folders on the way: one of 32 hexadecimal digits names an album, the others only sort.
    ///
    /// - Parameter namesAlbums: whether folders are looked at.
    init(_ folder: Folder, _ index: Int, namesAlbums: Bool) throws(ToolError) {
        path = folder.path(of: index)
        var found: (id: Identifier, folder: String)?
        for name in namesAlbums ? folder.foldersOnTheWay(to: index) : [] {
            guard let id = Identifier(hex: name) else {
                // No date and no place looks like this, but an id with dashes or a digit short does.
                guard name.utf8.count < 20 || !name.allSatisfy({ $0.isHexDigit || $0 == "-" }) else {
                    throw .message(
                        "\(Inputs.name(path)): the folder \(Inputs.name(name)) looks like an album's id, "
                            + "which is 32 hexadecimal digits")
                }
                continue
            }
            if let found, found.id != id {
                throw .message(
                    "\(Inputs.name(path)): lies in the folders of two albums, \(found.id) and \(id)")
            }
            found = (id, name)
        }
        album = found
    }
}

/// The states that there are of one document, in any number of files.
struct States<Kind: DocumentType> {
    private var states: [DocumentState] = []
    private var last = ""
    /// The album of the files that lie in one, with the first of these files.
    private(set) var album: (id: Identifier, path: String)?

    mutating func add(_ document: Document<Kind>, _ file: AlbumFile) throws(ToolError) {
        if let other = file.album {
            if let album, album.id != other.id {
                throw .message(
                    "\(Inputs.name(file.path)): \(Kind.kind.rawValue) \(document.id) lies in album \(other.id), and in "
                        + "album \(album.id) as \(Inputs.name(album.path))")
            }
            if album == nil { album = (other.id, file.path) }
        }
        states.append(document.state)
        last = file.path
    }

    /// Their join, whatever their order.
    func joined() throws(ToolError) -> Document<Kind> {
        let joined = try refusing(last) { () throws(DocumentError) in try DocumentState.joined(states) }
        guard let joined else { throw .message("no document") }
        return Document(joined.state)
    }
}
