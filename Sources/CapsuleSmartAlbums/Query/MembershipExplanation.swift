// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT
public import CapsuleDocuments

/// A truth value of Kleene's logic (SPEC section 12, staleness).
public enum Truth: String, Hashable, Sendable {
    /// It holds; only this makes a member.
    case `true`
    /// It does not hold.
    case `false`
    /// It asks for the output of a model that is not current.
    case unknown

    /// Not unknown is unknown.
    public static prefix func ! (truth: Truth) -> Truth {
        switch truth {
        case .true: .false
        case .false: .true
        case .unknown: .unknown
        }
    }

    /// False if any is false, else unknown if any is unknown.
    static func all(_ truths: [Truth]) -> Truth {
        truths.contains(.false) ? .false : truths.contains(.unknown) ? .unknown : .true
    }

    /// True if any is true, else unknown if any is unknown.
    static func any(_ truths: [Truth]) -> Truth {
        truths.contains(.true) ? .true : truths.contains(.unknown) ? .unknown : .false
    }
}

/// Why an asset is a member of a smart album, or is not: the truth of every node of its condition.
public struct MembershipExplanation: Hashable, Sendable {
    /// What makes a term's truth what it is, besides the value that is there.
    public enum Reason: String, Hashable, Sendable {
        /// The asset has no such value, which makes every term over it false but `exists` false.
        case absent
        /// The register was never written and reads as its default.
        case defaultUsed = "default used"
        /// The model is not current.
        case staleSlot = "stale slot"
    }

    /// One node with those below it, in the order of the definition.
    public struct Node: Hashable, Sendable {
        /// The part of the condition.
        public let condition: Condition
        /// Whether it holds.
        public let truth: Truth
        /// Why, where that is not just the value.
        public let reason: Reason?
        /// The explanations of its parts.
        public let children: [Node]

        /// all, any, not, or a term as the text form has it.
        public var name: String {
            switch condition {
            case .all: "all"
            case .any: "any"
            case .not: "not"
            case .term: DefinitionText.print(condition)
            }
        }
    }

    /// The whole condition.
    public let root: Node
    /// Whether the asset is hidden or trashed, so that the default view leaves it out.
    public let isLeftOutOfDefaultView: Bool

    /// Whether the asset is a member in a view.
    public func isMember(in scope: AssetScope) -> Bool {
        root.truth == .true && (scope == .everything || !isLeftOutOfDefaultView)
    }
}

extension AssetIndex {
    /// Explains the truth of every node of a definition for one asset; nil when the index has no such asset.
    public func explain(_ definition: SmartAlbumDefinition, for id: Identifier) -> MembershipExplanation? {
        guard let (chunk, place) = place(of: id) else { return nil }
        let columns = chunks[chunk].value
        var flags = AssetFlags()
        flags.bits = columns.flags[place]
        return MembershipExplanation(
            root: explain(definition.predicate, columns, place),
            isLeftOutOfDefaultView: flags[.leftOut] != 0)
    }

    private func explain(_ condition: Condition, _ chunk: AssetChunk, _ place: Int)
        -> MembershipExplanation.Node
    {
        var children: [MembershipExplanation.Node] = []
        var reason: MembershipExplanation.Reason?
        let truth: Truth
        switch condition {
        case .all(let parts):
            children = parts.map { explain($0, chunk, place) }
            truth = .all(children.map(\.truth))
        case .any(let parts):
            children = parts.map { explain($0, chunk, place) }
            truth = .any(children.map(\.truth))
        case .not(let part):
            children = [explain(part, chunk, place)]
            truth = !children[0].truth
        case .term(let term) where isStale(term):
            (truth, reason) = (.unknown, .staleSlot)
        case .term(let term):
            var places = Mask(only: place)
            let holds = plan(condition).keep(&places, in: chunk)
            truth = holds ? .true : .false
            reason = self.reason(term, chunk, place)
        }
        return MembershipExplanation.Node(
            condition: condition, truth: truth, reason: reason, children: children)
    }

    private func reason(_ term: Term, _ chunk: AssetChunk, _ place: Int) -> MembershipExplanation.Reason? {
        var flags = AssetFlags()
        flags.bits = chunk.flags[place]
        func unless(_ isThere: Bool, _ reason: MembershipExplanation.Reason) -> MembershipExplanation.Reason?
        {
            isThere ? nil : reason
        }
        switch term {
        case .time(.capture, _): return unless(chunk.captured[place] != .absent, .absent)
        case .time(.import, _): return unless(chunk.imported[place] != .absent, .absent)
        case .number(.rating, _): return unless(flags[.hasRating] == 1, .defaultUsed)
        case .number: return unless(chunk.width[place] > 0, .absent)
        case .contentType: return unless(chunk.contentType[place] > 0, .absent)
        case .mediaKind: return unless(chunk.mediaKind(at: place) != nil, .absent)
        case .datum, .place: return unless(flags[.datum] > 0, .absent)
        case .cull: return unless(flags[.hasCull] == 1, .defaultUsed)
        case .hidden: return unless(flags[.hasHidden] == 1, .defaultUsed)
        case .camera: return unless(flags[.hasCamera] == 1, .absent)
        case .stackType: return unless(chunk.stackType[place] > 0, .absent)
        case .album: return unless(!chunk.albums.keys(at: place).isEmpty, .absent)
        case .labels, .aiTags, .people: return nil
        }
    }
}

extension MembershipExplanation: CustomStringConvertible {
    /// One line for each node: its truth, the node as the text form has it, and why.
    public var description: String {
        var lines: [String] = []
        Self.append(root, depth: 0, to: &lines)
        if isLeftOutOfDefaultView { lines.append("hidden or trashed: the default view leaves it out") }
        return lines.joined(separator: "\n")
    }

    private static func append(_ node: Node, depth: Int, to lines: inout [String]) {
        let truth = node.truth.rawValue + String(repeating: " ", count: 9 - node.truth.rawValue.count)
        let reason = node.reason.map { "  (\($0.rawValue))" } ?? ""
        lines.append(truth + String(repeating: "  ", count: depth) + node.name + reason)
        for child in node.children { append(child, depth: depth + 1, to: &lines) }
    }
}
