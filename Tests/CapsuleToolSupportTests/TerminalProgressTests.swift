// SPDX-License-Identifier: Apache-2.0
@testable import CapsuleToolSupport
import Testing

@Suite("Progress on a terminal")
struct TerminalProgressTests {
    /// A clock that a test sets, and what was written.
    final class Stage {
        var time = ContinuousClock.now
        var written: [String] = []

        func progress(isTerminal: Bool) -> TerminalProgress {
            TerminalProgress(
                "joining", isTerminal: isTerminal, now: { self.time }, write: { self.written.append($0) })
        }
    }

    @Test("nothing is shown in the first second, then at most ten lines a second, and the last is removed")
    func timing() {
        let stage = Stage()
        var progress = stage.progress(isTerminal: true)
        for step in 1...20 {
            stage.time = stage.time.advanced(by: .milliseconds(60))
            progress.update(done: step, total: 20)
        }
        // 1.02 s is the first time past a second; 1.08 s comes too soon after it.
        #expect(stage.written == ["\rjoining: 17 of 20\u{1B}[K", "\rjoining: 19 of 20\u{1B}[K"])
        progress.finish()
        progress.finish()
        #expect(stage.written.count == 3 && stage.written.last == "\r\u{1B}[K")
    }

    @Test("where nobody knows how much there is, only what is done is shown")
    func unknownTotal() {
        let stage = Stage()
        var progress = stage.progress(isTerminal: true)
        stage.time = stage.time.advanced(by: .seconds(2))
        progress.update(done: 5, total: nil)
        #expect(stage.written == ["\rjoining: 5\u{1B}[K"])
    }

    @Test("short work shows nothing at all")
    func shortWork() {
        let stage = Stage()
        var progress = stage.progress(isTerminal: true)
        progress.update(done: 1, total: 1)
        progress.finish()
        #expect(stage.written.isEmpty)
    }

    @Test("nothing is shown where standard error is no terminal")
    func noTerminal() {
        let stage = Stage()
        var progress = stage.progress(isTerminal: false)
        stage.time = stage.time.advanced(by: .seconds(9))
        progress.update(done: 1, total: 2)
        progress.finish()
        #expect(stage.written.isEmpty)
    }
}
