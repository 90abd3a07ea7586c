// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// A failure that somebody knows of and has explained.
package struct KnownFailure: Sendable {
    package let id: String
    package let failureClass: FailureClass
    /// Why it fails; while nobody has said so it is empty, and the failure counts as one.
    package let reason: String
    /// Where it is being worked on; may be empty.
    package let link: String
    /// The line of the file, from 1.
    package let line: Int
}

/// The file of known failures: one JSON object a line, `{"id", "class", "reason", "link"}`.
///
/// Empty lines and lines that begin with `#` are for people.
package struct KnownFailures: Sendable {
    package let path: String
    package let failures: [String: KnownFailure]

    /// Reads a file.
    package init(path: String) throws(SuiteError) {
        try self.init(text: Suite.read(path), path: path)
    }

    init(text: [UInt8], path: String) throws(SuiteError) {
        self.path = path
        var failures: [String: KnownFailure] = [:]
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, bytes) in lines.enumerated() {
            let line = Array(bytes)
            guard let first = line.first(where: { $0 > 0x20 }), first != UInt8(ascii: "#") else { continue }
            let failure = try Self.failure(line, number: index + 1, path)
            guard failures.updateValue(failure, forKey: failure.id) == nil else {
                throw SuiteError(path, "line \(index + 1): \(failure.id) is listed twice")
            }
        }
        self.failures = failures
    }

    private static func failure(
        _ line: [UInt8], number: Int, _ path: String
    ) throws(SuiteError) -> KnownFailure {
        let value = try Suite.json(line, "\(path): line \(number)")
        let names = Set(value.object?.members.map(\.key) ?? [])
        guard let id = value["id"]?.text, let name = value["class"]?.text, let reason = value["reason"]?.text,
            names.isSubset(of: ["id", "class", "reason", "link"])
        else {
            throw SuiteError(path, "line \(number): it has id, class, reason and perhaps a link, no more")
        }
        guard let failureClass = FailureClass(rawValue: name) else {
            throw SuiteError(path, "line \(number): there is no class \(name) of failures")
        }
        return KnownFailure(
            id: id, failureClass: failureClass, reason: reason, link: value["link"]?.text ?? "", line: number)
    }

    /// The file that lists the failures of a run; reasons and links of those already listed stay, and the reason
    /// of a new one is left for a person to write.
    package static func file(listing results: [VectorResult], keeping old: KnownFailures?) -> [UInt8] {
        var file: [UInt8] = []
        for result in results {
            guard let failure = result.outcome.failure else { continue }
            let known = old?.failures[result.vector.id]
            let object = JSONObject([
                ("id", .text(result.vector.id)), ("class", .text(failure.failureClass.rawValue)),
                ("reason", .text(known?.reason ?? "")),
                ("link", .text(known?.link ?? "")),
            ])
            file += JSONValue.object(object).encoded() + [UInt8(ascii: "\n")]
        }
        return file
    }
}
