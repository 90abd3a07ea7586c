// SPDX-License-Identifier: Apache-2.0

package import CapsuleCBOR

/// Unknown keys that a document or a region carries for versions that know them (SPEC section 9).
package enum CarriedKeys {
    /// Checks the name of a carried key, given as the range of its content.
    package static func checkName(_ name: Range<Int>) throws(CBORError) {
        guard name.count <= CBORLimits.carriedKey else {
            throw CBORError(
                .limit, at: name.lowerBound,
                "a carried key has at most \(CBORLimits.carriedKey) bytes, this one has \(name.count)")
        }
    }

    /// Reads past a carried value, whatever it is.
    package static func checkValue(_ reader: inout CBORReader) throws(CBORError) {
        try reader.skipItem().checkValueSize("a carried value")
    }

    /// Whether the right of two carried values stays.
    ///
    /// A stamped map beats what is none; of two the greater stays, so that a register of a later version
    /// joins as one; else the greater bytes stay.
    package static func rightWins(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        if left.elementsEqual(right) { return false }
        switch (StampedLayout(probing: left), StampedLayout(probing: right)) {
        case (let leftStamped?, let rightStamped?):
            return StampedLayout.compare(leftStamped, in: left, rightStamped, in: right) < 0
        case (_?, nil): return false
        case (nil, _?): return true
        case (nil, nil): return left.compare(right) < 0
        }
    }
}
