// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT

/// The skip pointers of the sets of a document that are large enough to have some, by the index of their field.
///
/// A list, since a kind has few sets: a dictionary's hashes would cost more than the walk.
struct SkipPointersByField: Sendable {
    private var sets: [(field: Int, pointers: [SkipPointer])] = []

    /// Whether no set has skip pointers.
    var isEmpty: Bool { sets.isEmpty }

    /// The skip pointers of a field's set; empty when it has none.
    subscript(field: Int) -> [SkipPointer] {
        for index in sets.indices where sets[index].field == field { return sets[index].pointers }
        return []
    }

    /// Adds those of a field that has none yet.
    mutating func add(_ pointers: [SkipPointer], of field: Int) {
        if !pointers.isEmpty { sets.append((field, pointers)) }
    }
}
