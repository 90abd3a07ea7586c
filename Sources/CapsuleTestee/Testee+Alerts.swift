// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleClientRules
import CapsuleToolSupport

/// Alerts and wakes (SPEC section 23).
extension Testee {
    static let alertOperations = [
        Operation("alert.decide", decideAlert),
        Operation("alert.snooze", snoozeAlert),
        Operation("alert.delivery", deliverAlert),
        Operation("wake.receive", receiveWake),
        Operation("wake.transport", admitTransport),
    ]

    private static func decideAlert(_ request: Members) throws(TesteeError) -> JSONObject {
        let decision = try AlertMembers.decision(request)
        return JSONObject([
            ("due", .bool(decision.isDue)), ("show", .text(decision.show.rawValue)),
            ("snoozes", .integer(decision.snoozes)),
            ("snoozed_until", decision.snoozedUntil.map { .text($0.description) } ?? .null),
            ("timer", .text(decision.timer.rawValue)),
            ("at", decision.at.map { .text($0.description) } ?? .null),
        ])
    }

    private static func snoozeAlert(_ request: Members) throws(TesteeError) -> JSONObject {
        let snoozes = try request.count("snoozes")
        let most = try request.count("most_snoozes")
        let now = try request.moment("now")
        let duration = try request.seconds("for")
        let snooze = try answering { () throws(ClientRuleError) in
            try AlertSnooze(after: snoozes, most: most, now: now, for: duration)
        }
        return JSONObject([
            ("snoozes", .integer(snooze.snoozes)), ("snoozed_until", .text(snooze.until.description)),
        ])
    }

    private static func deliverAlert(_ request: Members) throws(TesteeError) -> JSONObject {
        let delivery = AlertDelivery(
            on: try request.closed("platform"), api: try request.optionalCount("api"))
        return JSONObject([("delivery", .text(delivery.means.rawValue)), ("asks", .bool(delivery.asks))])
    }

    private static func receiveWake(_ request: Members) throws(TesteeError) -> JSONObject {
        _ = try request.bytes("payload")
        let wake = Wake(
            now: try request.moment("now"), lastPoll: try request.optionalMoment("last_poll"),
            floor: try request.seconds("floor"))
        return JSONObject([
            ("poll", .bool(wake.polls)), ("requests", .array(wake.requests.map { .text($0.rawValue) })),
        ])
    }

    private static func admitTransport(_ request: Members) throws(TesteeError) -> JSONObject {
        let transport: WakeTransport = try request.closed("transport")
        return JSONObject([("admitted", .bool(transport.isAdmitted(on: try request.closed("platform"))))])
    }
}

/// Decisions about alerts from the members of a request.
enum AlertMembers {
    static func decision(_ request: Members) throws(TesteeError) -> AlertDecision {
        let facts = try facts(of: request.closed("class"), request.members("facts"))
        let now = try request.moment("now")
        let policy = AlertPolicy(
            isEnabled: try request.bool("enabled"), mostSnoozes: try request.count("most_snoozes"),
            longestSnooze: try request.optionalSeconds("longest_snooze") ?? AlertPolicy.defaultLongestSnooze,
            repeatsAfter: try request.optionalSeconds("repeat") ?? AlertPolicy.defaultRepeat)
        let permission: AlertPermission = try request.closed("permission")
        let memory = AlertMemory(
            snoozes: try request.count("snoozes"),
            snoozedUntil: request.optional("snoozed_until") == nil
                ? nil : try request.timestamp("snoozed_until"),
            shownAt: try request.optionalMoment("shown_at"), armed: try request.optionalMoment("armed"))
        return try answering { () throws(ClientRuleError) in
            try AlertDecision(facts, now: now, policy: policy, permission: permission, memory: memory)
        }
    }

    private static func facts(of alertClass: AlertClass, _ facts: Members) throws(TesteeError) -> AlertFacts {
        switch alertClass {
        case .syncStale:
            .syncStale(
                lastSync: try facts.optionalMoment("last_sync"),
                signedIn: try facts.optionalMoment("signed_in"),
                after: try facts.optionalSeconds("after") ?? AlertFacts.defaultStaleness)
        case .recoveryCheckDue: .recoveryCheckDue(try facts.optionalMoment("due"))
        case .quotaSoft:
            .quotaSoft(
                used: try facts.count("used"), quota: try facts.count("quota"), percent: try percent(facts))
        case .quotaGraceExpiring:
            .quotaGraceExpiring(
                graceUntil: try facts.optionalMoment("grace_until"), lead: try facts.seconds("lead"))
        case .quarantinePending: .quarantinePending(count: try facts.count("count"))
        case .dropPending: .dropPending(count: try facts.count("count"))
        }
    }

    private static func percent(_ facts: Members) throws(TesteeError) -> UInt8 {
        let percent: UInt8 = try facts.unsigned("percent")
        guard (1...100).contains(percent) else { throw .invalid("percent is an integer of 1 to 100") }
        return percent
    }
}
