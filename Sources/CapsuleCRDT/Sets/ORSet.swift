// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR

/// A set whose adds are named, so that a removal takes only the adds it has seen (SPEC section 7).
///
/// The state is the set of all add-ids ever observed and, for those that are live, their elements. It is
/// kept as its canonical encoding; a set that observed nothing has no bytes.
public struct ORSet<Element: CanonicalValue>: JoinSemilattice, Hashable {
    /// The canonical bytes; empty for a set that observed nothing, which is absent from its document.
    public private(set) var encoded: [UInt8]

    /// A set that has observed nothing.
    public init() {
        encoded = []
    }

    /// Reads bytes that are exactly one set; no bytes are a set that observed nothing.
    public init(decoding bytes: [UInt8]) throws(CBORError) {
        if !bytes.isEmpty {
            try CanonicalCBOR.read(bytes.span) { (reader: inout CBORReader) throws(CBORError) in
                _ = try ORSetLayout.check(
                    &reader, takesShortTexts: Element.takesShortTexts, element: Element.check)
            }
        }
        encoded = bytes
    }

    package init(unchecked bytes: [UInt8]) {
        encoded = bytes
    }

    /// Takes the greater of unseen, live and removed for each add-id.
    public mutating func join(_ other: ORSet) {
        var writer = CBORWriter()
        writer.reserve(encoded.count + other.encoded.count)
        ORSetLayout.join(encoded.span, other.encoded.span, into: &writer) { _, _ in }
        encoded = writer.bytes
    }

    /// The live adds with their elements, by add-id.
    public var adds: [(id: AddID, element: Element)] {
        var adds: [(id: AddID, element: Element)] = []
        let bytes = encoded.span
        ORSetLayout.forEachLive(bytes) { writer, counter, range in
            // The bytes were checked when the set was made.
            guard let element = try? Element(decoding: bytes.extracting(range).copied()) else { return }
            adds.append((AddID(writer: writer, counter: counter), element))
        }
        return adds
    }

    /// The distinct elements, in ascending bytewise order of their encodings.
    public var elements: [Element] {
        let bytes = encoded.span
        return ORSetLayout.distinctElements(bytes).compactMap { range in
            try? Element(decoding: bytes.extracting(range).copied())
        }
    }

    /// Every add-id ever observed.
    public var context: CausalContext { CausalContext(ofSet: encoded.span) }

    /// The set that adds an element under a new add-id and removes the live adds that it stands for.
    ///
    /// Joining it is the edit (SPEC section 7, writing rules).
    ///
    /// - Throws: `counter-exhausted` when the writer has used its last counter; `limit` when it already
    ///   has 1 000 other live adds in this set, or the element has more than 65 536 bytes.
    public func adding(_ element: Element, writer: Identifier) throws(CRDTError) -> ORSet
    where Element: ORSetElement {
        ORSet(unchecked: try ORSetLayout.adding(element, to: encoded.span, writer: writer))
    }

    /// The set that removes every live add of an element; it has observed nothing when there is none.
    public func removing(_ element: Element) -> ORSet where Element: ORSetElement {
        let key = element.matchKey
        return ORSet(unchecked: ORSetLayout.removing(from: encoded.span) { Element.matches($0, key) })
    }
}

/// An element that an edit can name.
public protocol ORSetElement: CanonicalValue {
    /// What stands for the element when it is compared with others.
    associatedtype MatchKey

    /// The key of this element.
    var matchKey: MatchKey { get }

    /// Whether a checked encoded element is the one that a key stands for.
    static func matches(_ encoded: Span<UInt8>, _ key: MatchKey) -> Bool
}

extension Label: ORSetElement {
    /// The normal form: labels are the same when their normal forms are.
    public var matchKey: [UInt8] { NormalForm.label(utf8.span) }

    /// Whether an encoded label has a normal form.
    public static func matches(_ encoded: Span<UInt8>, _ key: [UInt8]) -> Bool {
        let text = encoded.extracting(encoded.uncheckedContent(at: 0))
        if text.elementsEqual(key.span) { return NormalForm.isLabelNormalForm(key.span) }
        if NormalForm.isLabelNormalForm(text) { return false }
        return NormalForm.label(text) == key
    }
}
