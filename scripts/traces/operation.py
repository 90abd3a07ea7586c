# SPDX-License-Identifier: Apache-2.0
"""label.size: an operation of the test interface that answers how many bytes a label has as it is stored."""

AREA = "label"
TESTS = "CapsuleTesteeTests"
EDITS = {
    "Sources/CapsuleTestee/Testee+Scalars.swift": [
        ('        Operation("label.normalize", normalizeLabel),\n', '{}        Operation("label.size", sizeOfLabel),\n'),
        ("    private static func normalizeLabel(",
         "    private static func sizeOfLabel(_ request: Members) throws(TesteeError) -> JSONObject {\n"
         '        let text = try request.text("text")\n'
         "        let label = try answering { () throws(CRDTError) in try Label(normalizing: text) }\n"
         '        return JSONObject([("size", .integer(label.utf8.count))])\n'
         "    }\n\n{}"),
    ],
    "Conformance/SPEC.md": [
        ("| label.normalize | text | text |\n", "{}| label.size | text | size: bytes of the label as it is written |\n"),
    ],
    "Conformance/reference/python/testee.py": [
        ("# Documents.\n",
         'def label_size(request):\n    """SPEC sections 2, 15: label.size."""\n'
         '    return {"size": len(scalars.written_label(required(request, "text", text)).encode())}\n\n\n{}'),
        ('    "label.normalize": label_normalize,\n', '{}    "label.size": label_size,\n'),
    ],
    "Conformance/authoring/area_label.py": [
        ('nfc = Topic("label", "nfc")\n',
         'sizes = Topic("label", "sizes")\n'
         "sized = sizes.accepts(\n"
         '    "composed", "label-written", "the size is that of the normal form",\n'
         '    {"op": "label.size", "text": "a\\u0301"}, {"size": 2}\n'
         ")\n"
         "sizes.rejects(\n"
         '    "empty", "label-written", "no label, no size", {"op": "label.size", "text": " "}, "invalid", sized\n'
         ")\n\n{}"),
    ],
}
