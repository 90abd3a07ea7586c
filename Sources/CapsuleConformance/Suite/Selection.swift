// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// Which vectors of a suite are meant.
package struct Selection: Sendable {
    /// Globs, of which an id matches at least one; none is no condition.
    package var filters: [String] = []
    /// A file that lists ids: a JSON array of them, or one a line.
    package var ids: String?
    package var level = Level.should

    package init() {}

    /// The vectors that all conditions select, ascending by id.
    ///
    /// - Throws: `SuiteError` when there is none, or when the file lists an id that the suite does not have.
    package func vectors(of suite: Suite) throws(SuiteError) -> [Vector] {
        let globs = filters.map(Glob.init)
        let listed = try ids.map { path throws(SuiteError) in try Self.listed(in: path, suite) }
        let selected = suite.vectors.filter { vector in
            (level == .should || vector.level == .must) && (listed?.contains(vector.id) ?? true)
                && (globs.isEmpty || globs.contains { $0.matches(vector.id) })
        }
        guard !selected.isEmpty else {
            throw SuiteError(
                suite.directory,
                "no vector is selected by \((filters + (ids.map { [$0] } ?? ["the level"])).joined(separator: ", "))"
                    + "; the areas are " + Set(suite.vectors.map(\.area)).sorted().joined(separator: ", "))
        }
        return selected
    }

    private static func listed(in path: String, _ suite: Suite) throws(SuiteError) -> Set<String> {
        let ids = try ids(in: Suite.read(path), path)
        let there = Set(suite.vectors.map(\.id))
        if let id = ids.first(where: { !there.contains($0) }) {
            throw SuiteError(
                path, "\(id) \(suite.retired[id].map { "was retired: \($0)" } ?? "is no id of this suite")")
        }
        return Set(ids)
    }

    static func ids(in file: [UInt8], _ path: String) throws(SuiteError) -> [String] {
        guard file.first(where: { $0 > 0x20 }) == UInt8(ascii: "[") else {
            let lines = file.split(separator: UInt8(ascii: "\n")).map { line in
                String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined()
            }
            return lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }
        }
        let elements = try Suite.json(file, path).array ?? []
        let ids = elements.compactMap(\.text)
        guard ids.count == elements.count else { throw SuiteError(path, "is no list of ids") }
        return ids
    }
}
