// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport
import Testing

/// `--version` says the versions of the library, the contract and the suite, which each stand in one place.
@Suite struct VersionTests {
    private static let root = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()

    private func file(_ path: String) throws -> String {
        String(decoding: try InputFile.read("\(Self.root)/\(path)"), as: UTF8.self)
    }

    private func printed() throws -> [String] {
        try Workplace().run("--version").text.split(separator: "\n").map(String.init)
    }

    @Test("the suite is that of Conformance/VERSION")
    func suite() throws {
        let version = try #require(
            try file("Conformance/VERSION").split(whereSeparator: \.isWhitespace).first)
        #expect(try printed().last == "conformance suite \(version)")
    }

    @Test("the contract is the last edition of section 17 of the specification")
    func contract() throws {
        let lines = try file("Conformance/SPEC.md").split(separator: "\n")
        let changes = try #require(lines.firstIndex { $0.hasPrefix("## 17 ") })
        let entries = lines[(changes + 1)...].prefix { !$0.hasPrefix("## ") }.filter { $0.hasPrefix("- ") }
        let edition = try #require(entries.last).dropFirst(2).prefix { $0.isNumber || $0 == "." }
        // The point that may follow ends the sentence.
        let number = edition.split(separator: ".").joined(separator: ".")
        #expect(try printed().dropFirst().first == "contract \(number)")
    }

    @Test("the library is the version that the README tells others to depend on")
    func library() throws {
        let readme = try file("README.md")
        let from = try #require(readme.firstRange(of: "from: \""))
        let version = readme[from.upperBound...].prefix { $0 != "\"" }
        #expect(try printed().first == "capsule-merge \(version)")
        #expect(try printed().count == 3)
    }
}
