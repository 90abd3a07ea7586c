// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
package import CapsuleCRDT

/// Which OR-set of a document: a field, or the labels of one of its regions.
package struct SetPath: Hashable, Sendable, CustomStringConvertible {
    package let field: String
    package let region: Identifier?

    /// `labels`, `tags_user`, `tags_ai`, or `regions/` and the region's id.
    package var description: String { region.map { "\(field)/\($0)" } ?? field }
}

extension DocumentState {
    /// The OR-sets of the document that observed something, with their encodings.
    package var sets: [(path: SetPath, encoded: [UInt8])] {
        var sets: [(path: SetPath, encoded: [UInt8])] = []
        forEachSet { field, region, set in
            sets.append((SetPath(field: "\(field.name)", region: region), set.copied()))
        }
        return sets
    }

    /// The OR-sets that take no more adds, since their region is deleted.
    package var closedSets: Set<SetPath> {
        var closed: Set<SetPath> = []
        let fields = fields
        for entry in entries {
            guard case .known(let index) = entry.meaning else { continue }
            let field = fields[index]
            field.type.forEachDeletedRegion(in: bytes.span.extracting(entry.value)) { region in
                closed.insert(SetPath(field: "\(field.name)", region: region))
            }
        }
        return closed
    }

    /// Calls the body for each OR-set of the document that observed something.
    func forEachSet(
        _ body: (_ field: KnownField, _ region: Identifier?, _ set: Span<UInt8>) -> Void
    ) {
        let fields = fields
        for entry in entries {
            guard case .known(let index) = entry.meaning else { continue }
            let value = bytes.span.extracting(entry.value)
            let field = fields[index]
            field.type.forEachSet(in: value) { region, set in body(field, region, value.extracting(set)) }
        }
    }

    /// The encoding of one OR-set; no bytes when it observed nothing.
    package func set(_ path: SetPath) -> [UInt8] {
        sets.first { $0.path == path }?.encoded ?? []
    }

    /// The counter of a writer's next add, as `Document.nextCounter` says.
    package func nextCounter(
        of writer: Identifier, in field: String, region: Identifier? = nil
    ) throws(DocumentError) -> UInt64 {
        let known = fields.first { "\($0.name)".utf8.elementsEqual(field.utf8) }
        guard let known, known.type.holdsSet(of: region) else {
            throw DocumentError(.invalid, at: field, "a document of kind \(kind.rawValue) has no such set")
        }
        let set = set(SetPath(field: "\(known.name)", region: region))
        do throws(CRDTError) {
            return try ORSetLayout.nextCounter(set.span, writer: writer)
        } catch {
            throw DocumentError(error, at: field)
        }
    }

    /// Puts encoded elements of one OR-set under new add-ids into a delta.
    ///
    /// - Parameter encoding: the set, where it is known already.
    /// - Returns: whether there is somewhere left to add them; not so when their region is gone.
    func readd(
        _ elements: [[UInt8]], to path: SetPath, of encoding: [UInt8]? = nil, writer: Identifier,
        into builder: inout DocumentBuilder
    ) throws(DocumentError) -> Bool {
        let field = kind.type.descriptors.first { "\($0.name)".utf8.elementsEqual(path.field.utf8) }
        guard let field, type(of: field).holdsSet(of: path.region) else { return false }
        do throws(CRDTError) {
            return try field.add(
                elements, to: encoding ?? set(path), of: path.region, in: self, writer: writer, into: &builder
            )
        } catch {
            throw DocumentError(error, at: path.description)
        }
    }
}
