// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleDocuments
import CapsuleToolSupport
import TestSupport
import Testing

@testable import CapsuleConformance

@Suite("The fuzzer of the laws")
struct FuzzTests {
    @Test("makes documents that are valid, of every kind", arguments: DocumentKind.allCases)
    func validDocuments(kind: DocumentKind) throws {
        let seed = propertySeed("validDocuments", 11)
        var generator = DocumentGenerator(random: SplitMix64(seed: seed))
        for round in 0..<100 {
            let document = generator.document(kind)
            #expect(throws: Never.self, "\(CBORDiagnostic.text(document.span))") {
                try DocumentState(decoding: document, kind: kind)
            }
            #expect(CBORTree(document)?.encoded == document, "\(round)")
        }
    }

    @Test("finds nothing in our own testee, and the same cases for the same seed")
    func sound() throws {
        let seed = propertySeed("sound", 12)
        var cases: [Int] = []
        for round in 0..<2 {
            let own = OwnTestee(version: "0")
            var asked = 0
            let counting = ChangedTestee { (_, answer) throws(TesteeFault) in
                asked += 1
                return answer
            }
            let result = try FuzzRun(seed: seed, subject: counting, other: own).run { $0 < 80 }
            #expect(result.findings.map(\.violation.message) == [], "\(round)")
            cases.append(asked)
        }
        #expect(cases[0] == cases[1])
        #expect(cases[0] > 250)
    }

    @Test("counts what is answered: a testee that answers nothing, or not what it offers, is not sound")
    func counted() throws {
        func gaps(_ change: @escaping (JSONObject, Answer) throws(TesteeFault) -> Answer) throws -> [String] {
            let counted = CountedTestee(ChangedTestee(change))
            let run = FuzzRun(seed: 5, subject: counted, other: OwnTestee(version: "0"))
            _ = try run.run { $0 < 60 }
            return counted.gaps(declared: ["document.merge", "document.check"])
        }
        #expect(try gaps { (_, answer) throws(TesteeFault) in answer } == [])
        let silent = try gaps { (_, _) throws(TesteeFault) in .error("unsupported") }
        #expect(silent.count == 1 && silent[0].contains("no request"))
        let partial = try gaps { (request, answer) throws(TesteeFault) in
            request["op"]?.text == "document.merge" ? .error("unsupported") : answer
        }
        #expect(partial.count == 1 && partial[0].hasPrefix("document.merge: 0 of"))
        let honest = try gaps { (request, answer) throws(TesteeFault) in
            request["op"]?.text == "document.edit" ? .error("unsupported") : answer
        }
        #expect(honest == [])
    }

    /// Broken testees: the operation whose answer is changed, how, and a law that must be found broken.
    private static let faults: [(String, @Sendable (JSONObject, JSONObject) -> Answer?, Set<String>)] = [
        // Keeps its own, the first input, for every two.
        (
            "document.merge",
            { request, _ in
                let inputs = request["inputs"]?.array ?? []
                return inputs.count == 2 ? .ok(["bytes": inputs[0], "conflicts": []]) : nil
            }, ["commutativity"]
        ),
        // Joins two as it should, and three in another way.
        (
            "document.merge",
            { request, ok in
                let inputs = request["inputs"]?.array ?? []
                return inputs.count == 3
                    ? .ok(["bytes": inputs[2], "conflicts": ok["conflicts"] ?? []]) : nil
            }, ["associativity"]
        ),
        // Says that a join of a document with itself is a conflict.
        (
            "document.merge",
            { request, ok in
                let inputs = (request["inputs"]?.array ?? []).compactMap(\.text)
                guard inputs.count == 2, inputs[0] == inputs[1] else { return nil }
                return .ok(["bytes": ok["bytes"] ?? "", "conflicts": ["x"]])
            }, ["idempotence"]
        ),
        // Refuses what it has joined.
        (
            "document.check",
            { request, _ in (request["bytes"]?.text?.utf8.count ?? 0) > 200 ? .error("invalid") : nil },
            ["closure"]
        ),
        // Gives a delta that does nothing.
        (
            "document.edit",
            { request, ok in .ok(["bytes": ok["bytes"] ?? "", "delta": request["bytes"] ?? ""]) },
            ["an edit is the join of its delta"]
        ),
        // Does not take up a delta.
        (
            "document.apply",
            { request, ok in
                .ok(["bytes": request["state"] ?? "", "unobserved": ok["unobserved"] ?? false])
            }, ["deltas against states", "an edit is the join of its delta"]
        ),
        // Is wrong where no law looks.
        ("document.read", { _, _ in .ok(["labels": []]) }, ["difference"]),
        ("document.before", { _, _ in .error("limit") }, ["difference"]),
    ]

    private func faulty(_ index: Int) -> ChangedTestee {
        let (operation, change, _) = Self.faults[index]
        return ChangedTestee { (request, answer) throws(TesteeFault) in
            guard request["op"]?.text == operation, case .ok(.object(let ok)) = answer else { return answer }
            return change(request, ok) ?? answer
        }
    }

    @Test(
        "finds each fault, makes it small, and writes vectors that show it again", arguments: faults.indices)
    func found(index: Int) throws {
        let seed = propertySeed("found", 13)
        let own = OwnTestee(version: "0")
        let run = FuzzRun(seed: seed, subject: faulty(index), other: own)
        let findings = try run.run { $0 < 90 }.findings
        let laws = Set(findings.map(\.violation.law))
        #expect(!laws.isDisjoint(with: Self.faults[index].2), "\(laws)")

        let scratch = try ScratchDirectory()
        defer { try? scratch.remove() }
        for file in FuzzVectors.files(of: findings, seed: seed) {
            try scratch.write(String(decoding: file.bytes, as: UTF8.self), to: "fuzz/\(file.name)")
        }
        let suite = try Suite(directory: scratch.path)
        #expect(suite.vectors.count == findings.count)
        for vector in suite.vectors {
            #expect(SuiteRunner(testee: faulty(index)).outcome(of: vector).failure != nil, "\(vector.id)")
            #expect(SuiteRunner(testee: own).outcome(of: vector).failure == nil, "\(vector.id)")
        }
    }

    @Test("finds a testee that loses an unknown key")
    func unknownKeys() throws {
        let losing = ChangedTestee { (request, answer) throws(TesteeFault) in
            guard request["op"]?.text == "document.merge", case .ok(let ok) = answer,
                let bytes = ok["bytes"]?.text.flatMap(HexBytes.init)?.bytes,
                case .map(let entries) = CBORTree(bytes)
            else { return answer }
            let rest = entries.filter { !$0.key.dropFirst().starts(with: "x-".utf8) }
            let cut = Hex.encode(CBORTree.map(rest).encoded)
            return .ok(["bytes": .text(cut), "conflicts": ok["conflicts"] ?? []])
        }
        let run = FuzzRun(
            seed: propertySeed("unknownKeys", 14), subject: losing, other: OwnTestee(version: "0"))
        let laws = try run.run { $0 < 60 }.findings.map(\.violation.law)
        #expect(laws.contains("unknown keys are kept"))
    }

    @Test("finds a testee that ends, and goes on")
    func ending() throws {
        let ending = ChangedTestee { (request, answer) throws(TesteeFault) in
            guard request["op"]?.text == "document.apply" else { return answer }
            throw .ended(.signal(11))
        }
        let run = FuzzRun(seed: propertySeed("ending", 15), subject: ending, other: OwnTestee(version: "0"))
        let result = try run.run { $0 < 60 }
        #expect(result.cases == 60)
        #expect(result.findings.map(\.violation.law).contains("an answer to every request"))
    }

    @Test("accepts what two testees refuse for different reasons, when the input is broken")
    func brokenInput() throws {
        let other = ChangedTestee { (_, answer) throws(TesteeFault) in
            if case .error = answer { return .error("limit") }
            return answer
        }
        let broken = FuzzCase(kind: .stack, documents: [[0xff]], trial: .broken)
        #expect(try LawTrial.violation(of: broken, subject: OwnTestee(version: "0"), other: other) == nil)
        let lenient = ChangedTestee { (_, _) throws(TesteeFault) in .ok(["complete": true]) }
        #expect(try LawTrial.violation(of: broken, subject: lenient, other: other) != nil)
    }
}

