// SPDX-License-Identifier: Apache-2.0

/// What a testee did instead of answering.
package enum TesteeFault: Error, Hashable, Sendable, CustomStringConvertible {
    case cannotStart(String)
    case ended(ExitStatus)
    case timedOut(seconds: Double)
    case tookMemory(mebibytes: Int)
    /// A line longer than any answer.
    case flooded(mebibytes: Int)
    /// More than one line for one request.
    case unasked(String)
    /// A line that is no JSON object with an id: something else writes to standard output.
    case stray(String)
    /// The answer to another request.
    case wrongID(String)
    /// A line that is no answer of SPEC section 15.
    case noAnswer(String)
    /// A person ended the run.
    case interrupted

    package var description: String {
        switch self {
        case .cannotStart(let reason): "the testee cannot be started: \(reason)"
        case .ended(let status): "the testee ended without an answer: \(status)"
        case .timedOut(let seconds): "no answer within \(brief(seconds)) s"
        case .tookMemory(let mebibytes): "the testee took more than \(mebibytes) MiB of memory"
        case .flooded(let mebibytes): "the answer has more than \(mebibytes) MiB"
        case .unasked(let line): "the testee wrote more than one line: \(line)"
        case .stray(let line): "a stray line on standard output, where only answers belong: \(line)"
        case .wrongID(let line): "the answer has another id: \(line)"
        case .noAnswer(let line): "the line is no answer: \(line)"
        case .interrupted: "the run was interrupted"
        }
    }

    /// What a caller of the tool has to tell apart.
    var kind: SuiteError.Kind {
        if case .cannotStart = self { .cannotStart } else { .unfinished }
    }

    /// Whether the stream of answers may still be in step with the requests.
    ///
    /// After a stray line the answer to the same request may still come, and would be taken for that to the next.
    var leavesInStep: Bool {
        if case .noAnswer = self { true } else { false }
    }
}

/// At most one decimal, and none for whole seconds.
func brief(_ seconds: Double) -> String {
    let tenths = (seconds * 10).rounded()
    guard let whole = Int(exactly: tenths) else { return "\(seconds)" }
    return whole % 10 == 0 ? "\(whole / 10)" : "\(whole / 10).\(whole % 10)"
}

/// A time for people: milliseconds below a second.
func duration(_ seconds: Double) -> String {
    seconds < 1 ? "\(Int(max(0, seconds) * 1000)) ms" : "\(brief(seconds)) s"
}

/// The beginning of a line that may be long or hold anything, for a message.
func excerpt(_ line: [UInt8], limit: Int = 120) -> String {
    let text = String(decoding: line.prefix(limit), as: UTF8.self)
    var shown = ""
    for scalar in text.unicodeScalars {
        if scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value) {
            shown += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
            shown.unicodeScalars.append(scalar)
        }
    }
    return line.count > limit ? shown + " ..." : shown
}
