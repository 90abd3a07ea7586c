// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

/// Two devices' states of a library, as the sorted sequences that a bulk merge takes.
enum BulkBenchData {
    /// Writes `left.cborseq` and `right.cborseq` of so many sidecars each into a folder; says whether it did.
    static func write(_ count: Int, to folder: String) -> Bool {
        do {
            var data = LibraryBenchData()
            let assets = (0..<count).map { _ in data.asset() }.sorted { $0.id < $1.id }
            guard let caption = Caption("The harbour in the evening") else { return false }
            let (left, right) = (try author(1), try author(2))
            try write(assets, to: "\(folder)/left.cborseq") { sidecar in
                _ = try sidecar.addLabel("Harbour", by: left)
            }
            try write(assets, to: "\(folder)/right.cborseq") { sidecar in
                _ = try sidecar.setCaption(caption, by: right)
                _ = try sidecar.addLabel("Evening", by: right)
            }
            return true
        } catch {
            print("capsule-bench: \(error)")
            return false
        }
    }

    private static func author(_ number: UInt8) throws -> Author {
        var generator = FixedGenerator()
        for _ in 0..<number { _ = generator.next() }
        return Author(
            device: Identifier(using: &generator), writer: Identifier(using: &generator), now: .last)
    }

    private static func write(
        _ assets: [LibraryBenchData.Asset], to path: String, edit: (inout AssetSidecar) throws -> Void
    ) throws {
        try AtomicOutput.stream(to: path) { output in
            for asset in assets {
                var sidecar = try AssetSidecar(decoding: LibraryBenchData.sidecar(asset))
                try edit(&sidecar)
                try output.write(sidecar.encoded)
            }
        }
    }
}
