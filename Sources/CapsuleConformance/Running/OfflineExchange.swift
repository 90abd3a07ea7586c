// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

/// A run of which the requests go out in one file and the answers come back in another, for testees that
/// cannot be started here, such as those in a phone or a browser.
package enum OfflineExchange {
    /// The requests, one a line, `info` first.
    package static func requests(for vectors: [Vector]) -> [UInt8] {
        var file = info.line(id: 0) + [UInt8(ascii: "\n")]
        for vector in vectors { file += vector.line(id: identifier(of: vector)) + [UInt8(ascii: "\n")] }
        return file
    }

    /// The outcomes that a file of answers gives, in any order of its lines.
    ///
    /// A vector without an answer is not run.
    package static func results(
        for vectors: [Vector], answers file: [UInt8]
    ) -> (info: TesteeInfo, results: [VectorResult]) {
        var lines: [UInt64: [[UInt8]]] = [:]
        for line in file.split(separator: UInt8(ascii: "\n")) {
            if let id = identifier(ofLine: Array(line)) { lines[id, default: []].append(Array(line)) }
        }
        let answered = lines[0]?.first.map { outcome(of: [$0], id: 0) }
        let info: TesteeInfo
        if case .success(let answer) = answered {
            info = TesteeInfo(answer)
        } else {
            info = TesteeInfo(flaw: "the file of answers has none to info")
        }
        let results = vectors.map { vector -> VectorResult in
            if let reason = SuiteRunner.reasonToSkip(vector, info) {
                return VectorResult(vector: vector, outcome: .skipped(reason))
            }
            let id = identifier(of: vector)
            guard let given = lines[id] else {
                return VectorResult(vector: vector, outcome: .notRun("the file has no answer to it"))
            }
            switch outcome(of: given, id: id) {
            case .success(let answer):
                return VectorResult(
                    vector: vector, outcome: Judge.outcome(of: answer, expected: vector.expectation))
            case .failure(let fault):
                return VectorResult(vector: vector, outcome: Judge.outcome(of: fault, complaints: []))
            }
        }
        return (info, results)
    }

    /// A number of 48 bits that belongs to this vector with this request and to no other, so that answers
    /// to another edition of the suite, or to another filter, are never taken for answers to this one.
    static func identifier(of vector: Vector) -> UInt64 {
        let text = Array(vector.id.utf8) + [0] + JSONValue.object(vector.request).encoded(.sorted)
        return SHA256.digest(text).bytes.prefix(6).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static let info = Vector(
        id: "info", area: "", section: "15", rule: "", level: .must, note: "", request: TesteeInfo.request,
        expectation: .ok(.object(JSONObject())), neighbour: nil)

    private static func identifier(ofLine line: [UInt8]) -> UInt64? {
        do throws(JSONError) { return try JSONReader.read(line)["id"]?.integer?.exactly() } catch {
            return nil
        }
    }

    private static func outcome(of lines: [[UInt8]], id: UInt64) -> Result<Answer, TesteeFault> {
        guard lines.count == 1 else { return .failure(.unasked(excerpt(lines[1]))) }
        do throws(TesteeFault) {
            return .success(try Answer(line: lines[0], id: id))
        } catch {
            return .failure(error)
        }
    }
}
