// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// What a fuzzing run found.
struct FuzzFinding: Sendable {
    let violation: Violation
    /// Which case it was, from 1.
    let number: Int
}

/// Tries cases until the count or the time is used up.
struct FuzzRun {
    let seed: UInt64
    let subject: any Answering
    let other: any Answering
    /// Findings of one law beyond this are not looked for: they are mostly the same fault again.
    static let findingsOfLaw = 3

    /// - Parameter goesOn: asked before each case, with the number of those done.
    func run(while goesOn: (Int) -> Bool) throws(TesteeFault) -> (cases: Int, findings: [FuzzFinding]) {
        var source = FuzzSource(seed: seed, editor: subject)
        var findings: [FuzzFinding] = []
        var counts: [String: Int] = [:]
        var done = 0
        while goesOn(done) {
            for given in try source.next() {
                guard goesOn(done) else { break }
                done += 1
                guard let found = try violation(of: given), counts[found.law, default: 0] < Self.findingsOfLaw
                else { continue }
                counts[found.law, default: 0] += 1
                findings.append(FuzzFinding(violation: try shrunk(given, found), number: done))
            }
        }
        return (done, findings)
    }

    private func violation(of given: FuzzCase) throws(TesteeFault) -> Violation? {
        try LawTrial.violation(of: given, subject: subject, other: other)
    }

    private func shrunk(_ given: FuzzCase, _ found: Violation) throws(TesteeFault) -> Violation {
        var shrinker = Shrinker { candidate throws(TesteeFault) in
            try violation(of: candidate)?.law == found.law
        }
        return try violation(of: shrinker.shrink(given)) ?? found
    }
}
