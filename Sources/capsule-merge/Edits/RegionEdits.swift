// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

extension Edit {
    static let regionEdits = [
        Edit(
            "put-region", "ID rect X Y W H", "ID circle CX CY R",
            summary: "Draws or moves a region; the ID 'new' draws an id. Fractions of the image, as decimals "
                + "(0.25) or as billionths (250000000).",
            .asset { arguments throws(ToolError) in
                guard arguments.texts.count >= 2 else { throw arguments.misuse }
                let id = try arguments.identifier(0, "ID")
                let shape = try shape(arguments)
                let ifChanged = arguments.ifChanged
                return { (asset, author) throws(DocumentError) in
                    try asset.putRegion(id, shape, by: author, ifChanged: ifChanged)
                }
            }),
        Edit(
            "delete-region", "ID", summary: "Deletes a region for good.",
            .asset { arguments throws(ToolError) in
                _ = try arguments.single()
                let id = try arguments.identifier(0, "ID")
                return { (asset, author) throws(DocumentError) in try asset.deleteRegion(id, by: author) }
            }),
        Edit(
            "add-region-label", "ID LABEL", summary: "Adds a label to a region.",
            .asset { arguments throws(ToolError) in
                let (id, label) = try regionLabel(arguments)
                return { (asset, author) throws(DocumentError) in
                    try asset.addRegionLabel(label, to: id, by: author)
                }
            }),
        Edit(
            "remove-region-label", "ID LABEL", summary: "Removes a label from a region.",
            .asset { arguments throws(ToolError) in
                let (id, label) = try regionLabel(arguments)
                return { (asset, _) throws(DocumentError) in try asset.removeRegionLabel(label, from: id) }
            }),
    ]

    private static func regionLabel(_ arguments: EditArguments) throws(ToolError) -> (Identifier, String) {
        guard arguments.texts.count == 2 else { throw arguments.misuse }
        return (try arguments.identifier(0, "ID"), arguments.texts[1])
    }

    private static func shape(_ arguments: EditArguments) throws(ToolError) -> RegionShape {
        var fractions: [Fraction] = []
        for text in arguments.texts.dropFirst(2) { fractions.append(try fraction(text, arguments)) }
        switch (arguments.texts[1], fractions.count) {
        case ("rect", 4):
            return .rectangle(x: fractions[0], y: fractions[1], w: fractions[2], h: fractions[3])
        case ("circle", 3): return .circle(cx: fractions[0], cy: fractions[1], r: fractions[2])
        default: throw arguments.misuse
        }
    }

    /// A decimal with a point, exactly, or a whole number of billionths.
    private static func fraction(_ text: String, _ arguments: EditArguments) throws(ToolError) -> Fraction {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isDigits = parts.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        guard isDigits, text.utf8.contains(where: { $0 != UInt8(ascii: ".") }) else {
            throw arguments.usage(
                "a fraction is a decimal such as 0.25 or a number of billionths, not '\(text)'")
        }
        if parts.count == 1 {
            guard text != "1" else {
                throw arguments.usage("'1' may be the whole (write 1.0) or one billionth (write 0.000000001)")
            }
            if let value = Decimal.whole(text, as: UInt64.self), let fraction = Fraction(billionths: value) {
                return fraction
            }
            throw arguments.usage("a fraction has at most 1000000000 billionths, not '\(text)'")
        }
        guard parts.count == 2, parts[1].count <= 9, parts[0].utf8.count <= 1 else {
            throw arguments.usage("a fraction has one point and at most nine decimals, not '\(text)'")
        }
        let decimals = String(parts[1]) + String(repeating: "0", count: 9 - parts[1].count)
        guard let whole = UInt64(parts[0].isEmpty ? "0" : parts[0]), whole <= 1,
            let part = UInt64(decimals), let fraction = Fraction(billionths: whole * Fraction.whole + part)
        else { throw arguments.usage("a fraction is at most 1.0, not '\(text)'") }
        return fraction
    }
}
