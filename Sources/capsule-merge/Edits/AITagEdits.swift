// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments

extension Edit {
    static let aiTagEdits = [
        Edit(
            "add-ai-tag", "TAG MODEL VERSION", summary: "Adds a label that a model gave.",
            .asset { arguments throws(ToolError) in
                let tag = try aiTag(arguments)
                return { (asset, author) throws(DocumentError) in try asset.addAITag(tag, by: author) }
            }),
        Edit(
            "remove-ai-tag", "TAG MODEL VERSION", summary: "Dismisses a label that a model gave.",
            .asset { arguments throws(ToolError) in
                let tag = try aiTag(arguments)
                return { (asset, _) throws(DocumentError) in try asset.removeAITag(tag) }
            }),
        Edit(
            "promote-ai-tag", "TAG MODEL VERSION [--remove]",
            summary: "Makes it a label of the asset; --remove also dismisses it.",
            .asset { arguments throws(ToolError) in
                let tag = try aiTag(arguments)
                let removes = arguments.removesToo
                return { (asset, author) throws(DocumentError) in
                    try asset.promoteAITag(tag, remove: removes, by: author)
                }
            }),
    ]

    private static func aiTag(_ arguments: EditArguments) throws(ToolError) -> AITag {
        guard arguments.texts.count == 3 else { throw arguments.misuse }
        let texts = arguments.texts
        guard let tag = AITag(tag: texts[0], modelID: texts[1], modelVersion: texts[2]) else {
            throw arguments.usage("TAG, MODEL and VERSION have 1 to 256 bytes each")
        }
        return tag
    }
}
