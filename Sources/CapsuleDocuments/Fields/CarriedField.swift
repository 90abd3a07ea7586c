// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT

/// What is done with a key that this version does not know: it is carried along (SPEC section 9).
enum CarriedField {
    /// Writes the join of two values that differ.
    static func join(_ left: Span<UInt8>, _ right: Span<UInt8>, into writer: inout CBORWriter) {
        writer.append(raw: CarriedKeys.rightWins(left, right) ? right : left)
    }

    /// Calls the body for the stamp of a register of a later version; a horizon removes none.
    static func forEachStamp(
        in value: Span<UInt8>,
        _ body: (_ place: StampPlace, _ stamp: StampedLayout, _ isLeftOut: Bool) -> Void
    ) {
        if let stamp = StampedLayout(probing: value) { body(StampPlace(), stamp, false) }
    }
}

extension JoinExplainer {
    mutating func explainCarried(_ path: String, _ values: [HeldValue]) {
        guard !settle(path, values, isCarried: true) else { return }
        let groups = grouped(values) { CarriedKeys.rightWins($1.span, $0.span) }
        let (winner, second) = (groups[0].bytes, groups[1].bytes)
        let reason: JoinExplanation.Reason =
            switch (StampedLayout(probing: winner.span), StampedLayout(probing: second.span)) {
            case (_?, _?): self.reason(winner, second)
            case (_?, nil): .stampedMap
            default: .greaterBytes
            }
        let kept = groups.map { JoinExplanation.Carried.Value(inputs: $0.inputs, encoded: $0.bytes) }
        add(path, .carried(JoinExplanation.Carried(values: kept, reason: reason)), isCarried: true)
    }
}
