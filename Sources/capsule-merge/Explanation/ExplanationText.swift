// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

/// An explanation of a join in plain words.
struct ExplanationText {
    /// What the inputs are called.
    let names: [String]
    private(set) var text = ""

    /// The most elements of one set that are listed.
    private static let longestList = 40

    init(_ explanation: JoinExplanation, names: [String]) {
        self.names = names
        for field in explanation.differences { add(field) }
        let equal = explanation.fields.filter { $0.outcome == .equal }.map(\.path)
        if !equal.isEmpty { text += "equal in all: \(equal.joined(separator: ", "))\n" }
    }

    private mutating func add(_ field: JoinExplanation.Field) {
        text += "\(field.path): "
        switch field.outcome {
        case .equal: text += "equal in all\n"
        case .presentOnly(let inputs):
            text += field.isCarried ? "a key of a later version, " : ""
            text += "only in \(list(inputs))\(field.isCarried ? "; kept as it is" : "")\n"
        case .register(let contest): add(contest)
        case .history(let history): add(history)
        case .set(let union): add(union)
        case .deletion(let deletion): add(deletion)
        case .carried(let carried): add(carried)
        }
    }

    // MARK: Registers

    private mutating func add(_ contest: JoinExplanation.Contest) {
        let winner = contest.writes[0]
        text += "the write in \(list(winner.inputs)) wins: \(words(contest.reason))\n"
        addTable(contest.writes)
    }

    private mutating func add(_ history: JoinExplanation.History) {
        if let contest = history.current {
            add(contest)
        } else {
            text += "the current value is the same, the superseded ones differ\n"
        }
        let dropped =
            history.dropped == 0 ? "" : ", \(history.dropped) older dropped over the end of the log"
        text += "    \(history.kept) value\(history.kept == 1 ? "" : "s") kept\(dropped)\n"
    }

    private mutating func addTable(_ writes: [JoinExplanation.Write]) {
        let all = writes
        let writes = all.prefix(Self.longestList)
        let values = writes.map { shown($0.value) }
        let width = values.map(\.count).max() ?? 0
        let devices = Self.shortened(writes.map(\.by))
        for (index, write) in writes.enumerated() {
            let padding = String(repeating: " ", count: width - values[index].count)
            text += index == 0 ? "  * " : "    "
            text +=
                "\(values[index])\(padding)  \(write.ts) by \(devices[index])  \(list(write.inputs))\n"
        }
        addRest(all.count - writes.count)
    }

    private mutating func addRest(_ count: Int) {
        if count > 0 { text += "    and \(count) more\n" }
    }

    private func words(_ reason: JoinExplanation.Reason) -> String {
        switch reason {
        case .laterInstant: "it is later"
        case .greaterDevice: "same instant, greater device id"
        case .greaterBytes: "same instant and device, greater bytes"
        case .stampedMap: "a stamped value goes before others"
        }
    }

    private func carriedWords(_ reason: JoinExplanation.Reason) -> String {
        reason == .greaterBytes ? "greater bytes" : words(reason)
    }

    // MARK: Sets

    private mutating func add(_ union: JoinExplanation.SetUnion) {
        let kept = union.elements.filter { $0.adds > 0 }.count
        let gone = union.elements.count - kept
        text += "the union, \(kept) stay\(kept == 1 ? "s" : "")"
        text += gone == 0 ? "\n" : ", \(gone) go\(gone == 1 ? "es" : "")\n"
        let listed = union.elements.filter { $0.fate != .everywhere }
        let texts = listed.prefix(Self.longestList).map { shown($0.encoded) }
        let width = texts.map(\.count).max() ?? 0
        for (text, element) in zip(texts, listed) {
            let padding = String(repeating: " ", count: width - text.count)
            self.text += "    \(text)\(padding)  \(words(element))\n"
        }
        addRest(listed.count - texts.count)
        let same = union.elements.count - listed.count
        if same > 0 { text += "    \(same) that all have\n" }
    }

    private func words(_ element: JoinExplanation.SetUnion.Element) -> String {
        switch element.fate {
        case .everywhere: "in all"
        case .added:
            "added in \(list(element.liveIn))" + (element.adds > 1 ? ", and stands once" : "")
        case .survived:
            "stays: the removal in \(list(element.removedIn)) had not seen the add in "
                + list(element.keptBy)
        case .removed:
            element.removedIn.isEmpty
                ? "gone: each removed the add of the other" : "gone: removed in \(list(element.removedIn))"
        case .doubled: "gone: its add-id was used twice, and the other element has the greater bytes"
        }
    }

    // MARK: Regions and carried keys

    private mutating func add(_ deletion: JoinExplanation.Deletion) {
        let inputs = Array(Set(deletion.deletions.flatMap(\.inputs))).sorted()
        text += "deleted in \(list(inputs)), which nothing brings back\n"
        addTable(deletion.deletions)
        guard !deletion.absorbedInputs.isEmpty else { return }
        let labels = deletion.labels.map { Screen.quoted($0.description) }.joined(separator: ", ")
        text += "    gone with it: what \(list(deletion.absorbedInputs)) \(has(deletion.absorbedInputs))"
        text += labels.isEmpty ? "\n" : ", also the labels \(labels)\n"
    }

    private mutating func add(_ carried: JoinExplanation.Carried) {
        text += "a key of a later version; that in \(list(carried.values[0].inputs)) stays: "
        text += "\(carriedWords(carried.reason))\n"
        for (index, value) in carried.values.prefix(Self.longestList).enumerated() {
            text += "\(index == 0 ? "  * " : "    ")\(shown(value.encoded))  \(list(value.inputs))\n"
        }
        addRest(carried.values.count - Self.longestList)
    }

    // MARK: Words

    /// A value in diagnostic notation, cut where it would fill the screen.
    private func shown(_ value: [UInt8]) -> String {
        let text = CBORDiagnostic.text(value.span)
        return text.count <= 60 ? text : text.prefix(57) + "..."
    }

    private func list(_ inputs: [Int]) -> String {
        Self.list(inputs.prefix(Self.mostNames + 1).map { names[$0] }, of: inputs.count)
    }

    /// The most files that are named at one place.
    private static let mostNames = 8

    /// Names in a row; of many the first ones, and how many more there are.
    static func list(_ names: [String]) -> String { list(names, of: names.count) }

    private static func list(_ names: [String], of count: Int) -> String {
        guard count > 1, let last = names.last else { return names.first ?? "" }
        guard count > mostNames else { return names.dropLast().joined(separator: ", ") + " and " + last }
        return names.prefix(mostNames).joined(separator: ", ") + " and \(count - mostNames) more"
    }

    private func has(_ inputs: [Int]) -> String { inputs.count == 1 ? "has" : "have" }

    /// The shortest beginnings that tell identifiers apart, of 8 digits or more.
    private static func shortened(_ ids: [Identifier]) -> [String] {
        let distinct = Set(ids).count
        for length in [8, 16, 24] {
            let short = ids.map { String($0.description.prefix(length)) }
            if Set(short).count == distinct { return short.map { $0 + "..." } }
        }
        return ids.map(\.description)
    }
}
