// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments

/// The numbers that stand for labels, models, people, albums and stacks in the columns.
struct Vocabulary: Sendable {
    var labels = Interner<NormalLabel>()
    var slots = Interner<ModelSlot>()
    var aiTags = Interner<AITagNumber>()
    var people = Interner<PersonNumber>()
    var albums = Interner<Identifier>()
    var stacks = Interner<StackInAlbum>()
}

/// A label as a version of a model gave it.
struct AITagNumber: Hashable, Sendable {
    let slot: UInt32
    let label: UInt32
}

/// A person as a version of a model found it.
struct PersonNumber: Hashable, Sendable {
    let slot: UInt32
    let cluster: Identifier
}

/// The normal form of a label.
struct NormalLabel: Hashable, Sendable {
    let utf8: [UInt8]

    init(_ text: Span<UInt8>) {
        utf8 = NormalForm.label(text)
    }

    /// Hashes all bytes at once; an array alone would hash them one by one.
    func hash(into hasher: inout Hasher) {
        // The buffer is read inside the closure only.
        unsafe utf8.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
}
