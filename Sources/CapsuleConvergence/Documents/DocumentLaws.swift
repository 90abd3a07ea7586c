// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
public import CapsuleDocuments

extension SemilatticeLaws {
    /// The laws on documents of one kind and one identity, each perhaps edited after it was made.
    public static func documents<Kind: GeneratedKind>(_: Kind.Type) -> SemilatticeLaws
    where State == Document<Kind> {
        SemilatticeLaws(
            codec: Codec(encode: \.encoded, decode: { bytes in try? Document(decoding: bytes) }),
            generate: { choices in
                var document = choices.document(Kind.self)
                for _ in 0..<choices.below(4) { _ = choices.edit(&document, by: choices.author()) }
                return document
            })
    }
}

extension ConvergenceCheck {
    /// The check of documents of one kind that devices edit, each with its own writer, on any network.
    public static func documents<Kind: GeneratedKind>(
        _: Kind.Type, replicas: Int = 3
    ) -> ConvergenceCheck where State == Document<Kind> {
        ConvergenceCheck(from: Document(id: Identifier(repeating: 0x1d)), replicas: replicas) {
            document, editor, choices in
            let own = Identifier(repeating: UInt8(truncatingIfNeeded: editor.replica))
            // Clocks disagree: an edit is stamped with any.
            return choices.edit(
                &document, by: Author(device: own, writer: own, now: choices.stampTime()))
        }
    }
}
