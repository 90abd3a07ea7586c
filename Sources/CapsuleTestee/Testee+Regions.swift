// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

extension Testee {
    static let regionOperations = [Operation("region.orient", orientRegion)]

    private static func orientRegion(_ request: Members) throws(TesteeError) -> JSONObject {
        let file = try JSON.orientation(request.value("from"), "from")
        let shown = try JSON.orientation(request.value("to"), "to")
        let shape = try shape(request.members("shape"))
        if let fault = shape.fault { throw .invalid(fault) }
        return JSONObject([("shape", plain(shape.oriented(from: file, to: shown)))])
    }
}
