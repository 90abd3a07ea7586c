// SPDX-License-Identifier: Apache-2.0

/// Reads a file, or standard input for `-`, piece by piece.
package final class PieceReader {
    /// How many bytes a piece has, if the file gives as many.
    package static let piece = 1024 * 1024

    private let file: FileDescriptor
    private let path: String
    private var room = [UInt8](repeating: 0, count: PieceReader.piece)
    /// Whether everything was read.
    package private(set) var isAtEnd = false
    /// The size of the file in bytes; 0 where that is not known.
    package let size: Int

    /// Opens the file.
    package init(_ path: String) throws(InputError) {
        self.path = path
        do throws(InputError.Code) {
            file = try InputFile.opened(path)
        } catch {
            throw InputError(code: error, path: path)
        }
        size = path == "-" ? 0 : file.size
    }

    /// Appends at least so many bytes, less at the end of the file.
    package func read(atLeast count: Int, into buffer: inout [UInt8]) throws(InputError) {
        let wanted = buffer.count + count
        do throws(SystemError) {
            while buffer.count < wanted, !isAtEnd {
                let got = try file.read(into: &room)
                if got == 0 { isAtEnd = true }
                buffer.append(contentsOf: room[..<got])
            }
        } catch {
            throw InputError(code: InputFile.code(for: error), path: path)
        }
    }
}
