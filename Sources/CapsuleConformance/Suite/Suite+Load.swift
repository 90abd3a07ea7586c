// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
import CapsuleToolSupport

extension Suite {
    /// More than any file of vectors has, so that a wrong path does not fill the memory.
    private static let fileLimit = 64 * 1024 * 1024

    /// Reads every vector file below a directory.
    ///
    /// - Throws: `SuiteError`; a file that is no vector file is an error, never left out.
    package init(directory: String) throws(SuiteError) {
        var vectors: [Vector] = []
        var retired: [String: String] = [:]
        var files: [(path: String, bytes: [UInt8])] = []
        var lock: [String: String]?
        var meanings: [String: String] = [:]
        for path in try DirectoryTree.files(in: directory) {
            let bytes = try Self.read("\(directory)/\(path)")
            files.append((path, bytes))
            guard path.hasSuffix(".json") else { continue }
            let value = try Self.json(bytes, "\(directory)/\(path)")
            switch path {
            case "lock.json": lock = try Self.texts(value, "\(directory)/\(path)")
            case "retired.json": retired = try Self.texts(value, "\(directory)/\(path)")
            default:
                vectors += try Self.vectors(value, "\(directory)/\(path)")
                meanings.merge(Self.meanings(in: bytes)) { _, new in new }
            }
        }
        guard !vectors.isEmpty else { throw SuiteError(directory, "holds no vectors") }
        vectors.sort { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
        for (one, next) in zip(vectors, vectors.dropFirst()) where one.id == next.id {
            throw SuiteError(directory, "two vectors have the id \(one.id)")
        }
        if let lock {
            try Self.check(meanings, against: lock, retired: retired, "\(directory)/lock.json")
            isLocked = true
        }
        self.directory = directory
        self.vectors = vectors
        self.retired = retired
        self.rules = try Self.rules(beside: directory)
        self.version = try Self.version(beside: directory)
        self.treeHash = Self.treeHash(of: files)
    }

    /// The SHA-256, in hexadecimal, of what `sha256sum` prints for the files in the order of their paths.
    ///
    /// So anybody can make it again: in the directory,
    /// `find . -type f | LC_ALL=C sort | sed 's|^./||' | xargs sha256sum | sha256sum`.
    static func treeHash(of files: [(path: String, bytes: [UInt8])]) -> String {
        let named = files.map { (path: FileName.bytes($0.path), bytes: $0.bytes) }
        let sorted = named.sorted { $0.path.lexicographicallyPrecedes($1.path) }
        let lines = sorted.map { Array("\(SHA256.digest($0.bytes))  ".utf8) + $0.path + [UInt8(ascii: "\n")] }
        return "\(SHA256.digest(Array(lines.joined())))"
    }

    private static func vectors(_ value: JSONValue, _ path: String) throws(SuiteError) -> [Vector] {
        guard value["format"]?.integer?.exactly() == 1 else {
            throw SuiteError(path, "is no vector file of format 1")
        }
        guard let area = value["area"]?.text, let elements = value["vectors"]?.array else {
            throw SuiteError(path, "has no area or no vectors")
        }
        var vectors: [Vector] = []
        for (index, element) in elements.enumerated() {
            guard let vector = Vector(element, area: area) else {
                let name = element["id"]?.text ?? "number \(index + 1)"
                throw SuiteError(path, "the vector \(name) lacks a member or has one of the wrong type")
            }
            vectors.append(vector)
        }
        return vectors
    }

    static func read(_ path: String) throws(SuiteError) -> [UInt8] {
        do throws(InputError) {
            return try InputFile.read(path, limit: fileLimit)
        } catch {
            throw SuiteError(path, error.reason)
        }
    }

    static func json(_ bytes: [UInt8], _ path: String) throws(SuiteError) -> JSONValue {
        do throws(JSONError) {
            return try JSONReader.read(bytes)
        } catch {
            throw SuiteError(path, "is not JSON: \(error)")
        }
    }

    private static func texts(_ value: JSONValue, _ path: String) throws(SuiteError) -> [String: String] {
        guard let members = value.object?.members else { throw SuiteError(path, "is no object of texts") }
        var texts: [String: String] = [:]
        for member in members { texts[member.key] = member.value.text ?? "" }
        return texts
    }

    /// The rules are for people who read reports, so a suite works without them.
    private static func rules(beside directory: String) throws(SuiteError) -> [String: String] {
        let path = "\(directory)/../rules.json"
        guard DirectoryTree.exists(path) else { return [:] }
        let value = try json(read(path), path)
        guard let elements = value.array ?? value["rules"]?.array else {
            throw SuiteError(path, "is no list of rules")
        }
        var rules: [String: String] = [:]
        for element in elements {
            if let rule = element["rule"]?.text, let text = element["text"]?.text { rules[rule] = text }
        }
        return rules
    }

    private static func version(beside directory: String) throws(SuiteError) -> String {
        let path = "\(directory)/../VERSION"
        guard DirectoryTree.exists(path) else { return "unknown" }
        let text = String(decoding: try read(path), as: UTF8.self)
        return text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? "unknown"
    }
}

extension Vector {
    init?(_ value: JSONValue, area: String) {
        guard let id = value["id"]?.text, id.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            let rule = value["spec"]?["rule"]?.text, let section = value["spec"]?["section"]?.text,
            let level = value["level"]?.text.flatMap(Level.init), let request = value["request"]?.object,
            request["id"] == nil, let expectation = value["expect"].flatMap(ExpectedAnswer.init)
        else { return nil }
        self.id = id
        self.area = area
        self.section = section
        self.rule = rule
        self.level = level
        self.note = value["note"]?.text ?? ""
        self.request = request
        self.expectation = expectation
        self.neighbour = value["neighbour"]?.text
    }
}

extension ExpectedAnswer {
    init?(_ value: JSONValue) {
        guard let members = value.object?.members, members.count == 1, let member = members.first else {
            return nil
        }
        switch (member.key, member.value) {
        case ("ok", .object): self = .ok(member.value)
        case ("error", .text(let name)): self = .error([name])
        case ("error", .array(let elements)):
            let names = elements.compactMap(\.text)
            guard !names.isEmpty, names.count == elements.count else { return nil }
            self = .error(names)
        default: return nil
        }
    }
}
