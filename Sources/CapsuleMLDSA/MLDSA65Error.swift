// SPDX-License-Identifier: Apache-2.0

/// Why a key could not be made from what was given.
public struct MLDSA65Error: Error, Hashable, Sendable {
    /// The class of an error.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String { case seedLength = "seed-length" }

        private let kind: Kind

        /// The seed is not 32 bytes long.
        public static let seedLength = Code(kind: .seedLength)

        /// The name of the class, in lower case with hyphens.
        public var description: String { kind.rawValue }
    }

    /// The class of this error.
    public let code: Code

    /// The length in bytes that was given.
    public let length: Int

    /// An error of the class `code` about something of `length` bytes; for other implementations.
    public init(code: Code, length: Int) {
        self.code = code
        self.length = length
    }
}
