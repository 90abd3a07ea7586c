// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

/// Documents of one key, to be joined into one.
typealias BulkGroup = [BulkDocument]

/// What came of a batch of groups.
struct BulkBatch: Sendable {
    /// The joined documents, one after the other.
    var output: [UInt8] = []
    /// Documents that were put aside, as they came.
    var setAside: [UInt8] = []
    var documents = 0
    var joined = 0
    var refused = 0
    /// The first refusal, when nothing is put aside.
    var failure: String?

    /// Joins each group; pure, so that it can run anywhere and the output does not depend on where.
    init(_ groups: [BulkGroup], setsAside: Bool) {
        for group in groups where failure == nil {
            documents += group.count
            do throws(BulkRefusal) {
                output += try Self.join(group)
                joined += 1
            } catch {
                refused += 1
                if setsAside {
                    for document in group { setAside += document.bytes }
                } else {
                    failure = "\(error.place): \(error.reason)"
                }
            }
        }
    }

    private struct BulkRefusal: Error {
        let place: String
        let reason: DocumentError
    }

    private static func join(_ group: BulkGroup) throws(BulkRefusal) -> [UInt8] {
        var joined: DocumentState?
        var report = JoinReport()
        for document in group {
            do throws(DocumentError) {
                let state = try DocumentState(decoding: document.bytes, kind: document.key.kind)
                joined = try joined?.joined(with: state, report: &report) ?? state
            } catch {
                throw BulkRefusal(place: document.place, reason: error)
            }
        }
        return joined?.bytes ?? []
    }
}
