// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments

extension DocumentText {
    /// Adds a region: its shape, or that it is deleted or has not arrived, and its labels.
    mutating func add(_ name: String, _ id: Identifier, _ region: RegionRegister) {
        add(name, "\(id)")
        guard let shape = region.shape else {
            addBelow("its shape has not arrived")
            return addLabels(of: region)
        }
        switch shape.value {
        case nil: addBelow("deleted")
        case .rectangle(let x, let y, let w, let h):
            addBelow(
                "rectangle at \(Self.shown(x)), \(Self.shown(y)), size \(Self.shown(w)) x \(Self.shown(h))")
        case .circle(let cx, let cy, let r):
            addBelow("circle around \(Self.shown(cx)), \(Self.shown(cy)), radius \(Self.shown(r))")
        }
        addBelow(stamp(shape))
        addLabels(of: region)
    }

    private mutating func addLabels(of region: RegionRegister) {
        let labels = region.labels.elements.map { Screen.quoted($0.description) }
        if !labels.isEmpty { addBelow("labels \(labels.joined(separator: ", "))") }
    }

    /// The decimal of a fraction, exactly: nine places, without the zeros at the end.
    private static func shown(_ fraction: Fraction) -> String {
        guard fraction.billionths > 0, fraction.billionths < Fraction.whole else {
            return fraction.billionths == 0 ? "0" : "1.0"
        }
        let digits = String(fraction.billionths)
        var decimals = Substring(String(repeating: "0", count: 9 - digits.count) + digits)
        while decimals.hasSuffix("0") { decimals.removeLast() }
        return "0.\(decimals)"
    }
}
