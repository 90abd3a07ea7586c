// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import CapsuleDocuments
import CapsuleToolSupport

/// The files of a folder and of the folders in it, by path.
///
/// Names that begin with a dot are passed over; what is neither file nor folder, and folders further down, are
/// refused, so that nothing is left out unsaid.
enum Folder {
    /// A file with the name of the folder within the folder in which it lies; nil for the folder itself.
    struct File {
        let path: String
        let subfolder: String?
    }

    /// Whether a path names a folder.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    static func files(in path: String) throws(ToolError) -> [File] {
        var files: [File] = []
        for entry in try entries(of: path) {
            let inner = "\(path)/\(entry.name)"
            guard entry.isFolder else {
                files.append(File(path: inner, subfolder: nil))
                continue
            }
            for below in try entries(of: inner) {
                guard !below.isFolder else {
                    throw .message("\(inner)/\(below.name): folders are not read this deep")
                }
                files.append(File(path: "\(inner)/\(below.name)", subfolder: entry.name))
            }
        }
        return files
    }

    private static func entries(of path: String) throws(ToolError) -> [(name: String, isFolder: Bool)] {
        guard !path.utf8.contains(0), let folder = unsafe opendir(path) else {
            throw .message("\(path): no such folder, or it may not be read")
        }
        defer { unsafe closedir(folder) }
        var entries: [(name: String, isFolder: Bool)] = []
        // The entry belongs to the C library until the next call: its name is copied at once.
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            guard !name.hasPrefix(".") else { continue }
            var status = stat()
            // What is not there, such as what a link names, is told when it is read.
            let isThere = unsafe stat("\(path)/\(name)", &status) == 0
            let type = isThere ? status.st_mode & S_IFMT : S_IFREG
            guard type == S_IFREG || type == S_IFDIR else {
                // Opening a pipe that nobody writes to would not return.
                throw .message("\(path)/\(name): is neither a file nor a folder")
            }
            entries.append((name, type == S_IFDIR))
        }
        return entries.sorted(byUTF8: \.name)
    }
}
