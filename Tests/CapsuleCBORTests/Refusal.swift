// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import Testing
import TestSupport

/// An input that is refused, with the class and the byte at which the fault is noticed.
struct Refusal: Sendable, CustomTestStringConvertible {
    let rule: String
    let input: [UInt8]
    let errorClass: ErrorClass
    let offset: Int

    init(_ hex: String, _ errorClass: ErrorClass, at offset: Int, _ rule: String) {
        self.init(bytes(hex), errorClass, at: offset, rule)
    }

    init(_ input: [UInt8], _ errorClass: ErrorClass, at offset: Int, _ rule: String) {
        (self.rule, self.input, self.errorClass, self.offset) = (rule, input, errorClass, offset)
    }

    var testDescription: String { "\(rule): \(hex(input.prefix(24)))" }

    /// Checks that the input is refused as it should be.
    func expect(sourceLocation: SourceLocation = #_sourceLocation) {
        let error = refusal(of: input)
        #expect(error?.errorClass == errorClass, "\(rule)", sourceLocation: sourceLocation)
        #expect(error?.offset == offset, "\(rule)", sourceLocation: sourceLocation)
    }
}

/// The error that an input is refused with; nil when it is accepted.
func refusal(of input: [UInt8], limit: Int = CBORLimits.document) -> CBORError? {
    do throws(CBORError) {
        try CanonicalCBOR.check(input.span, limit: limit)
        return nil
    } catch {
        return error
    }
}
