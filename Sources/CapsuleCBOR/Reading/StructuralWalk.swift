// SPDX-License-Identifier: Apache-2.0

// The bounds of items in bytes that may end too early, as when a sequence is read piece by piece. Only the
// structure is looked at; whoever uses an item decodes it.

extension Span<UInt8> {
    /// The head of the item at an offset, nil when the bytes end within it.
    package func structure(
        at offset: Int
    ) throws(CBORError) -> (major: UInt8, argument: UInt64, end: Int)? {
        guard offset < count else { return nil }
        let information = self[offset] & 0x1f
        if (24...27).contains(information), count - offset <= 1 << Int(information - 24) { return nil }
        let head = try CBORHead(self, at: offset)
        if head.isIndefinite { throw CBORRule.definite.broken(at: offset) }
        return (head.major, head.argument, offset + head.length)
    }

    /// The offset after the item at an offset, nil when the bytes end before it does.
    package func structuralEnd(ofItemAt offset: Int) throws(CBORError) -> Int? {
        var position = offset
        var items: UInt64 = 1
        while items > 0 {
            items -= 1
            // The short items that most are.
            if position < count {
                let initial = self[position]
                if initial < 0x18 {
                    position += 1
                    continue
                }
                if initial >= 0x40, initial < 0x78, initial & 0x1f < 24 {
                    position += 1 + Int(initial & 0x1f)
                    continue
                }
            }
            guard let head = try structure(at: position) else { return nil }
            position = head.end
            switch head.major {
            case 2, 3:
                guard let length = Int(exactly: head.argument), length <= Int.max - position else {
                    return nil
                }
                position += length
            case 4, 5:
                // More items than bytes can follow are the same as bytes that have not come yet.
                let (added, overflow) = items.addingReportingOverflow(head.argument)
                let (all, overflow2) = added.addingReportingOverflow(head.major == 5 ? head.argument : 0)
                guard !overflow, !overflow2 else { return nil }
                items = all
            case 6: items += 1
            default: break
            }
        }
        return position <= count ? position : nil
    }

    /// The offset after the well-formed item at an offset, canonical or not; nil when the bytes end before it
    /// does, or it is not well-formed.
    package func lenientEnd(ofItemAt offset: Int) -> Int? {
        do throws(CBORError) {
            return try LenientCBOR.skipItem(self, at: offset, depth: 1)
        } catch {
            return nil
        }
    }
}
