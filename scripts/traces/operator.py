# SPDX-License-Identifier: Apache-2.0
"""contains_none: an operator over sets that is true when none of some members is there."""

AREA = "everywhere"
TESTS = "CapsuleSmartAlbumsTests"
EDITS = {
    "Sources/CapsuleSmartAlbums/Operators/SetTest.swift": [
        ("    case containsAll([Member])\n", "{}    /// It has none of the members.\n    case containsNone([Member])\n"),
        ('    case containsAll = "contains_all"\n', '{}    case containsNone = "contains_none"\n'),
        ("        case .containsAll: .containsAll(try source.list(of: Member.self))\n",
         "{}        case .containsNone: .containsNone(try source.list(of: Member.self))\n"),
        ("        case .containsAll: .containsAll\n", "{}        case .containsNone: .containsNone\n"),
        ("case .containsAny(let members), .containsAll(let members): .list(members)",
         "case .containsAny(let members), .containsAll(let members), .containsNone(let members): .list(members)"),
        ("        case .containsAll(let members): .all(members.map { anyOf([$0]) })\n",
         "{}        case .containsNone(let members): .all(members.map { anyOf([$0]).complement })\n"),
        ("    public func containsAll(_ members: [Member]) -> Condition { .term(term(.containsAll(members))) }\n",
         "{}    /// It has none of at most 64 members.\n"
         "    public func containsNone(_ members: [Member]) -> Condition { .term(term(.containsNone(members))) }\n"),
    ],
    "Conformance/SPEC.md": [
        ("contains: member; contains_any, contains_all: array of members",
         "contains: member; contains_any, contains_all, contains_none: array of members"),
    ],
    "Conformance/reference/python/smartalbum.py": [
        ("def is_in(value, wanted):",
         'def contains_none(members, wanted):\n    """SPEC section 12: contains_none of nothing is true."""\n'
         "    return not any(each in members for each in wanted)\n\n\n{}"),
        ('            "contains_all": Operator(array_of(check), contains_all)}',
         '            "contains_all": Operator(array_of(check), contains_all),\n'
         '            "contains_none": Operator(array_of(check), contains_none)}'),
    ],
    "Conformance/authoring/area_everywhere_albums.py": [
        ('        "contains_all": ([one, two], [[two, one], [one, two, three]], [[one], [three], [two, three]]),\n',
         '{}        "contains_none": ([one, two], [[three]], [[one], [two, three]]),\n'),
        ('            "contains_all": (["burst"], ["burst"], ["custom"]),\n',
         '{}            "contains_none": (["custom"], ["burst"], ["custom"]),\n'),
        ('            "contains_all": ([ALBUM], [ALBUM], [OTHER_ALBUM]),\n',
         '{}            "contains_none": ([OTHER_ALBUM], [ALBUM], [OTHER_ALBUM]),\n'),
        ('    "contains_all": "class-set",\n', '{}    "contains_none": "class-set",\n'),
        ('"in", "contains_any", "contains_all")', '"in", "contains_any", "contains_all", "contains_none")'),
    ],
    "Tests/CapsuleSmartAlbumsTests/TermTableTests.swift": [
        ('"contains_any": "labels", "contains_all": "labels"]',
         '"contains_any": "labels", "contains_all": "labels", "contains_none": "labels"]'),
        ('"contains_any": "stacks", "contains_all": "stacks"]',
         '"contains_any": "stacks", "contains_all": "stacks", "contains_none": "stacks"]'),
        ('"contains_any": "ids", "contains_all": "ids"]',
         '"contains_any": "ids", "contains_all": "ids", "contains_none": "ids"]'),
    ],
    "Tests/CapsuleSmartAlbumsTests/StraightforwardEvaluation.swift": [
        ("        case .containsAll(let wanted): wanted.allSatisfy { members.contains($0) }\n",
         "{}        case .containsNone(let wanted): !wanted.contains { members.contains($0) }\n"),
        ("        case .containsAll(let members): .containsAll(members.map(\\.matchKey))\n",
         "{}        case .containsNone(let members): .containsNone(members.map(\\.matchKey))\n"),
    ],
}
