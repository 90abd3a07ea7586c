// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT
public import CapsuleDocuments

/// A file of an import, as far as the detection of stacks looks at it.
public struct ImportedFile: Sendable {
    /// The id of the asset that the file becomes.
    public let id: Identifier
    /// Where it lies, with `/` or `\` between folders.
    public let path: String
    /// Its format.
    public let contentType: ContentType
    /// When it was taken; nil where the file does not say.
    public let captured: Moment?

    /// Describes a file.
    public init(id: Identifier, path: String, contentType: ContentType, captured: Moment? = nil) {
        self.id = id
        self.path = path
        self.contentType = contentType
        self.captured = captured
    }
}

/// Which files belong together as RAW+JPEG, best effort and the same everywhere (SPEC section 20).
public enum RAWJPEGDetection {
    /// Files that make a stack of type `raw_jpeg`.
    public struct Stack: Hashable, Sendable {
        /// The JPEG or HEIC.
        public let primary: Identifier
        /// The raw, then the group's XMP sidecars by ascending id.
        public let members: [Identifier]
    }

    /// How far apart the two may have been taken: a camera's counter starts anew, so names come again.
    private static let longestPause = WholeSeconds(2)

    /// Finds the stacks of files, ordered by their primaries.
    ///
    /// - Throws: `invalid` when two files have one id.
    public static func stacks(of files: [ImportedFile]) throws(ClientRuleError) -> [Stack] {
        guard Set(files.map(\.id)).count == files.count else {
            throw ClientRuleError(.invalid, "the files have distinct ids")
        }
        var stems: [FileName: [UInt8]] = [:]
        var groups: [FileName: [ImportedFile]] = [:]
        var sidecars: [FileName: [Identifier]] = [:]
        for file in files where file.contentType != .xmp {
            let name = FileName(file.path)
            stems[name] = name.stem
            groups[name.renamed(name.stem), default: []].append(file)
        }
        for file in files where file.contentType == .xmp {
            let name = FileName(file.path)
            let named = name.renamed(name.stem)
            sidecars[named.renamed(stems[named] ?? named.name), default: []].append(file.id)
        }
        return groups.compactMap { key, files in
            stack(files).map {
                Stack(primary: $0.id, members: [$1.id] + (sidecars[key] ?? []).sorted())
            }
        }.sorted { $0.primary < $1.primary }
    }

    /// The developed picture and the raw of a group that is nothing but the two.
    private static func stack(_ files: [ImportedFile]) -> (developed: ImportedFile, raw: ImportedFile)? {
        guard files.count == 2, let raw = files.first(where: \.contentType.isRaw),
            let developed = files.first(where: { $0.contentType == .jpeg || $0.contentType == .heic })
        else { return nil }
        if let one = raw.captured, let other = developed.captured,
            min(one, other).advanced(by: longestPause) < max(one, other)
        {
            return nil
        }
        return (developed, raw)
    }
}

extension ContentType {
    /// Whether the format is one of a camera's raw formats.
    var isRaw: Bool { rawValue.hasPrefix("image/x-") }
}

/// A folder, and a name in it with ASCII letters lowered, both as bytes: no platform's idea of equal texts
/// has a say.
private struct FileName: Hashable {
    let folder: [UInt8]
    let name: [UInt8]

    init(_ path: String) {
        let utf8 = Array(path.utf8)
        let begin = utf8.lastIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.map { $0 + 1 } ?? 0
        folder = Array(utf8[..<begin])
        name = utf8[begin...].map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }
    }

    private init(folder: [UInt8], name: [UInt8]) {
        self.folder = folder
        self.name = name
    }

    /// What stands before the last dot, when that is not the first character; else the name.
    var stem: [UInt8] {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name }
        return Array(name[..<dot])
    }

    func renamed(_ name: [UInt8]) -> FileName { FileName(folder: folder, name: name) }
}
