// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments

/// Makes a case that breaks a law as small as it gets while it still breaks that law.
struct Shrinker {
    /// What is tried at most, so that a slow testee does not hold up the run.
    static let attemptLimit = 1_500

    private let violates: (FuzzCase) throws(TesteeFault) -> Bool
    private var attempts = 0

    init(violates: @escaping (FuzzCase) throws(TesteeFault) -> Bool) {
        self.violates = violates
    }

    /// The smallest case found.
    mutating func shrink(_ given: FuzzCase) throws(TesteeFault) -> FuzzCase {
        var smallest = given
        while let smaller = try smaller(than: smallest) { smallest = smaller }
        return smallest
    }

    private mutating func smaller(than given: FuzzCase) throws(TesteeFault) -> FuzzCase? {
        for candidate in Self.candidates(of: given) {
            guard attempts < Self.attemptLimit else { return nil }
            // Broken documents stay as they are but for their length; all others stay valid.
            guard case .broken = given.trial else {
                guard candidate.documents.allSatisfy({ Self.isValid($0, candidate.kind) }) else { continue }
                attempts += 1
                if try violates(candidate) { return candidate }
                continue
            }
            return nil
        }
        return nil
    }

    private static func candidates(of given: FuzzCase) -> [FuzzCase] {
        var candidates: [FuzzCase] = []
        if case .deliveries(let order) = given.trial {
            for index in given.documents.indices.dropFirst() {
                var fewer = given
                fewer.documents.remove(at: index)
                let left = order.filter { $0 != index - 1 }.map { $0 > index - 1 ? $0 - 1 : $0 }
                fewer.trial = .deliveries(left)
                candidates.append(fewer)
            }
            for index in order.indices {
                var fewer = given
                var rest = order
                rest.remove(at: index)
                fewer.trial = .deliveries(rest)
                candidates.append(fewer)
            }
        }
        for (index, document) in given.documents.enumerated() {
            for reduced in CBORTree(document)?.reductions ?? [] {
                var smaller = given
                smaller.documents[index] = reduced.encoded
                candidates.append(smaller)
            }
        }
        return candidates
    }

    private static func isValid(_ document: [UInt8], _ kind: DocumentKind) -> Bool {
        do throws(DocumentError) {
            _ = try DocumentState(decoding: document, kind: kind)
            return true
        } catch {
            return false
        }
    }
}
