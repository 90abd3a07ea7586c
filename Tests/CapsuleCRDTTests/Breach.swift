// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import Testing
import TestSupport

/// Bytes that are not a value of a type, with the class and the byte at which that is noticed.
struct Breach: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let input: [UInt8]
    let errorClass: ErrorClass
    let offset: Int

    init(_ rule: String, _ input: [UInt8], _ errorClass: ErrorClass = .invalid, at offset: Int) {
        (testDescription, self.input, self.errorClass, self.offset) = (rule, input, errorClass, offset)
    }

    init(_ rule: String, _ item: CBORItem, _ errorClass: ErrorClass = .invalid, at offset: Int) {
        self.init(rule, item.encoded, errorClass, at: offset)
    }

    /// The place of the first of the given bytes in an item, for offsets that would be hard to count.
    init(
        _ rule: String, _ item: CBORItem, _ errorClass: ErrorClass = .invalid, atFirst part: [UInt8],
        plus distance: Int = 0
    ) {
        let bytes = item.encoded
        let place = bytes.indices.first { bytes[$0...].starts(with: part) }
        guard let place else { preconditionFailure("\(rule): the part is not in the item") }
        self.init(rule, bytes, errorClass, at: place + distance)
    }

    /// Checks that decoding refuses the bytes as it should.
    func expect(
        sourceLocation: SourceLocation = #_sourceLocation, _ decode: ([UInt8]) throws(CBORError) -> Void
    ) {
        do throws(CBORError) {
            try decode(input)
            Issue.record("accepted: \(hex(input.prefix(100)))", sourceLocation: sourceLocation)
        } catch {
            #expect(error.errorClass == errorClass, "\(error.reason)", sourceLocation: sourceLocation)
            #expect(error.offset == offset, "\(error.reason)", sourceLocation: sourceLocation)
        }
    }
}

/// Checks that bytes decode and are written again, and that every strict prefix of them is malformed.
func expectCanonical(
    _ item: CBORItem, sourceLocation: SourceLocation = #_sourceLocation,
    _ recode: ([UInt8]) throws(CBORError) -> [UInt8]
) {
    let bytes = item.encoded
    do throws(CBORError) {
        let again = try recode(bytes)
        #expect(again == bytes, sourceLocation: sourceLocation)
    } catch {
        Issue.record("refused: \(error)", sourceLocation: sourceLocation)
    }
    let accepted = bytes.indices.filter { end in
        do throws(CBORError) {
            _ = try recode(Array(bytes[..<end]))
            return true
        } catch {
            return error.errorClass != .malformed || error.offset > end
        }
    }
    #expect(accepted == [], "prefixes that are not malformed", sourceLocation: sourceLocation)
}
