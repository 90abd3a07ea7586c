// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments

extension Suite {
    /// What each vector of a file asks and expects: SHA-256 of the canonical JSON of `expect` and `request`.
    ///
    /// - Parameter file: a vector file that has been read without error.
    static func meanings(in file: [UInt8]) -> [String: String] {
        guard case .array(let vectors)? = CanonicalJSON(unchecked: file)["vectors"] else { return [:] }
        var meanings: [String: String] = [:]
        for vector in vectors {
            guard case .scalar(let id)? = vector["id"], let expect = vector["expect"],
                let request = vector["request"]
            else { continue }
            let text =
                Array(#"{"expect":"#.utf8) + expect.bytes + Array(#","request":"#.utf8) + request.bytes + [
                    0x7d
                ]
            meanings[String(decoding: id.dropFirst().dropLast(), as: UTF8.self)] = "\(SHA256.digest(text))"
        }
        return meanings
    }

    /// Checks that the vectors are those of the lock, no more, no fewer and none changed.
    ///
    /// - Throws: `SuiteError` that names the first that is not.
    static func check(
        _ meanings: [String: String], against lock: [String: String], retired: [String: String],
        _ path: String
    ) throws(SuiteError) {
        for (id, meaning) in meanings.sorted(by: { $0.key < $1.key }) {
            guard let locked = lock[id] else { throw SuiteError(path, "does not have \(id)") }
            guard locked == meaning else {
                throw SuiteError(
                    path, "\(id) does not ask and expect what the lock says: its file was changed")
            }
        }
        let gone = lock.keys.filter { meanings[$0] == nil && retired[$0] == nil }.min()
        if let gone { throw SuiteError(path, "\(gone) is missing, and is not in retired.json") }
    }
}
