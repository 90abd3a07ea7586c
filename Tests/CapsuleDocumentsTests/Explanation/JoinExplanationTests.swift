// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

/// An explanation says what the join does; nothing else is worth saying.
@Suite struct JoinExplanationTests {
    private static let rounds = 500

    @Test("explanations of stacks agree with their joins")
    func stack() throws { try holdAgreement(StackKind.self, 21) }

    @Test("explanations of albums agree with their joins")
    func album() throws { try holdAgreement(AlbumKind.self, 22) }

    @Test("explanations of assets agree with their joins")
    func asset() throws { try holdAgreement(AssetKind.self, 23) }

    @Test("explanations of settings agree with their joins")
    func settings() throws { try holdAgreement(SettingsKind.self, 24) }

    private func holdAgreement<Kind: EditedKind>(_: Kind.Type, _ own: UInt64) throws {
        var generator = SeededGenerator(seed: propertySeed("explanations of \(Kind.kind)", own))
        var simulation = Simulation<Kind>(SeededGenerator(seed: generator.next()))
        var wild = WildValues(SeededGenerator(seed: generator.next()))
        var differences = 0
        for round in 0..<Self.rounds {
            let documents: [Document<Kind>]
            if round % 2 == 0 {
                if round % 20 == 0 { simulation = Simulation(SeededGenerator(seed: generator.next())) }
                for _ in 0..<2 { simulation.step() }
                documents = Array(simulation.replicas.prefix(3))
            } else {
                documents = try (0..<3).map { _ in
                    try Document(decoding: wild.document(Kind.kind, sparse: wild.pick([2, 3, 4])).encoded)
                }
            }
            let joined = try documents[0].joined(with: documents[1]).joined(with: documents[2])
            let explanation = try JoinExplanation(of: documents)
            differences += explanation.differences.count
            for field in explanation.fields { expectAgreement(field, joined, documents.count, round) }
            // What was joined holds everything, so that it wins everywhere against what it was joined of.
            for document in documents {
                for field in try JoinExplanation(of: [joined, document]).fields {
                    expectAbsorbed(field, round)
                }
            }
            try expectSameInOtherOrder(documents, explanation, round)
        }
        #expect(differences > Self.rounds)
    }

    /// Compares a top-level outcome with the bytes of the join.
    private func expectAgreement<Kind: DocumentType>(
        _ field: JoinExplanation.Field, _ joined: Document<Kind>, _ inputs: Int, _ round: Int
    ) {
        guard let value = joined.view.encodedValue(of: field.path) else { return }
        switch field.outcome {
        case .register(let contest):
            let stamped = StampedLayout(unchecked: value.span, at: 0)
            #expect(
                contest.writes[0].by == stamped.by && contest.writes[0].ts == stamped.ts, "round \(round)")
            #expect(contest.writes[0].value == Array(value[stamped.value]), "round \(round)")
        case .carried(let carried):
            #expect(carried.values[0].encoded == value, "round \(round)")
            #expect(field.isCarried)
        case .set(let union):
            let live = ORSetLayout.distinctElements(value.span).map { Array(value[$0]) }
            #expect(union.elements.filter { $0.adds > 0 }.map(\.encoded) == live, "round \(round)")
            for element in union.elements {
                let isKept = [.everywhere, .added, .survived].contains(element.fate)
                #expect(isKept == (element.adds > 0) && isKept == !element.keptBy.isEmpty, "round \(round)")
                #expect((element.fate == .everywhere) == (isKept && element.liveIn.count == inputs))
            }
        case .history(let history):
            #expect(history.kept == HistoryLayout.writes(value.span).count, "round \(round)")
        case .equal, .presentOnly, .deletion: break
        }
    }

    /// Expects the first of two inputs to win, since it is a join that the second went into.
    private func expectAbsorbed(_ field: JoinExplanation.Field, _ round: Int) {
        switch field.outcome {
        case .equal: break
        case .presentOnly(let inputs): #expect(inputs == [0], "round \(round) \(field.path)")
        case .register(let contest):
            #expect(contest.writes[0].inputs == [0], "round \(round) \(field.path)")
        case .history(let history):
            #expect(history.current?.writes[0].inputs ?? [0] == [0], "round \(round) \(field.path)")
        case .carried(let carried):
            #expect(carried.values[0].inputs == [0], "round \(round) \(field.path)")
        case .deletion(let deletion):
            #expect(deletion.deletions[0].inputs.first == 0, "round \(round) \(field.path)")
            #expect(!deletion.absorbedInputs.contains(0))
        case .set(let union):
            for element in union.elements {
                #expect((element.adds > 0) == element.liveIn.contains(0), "round \(round) \(field.path)")
                #expect(element.fate != .survived, "round \(round) \(field.path)")
            }
        }
    }

    private func expectSameInOtherOrder<Kind: DocumentType>(
        _ documents: [Document<Kind>], _ explanation: JoinExplanation, _ round: Int
    ) throws {
        let other = try JoinExplanation(of: documents.reversed())
        #expect(other.fields.map(\.path) == explanation.fields.map(\.path), "round \(round)")
        for (a, b) in zip(explanation.fields, other.fields) {
            switch (a.outcome, b.outcome) {
            case (.register(let x), .register(let y)):
                #expect(x.reason == y.reason && x.writes.map(\.value) == y.writes.map(\.value))
            case (.set(let x), .set(let y)):
                #expect(x.observed == y.observed && x.elements.map(\.fate) == y.elements.map(\.fate))
            case (.carried(let x), .carried(let y)):
                #expect(x.reason == y.reason && x.values.map(\.encoded) == y.values.map(\.encoded))
            case (.deletion(let x), .deletion(let y)): #expect(x.labels == y.labels)
            case (.history(let x), .history(let y)): #expect(x.kept == y.kept && x.dropped == y.dropped)
            case (.presentOnly(let x), .presentOnly(let y)): #expect(x.count == y.count)
            case (.equal, .equal): break
            default: Issue.record("round \(round): \(a.path) has another outcome in another order")
            }
        }
    }

    @Test("an add-id that was used twice is told of")
    func doubled() throws {
        let id = try #require(Identifier(hex: String(repeating: "0a", count: 16)))
        let author = Author(device: id, writer: id, now: try #require(StampTime("2026-07-01T10:00:00.000Z")))
        var (left, right) = (AlbumDocument(id: id), AlbumDocument(id: id))
        _ = try left.addLabel("lesser", by: author)
        _ = try right.addLabel("the greater", by: author)
        let explanation = try JoinExplanation(of: [left, right])
        guard case .set(let union) = explanation.fields.first?.outcome else {
            Issue.record("the labels differ")
            return
        }
        #expect(union.elements.map(\.fate) == [.doubled, .added])
        #expect(union.observed == 1)
    }

    @Test("other documents, and none, are refused")
    func refused() throws {
        let ids = [
            Identifier(hex: String(repeating: "0a", count: 16)),
            Identifier(hex: String(repeating: "0b", count: 16)),
        ]
        let documents = try ids.map { AlbumDocument(id: try #require($0)) }
        #expect(refusal { _ = try JoinExplanation(of: documents) }?.errorClass == .mismatch)
        #expect(refusal { _ = try JoinExplanation(of: [AlbumDocument]()) }?.errorClass == .invalid)
    }
}
