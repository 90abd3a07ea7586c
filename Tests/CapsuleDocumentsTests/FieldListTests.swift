// SPDX-License-Identifier: Apache-2.0

@testable import CapsuleDocuments
import TestSupport
import Testing

/// The lists of fields, as the engine relies on them.
@Suite struct FieldListTests {
    private func names(_ kind: DocumentKind) -> [String] { kind.fields.map { "\($0.name)" } }

    @Test("the known keys of a kind ascend by their encodings", arguments: DocumentKind.allCases)
    func order(_ kind: DocumentKind) {
        let keys = names(kind).map { CBORTree.text($0).encoded }
        #expect(kind.fields.map(\.key) == keys)
        #expect(zip(keys, keys.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    }

    @Test("a kind has one id key, and no field is named as that of another", arguments: DocumentKind.allCases)
    func identity(_ kind: DocumentKind) {
        #expect(kind.fields.filter(\.isIdentity).map { "\($0.name)" } == [kind.idKey])
        let others = Set(DocumentKind.allCases.filter { $0 != kind }.map(\.idKey))
        #expect(others.count == DocumentKind.allCases.count - 1)
        #expect(others.isDisjoint(with: names(kind)))
        #expect(DocumentKind(idKey: Array(kind.idKey.utf8).span) == kind)
        #expect(DocumentKind(idKey: Array("\(kind.idKey)x".utf8).span) == nil)
    }

    @Test("a kind and the type that marks its documents name each other", arguments: DocumentKind.allCases)
    func type(_ kind: DocumentKind) {
        #expect(kind.type.kind == kind)
        #expect(Set(kind.type.descriptors.map { "\($0.name)" }) == Set(names(kind)))
    }

    @Test(
        "keys that ascend are found by one walk, also between unknown ones", arguments: DocumentKind.allCases)
    func lookUp(_ kind: DocumentKind) {
        let known = names(kind)
        // Beside each known key: shorter, as long and before or after it, longer.
        let near = known.flatMap { name -> [String] in
            let rest = name.dropFirst()
            return [String(rest), " \(rest)", "~\(rest)", "\(name)a"]
        }
        let keys = Set(known + near).sorted {
            CBORTree.text($0).encoded.lexicographicallyPrecedes(CBORTree.text($1).encoded)
        }
        for isKept: (Int) -> Bool in [{ _ in true }, { $0 % 2 == 0 }, { $0 % 3 == 1 }] {
            var next = 0
            for (index, key) in keys.enumerated() where isKept(index) {
                #expect(
                    kind.fields.index(of: Array(key.utf8).span, from: &next) == known.firstIndex(of: key),
                    "\(key)")
            }
        }
    }
}
