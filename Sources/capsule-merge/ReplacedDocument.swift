// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
import CapsuleToolSupport

extension Outputs {
    /// Refuses to replace a document by one that does not hold all that was written in it.
    ///
    /// Who opens what peers sent into one and the same file would lose what was edited there in between. An input
    /// may be replaced by what was made of it.
    ///
    /// - Parameter inputs: the paths of the documents that the new one was made of.
    static func refuseLoss(
        _ new: [UInt8], replacing path: String, madeOf inputs: [String], _ arguments: Arguments
    ) throws(ToolError) {
        guard !arguments.has("force"), let identity = FileIdentity(path: path), identity.kind == .file,
            StandardStream(named: path) == nil
        else { return }
        let isInput = inputs.contains { input in
            (input == "-" ? FileIdentity(descriptor: 0) : FileIdentity(path: input)) == identity
        }
        guard !isInput, let old = document(path, arguments) else { return }
        let left = "and is left as it is; --force replaces it"
        let replacement: DocumentState
        do throws(DocumentError) {
            replacement = try DocumentState(reading: new, kind: DocumentKind(identifying: new))
        } catch {
            throw .message("\(Inputs.name(path)): holds the \(old.kind) \(old.id), \(left)")
        }
        guard old.kind == replacement.kind, old.id == replacement.id else {
            throw .message("\(Inputs.name(path)): holds another document, the \(old.kind) \(old.id), \(left)")
        }
        var report = JoinReport()
        guard old.bytes != new, (try? old.joined(with: replacement, report: &report))?.bytes != new else {
            return
        }
        throw .message(
            "\(Inputs.name(path)): holds writes that the new document lacks, \(left); merge joins the two")
    }

    /// The document in a file; nil when there is none.
    private static func document(_ path: String, _ arguments: Arguments) -> DocumentState? {
        guard let bytes = try? InputFile.read(path, isHex: arguments.has("hex")),
            let kind = try? DocumentKind(identifying: bytes)
        else { return nil }
        return try? DocumentState(reading: bytes, kind: kind)
    }
}
