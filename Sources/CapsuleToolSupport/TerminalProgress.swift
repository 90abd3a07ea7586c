// SPDX-License-Identifier: Apache-2.0

/// One line on a terminal that says how far a long piece of work has come.
///
/// Shows nothing in the first second, and nothing at all when standard error is no terminal.
package struct TerminalProgress {
    private let label: String
    private let isShown: Bool
    private let now: () -> ContinuousClock.Instant
    private let write: (String) -> Void
    private var nextUpdate: ContinuousClock.Instant
    private var hasWritten = false

    /// Starts the clock.
    package init(_ label: String) {
        self.init(
            label, isTerminal: StandardStream.error.isTerminal, now: { .now },
            write: { text in
                // Progress is a courtesy: the work goes on when nobody can see it.
                try? StandardStream.error.write(text)
            })
    }

    init(
        _ label: String, isTerminal: Bool, now: @escaping () -> ContinuousClock.Instant,
        write: @escaping (String) -> Void
    ) {
        self.label = label
        self.isShown = isTerminal
        self.now = now
        self.write = write
        self.nextUpdate = now().advanced(by: .seconds(1))
    }

    /// Shows that `done` of `total` are done, at most ten times a second.
    ///
    /// - Parameter total: nil when nobody knows.
    package mutating func update(done: Int, total: Int?) {
        guard isShown else { return }
        let time = now()
        guard time >= nextUpdate else { return }
        nextUpdate = time.advanced(by: .milliseconds(100))
        hasWritten = true
        let all = total.map { " of \($0)" } ?? ""
        write("\r\(label): \(done)\(all)\u{1B}[K")
    }

    /// Takes the line away, which must be done before anything else is written.
    package mutating func finish() {
        guard hasWritten else { return }
        hasWritten = false
        write("\r\u{1B}[K")
    }
}
