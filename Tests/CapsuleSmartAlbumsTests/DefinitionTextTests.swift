// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import Testing

@testable import CapsuleSmartAlbums

@Suite struct DefinitionTextTests {
    @Test("a text reads as the condition that it says")
    func reads() throws {
        let text = try DefinitionText(
            "all(rating >= 3, not hidden is true,\n tags_user contains_any [\"Paris\", \"Rome\"]) sort rating desc"
        )
        let expected = Condition.all([
            Field.rating.gte(3), .not(Field.hidden.is(true)),
            Field.tagsUser.containsAny([verbatim("Paris"), verbatim("Rome")]),
        ])
        #expect(text.predicate == expected)
        #expect(text.sort == AlbumSort(by: .rating, .descending))
        #expect(
            text.description
                == "all(rating >= 3, not hidden is true, tags_user contains_any [\"Paris\", \"Rome\"]) sort rating desc"
        )
    }

    @Test("words and symbols of an operator are the same")
    func symbols() throws {
        #expect(try DefinitionText("rating gte 3") == DefinitionText("rating>=3"))
        #expect(try DefinitionText("media_kind eq video") == DefinitionText("media_kind = video"))
    }

    @Test("what cannot be seen in a label is escaped, and reads back")
    func escapes() throws {
        let condition = Field.tagsUser.contains(verbatim("a\"\\\n\u{202e}\u{e9}"))
        let text = DefinitionText.print(condition)
        #expect(text == "tags_user contains \"a\\\"\\\\\\u{a}\\u{202e}\u{e9}\"")
        #expect(try DefinitionText(text).predicate == condition)
    }

    @Test(
        "an error points at the line and column of what is wrong",
        arguments: [
            ("", "1:1"), ("rating", "1:7"), ("rating >= x", "1:11"), ("rating >= 4294967296", "1:11"),
            ("rating before 3", "1:8"), ("Rating = 3", "1:1"), ("all(rating = 3", "1:15"),
            ("all(rating = 3,", "1:16"),
            ("all(rating = 3,\n  cull is best)", "2:11"), ("rating = 3 rating = 4", "1:12"),
            ("tags_user contains \"a", "1:20"), ("tags_user contains \"\"", "1:20"),
            ("tags_user contains \"\\x\"", "1:21"), ("tags_user contains \"\\u{d800}\"", "1:21"),
            ("tags_ai contains \"a\"", "1:9"), ("tags_ai(\"\", \"1\") contains \"a\"", "1:9"),
            ("rating in_range [3, 1]", "1:17"), ("capture_timestamp after 2024-13-01T00:00:00Z", "1:25"),
            ("capture_timestamp in_range [2024-01-01T00:00:00Z, 2024-01-01T00:00:00Z]", "1:28"),
            ("album_id contains 12", "1:19"), ("rating = 3 sort name", "1:17"),
            ("not not not not not not not not rating = 1", "1:33"),
        ])
    func errors(text: String, place: String) {
        do {
            _ = try DefinitionText(text)
            Issue.record("read: \(text)")
        } catch {
            #expect("\(error.line):\(error.column)" == place, "\(error)")
        }
    }

    @Test("a hundred thousand nots and parentheses are refused, not followed")
    func deep() {
        for text in [
            String(repeating: "not ", count: 100_000), String(repeating: "all(", count: 100_000),
            "all(" + String(repeating: "any(),", count: 100_000),
        ] {
            #expect(throws: DefinitionTextError.self, "\(text)") { try DefinitionText(text) }
        }
    }
}
