// SPDX-License-Identifier: Apache-2.0

/// Shows which vectors there are.
package enum ListCommand {
    /// A line for each vector that is selected: id, level, section and what it catches.
    package static func lines(vectors: String?, _ selection: Selection) throws(SuiteError) -> [String] {
        let suite = try Suite(directory: SuiteLocation.vectors(given: vectors))
        return try selection.vectors(of: suite).map {
            "\($0.id)\t\($0.level.rawValue)\t\($0.section)\t\($0.note)"
        }
    }
}
