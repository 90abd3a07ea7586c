// SPDX-License-Identifier: Apache-2.0

package import CapsuleToolSupport

/// A testee that runs as a program, and is started again after a fault.
package final class ProcessTestee: Answering {
    package let command: [String]
    package private(set) var lastComplaints: [String] = []
    /// How often it was started again.
    package private(set) var restarts = 0
    private let limits: RequestLimits
    private var connection: TesteeConnection?
    private var lastID: UInt64 = 0
    private var wasStarted = false

    package init(command: [String], limits: RequestLimits) {
        self.command = command
        self.limits = limits
    }

    package func ask(_ request: JSONObject) throws(TesteeFault) -> Answer {
        let connection = try connected()
        lastID += 1
        var members: [(key: String, value: JSONValue)] = [("id", .integer(lastID))]
        members += request.members
        do throws(TesteeFault) {
            let line = try connection.exchange(JSONValue.object(JSONObject(members)).encoded())
            return try Answer(line: line, id: lastID)
        } catch {
            lastComplaints = connection.lastComplaints
            if !error.leavesInStep { self.connection = nil }
            throw error
        }
    }

    private func connected() throws(TesteeFault) -> TesteeConnection {
        if let connection { return connection }
        let started = try TesteeConnection(command: command, limits: limits)
        if wasStarted { restarts += 1 }
        wasStarted = true
        connection = started
        return started
    }

    /// Ends the program.
    package func stop() {
        _ = connection?.finish()
        connection = nil
    }
}
