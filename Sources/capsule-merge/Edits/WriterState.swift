// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

/// The file that keeps a device's writer for a document between runs.
///
/// It lies in a directory of the user's and not beside the document: what is copied, synced or restored together with
/// its document would always agree with it, and two copies would go on under the same add-ids.
///
/// The file is locked while it is read and replaced, by a process that holds the document's lock already and waits for
/// no other one; and not for ever: an edit that cannot have it draws a writer, which is always right. It is replaced
/// before the document is. After a crash between the two the document lacks what the writer issued, and the next edit
/// draws another.
struct WriterState {
    let path: String
    private let key: WriterKey
    private let lock: FileLock
    private let content: Content

    private enum Content {
        case absent
        case kept(KeptWriter)
        case damaged
    }

    /// Why no writer is kept.
    struct Unusable: Error {
        let reason: String
    }

    /// The file for a device and a document.
    ///
    /// Not all in one directory, which each run has to look through for what an earlier one left.
    static func path(_ key: WriterKey, in directory: String) -> String {
        "\(folder(key, in: directory))/\(key.kind)-\(key.document)-\(key.device)"
    }

    private static func folder(_ key: WriterKey, in directory: String) -> String {
        "\(directory)/writers/\("\(key.document)".prefix(2))"
    }

    /// Locks and reads the file.
    ///
    /// - Parameters:
    ///   - isMade: whether the directory is made where it is missing.
    ///   - waits: for up to ten seconds while another command has it, else for one.
    init(_ key: WriterKey, in directory: String, isMade: Bool = true, waits: Bool) throws(Unusable) {
        let path = Self.path(key, in: directory)
        if isMade {
            do throws(OutputError) {
                try StateDirectory.make(Self.folder(key, in: directory))
            } catch {
                throw Unusable(reason: "\(error)")
            }
        }
        // Whatever it leads to would be replaced.
        guard !FilePath.isLink(path) else {
            throw Unusable(reason: "\(Escaping.line(path)): is a symbolic link, and is left as it is")
        }
        for attempt in 0..<(waits ? 500 : 50) {
            if attempt > 0 { FileLock.pause() }
            let lock: FileLock
            do throws(FileLockError) { lock = try FileLock(path, waits: false) { _ in } } catch { continue }
            let content = try Self.content(path, key)
            // What is there and is not locked was made meanwhile, or cannot be locked.
            if case .absent = content {} else if !lock.isHeld { continue }
            (self.path, self.key, self.lock, self.content) = (path, key, lock, content)
            return
        }
        throw Unusable(reason: "\(Escaping.line(path)): another command has it, or it cannot be locked")
    }

    private static func content(_ path: String, _ key: WriterKey) throws(Unusable) -> Content {
        let bytes: [UInt8]
        do throws(InputError) {
            bytes = try Directory.read(path, limit: KeptWriter.largestSize)
        } catch {
            switch error.code {
            case .notFound: return .absent
            case .tooLarge: return .damaged
            default: throw Unusable(reason: "\(error)")
            }
        }
        do throws(KeptWriterError) {
            return .kept(try KeptWriter(decoding: bytes, for: key))
        } catch {
            guard error == .damaged else {
                throw Unusable(reason: "\(Escaping.line(path)): a later version of this tool wrote it")
            }
            return .damaged
        }
    }

    /// The writer that goes on with a document, or why there is none; neither where none was kept.
    func writer(for document: DocumentState) -> (kept: KeptWriter?, retirement: String?) {
        switch content {
        case .absent: return (nil, nil)
        case .damaged: return (nil, "\(Escaping.line(path)) is damaged, and is replaced")
        case .kept(let kept):
            let retirement = kept.retirement(in: document)
            return (retirement == nil ? kept : nil, retirement)
        }
    }

    /// Whether this writer is the one that is kept, whatever the document shows.
    func keeps(_ writer: Identifier) -> KeptWriter? {
        guard case .kept(let kept) = content, kept.writer == writer else { return nil }
        return kept
    }

    /// Keeps a writer in place of what was kept; nothing is written where that is the same.
    func keep(_ writer: KeptWriter, options: AtomicOutput.Options) throws(Unusable) {
        if case .kept(let kept) = content, kept == writer { return }
        do throws(OutputError) {
            try AtomicOutput.write(writer.encoded(for: key), to: path, options: options.union(.isPrivate))
        } catch {
            throw Unusable(reason: "\(error)")
        }
        // Until here.
        withExtendedLifetime(lock) {}
    }
}
