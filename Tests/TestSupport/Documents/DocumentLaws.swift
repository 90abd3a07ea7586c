// SPDX-License-Identifier: Apache-2.0

package import CapsuleCRDT
package import CapsuleDocuments

/// The laws of a join on three states of one document, by their bytes.
///
/// - Returns: the names of those that are broken.
package func brokenLaws<Kind: DocumentType>(
    _ a: Document<Kind>, _ b: Document<Kind>, _ c: Document<Kind>, horizon: StampTime
) -> [String] {
    do throws(DocumentError) {
        return try check(a, b, c, horizon: horizon)
    } catch {
        return ["a join was refused: \(error)"]
    }
}

private func check<Kind: DocumentType>(
    _ a: Document<Kind>, _ b: Document<Kind>, _ c: Document<Kind>, horizon: StampTime
) throws(DocumentError) -> [String] {
    var broken: Set<String> = []
    let all = try a.joined(with: b).joined(with: c)
    for (x, y, z) in [(a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)] {
        let pair = try x.joined(with: y)
        if pair.encoded != (try y.joined(with: x)).encoded { broken.insert("commutative") }
        if try pair.joined(with: z).encoded != all.encoded { broken.insert("associative") }
        if try z.joined(with: pair).encoded != all.encoded { broken.insert("grouping") }
    }
    for state in [a, b, c, all] {
        if try all.joined(with: state).encoded != all.encoded { broken.insert("idempotent") }
        if try state.joined(with: all).encoded != all.encoded { broken.insert("idempotent") }
    }
    do throws(DocumentError) {
        if try Document<Kind>(decoding: all.encoded) != all { broken.insert("closed") }
        let before = all.before(horizon)
        if try Document<Kind>(decoding: before.encoded) != before { broken.insert("closed before") }
        if before.before(horizon) != before { broken.insert("before is idempotent") }
    } catch {
        broken.insert("closed: \(error)")
    }
    return broken.sorted()
}
