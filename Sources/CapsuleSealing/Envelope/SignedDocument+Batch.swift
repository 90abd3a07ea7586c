// SPDX-License-Identifier: Apache-2.0

extension SignedDocument {
    /// Verifies many documents of one signer on all processors, and gives the results in their order.
    public static func verify(
        _ documents: [SignedDocument], by key: VerifyingKey
    ) async -> [Result<VerifiedDocument<Kind>, SealingError>] {
        // Small enough to share the work evenly, large enough that handing it out costs nothing.
        let size = 16
        return await withTaskGroup(of: (Int, [Result<VerifiedDocument<Kind>, SealingError>]).self) { group in
            for start in stride(from: 0, to: documents.count, by: size) {
                group.addTask {
                    let part = documents[start..<min(start + size, documents.count)]
                    return (
                        start,
                        part.map { document in
                            Result { () throws(SealingError) in try document.verified(by: key) }
                        }
                    )
                }
            }
            var parts: [(Int, [Result<VerifiedDocument<Kind>, SealingError>])] = []
            for await part in group { parts.append(part) }
            return parts.sorted { $0.0 < $1.0 }.flatMap(\.1)
        }
    }
}
