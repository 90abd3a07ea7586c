// SPDX-License-Identifier: Apache-2.0

import CapsuleTestee
package import CapsuleToolSupport

/// This package's own testee, in the process of the runner.
package final class OwnTestee: Answering {
    private let testee: Testee
    package let lastComplaints: [String] = []

    package init(version: String) {
        testee = Testee(version: version)
    }

    package func ask(_ request: JSONObject) throws(TesteeFault) -> Answer {
        var members: [(key: String, value: JSONValue)] = [("id", 1)]
        members += request.members
        let line = JSONValue.object(JSONObject(members)).encoded()
        return try Answer(line: testee.answer(line: line), id: 1)
    }
}
