// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// Where the running tool is, and the vectors that belong to it.
package enum SuiteLocation {
    /// Where the vectors are in a checkout.
    static let ownVectors = "Conformance/vectors"

    /// The path of the running program.
    package static var executable: String {
        let name = CommandLine.arguments.first ?? "capsule-merge"
        return FilePath.resolved("/proc/self/exe") ?? (name.contains("/") ? FilePath.resolved(name) : nil)
            ?? name
    }

    /// The directory given, else the one in or above the current folder's, else the one beside the program.
    package static func vectors(given: String?) throws(SuiteError) -> String {
        if let given {
            guard DirectoryTree.isDirectory(given) else { throw SuiteError(given, "is no directory") }
            return given.count > 1 && given.hasSuffix("/") ? String(given.dropLast()) : given
        }
        if DirectoryTree.isDirectory(ownVectors) { return ownVectors }
        // The folder Conformance itself, where its README's commands are typed.
        if DirectoryTree.isDirectory("vectors/cbor") { return "vectors" }
        let program = executable
        if let slash = program.utf8.lastIndex(of: UInt8(ascii: "/")) {
            let beside = program[...slash] + ownVectors
            if DirectoryTree.isDirectory(String(beside)) { return String(beside) }
        }
        throw SuiteError(
            ownVectors, "is neither in the current folder nor beside the program; name it with --vectors")
    }
}
