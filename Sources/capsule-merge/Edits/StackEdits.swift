// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
import CapsuleToolSupport

extension Edit {
    static let stackEdits = [
        Edit(
            "set-stack", "STACK_ID TYPE primary|member|proxy [INDEX]", "--clear",
            summary: "Puts the asset into a stack (raw_jpeg, burst, panorama, ...), or takes it out.",
            argumentsWhenCleared: 0,
            .asset { arguments throws(ToolError) in
                let membership = try membership(arguments)
                let ifChanged = arguments.ifChanged
                return { (asset, author) throws(DocumentError) in
                    try asset.setStackMembership(membership, by: author, ifChanged: ifChanged)
                }
            })
    ]

    private static func membership(_ arguments: EditArguments) throws(ToolError) -> StackMembership? {
        try arguments.check(3...4)
        guard !arguments.isCleared else { return nil }
        let texts = arguments.texts
        var index: UInt32?
        if texts.count > 3 {
            index = Decimal.whole(texts[3], as: UInt32.self)
            guard index != nil else {
                throw arguments.usage("INDEX is a whole number of 0 to \(UInt32.max), '\(texts[3])' is not")
            }
        }
        return StackMembership(
            stackID: try arguments.identifier(0, "STACK_ID"),
            stackType: try arguments.closed(texts[1], StackType.self),
            role: try arguments.closed(texts[2], StackRole.self), memberIndex: index)
    }
}
