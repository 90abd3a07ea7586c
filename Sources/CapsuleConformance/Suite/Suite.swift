// SPDX-License-Identifier: Apache-2.0

/// Why a suite, or a file that goes with a run, cannot be used.
package struct SuiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file or directory.
    package let path: String
    package let reason: String
    package let kind: Kind

    /// What a caller of the tool has to tell apart.
    package enum Kind: Hashable, Sendable {
        /// The suite, or a file that goes with it, cannot be used, so nothing is judged.
        case unusable
        /// The testee cannot be started.
        case cannotStart
        /// The run was interrupted, or a report cannot be written.
        case unfinished
    }

    package init(_ path: String, _ reason: String, _ kind: Kind = .unusable) {
        self.path = path
        self.reason = reason
        self.kind = kind
    }

    package var description: String { "\(path): \(reason)" }
}

/// The vectors of a directory, with what tells one edition of them from another.
package struct Suite: Sendable {
    /// The directory of the vectors, as it was given.
    package let directory: String
    /// Ascending by id.
    package let vectors: [Vector]
    /// Ids that are no longer used, with the reason.
    package let retired: [String: String]
    /// The text of each rule, by its name.
    package let rules: [String: String]
    /// The semantic version in the file VERSION beside the directory; "unknown" without one.
    package let version: String
    /// What `treeHash(of:)` gives for the files of the directory.
    package let treeHash: String
    /// Whether a lock says what each vector asks and expects, and all of them are as it says.
    package var isLocked = false

    /// The vector with an id.
    package subscript(_ id: String) -> Vector? { vectors.first { $0.id == id } }

    /// The text of a vector's rule, or the rule's name where the list of rules does not have it.
    package func ruleText(of vector: Vector) -> String { rules[vector.rule] ?? vector.rule }
}
