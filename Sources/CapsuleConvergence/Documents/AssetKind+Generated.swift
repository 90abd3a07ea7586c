// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
public import CapsuleDocuments

extension AssetKind: GeneratedKind {
    /// Some of the fields of an asset.
    public static func fields(_ choices: inout Choices) -> [String: [UInt8]] {
        var fields: [String: [UInt8]] = [:]
        func put(_ name: String, _ make: (inout Choices) -> [UInt8]) {
            if choices.bool() { fields[name] = make(&choices) }
        }
        put("facts") { $0.stamped { $0.facts() }.encoded }
        put("capture_time") { $0.stamped { $0.maybe { $0.timestamp() } }.encoded }
        put("orientation") { $0.stamped { $0.orientation() }.encoded }
        put("location") { $0.stamped { $0.maybe { $0.gps() } }.encoded }
        put("lqip") { $0.stamped { $0.maybe { $0.lqip() } }.encoded }
        put("tags_user") { $0.orSet { $0.label() }.encoded }
        put("tags_ai") { $0.orSet { $0.aiTag() }.encoded }
        put("caption") { $0.history { $0.caption() }.encoded }
        put("rating") { $0.stamped { $0.rating() }.encoded }
        put("stack_membership") { $0.stamped { $0.maybe { $0.stackMembership() } }.encoded }
        put("cull") { $0.stamped { $0.closed(Cull.self) }.encoded }
        put("hidden") { $0.stamped { $0.bool() }.encoded }
        put("regions") { choices in
            var regions: [[UInt8]: [UInt8]] = [:]
            for _ in 0..<choices.below(4) { regions[choices.identifier().encoded] = choices.region().encoded }
            return regions.isEmpty ? [] : Choices.map(regions)
        }
        return Choices.present(fields)
    }

    /// Makes any one of the edits of an asset.
    public static func edit<Editor: DocumentEditing<AssetKind> & ~Copyable>(
        _ document: inout Editor, by author: Author, _ choices: inout Choices
    ) throws(DocumentError) -> Editor.Outcome {
        switch choices.below(18) {
        case 0, 1: return try choices.editLabels(&document, by: author)
        case 2: return try document.setCaption(choices.caption(), by: author)
        case 3: return try document.setRating(choices.rating(), by: author)
        case 4: return try document.setCull(choices.closed(), by: author)
        case 5: return try document.setHidden(choices.bool(), by: author)
        case 6: return try document.setFacts(choices.facts(), by: author)
        case 7: return try document.setCaptureTime(choices.maybe { $0.timestamp() }, by: author)
        case 8: return try document.setLocation(choices.maybe { $0.gps() }, by: author)
        case 9: return try document.setLQIP(choices.maybe { $0.lqip() }, by: author)
        case 10: return try document.setStackMembership(choices.maybe { $0.stackMembership() }, by: author)
        case 11: return try document.addAITag(choices.aiTag(), by: author)
        case 12:
            if choices.bool() { return try document.removeAITag(choices.aiTag()) }
            return try document.promoteAITag(choices.aiTag(), remove: choices.bool(), by: author)
        case 13:
            return try document.putRegion(choices.identifier(), choices.regionShape(), by: author)
        case 15: return try document.setOrientation(choices.orientation(), by: author)
        case 16:
            return try document.setRating(choices.rating(), by: author, ifChanged: true)
        case 14: return try document.deleteRegion(choices.identifier(), by: author)
        default:
            if choices.bool() {
                return try document.addRegionLabel(choices.text(), to: choices.identifier(), by: author)
            }
            return try document.removeRegionLabel(choices.text(), from: choices.identifier())
        }
    }
}
