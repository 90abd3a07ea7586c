// SPDX-License-Identifier: Apache-2.0

import CapsuleTestee
import CapsuleToolSupport

extension Tool {
    static let testee = Command(
        description: CommandDescription(
            "testee", summary: "Answers the test interface on standard input and output.",
            details: """
                One JSON object a line in, one a line out, in order. This is what the
                conformance suite drives; see Conformance/SPEC.md, section 15.
                """)
    ) { _ throws(ToolError) in
        let testee = Testee(version: Versions.library)
        do {
            var lines = InputLines(FileDescriptor(lent: 0))
            while let line = try lines.next() {
                let answer: [UInt8]
                switch line {
                case .bytes(let bytes): answer = testee.answer(line: bytes)
                case .tooLong: answer = testee.answer(line: [])
                }
                try StandardStream.output.write(answer + [0x0a])
            }
        } catch let error as OutputError {
            throw .output(error)
        } catch {
            throw .message("standard input: \(error)")
        }
    }
}
