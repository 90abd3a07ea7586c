// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
@testable import CapsuleDocuments
import TestSupport
import Testing

/// Every known field of SPEC section 10: what it takes, what it refuses and where.
@Suite struct FieldTests {
    @Test("a field takes its values and gives them back byte for byte", arguments: FieldCase.all)
    func valid(_ field: FieldCase) throws {
        for value in field.valid {
            let tree = CBORTree.document(field.kind, [(.text(field.name), value)])
            let document = try state(field.kind, tree)
            #expect(document.bytes == tree.encoded)
            var report = JoinReport()
            let empty = try state(field.kind, .document(field.kind))
            #expect(try empty.joined(with: document, report: &report).bytes == tree.encoded)
            #expect(try document.joined(with: empty, report: &report).bytes == tree.encoded)
            #expect(report.isEmpty)
        }
    }

    @Test("a field refuses other values as invalid and names the place", arguments: FieldCase.all)
    func invalid(_ field: FieldCase) {
        for (path, value) in field.invalid {
            let tree = CBORTree.document(field.kind, [(.text(field.name), value)])
            let error = refusal { _ = try state(field.kind, tree) }
            #expect(error?.errorClass == .invalid, "\(path): \(value)")
            // The place is the value's, or inside it where a reader noticed the fault.
            #expect(error?.path.hasPrefix(field.name + path) == true, "\(error?.path ?? "-"), wanted \(path)")
            #expect(error?.offset != nil)
        }
    }

    @Test("any two values of a field join to one document both ways", arguments: FieldCase.all)
    func concurrent(_ field: FieldCase) throws {
        let states = try field.valid.map {
            try state(field.kind, .document(field.kind, [(.text(field.name), $0)]))
        }
        var report = JoinReport()
        for (index, a) in states.enumerated() {
            for b in states[index...] {
                let forwards = try a.joined(with: b, report: &report)
                let backwards = try b.joined(with: a, report: &report)
                #expect(forwards.bytes == backwards.bytes)
                #expect(try DocumentState(decoding: forwards.bytes, kind: field.kind).bytes == forwards.bytes)
                #expect(try forwards.joined(with: a, report: &report).bytes == forwards.bytes)
            }
        }
    }

    @Test("the table names every field of every kind")
    func complete() {
        for kind in DocumentKind.allCases {
            let known = Set(kind.fields.map { "\($0.name)" }).subtracting([kind.idKey])
            #expect(Set(FieldCase.all.filter { $0.kind == kind }.map(\.name)) == known)
        }
    }
}
