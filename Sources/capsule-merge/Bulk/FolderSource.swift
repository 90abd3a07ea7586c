// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// The documents of a folder and of the folders in it, one in each file.
///
/// Keeps the name and the key of each file in memory, about 100 bytes, and the documents on the disk. A file
/// that is no document comes first, and is refused on its own when it is read.
struct FolderSource: BulkSource {
    private let folder: Folder
    private let files: [FileEntry]
    /// Files that are too large for a document, such as the photos themselves; they stay where they are.
    private(set) var tooLarge = Notes()
    private let allBytes: Int
    private var taken = 0
    private var takenBytes = 0
    private var found = 0
    /// Of those that are found and not taken.
    private var foundBytes = 0

    init(_ folder: Folder) throws(ToolError) {
        self.folder = folder
        var files: [FileEntry] = []
        files.reserveCapacity(folder.count)
        var progress = TerminalProgress("files looked through")
        defer { progress.finish() }
        for index in 0..<folder.count {
            progress.update(done: index, total: folder.count)
            let bytes: [UInt8]
            do throws(InputError) {
                bytes = try Directory.read(folder.path(of: index))
            } catch {
                guard case .tooLarge = error.code else { throw .input(error) }
                tooLarge.add("\(error), and is not set aside")
                continue
            }
            files.append(FileEntry(index: index, key: BulkKey(bytes), size: bytes.count))
        }
        self.files = files.sorted {
            $0.sortKey != $1.sortKey ? $0.sortKey < $1.sortKey : $0.index < $1.index
        }
        allBytes = files.reduce(0) { $0 + $1.size }
    }

    var progress: (done: Int, total: Int?) { (takenBytes, allBytes) }
    var isAtEnd: Bool { found == files.count }
    var lastKey: BulkKey? { found > taken ? files[found - 1].sortKey : nil }

    mutating func find(_ size: Int) {
        while foundBytes < size, !isAtEnd {
            // An empty file counts as well, so that any number of them is not taken at once.
            foundBytes += files[found].size + 1
            found += 1
        }
    }

    mutating func take(before bound: BulkKey?) -> any BulkRun {
        var cut = found
        if let bound {
            // What has no key is in nobody's way: it goes at once, so that it is not gathered in memory.
            while cut > taken, let key = files[cut - 1].key, key >= bound { cut -= 1 }
        }
        let run = FolderRun(folder: folder, files: files[taken..<cut])
        let size = run.files.reduce(0) { $0 + $1.size }
        foundBytes -= size + run.files.count
        takenBytes += size
        taken = cut
        return run
    }

    fileprivate static func read(_ path: String) throws(ToolError) -> [UInt8] {
        do throws(InputError) { return try Directory.read(path) } catch { throw .input(error) }
    }
}

/// A file by what stood in it when the folder was looked through.
private struct FileEntry {
    /// Its place in the folder.
    let index: Int
    /// Nil for what is no document.
    let key: BulkKey?
    let size: Int

    var sortKey: BulkKey { key ?? .least }
}

/// Documents that lie in files of their own.
private struct FolderRun: BulkRun {
    let folder: Folder
    let files: ArraySlice<FileEntry>

    var count: Int { files.count }

    private func entry(_ index: Int) -> FileEntry { files[files.startIndex + index] }

    func key(of index: Int) -> BulkKey { entry(index).sortKey }

    func hasKey(_ index: Int) -> Bool { entry(index).key != nil }

    /// Reads the document anew.
    func bytes(of index: Int) throws(ToolError) -> [UInt8] {
        let path = folder.path(of: entry(index).index)
        let bytes = try FolderSource.read(path)
        guard BulkKey(bytes) == entry(index).key else {
            throw .message("\(place(of: index)): it changed while the folder was read")
        }
        return bytes
    }

    func place(of index: Int) -> String { Inputs.name(folder.path(of: entry(index).index)) }
}
