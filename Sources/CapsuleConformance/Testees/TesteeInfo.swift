// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// What a testee says about itself.
package struct TesteeInfo: Sendable {
    package var name: String
    package var version: String
    package var spec: String
    /// The operations that it offers; nil when it did not say, so that all of them are tried.
    package var operations: Set<String>?
    /// What is wrong with the information, for people.
    package var flaw: String?

    /// Of a testee that answered `info` with something else.
    init(flaw: String) {
        (name, version, spec, operations) = ("unknown", "unknown", "unknown", nil)
        self.flaw = flaw
    }

    init(_ answer: Answer) {
        self.init(flaw: "it does not answer info as SPEC section 15 says, so every operation is tried")
        guard case .ok(let value) = answer, let operations = value["ops"]?.array else { return }
        name = value["name"]?.text ?? "unknown"
        version = value["version"]?.text ?? "unknown"
        spec = value["spec"]?.text ?? "unknown"
        self.operations = Set(operations.compactMap(\.text))
        flaw = spec == "1" ? nil : "it implements version \(spec) of the contract, and this suite is for 1"
    }

    static let request = JSONObject([("op", "info")])

    /// Asks for the information.
    ///
    /// - Throws: `TesteeFault` when there is no use in asking more: the testee cannot be started, or ends.
    package static func ask(_ testee: any Answering) throws(TesteeFault) -> TesteeInfo {
        do throws(TesteeFault) {
            return TesteeInfo(try testee.ask(request))
        } catch {
            switch error {
            case .cannotStart, .interrupted: throw error
            default:
                return TesteeInfo(flaw: "it does not answer info (\(error)), so every operation is tried")
            }
        }
    }
}
