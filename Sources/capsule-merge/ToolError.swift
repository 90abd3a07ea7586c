// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleDocuments
import CapsuleToolSupport

/// Why a command ended without doing what was asked.
enum ToolError: Error, CustomStringConvertible {
    /// The command line is not understood.
    case usage(UsageError)
    /// An input cannot be read.
    case input(InputError)
    /// The output cannot be written.
    case output(OutputError)
    /// The input with a name is refused.
    case refused(String, DocumentError)
    /// The bytes of an input with a name are refused.
    case bytes(String, CBORError)
    /// The input is refused, in words.
    case message(String)
    /// In words, with the exit code that it has.
    case ended(ExitCode, String)
    /// What is wrong has been said already.
    case reported

    var description: String {
        switch self {
        case .usage(let error): error.description
        case .input(let error): error.description
        case .output(let error): error.description
        case .refused(let name, let error): "\(name): \(error)"
        case .bytes(let name, let error): "\(name): \(error)"
        case .message(let text), .ended(_, let text): text
        case .reported: ""
        }
    }
}
