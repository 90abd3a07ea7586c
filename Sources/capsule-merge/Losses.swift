// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

/// What joins could not keep, for people.
struct Losses: Sendable {
    /// Elements that are gone since their add-ids were used twice.
    private(set) var doubled = Notes()
    /// What the rules of the join drop: one of two values of a carried key, what lay in a region that is deleted.
    private(set) var dropped = Notes()

    /// Takes in what joins of one document report: each loss once, in an order of its own.
    mutating func add(_ report: JoinReport, of key: BulkKey) {
        let ordered = Set(report.doubledAdds).sorted { left, right in
            guard left.field == right.field, left.id == right.id else {
                return (left.field, left.id) < (right.field, right.id)
            }
            return left.lesserElement.span.compare(right.lesserElement.span) < 0
        }
        for add in ordered {
            doubled.add(
                "\(key), \(add.field): \(CBORDiagnostic.text(add.lesserElement.span)) is gone: its add-id "
                    + "\(add.id.counter) of writer \(add.id.writer) was used twice")
        }
        var lines: Set<String> = []
        for name in report.conflicts {
            lines.insert("\(key), \(Screen.quoted(name)): the values differed, and one of them is dropped")
        }
        for conflict in report.regionConflicts {
            lines.insert(
                "\(key), region \(conflict.id), \(Screen.quoted(conflict.key)): the values differed, and one of "
                    + "them is dropped")
        }
        for region in report.absorbedRegions {
            let labels = region.labels.map { Screen.quoted($0.description) }
            let keys = region.unknownKeys.map { "key \(Screen.quoted($0))" }
            lines.insert(
                "\(key), region \(region.id): is deleted, and with it \((labels + keys).joined(separator: ", "))"
            )
        }
        for line in lines.sorted() { dropped.add(line) }
    }

    mutating func add(_ other: Losses) {
        doubled.add(other.doubled)
        dropped.add(other.dropped)
    }

    /// Writes the lines to standard error.
    func report() {
        doubled.report()
        dropped.report()
    }
}
