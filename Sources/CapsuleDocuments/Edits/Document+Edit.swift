// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

extension DocumentView {
    /// A write that follows what a register holds (SPEC section 3, writing rule).
    func stamp<Value: CanonicalValue>(
        _ value: Value, after current: StampTime?, by author: Author, in path: @autoclosure () -> String
    ) throws(DocumentError) -> Stamped<Value> {
        do throws(CRDTError) {
            return try Stamped(
                value, by: author.device, ts: StampTime.successor(of: current, now: author.now))
        } catch {
            throw DocumentError(error, at: path())
        }
    }
}

extension Label {
    /// The label as a writer stores it.
    init(writing text: String, in path: @autoclosure () -> String) throws(DocumentError) {
        do throws(CRDTError) {
            self = try Label(normalizing: text)
        } catch {
            throw DocumentError(error, at: path())
        }
    }

    /// The normal form that a removal looks for: of any text of 1 to 256 bytes, also one that could not be
    /// added.
    static func removalKey(
        _ text: String, in path: @autoclosure () -> String
    ) throws(DocumentError) -> [UInt8] {
        let utf8 = Array(text.utf8)
        guard sizes.contains(utf8.count) else {
            throw DocumentError(
                .invalid, at: path(), "a label has 1 to 256 bytes, this one has \(utf8.count)")
        }
        return NormalForm.label(utf8.span)
    }
}

extension Document {
    /// The counter of a writer's next add in one of the document's sets (SPEC section 6).
    ///
    /// - Parameters:
    ///   - field: `labels`, `tags_user` or `tags_ai`, whichever the kind has.
    ///   - region: the region whose labels are asked for; `field` is then `regions`.
    /// - Throws: `invalid` when the kind has no such set, `counter-exhausted`.
    public func nextCounter(
        of writer: Identifier, in field: String, region: Identifier? = nil
    ) throws(DocumentError) -> UInt64 {
        try state.nextCounter(of: writer, in: field, region: region)
    }
}
