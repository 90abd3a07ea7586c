// SPDX-License-Identifier: Apache-2.0

/// Shows which vectors there are.
package enum ListCommand {
    /// A line for each vector of a level: id, level, section and what it catches.
    package static func lines(vectors: String?, filter: String?, level: Level) throws(SuiteError) -> [String]
    {
        let suite = try Suite(directory: SuiteLocation.vectors(given: vectors))
        let selected = suite.selected(filter: filter.map(Glob.init), level: level)
        guard !selected.isEmpty else {
            throw SuiteError(suite.directory, "no vector matches the filter and the level")
        }
        return selected.map { "\($0.id)\t\($0.level.rawValue)\t\($0.section)\t\($0.note)" }
    }
}
