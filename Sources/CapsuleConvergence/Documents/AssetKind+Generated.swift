// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
public import CapsuleDocuments

extension AssetKind: GeneratedKind {
    /// Makes any one of the edits of an asset.
    public static func edit<Editor: DocumentEditing<AssetKind> & ~Copyable>(
        _ document: inout Editor, by author: Author, _ choices: inout Choices
    ) throws(DocumentError) -> Editor.Outcome {
        switch choices.below(18) {
        case 0, 1: return try choices.editLabels(&document, by: author)
        case 2...11: return try choices.editRegister(&document, by: author)
        case 12: return try document.addAITag(choices.aiTag(), by: author)
        case 13:
            if choices.bool() { return try document.removeAITag(choices.aiTag()) }
            return try document.promoteAITag(choices.aiTag(), remove: choices.bool(), by: author)
        case 14, 15:
            return try document.putRegion(choices.identifier(), choices.regionShape(), by: author)
        case 16: return try document.deleteRegion(choices.identifier(), by: author)
        default:
            if choices.bool() {
                return try document.addRegionLabel(choices.text(), to: choices.identifier(), by: author)
            }
            return try document.removeRegionLabel(choices.text(), from: choices.identifier())
        }
    }
}
