// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
import CapsuleToolSupport

/// A delta that lies already where the one of an edit goes, and may not have been sent yet.
///
/// It is joined with: a delta that is sent twice does no harm, and one that is never sent is lost to everyone else.
struct UnsentDelta {
    private let name: String
    private let state: DocumentState

    /// Reads the delta in a file; nil where there is no file, or an empty one.
    ///
    /// - Throws: for what is no delta of the document, which is left as it is.
    init?(_ path: String, of document: DocumentState, _ arguments: Arguments) throws(ToolError) {
        guard path != "-", StandardStream(named: path) == nil, InputFile.size(path) ?? 0 > 0 else {
            return nil
        }
        let bytes: [UInt8]
        do throws(InputError) {
            bytes = try InputFile.read(path, isHex: arguments.has("hex"))
        } catch {
            throw .message("\(error); --delta leaves it as it is")
        }
        name = Inputs.name(path)
        do throws(DocumentError) {
            state = try DocumentState(decoding: bytes, kind: document.kind)
            try state.checkJoinable(with: document)
        } catch {
            throw .message("\(name): holds no delta of the document, and is left as it is: \(error)")
        }
    }

    /// The delta with another one.
    func joined(with delta: DocumentState) throws(ToolError) -> [UInt8] {
        var report = JoinReport()
        do throws(DocumentError) {
            let joined = try state.joined(with: delta, report: &report)
            var losses = Losses()
            losses.add(report, of: BulkKey(id: joined.id, kind: joined.kind))
            losses.report()
            return joined.bytes
        } catch {
            throw .refused(name, error)
        }
    }
}
