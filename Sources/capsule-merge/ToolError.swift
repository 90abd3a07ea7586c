// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
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
    /// Inputs hold stamps later than the horizon.
    case future([Horizon.Refusal], horizon: StampTime)
    /// In words, with the exit code that it has.
    case ended(ExitCode, String)
    /// What is wrong has been said already.
    case reported

    /// What is wrong, for people; each element is one line.
    var lines: [String] {
        guard case .future(let refusals, let horizon) = self else { return ["\(self)"] }
        return ["nothing is written: inputs hold stamps later than \(horizon)"]
            + refusals.flatMap { refusal in refusal.late.map { "  \(refusal.name): \($0.text)" } }
            + Horizon.ways.map { "  \($0)" }
    }

    var description: String {
        switch self {
        case .usage(let error): error.description
        case .input(let error): error.description
        case .output(let error): error.description
        case .refused(let name, let error): "\(name): \(error)"
        case .bytes(let name, let error): "\(name): \(error)"
        case .message(let text), .ended(_, let text): text
        case .future: lines.joined(separator: "\n")
        case .reported: ""
        }
    }
}
