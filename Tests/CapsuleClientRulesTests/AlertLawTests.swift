// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleClientRules
import TestSupport
import Testing

/// What holds of alerts whatever happens (SPEC section 23), on random histories of a device.
@Suite struct AlertLawTests {
    private static let histories = 400
    private static let steps = 60

    @Test("there is never more than one timer of a class, and the one that is set is the one that is wanted")
    func oneTimer() throws {
        var generator = SeededGenerator(seed: propertySeed("timers of alerts", 1))
        for index in 0..<Self.histories {
            var device = Device(generator: SeededGenerator(seed: generator.next()))
            for _ in 0..<Self.steps { try device.step() }
            #expect(device.faults.isEmpty, "history \(index): \(device.faults)")
        }
    }

    @Test("a decision that is taken over is settled: deciding again leaves timer and memory alone")
    func settled() throws {
        var generator = SeededGenerator(seed: propertySeed("settled alerts", 2))
        for round in 0..<Self.histories {
            var device = Device(generator: SeededGenerator(seed: generator.next()))
            for _ in 0..<10 { try device.step() }
            for alertClass in AlertClass.allCases {
                try device.decide(alertClass)
                let memory = device.memories[alertClass]
                let again = try device.decide(alertClass)
                #expect(again.timer == .keep || again.timer == .none, "\(round) \(alertClass)")
                #expect(device.memories[alertClass]?.snoozes == memory?.snoozes, "\(round) \(alertClass)")
                #expect(
                    device.memories[alertClass]?.snoozedUntil == memory?.snoozedUntil,
                    "\(round) \(alertClass)")
            }
        }
    }
}

/// A device with its timers, which an operating system would keep.
private struct Device {
    var generator: SeededGenerator
    var memories: [AlertClass: AlertMemory] = [:]
    var faults: [String] = []
    private var timers: [AlertClass: [StampTime]] = [:]
    private var milliseconds: Int64 = 1_780_000_000_000
    private var isEnabled = true
    private var permission = AlertPermission.undecided
    private var lastSync: Int64?
    private var due: Int64?

    private static let day: Int64 = 86_400_000

    init(generator: SeededGenerator) {
        self.generator = generator
    }

    private func moment(_ milliseconds: Int64) -> Moment {
        Moment(StampTime(unixMilliseconds: milliseconds) ?? .last)
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &generator)]
    }

    mutating func step() throws {
        switch Int.random(in: 0..<10, using: &generator) {
        // A clock goes on, and is set back.
        case 0, 1, 2: milliseconds += pick([1, 1_000, Self.day, 10 * Self.day, 30 * Self.day])
        case 3: milliseconds -= pick([1, Self.day, 100 * Self.day])
        case 4: isEnabled.toggle()
        case 5: permission = pick([.granted, .denied, .undecided])
        case 6: lastSync = pick([nil, milliseconds, milliseconds + Self.day])
        case 7: due = pick([nil, milliseconds, milliseconds + 7 * Self.day, milliseconds - 1])
        default: try snooze(pick(AlertClass.allCases))
        }
        for alertClass in AlertClass.allCases { try decide(alertClass) }
    }

    private mutating func snooze(_ alertClass: AlertClass) throws {
        let memory = memories[alertClass] ?? AlertMemory()
        guard
            let snooze = try? AlertSnooze(
                after: memory.snoozes, most: 3, now: moment(milliseconds),
                for: WholeSeconds(pick([60, 86_400, 9_000_000])))
        else { return }
        memories[alertClass] = AlertMemory(
            snoozes: snooze.snoozes, snoozedUntil: Timestamp(snooze.until), shownAt: memory.shownAt,
            armed: memory.armed)
    }

    private func facts(_ alertClass: AlertClass) -> AlertFacts {
        switch alertClass {
        case .syncStale: .syncStale(lastSync: lastSync.map(moment), signedIn: nil)
        case .recoveryCheckDue: .recoveryCheckDue(due.map(moment))
        case .quotaSoft: .quotaSoft(used: due == nil ? 1 : 95, quota: 100, percent: 90)
        case .quotaGraceExpiring: .quotaGraceExpiring(graceUntil: due.map(moment), lead: WholeSeconds(86_400))
        case .quarantinePending: .quarantinePending(count: due == nil ? 0 : 1)
        case .dropPending: .dropPending(count: due == nil ? 1 : 0)
        }
    }

    /// Decides about a class, and does with its timer what the decision says.
    @discardableResult
    mutating func decide(_ alertClass: AlertClass) throws -> AlertDecision {
        let memory = memories[alertClass] ?? AlertMemory()
        let now = moment(milliseconds)
        let decision = try AlertDecision(
            facts(alertClass), now: now, policy: AlertPolicy(isEnabled: isEnabled, mostSnoozes: 3),
            permission: permission, memory: memory)
        var timers = timers[alertClass] ?? []
        switch decision.timer {
        case .arm: timers.append(contentsOf: decision.at.map { [$0] } ?? [])
        case .rearm: timers = decision.at.map { [$0] } ?? []
        case .cancel: timers = []
        case .keep, .none: break
        }
        self.timers[alertClass] = timers
        if timers.count > 1 { faults.append("\(alertClass): \(timers.count) timers") }
        if timers.first != decision.at {
            faults.append("\(alertClass): \(timers) is set, \(decision.at as Any) wanted")
        }
        if let at = decision.at, Moment(at) <= now { faults.append("\(alertClass): a timer in the past") }
        if decision.at != nil, !alertClass.isPreArmable { faults.append("\(alertClass): a timer") }
        if !isEnabled, decision.show != .nothing { faults.append("\(alertClass): shown though switched off") }
        memories[alertClass] = AlertMemory(
            snoozes: decision.snoozes, snoozedUntil: decision.snoozedUntil,
            shownAt: decision.show == .alert || decision.show == .ask ? now : memory.shownAt,
            armed: timers.first.map { Moment($0) })
        return decision
    }
}
