// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments

extension Edit {
    static let labelEdits = [
        Edit(
            "add-label", "LABEL", summary: "Adds a label (stack, album, asset).",
            .labels { arguments throws(ToolError) in .add(try arguments.single()) }),
        Edit(
            "remove-label", "LABEL", summary: "Removes a label (stack, album, asset).",
            .labels { arguments throws(ToolError) in .remove(try arguments.single()) }),
        Edit(
            "set-name", "NAME", summary: "Renames an album.",
            .album { arguments throws(ToolError) in
                let name = try arguments.single()
                let ifChanged = arguments.ifChanged
                return { (album, author) throws(DocumentError) in
                    try album.setName(name, by: author, ifChanged: ifChanged)
                }
            }),
    ]
}
