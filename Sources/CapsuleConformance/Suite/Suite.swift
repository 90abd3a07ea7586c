// SPDX-License-Identifier: Apache-2.0

/// Why a suite, or a file that goes with a run, cannot be used.
package struct SuiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file or directory.
    package let path: String
    package let reason: String

    package init(_ path: String, _ reason: String) {
        self.path = path
        self.reason = reason
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

    /// The vector with an id.
    package subscript(_ id: String) -> Vector? { vectors.first { $0.id == id } }

    /// The text of a vector's rule, or the rule's name where the list of rules does not have it.
    package func ruleText(of vector: Vector) -> String { rules[vector.rule] ?? vector.rule }

    /// The vectors of at least a level whose id a glob matches.
    package func selected(filter: Glob?, level: Level) -> [Vector] {
        vectors.filter { vector in
            (level == .should || vector.level == .must) && (filter?.matches(vector.id) ?? true)
        }
    }
}
