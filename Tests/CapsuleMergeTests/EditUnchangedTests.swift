// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
import CapsuleToolSupport
import Testing

/// `edit` of values that stay, of a time that nobody knows, and of an orientation.
@Suite("edit of what stays")
struct EditUnchangedTests {
    let place: Workplace

    init() throws {
        place = try Workplace()
        try place.write("asset.cbor", Samples.asset().encoded)
        try place.write("facts.json", Samples.facts)
        #expect(try edit("set-facts", "facts.json").code == 0)
    }

    private func edit(_ arguments: String...) throws -> ToolRun {
        try place.run(["edit", "asset.cbor", "--device", Samples.device1] + arguments)
    }

    @Test(
        "a value that stays is not written, unless --restamp is given",
        arguments: [
            ["set-rating", "4"], ["set-caption", "c"], ["set-cull", "pick"], ["set-hidden", "no"],
            ["set-capture-time", "2020-01-01T00:00:00Z"], ["set-orientation", "6"],
            ["set-location", "1", "2"], ["set-facts", "facts.json"], ["set-capture-time", "--clear"],
            ["set-stack", Samples.id, "burst", "member"],
            ["put-region", Samples.id, "rect", "0.1", "0.1", "0.5", "0.5"],
        ])
    func stays(_ arguments: [String]) throws {
        let command = ["edit", "asset.cbor", "--device", Samples.device1] + arguments
        #expect(try place.run(command).code == 0)
        let before = try place.read("asset.cbor")
        let again = try place.run(command + ["--delta", "delta.cbor"])
        #expect(again.code == 0 && again.error == "asset.cbor: nothing to change\n")
        #expect(try place.read("asset.cbor") == before)
        let restamped = try place.run(command + ["--restamp"])
        #expect(restamped.code == 0 && restamped.error.contains("changed"))
        #expect(try place.read("asset.cbor") != before)
    }

    @Test("set-capture-time --clear says that nobody knows, whatever the facts say")
    func unknownTime() throws {
        #expect(try edit("set-capture-time", "--clear").code == 0)
        let json = try JSONReader.read(try place.run("inspect", "asset.cbor", "--json").output)
        #expect(json["capture_timestamp"] == nil)
        let text = try place.run("inspect", "asset.cbor").text
        #expect(text.contains("  capture time   not known, a correction\n"))
        #expect(try edit("set-capture-time").code == 2)
        #expect(try edit("set-capture-time", "2020-01-01T00:00:00Z", "--clear").code == 2)
    }

    @Test("facts without a capture_timestamp are shown as such")
    func untimedFacts() throws {
        let facts = Samples.facts.split(separator: ",").filter { !$0.contains("capture_timestamp") }
        try place.write("untimed.json", facts.joined(separator: ","))
        #expect(try edit("set-facts", "untimed.json").code == 0)
        #expect(try place.run("inspect", "asset.cbor").text.contains("not known when taken, imported"))
    }

    @Test(
        "inspect says what an orientation does",
        arguments: zip(["1", "6"], ["as stored", "turned clockwise"]))
    func orientation(_ number: String, _ meaning: String) throws {
        #expect(try edit("set-orientation", number).code == 0)
        #expect(try place.run("inspect", "asset.cbor").text.contains("orientation    \(number), \(meaning)"))
    }

    @Test("an orientation that is none is a usage error", arguments: ["0", "9", "up", "1.0"])
    func wrongOrientation(_ text: String) throws {
        let run = try edit("set-orientation", text)
        #expect(run.code == 2 && run.error.contains("an orientation is 1 to 8"))
    }
}
