// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// The documents of a folder and of the folders in it, one in each file.
///
/// Keeps the name and the key of each file in memory, about 100 bytes, and the documents on the disk.
struct FolderSource: BulkSource {
    private let files: [FileEntry]
    private let allBytes: Int
    private var taken = 0
    private var takenBytes = 0
    private var found = 0
    /// Of those that are found and not taken.
    private var foundBytes = 0

    init(_ folder: String) throws(ToolError) {
        var files: [FileEntry] = []
        for file in try Folder.files(in: folder) { files.append(try FileEntry(file.path)) }
        self.files = files.sorted {
            $0.key != $1.key ? $0.key < $1.key : $0.path.utf8.lexicographicallyPrecedes($1.path.utf8)
        }
        allBytes = files.reduce(0) { $0 + $1.size }
    }

    var progress: (done: Int, total: Int?) { (takenBytes, allBytes) }
    var isAtEnd: Bool { found == files.count }
    var lastKey: BulkKey? { found > taken ? files[found - 1].key : nil }

    mutating func find(_ size: Int) {
        while foundBytes < size, !isAtEnd {
            foundBytes += files[found].size
            found += 1
        }
    }

    mutating func take(before bound: BulkKey?) -> any BulkRun {
        var cut = found
        if let bound { while cut > taken, files[cut - 1].key >= bound { cut -= 1 } }
        let run = FolderRun(files: files[taken..<cut])
        let size = run.files.reduce(0) { $0 + $1.size }
        foundBytes -= size
        takenBytes += size
        taken = cut
        return run
    }
}

/// A file with a document, by what stood in it when the folder was looked through.
private struct FileEntry {
    let path: String
    let key: BulkKey
    let size: Int

    init(_ path: String) throws(ToolError) {
        let bytes = try Self.read(path)
        self.path = path
        key = try BulkKey(bytes, path)
        size = bytes.count
    }

    /// Reads the document anew.
    func bytes() throws(ToolError) -> [UInt8] {
        let bytes = try Self.read(path)
        guard try BulkKey(bytes, path) == key else { throw .message("\(path): it changed while it was read") }
        return bytes
    }

    private static func read(_ path: String) throws(ToolError) -> [UInt8] {
        do throws(InputError) { return try InputFile.read(path) } catch { throw .input(error) }
    }
}

/// Documents that lie in files of their own.
private struct FolderRun: BulkRun {
    let files: ArraySlice<FileEntry>

    var count: Int { files.count }

    func key(of index: Int) -> BulkKey { files[files.startIndex + index].key }
    func bytes(of index: Int) throws(ToolError) -> [UInt8] { try files[files.startIndex + index].bytes() }
    func place(of index: Int) -> String { files[files.startIndex + index].path }
}
