// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
import CapsuleToolSupport

/// The files of a folder and of the folders in it, at any depth, in an order that depends on their names alone.
///
/// Names that begin with a dot are passed over and counted. What is neither file nor folder, and links to
/// folders, which could lead back to where one came from, are refused by name. A call that lists a folder and
/// fails ends it all: what was not seen could not be named.
struct Folder {
    /// What a person reads about folders in a command's help.
    static let help = """
        A folder is read with the folders in it, one document in each file, whatever
        the names; those that begin with a dot are passed over and counted. Links to
        files are followed; links to folders, pipes and the like are refused by name.
        """

    /// The folders, by their paths, outer ones first.
    private var folders: [String] = []
    /// The names of all files, one after the other.
    private var names: [UInt8] = []
    private var files: [(folder: UInt32, start: Int, count: UInt16)] = []
    /// Names that begin with a dot.
    private(set) var passedOver = 0
    /// What is named and cannot be a document.
    private(set) var refused: [Refusal] = []
    /// Which folders were listed, and which files are named by links.
    private(set) var identities: Set<FileIdentity> = []

    /// Whether a path names a folder.
    static func isFolder(_ path: String) -> Bool {
        guard let kind = try? Directory.kind(path) else { return false }
        return switch kind {
        case .directory, .linkToDirectory: true
        default: false
        }
    }

    /// Lists a folder; a link is followed when it is named itself.
    init(_ path: String) throws(ToolError) {
        do throws(InputError) {
            if let identity = FileIdentity(path: path) { identities.insert(identity) }
            var pending = [path]
            while let folder = pending.popLast() {
                pending += try list(folder).reversed()
            }
        } catch {
            throw .input(error)
        }
    }

    /// How many files there are.
    var count: Int { files.count }

    /// The path of a file, which begins with that of the folder.
    func path(of index: Int) -> String {
        let file = files[index]
        let name = names[file.start..<file.start + Int(file.count)]
        return "\(folders[Int(file.folder)])/\(FileName.text(name))"
    }

    /// The names of the folders on the way from the folder to a file, outer ones first.
    func foldersOnTheWay(to index: Int) -> [String] {
        // By bytes: a slash and a combining mark that begins a name are one character.
        folders[Int(files[index].folder)].utf8.dropFirst(folders[0].utf8.count)
            .split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Takes in the files of one folder and gives the paths of the folders in it.
    private mutating func list(_ path: String) throws(InputError) -> [String] {
        let number = UInt32(folders.count)
        folders.append(path)
        var inner: [String] = []
        for name in try Directory.names(path) {
            guard name.first != UInt8(ascii: ".") else {
                passedOver += 1
                continue
            }
            let full = "\(path)/\(FileName.text(name))"
            switch try Directory.kind(full) {
            case .directory(let identity):
                identities.insert(identity)
                inner.append(full)
            case .linkToDirectory:
                refused.append(Refusal(full, "is a link to a folder, which is not followed"))
            case .special: refused.append(Refusal(full, "is neither a file nor a folder"))
            case .file(let identity, let isLink):
                if isLink { identities.insert(identity) }
                files.append((number, names.count, UInt16(name.count)))
                names += name
            }
        }
        return inner
    }
}

/// What was refused, and why.
struct Refusal: Sendable, CustomStringConvertible {
    let place: String
    let reason: String

    init(_ place: String, _ reason: String) {
        self.place = Inputs.name(place)
        self.reason = reason
    }

    var description: String { "\(place): \(reason)" }
}

/// Things to be told, all of them counted and the first ones kept.
struct Notes: Sendable {
    /// The most lines that are kept; a hostile folder could have millions.
    private static let most = 100

    private(set) var count = 0
    private var lines: [String] = []

    mutating func add(_ line: String) {
        count += 1
        if lines.count < Self.most { lines.append(line) }
    }

    mutating func add(_ other: Notes) {
        count += other.count
        lines += other.lines.prefix(Self.most - lines.count)
    }

    /// Writes the lines to standard error.
    func report() {
        for line in lines { Screen.report("capsule-merge: \(line)\n") }
        if count > lines.count { Screen.report("capsule-merge: and \(count - lines.count) more\n") }
    }
}
