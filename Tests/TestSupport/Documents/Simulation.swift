// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
package import CapsuleDocuments

/// Replicas of one document that edit at the same time, with clocks that are wrong, and exchange states
/// and single deltas in any order.
///
/// A later version writes unknown keys among them, and two of the devices share a writer, which is a
/// fault that must converge too.
package struct Simulation<Kind: EditedKind> {
    package private(set) var replicas: [Document<Kind>]
    /// Every delta that was ever made, in order.
    package private(set) var deltas: [Document<Kind>] = []
    package var wild: WildValues
    /// Edits in which the state after was not the join of the state before and the delta.
    package private(set) var brokenEdits = 0
    /// Edits that were refused.
    package private(set) var refusals: [DocumentError] = []
    private let skews: [Int64]
    private var clock: Int64 = 0

    package init(_ generator: SeededGenerator) {
        wild = WildValues(generator)
        replicas = Array(repeating: Document(id: Sample.document), count: 3)
        skews = [0, 3_600_000, -86_400_000]
    }

    /// Lets one replica edit, take in a delta or a state, or hear from a later version.
    package mutating func step() {
        let index = wild.pick(Array(replicas.indices))
        clock += Int64(wild.pick([0, 0, 1, 1_000]))
        switch wild.pick(Array(0..<10)) {
        case 0..<6: edit(index)
        case 6: if let delta = deltas.randomElement(using: &wild.generator) { receive(delta, at: index) }
        case 7: receive(replicas[wild.pick(Array(replicas.indices))], at: index)
        default: hearFromLaterVersion(index)
        }
    }

    private mutating func edit(_ index: Int) {
        let device = UInt8(index + 1)
        // The third device goes on with the second's writer.
        let writer = Sample.id(0x80 | min(device, 2))
        let author = Author(
            device: Sample.id(device), writer: writer, now: Sample.time(100_000_000 + clock + skews[index]))
        let before = replicas[index]
        do throws(DocumentError) {
            let delta = try Kind.edit(&replicas[index], by: author, &wild)
            deltas.append(delta)
            if (try? before.joined(with: delta)) != replicas[index] { brokenEdits += 1 }
        } catch {
            refusals.append(error)
            if replicas[index] != before { brokenEdits += 1 }
        }
    }

    private mutating func receive(_ document: Document<Kind>, at index: Int) {
        guard (try? replicas[index].join(document)) != nil else { fatalError("the same document") }
    }

    private mutating func hearFromLaterVersion(_ index: Int) {
        let bytes = wild.document(Kind.kind, sparse: 6).encoded
        guard let delta = try? Document<Kind>(decoding: bytes) else { return }
        deltas.append(delta)
        receive(delta, at: index)
    }
}
