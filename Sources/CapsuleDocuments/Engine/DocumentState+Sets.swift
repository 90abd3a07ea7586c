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

    /// Puts an encoded element of one OR-set under a new add-id into a delta.
    ///
    /// - Returns: whether there is somewhere left to add it; not so when its region is gone.
    func readd(
        _ element: [UInt8], to path: SetPath, writer: Identifier, into builder: inout DocumentBuilder
    ) throws(DocumentError) -> Bool {
        do {
            let set = set(path)
            let added =
                path.field == "tags_ai"
                ? try ORSetLayout.adding(AITag(decoding: element), to: set.span, writer: writer)
                : try ORSetLayout.adding(Label(decoding: element), to: set.span, writer: writer)
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
