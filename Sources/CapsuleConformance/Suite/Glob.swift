// SPDX-License-Identifier: Apache-2.0

/// A pattern for the ids of vectors: `*` is any text, slashes included, `?` one character.
///
/// A pattern without `*` and `?` also matches what begins with it and a slash, so that `cbor` is the whole
/// area.
package struct Glob: Sendable {
    private let pattern: [UInt8]

    package init(_ pattern: String) {
        self.pattern = Array(pattern.utf8)
    }

    package func matches(_ text: String) -> Bool {
        let text = Array(text.utf8)
        if !pattern.contains(UInt8(ascii: "*")), !pattern.contains(UInt8(ascii: "?")) {
            return text == pattern || text.starts(with: pattern + [UInt8(ascii: "/")])
        }
        var (at, place) = (0, 0)
        // Where the last star stood and how much it has taken: enough, since a later star can only take
        // what an earlier one could have taken too.
        var star: (at: Int, place: Int)?
        while place < text.count {
            if at < pattern.count, pattern[at] == UInt8(ascii: "*") {
                star = (at, place)
                at += 1
            } else if at < pattern.count, pattern[at] == text[place] || pattern[at] == UInt8(ascii: "?") {
                at += 1
                place += 1
            } else if let (starAt, starPlace) = star {
                star = (starAt, starPlace + 1)
                at = starAt + 1
                place = starPlace + 1
            } else {
                return false
            }
        }
        return pattern[at...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
