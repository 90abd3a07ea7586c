// SPDX-License-Identifier: Apache-2.0

/// Reads a file, or standard input for `-`, piece by piece.
package final class PieceReader: Sendable {
    private let file: FileDescriptor
    private let path: String
    /// The size of the file in bytes; nil where that is not known.
    package let size: Int?

    /// Opens the file.
    package init(_ path: String) throws(InputError) {
        self.path = path
        do throws(InputError.Code) {
            file = try InputFile.opened(path)
        } catch {
            throw InputError(code: error, path: path)
        }
        size = path == "-" ? nil : file.size
    }

    /// Appends so many bytes, less only at the end of the file.
    package func read(_ count: Int, into buffer: inout [UInt8]) throws(InputError) {
        let wanted = buffer.count + count
        do throws(SystemError) {
            while buffer.count < wanted {
                guard try file.read(atMost: wanted - buffer.count, into: &buffer) > 0 else { return }
            }
        } catch {
            throw InputError(code: InputFile.code(for: error), path: path)
        }
    }
}
