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
        let fields = fields
        let span = bytes.span
        var sets: [(path: SetPath, encoded: [UInt8])] = []
        for entry in entries {
            guard case .known(let index) = entry.meaning else { continue }
            let value = span.extracting(entry.value)
            switch fields[index].role {
            case .set:
                sets.append((SetPath(field: "\(fields[index].name)", region: nil), value.copied()))
            case .regionMap:
                RegisterMap.forEach(value) { key, region in
                    let labels = RegionLayout(unchecked: value, at: region.lowerBound).labels
                    guard let labels,
                        let id = Identifier(value.extracting(key.lowerBound + 1..<key.upperBound))
                    else { return }
                    sets.append(
                        (
                            SetPath(field: "\(fields[index].name)", region: id),
                            value.extracting(labels).copied()
                        ))
                }
            default: continue
            }
        }
        return sets
    }

    /// The encoding of one OR-set; no bytes when it observed nothing.
    package func set(_ path: SetPath) -> [UInt8] {
        sets.first { $0.path == path }?.encoded ?? []
    }

    /// Puts encoded elements of one OR-set under new add-ids into a delta.
    ///
    /// - Parameter encoding: the set, where it is known already.
    /// - Returns: whether there is somewhere left to add them; not so when their region is gone.
    func readd(
        _ elements: [[UInt8]], to path: SetPath, of encoding: [UInt8]? = nil, writer: Identifier,
        into builder: inout DocumentBuilder
    ) throws(DocumentError) -> Bool {
        do {
            let set = encoding ?? set(path)
            let added =
                path.field == "tags_ai"
                ? try ORSetLayout.adding(elements.map(AITag.init(decoding:)), to: set.span, writer: writer)
                : try ORSetLayout.adding(elements.map(Label.init(decoding:)), to: set.span, writer: writer)
            if let region = path.region {
                guard kind == .asset, let live = DocumentView<AssetKind>(self).region(region), live.isLive
                else { return false }
                builder.put(region: region, labels: ORSet(unchecked: added))
            } else {
                let field = fields.first { "\($0.name)" == path.field && $0.role == .set }
                guard let field else { return false }
                builder.put(field.name, added)
            }
        } catch let error as CRDTError {
            throw DocumentError(error, at: path.description)
        } catch {
            // The element comes from a checked set.
            return false
        }
        return true
    }
}