@Suite("Making a finding small")
struct ShrinkerTests {
    @Test("takes away all that the fault does not need")
    func smallest() throws {
        var generator = DocumentGenerator(random: SplitMix64(seed: propertySeed("smallest", 16)))
        var document = generator.document(.asset)
        func hasHidden(_ document: [UInt8]) -> Bool {
            guard case .map(let entries) = CBORTree(document) else { return false }
            return entries.contains { Array($0.key.dropFirst()) == Array("hidden".utf8) }
        }
        while !hasHidden(document) { document = generator.document(.asset) }
        var shrinker = Shrinker { candidate throws(TesteeFault) in candidate.documents.allSatisfy(hasHidden) }
        let given = FuzzCase(kind: .asset, documents: [document], trial: .views(horizon: ""))
        let smallest = try shrinker.shrink(given).documents[0]
        guard case .map(let entries) = CBORTree(smallest) else {
            Issue.record("the smallest is a document still")
            return
        }
        #expect(entries.count == 3)
        guard case .map(let stamped) = entries.first(where: { $0.key.count == 7 })?.value else {
            Issue.record("hidden is a stamped value still")
            return
        }
        #expect(stamped.count == 3)
    }

    @Test("keeps the order of deliveries in step with the deltas that are left")
    func deliveries() throws {
        let documents = (0..<4).map { _ in DocumentGenerator.empty(.stack) }
        let given = FuzzCase(kind: .stack, documents: documents, trial: .deliveries([2, 0, 1, 2]))
        var shrinker = Shrinker { candidate throws(TesteeFault) in
            guard case .deliveries(let order) = candidate.trial else { return false }
            return candidate.documents.count >= 2 && order.allSatisfy { $0 < candidate.documents.count - 1 }
                && !order.isEmpty
        }
        let smallest = try shrinker.shrink(given)
        guard case .deliveries(let order) = smallest.trial else { return }
        #expect(smallest.documents.count == 2)
        #expect(order == [0])
    }
}
