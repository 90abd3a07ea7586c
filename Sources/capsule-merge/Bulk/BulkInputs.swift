// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// The inputs of a bulk merge, opened and listed.
struct BulkInputs {
    private(set) var sources: [any BulkSource] = []
    /// Which files are read as they are, whatever they are called.
    private(set) var sequences: Set<FileIdentity> = []
    /// Which folders are read, and which files their links lead to.
    private(set) var folders: Set<FileIdentity> = []
    /// What lies in folders and is no document, such as a pipe.
    private(set) var refused = Notes()
    /// Names in folders that begin with a dot.
    private(set) var passedOver = 0

    init(_ arguments: Arguments) throws(ToolError) {
        guard arguments.operands.count(where: { $0 == "-" }) <= 1 else {
            throw arguments.standardInputTwice
        }
        // Looked at before anything is opened: opening a pipe waits for its writer.
        for path in arguments.operands {
            let identity = path == "-" ? FileIdentity(descriptor: 0) : FileIdentity(path: path)
            guard let identity, identity.kind != .directory else { continue }
            // Two readers of one pipe would each get a part of it.
            guard sequences.insert(identity).inserted || identity.kind == .file else {
                throw arguments.usage("\(Inputs.name(path)): is no file and can be read only once")
            }
        }
        for path in arguments.operands {
            guard path != "-", Folder.isFolder(path) else {
                sources.append(try SequenceSource(path))
                continue
            }
            let folder = try Folder(path)
            for refusal in folder.refused { refused.add("\(refusal)") }
            passedOver += folder.passedOver
            folders.formUnion(folder.identities)
            let source = try FolderSource(folder)
            refused.add(source.tooLarge)
            sources.append(source)
        }
    }
}

/// Where a bulk merge writes.
struct BulkFiles {
    let output: String
    let setAside: String?
    private let options: AtomicOutput.Options
    private let found: FileSnapshot?

    init(_ arguments: Arguments) throws(ToolError) {
        output = try Outputs.required(arguments)
        options = Outputs.writing(arguments)
        found = arguments.found[output]
        setAside = arguments.value("set-aside")
        guard let setAside else { return }
        guard setAside != output, Self.identity(setAside) != Self.identity(output) else {
            throw arguments.usage("--set-aside and --output name the same file, '\(Inputs.name(output))'")
        }
    }

    private static func identity(_ path: String) -> FileIdentity? {
        path == "-" ? FileIdentity(descriptor: 1) : FileIdentity(path: path)
    }

    private static func isSpecial(_ path: String) -> Bool {
        guard path != "-" else { return true }
        return switch identity(path)?.kind {
        case .pipe, .socket, .device: true
        default: false
        }
    }

    /// Where the report goes: not among the bytes.
    var reportStream: StandardStream { Outputs.reportStream(besides: output, setAside) }

    /// Refuses outputs that are inputs, or would be those of the next run.
    func check(against inputs: BulkInputs, _ arguments: Arguments) throws(ToolError) {
        for path in [output, setAside].compactMap(\.self) where path != "-" {
            guard let identity = Self.identity(path) else { continue }
            let isInFolder =
                inputs.folders.contains(identity)
                || FileIdentity(folderOf: path).map(inputs.folders.contains) == true
            guard !isInFolder else {
                throw arguments.usage(
                    "'\(Inputs.name(path))' lies in a folder that is read, and would be one of its documents")
            }
            // OUT may be one of the sequences, which it then replaces with what was merged from it.
            guard !inputs.sequences.contains(identity) || path == output && identity.kind == .file else {
                throw arguments.usage("'\(Inputs.name(path))' is an input")
            }
        }
    }

    /// Refuses to replace documents by nothing, as when a disk with the inputs is not there.
    func refuseEmptying(_ joined: Int, _ arguments: Arguments) throws(ToolError) {
        guard joined == 0, !arguments.has("force"), Self.identity(output)?.kind == .file, output != "-",
            StandardStream(named: output) == nil, InputFile.size(output) != 0
        else { return }
        throw .message(
            "\(Inputs.name(output)): the inputs hold no document for it, and it is left as it is; --force empties it"
        )
    }

    /// Writes the output and, where there is something, what is set aside.
    ///
    /// What is set aside has its name before the output replaces what may be its only other copy.
    func write(
        _ body: ((_ bytes: [UInt8], _ setAside: [UInt8]) throws(ToolError) -> Void) throws(ToolError) -> Void
    ) throws(ToolError) {
        do {
            guard let setAside else {
                return try AtomicOutput.stream(to: output, options: options, found: found) { output in
                    try body { bytes, _ throws(ToolError) in
                        try Self.writing { () throws(OutputError) in try output.write(bytes) }
                    }
                }
            }
            guard !Self.isSpecial(setAside) else {
                return try AtomicOutput.stream(to: setAside) { aside in
                    try AtomicOutput.stream(to: output, options: options, found: found) { output in
                        try body { bytes, refused throws(ToolError) in
                            try Self.writing { () throws(OutputError) in
                                try output.write(bytes)
                                try aside.write(refused)
                            }
                        }
                    }
                }
            }
            try writeBoth(setAside, body)
        } catch let error as ToolError {
            throw error
        } catch let error as OutputError {
            throw .output(error)
        } catch {
            throw .message("\(error)")
        }
    }

    private func writeBoth(
        _ setAside: String,
        _ body: ((_ bytes: [UInt8], _ setAside: [UInt8]) throws(ToolError) -> Void) throws(ToolError) -> Void
    ) throws {
        var failure: (any Error)?
        Interruptions.held {
            do {
                var aside = try NewFileStream(setAside)
                try AtomicOutput.stream(to: output, options: options, found: found) { output in
                    try body { bytes, refused throws(ToolError) in
                        try Self.writing { () throws(OutputError) in
                            try output.write(bytes)
                            try aside.write(refused)
                        }
                    }
                    try aside.finish()
                    guard Self.identity(setAside).map({ $0 == Self.identity(self.output) }) != true else {
                        throw ToolError.message("\(Inputs.name(setAside)): is the output as well")
                    }
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    private static func writing(_ body: () throws(OutputError) -> Void) throws(ToolError) {
        do throws(OutputError) { try body() } catch { throw .output(error) }
    }
}
