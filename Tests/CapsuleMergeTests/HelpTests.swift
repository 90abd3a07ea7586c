// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("help")
struct HelpTests {
    static let commands = [
        "merge", "bulk", "explain", "inspect", "check", "new", "edit", "before", "skew", "export",
        "canonicalize", "album", "keygen", "sign", "verify", "seal", "open", "rekey", "testee",
    ]

    @Test("--help of a command says what it is for, on standard output, in lines of 80", arguments: commands)
    func help(command: String) throws {
        let place = try Workplace()
        for arguments in [[command, "--help"], [command, "-h"], ["help", command]] {
            let run = try place.run(arguments)
            #expect(run.code == 0, "\(arguments)")
            #expect(run.error == "", "\(arguments)")
            #expect(run.text.contains("Usage: capsule-merge \(command)"), "\(arguments)")
            #expect(run.lines.filter { $0.count > 80 } == [], "\(arguments)")
        }
    }

    @Test("--help lists every command")
    func overview() throws {
        let run = try Workplace().run("--help")
        #expect(run.code == 0)
        for command in Self.commands {
            #expect(run.lines.contains { $0.hasPrefix("  \(command) ") }, "\(command)")
        }
    }

    @Test("what is no command is a usage error with a suggestion")
    func unknown() throws {
        let run = try Workplace().run("merg", "a")
        #expect(run.code == 2)
        #expect(run.error.contains("unknown command 'merg'; did you mean 'merge'?"))
        #expect(try Workplace().run([]).code == 2)
    }
}
