// SPDX-License-Identifier: Apache-2.0

/// What a file is to a command.
///
/// Two files of one role may be one: a document is replaced by what became of it.
package enum FileRole: String, Hashable, Sendable {
    case document
    /// A document with its signature.
    case signed = "signed document"
    case record
    /// A seed or a key. It is never replaced by anything.
    case secret
    case publicKey = "public key"
    case delta
    case export
    case definition
    case data = "input"
    case report
    case knownFailures = "list of known failures"
    case setAside = "file of refused documents"
    case folder
}

/// How a command uses the file that one of its arguments names.
package struct FileUse: Hashable, Sendable {
    package let role: FileRole
    let writes: Bool
    /// The flag with which the argument is no file.
    let flag: String?

    /// The file is read.
    ///
    /// - Parameter flag: the flag with which the argument is no file.
    package static func reads(_ role: FileRole, unless flag: String? = nil) -> FileUse {
        FileUse(role: role, writes: false, flag: flag)
    }

    /// The file is made or replaced.
    package static func writes(_ role: FileRole) -> FileUse { FileUse(role: role, writes: true, flag: nil) }
}

/// A file that a command line names, and what it is for.
package struct NamedFile: Hashable, Sendable {
    package let path: String
    package let use: FileUse

    package init(_ path: String, _ use: FileUse) {
        self.path = path
        self.use = use
    }

    var name: String {
        path == "-" ? "standard \(use.writes ? "output" : "input")" : "'\(path)'"
    }

    var identity: FileIdentity? {
        guard path == "-" else { return FileIdentity(path: path) }
        return use.writes ? StandardStream.output.identity : FileIdentity(descriptor: 0)
    }
}

/// All files of a command line, held to one rule before anything is read or written.
///
/// An output is never another output, nor an input of another role, whatever their paths are spelled like. Only the
/// file of the same role may be replaced by what was made of it.
package struct CommandFiles: Sendable {
    package private(set) var files: [NamedFile] = []

    package init() {}

    /// The files that a command's arguments name, by its description.
    package init(_ arguments: Arguments, of command: CommandDescription) {
        var operands = arguments.operands[...]
        for operand in command.operands {
            let given = operands.prefix(operand.count.upperBound)
            operands = operands.dropFirst(given.count)
            add(Array(given), operand.file, arguments)
        }
        for option in command.options { add(arguments.values(option.name), option.file, arguments) }
    }

    private mutating func add(_ paths: [String], _ use: FileUse?, _ arguments: Arguments) {
        guard let use, !(use.flag.map(arguments.has) ?? false) else { return }
        files += paths.map { NamedFile($0, use) }
    }

    package mutating func add(_ path: String, _ use: FileUse) { files.append(NamedFile(path, use)) }

    package var outputs: [NamedFile] { files.filter(\.use.writes) }

    /// What is wrong with the files, in one sentence; nil when nothing is.
    ///
    /// - Parameter reports: whether the command also has something to say.
    package func conflict(reports: Bool) -> String? {
        let outputs = outputs.map { ($0, $0.identity) }
        let inputs = files.filter { !$0.use.writes }.map { ($0, $0.identity) }
        for (index, (output, identity)) in outputs.enumerated() {
            guard let identity, identity.kind != .device else { continue }
            for (other, otherIdentity) in outputs[..<index] where otherIdentity == identity {
                return
                    "\(other.name) and \(output.name) are one file, which cannot be \(other.use.role.article) "
                    + "and \(output.use.role.article)"
            }
            for (input, inputIdentity) in inputs where inputIdentity == identity {
                guard !isInPlace(input, output, identity) else { continue }
                return
                    "\(output.name) is \(input.use.role.article) that is read, and is not replaced by "
                    + output.use.role.article
            }
        }
        if reports, StandardStream.free(besides: outputs.map(\.0.path)) == nil {
            return
                "standard output and standard error are both outputs, and reports would be mixed with them; "
                + "send one elsewhere, or give --quiet where there is one"
        }
        return streamConflict(inputs)
    }

    /// Whether the output is made of the input, and takes its place.
    private func isInPlace(_ input: NamedFile, _ output: NamedFile, _ identity: FileIdentity) -> Bool {
        guard input.use.role == output.use.role, input.use.role != .secret, output.path != "-" else {
            return false
        }
        switch identity.kind {
        // What is not there is missed when it is read.
        case .file, .absent: return true
        case .directory, .pipe, .socket, .device: return false
        }
    }

    /// Reports go to standard output or standard error, and neither may be a file that is read.
    private func streamConflict(_ inputs: [(NamedFile, FileIdentity?)]) -> String? {
        for stream in StandardStream.allCases {
            guard let identity = stream.identity, identity.kind == .file else { continue }
            if let (input, _) = inputs.first(where: { $0.1 == identity && $0.0.path != "-" }) {
                return "standard \(stream) is \(input.name), which is read"
            }
        }
        return nil
    }
}

extension FileRole {
    /// The role with its article, for messages.
    var article: String {
        switch self {
        case .export: "an export"
        case .data: "an input"
        default: "a \(rawValue)"
        }
    }
}
