// SPDX-License-Identifier: Apache-2.0

import CapsuleConvergence
import CapsuleCRDT

/// A counter as a user of the library writes one: each device raises its own number.
struct Counter: JoinSemilattice, Hashable {
    var raised: [Int: Int] = [:]

    mutating func join(_ other: Counter) {
        raised.merge(other.raised) { max($0, $1) }
    }

    static func generated(_ choices: inout Choices) -> Counter {
        var counter = Counter()
        for device in 0..<choices.below(4) { counter.raised[device] = choices.below(5) }
        return counter
    }
}

/// The same with the mistake that is made most: what two replicas counted is added up.
struct AddingCounter: JoinSemilattice, Hashable {
    var raised: [Int: Int] = [:]

    mutating func join(_ other: AddingCounter) {
        raised.merge(other.raised) { $0 + $1 }
    }

    static func generated(_ choices: inout Choices) -> AddingCounter {
        AddingCounter(raised: Counter.generated(&choices).raised)
    }
}

/// A register without a rule for equal times: the receiver keeps its own.
struct UntiedRegister: JoinSemilattice, Hashable {
    var time = 0
    var value = 0

    mutating func join(_ other: UntiedRegister) {
        if other.time > time { self = other }
    }

    static func generated(_ choices: inout Choices) -> UntiedRegister {
        UntiedRegister(time: choices.below(3), value: choices.below(5))
    }
}

/// A winner that is found pair by pair and not by an order: stone, paper, scissors.
struct Hand: JoinSemilattice {
    var shape = 0

    mutating func join(_ other: Hand) {
        if other.shape == (shape + 1) % 3 { shape = other.shape }
    }

    static func generated(_ choices: inout Choices) -> Hand { Hand(shape: choices.below(3)) }
}
