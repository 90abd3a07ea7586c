// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleToolSupport

/// The members that requests for decisions have (SPEC section 18).
extension Members {
    func moment(_ name: String) throws(TesteeError) -> Moment { Moment(try timestamp(name)) }

    func optionalMoment(_ name: String) throws(TesteeError) -> Moment? {
        optional(name) == nil ? nil : try moment(name)
    }

    func seconds(_ name: String) throws(TesteeError) -> WholeSeconds {
        guard let seconds = WholeSeconds(exactly: try unsigned(name)) else {
            throw .invalid("\(name) is a number of seconds of 0 to \(WholeSeconds.greatest)")
        }
        return seconds
    }

    func optionalSeconds(_ name: String) throws(TesteeError) -> WholeSeconds? {
        optional(name) == nil ? nil : try seconds(name)
    }

    /// A count of 0 to 2^53 - 1, which every language holds exactly.
    func count(_ name: String) throws(TesteeError) -> UInt64 {
        let count: UInt64 = try unsigned(name)
        guard count <= Counter.last else { throw .invalid("\(name) is an integer of 0 to \(Counter.last)") }
        return count
    }

    func optionalCount(_ name: String) throws(TesteeError) -> UInt64? {
        optional(name) == nil ? nil : try count(name)
    }

    func digest(_ name: String) throws(TesteeError) -> Digest { try JSON.digest(value(name), name) }

    func optionalDigest(_ name: String) throws(TesteeError) -> Digest? {
        optional(name) == nil ? nil : try digest(name)
    }

    func optionalIdentifier(_ name: String) throws(TesteeError) -> Identifier? {
        optional(name) == nil ? nil : try identifier(name)
    }

    func identifiers(_ name: String) throws(TesteeError) -> [Identifier] {
        var identifiers: [Identifier] = []
        for value in try array(name) { identifiers.append(try JSON.identifier(value, "an id of \(name)")) }
        return identifiers
    }

    /// An array of values of a closed set.
    func closedArray<Value: RawRepresentable>(_ name: String) throws(TesteeError) -> [Value]
    where Value.RawValue == String {
        var values: [Value] = []
        for value in try array(name) { values.append(try JSON.closed(value, "a value of \(name)")) }
        return values
    }
}
