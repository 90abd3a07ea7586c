# SPDX-License-Identifier: Apache-2.0
"""favourite: a register of the asset that holds whether a person likes it."""

AREA = "everywhere"
TESTS = "CapsuleDocumentsTests"
EDITS = {
    "Sources/CapsuleDocuments/Kinds/AssetSidecar.swift": [
        ("cull, hidden, stackMembership, regions)", "cull, hidden, favourite, stackMembership, regions)"),
        ("    /// The stack that the asset belongs to.\n    package static let stackMembership",
         "    /// Whether a person likes the asset.\n"
         '    package static let favourite = Register("favourite", Bool.self)\n{}'),
        ("    /// The regions, by ascending id, deleted ones too.\n",
         "    /// Whether a person likes the asset.\n"
         "    public var favourite: Stamped<Bool>? { view[AssetKind.favourite] }\n\n{}"),
        ("    /// Writes the caption, verbatim;",
         "    /// Says whether a person likes the asset.\n"
         "    ///\n"
         "    /// - Returns: the delta; nothing where a transaction keeps it.\n"
         "    public mutating func setFavourite(\n"
         "        _ favourite: Bool, by author: Author, ifChanged: Bool = false\n"
         "    ) throws(DocumentError) -> Outcome {\n"
         "        try set(AssetKind.favourite, to: favourite, by: author, ifChanged: ifChanged)\n"
         "    }\n\n{}"),
    ],
    "Tests/CapsuleDocumentsTests/FieldTable+Documents.swift": [
        ('            .register(\n                .asset, "hidden", [true, false],\n',
         '            .register(.asset, "favourite", [true, false], [("", .null), ("", 0), ("", "true")]),\n{}'),
    ],
    "Conformance/SPEC.md": [
        ("`hidden` LWW of bool;", "{} `favourite` LWW of bool;"),
        ("caption, rating, cull, hidden, capture_time,", "caption, rating, cull, hidden, favourite, capture_time,"),
        ("`orientation` (when written),", "`orientation` and `favourite` (when written),"),
    ],
    "Conformance/reference/python/documents.py": [
        ('        "hidden": Register(scalars.boolean),\n', '{}        "favourite": Register(scalars.boolean),\n'),
    ],
    "Conformance/authoring/samples.py": [
        ('    plain("asset", "hidden", False, True, settable=(True,)),\n',
         '{}    plain("asset", "favourite", False, True, settable=(True,)),\n'),
    ],
    "Conformance/authoring/area_everywhere_requests.py": [
        ('    "set hidden": written("hidden", True, [], of_type=BOOL),\n',
         '{}    "set favourite": written("favourite", True, [], of_type=BOOL),\n'),
    ],
}
