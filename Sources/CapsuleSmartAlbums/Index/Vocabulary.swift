// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments

/// The numbers that stand for labels, models, people, albums and stacks in the columns.
struct Vocabulary: Sendable {
    /// By normal form.
    var labels = Interner<[UInt8]>()
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
