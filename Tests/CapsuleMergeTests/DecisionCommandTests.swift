// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("lifecycle and alerts")
struct DecisionCommandTests {
    let place: Workplace

    init() throws {
        place = try Workplace()
    }

    private func facts(_ name: String, _ text: String) throws { try place.write(name, Array(text.utf8)) }

    private static let one = String(repeating: "01", count: 32)
    private static let two = String(repeating: "02", count: 32)
    private static let three = String(repeating: "03", count: 32)
    private static let create = #"{"digest": "\#(one)", "prior": null, "action": "create"}"#
    private static let trashed =
        #"[\#(create), {"digest": "\#(two)", "prior": "\#(one)", "action": "delete","#
        + #" "retention_until": "2026-06-30T10:00:00Z"}]"#
    private static let onDisk = #""sidecar": true, "original": true"#

    @Test("a decision is shown member by member, with its reason")
    func shown() throws {
        try facts("facts.json", #"{"chain": \#(Self.trashed), \#(Self.onDisk)}"#)
        let state = try place.run("lifecycle", "state", "facts.json")
        #expect(state.code == 0, "\(state.error)")
        #expect(
            state.text
                == "state: trashed\nhead: \(Self.two)\nretention_until: 2026-06-30T10:00:00Z\n"
                + "why: the last of the deletes and restores is a delete\n")
        let json = try place.run("lifecycle", "state", "facts.json", "--json")
        #expect(json.text.hasPrefix(#"{"state":"trashed","head":"02"#))
        #expect(
            json.text.hasSuffix(#""reasons":["the last of the deletes and restores is a delete"]}"# + "\n"))
    }

    @Test("every decision over a chain answers, and says why")
    func every() throws {
        let clocks = #""clock": "2026-05-31T10:00:00Z", "server_now": null"#
        let chain = #""chain": \#(Self.trashed)"#
        let record = #"{"digest": "\#(Self.three)", "prior": "\#(Self.two)", "action": "trash-restore"}"#
        let signedIn = #""server_now": "2026-05-31T10:00:00Z""#
        let feed = #""drained": true, "server_purged": false, "indexed": "\#(Self.two)""#
        let known = #""indexed": "\#(Self.one)", "server_purged": false"#
        for (name, members, expected) in [
            (
                "verb", #"\#(chain), \#(Self.onDisk), "verb": "restore", \#(clocks)"#,
                "append: [{\"action\":\"trash-restore\"}]"
            ),
            ("expire", #"\#(chain), \#(Self.onDisk), \#(feed), \#(signedIn)"#, "keep: window-open"),
            ("purge_due", #"\#(chain), "now": "2026-06-30T10:00:00Z""#, "purge: true"),
            ("deliver", #"\#(chain), \#(known), \#(clocks)"#, "send: [\"\(Self.two)\"]"),
            (
                "rebase",
                #""own": \#(Self.trashed), "feed": [\#(Self.create)], "server_purged": false, \#(clocks)"#,
                "why: \(Self.two) redone: "
            ),
            (
                "receive",
                #"\#(chain), \#(Self.onDisk), "record": \#(record), "source": "peer", "now": null"#,
                "head: \(Self.three)"
            ),
            ("upload", #"\#(chain), \#(Self.onDisk), "custody_confirmed": false"#, "pinned: true"),
        ] {
            try facts("facts.json", "{\(members)}")
            let run = try place.run("lifecycle", name, "facts.json")
            #expect(run.code == 0, "\(name): \(run.error)")
            #expect(run.text.contains(expected), "\(name): \(run.text)")
            #expect(run.text.contains("why: "), "\(name)")
        }
    }

    @Test("a refusal names its class, the file and the reason, and is exit code 1")
    func refusals() throws {
        let clock = #""clock": "2026-06-30T10:00:00Z", "indexed": "\#(Self.two)""#
        try facts("late.json", #"{"chain": \#(Self.trashed), \#(Self.onDisk), "verb": "restore", \#(clock)}"#)
        let late = try place.run("lifecycle", "verb", "late.json")
        #expect(late.code == 1)
        #expect(late.text.isEmpty)
        #expect(
            late.error
                == "capsule-merge: late.json: retention-elapsed: the window is over by the trusted clock\n")
        for (name, text, message) in [
            ("no.json", "{", "no.json: malformed: the facts are not JSON"),
            ("list.json", "[]", "list.json: invalid: the facts are a JSON object"),
            ("empty.json", "{}", "empty.json: invalid: chain is missing"),
        ] {
            try facts(name, text)
            let run = try place.run("lifecycle", "state", name)
            #expect(run.code == 1, "\(name) \(text)")
            #expect(run.error.contains(message), "\(run.error)")
        }
        #expect(try place.run("lifecycle", "state", "absent.json").code == 1)
    }

    @Test("a decision that does not exist is a fault of the command line, which lists those that do")
    func unknown() throws {
        try facts("facts.json", "{}")
        let run = try place.run("lifecycle", "delete", "facts.json")
        #expect(run.code == 2)
        #expect(run.error.contains("state, verb, expire, purge_due, deliver, rebase, receive, upload"))
        #expect(try place.run("lifecycle", "state").code == 2)
        #expect(try place.run("alerts").code == 2)
    }

    @Test("alerts takes one class or several, and names the one that is wrong")
    func alerts() throws {
        func alert(_ count: Int) -> String {
            #"{"class": "drop_pending", "facts": {"count": \#(count)}, "now": "2026-05-31T10:00:00Z","#
                + #" "enabled": true, "permission": "granted", "snoozes": 0, "most_snoozes": 3}"#
        }
        try facts("one.json", alert(1))
        let one = try place.run("alerts", "one.json")
        #expect(one.code == 0, "\(one.error)")
        #expect(
            one.text
                == "drop_pending\ndue: true\nshow: alert\nsnoozes: 0\nsnoozed_until: null\ntimer: none\nat: null\n"
                + "why: it is due\n")
        try facts("two.json", "[\(alert(1)), \(alert(0))]")
        let two = try place.run("alerts", "two.json", "--json")
        #expect(two.code == 0)
        #expect(two.text.hasPrefix("[{"))
        #expect(two.text.contains(#""reasons":["it is not due"]"#))
        try facts("bad.json", "[\(alert(1)), \(alert(-1))]")
        let bad = try place.run("alerts", "bad.json")
        #expect(bad.code == 1)
        #expect(bad.text.isEmpty)
        #expect(bad.error.contains("bad.json, alert 2: invalid"), "\(bad.error)")
    }
}
