// SPDX-License-Identifier: Apache-2.0

import CAllocations
import CapsuleCRDT
import CapsuleDocuments

/// An asset sidecar of ordinary size: three labels, two regions, a caption, about 800 bytes.
enum AssetBench {
    static func run() {
        do {
            try measure()
        } catch {
            print("refused: \(error)")
        }
    }

    private static func measure() throws {
        let (left, right) = try inputs()
        print(
            "asset: one sidecar of \(left.count) bytes and a concurrent state of it of \(right.count) bytes")
        print("operation         ns  allocations  bytes allocated  of the input")
        let a = try AssetSidecar(decoding: left)
        let b = try AssetSidecar(decoding: right)
        let author = Author(
            device: Identifier(hex: String(repeating: "ab", count: 16)) ?? a.id, writer: a.id, now: .last)
        try row("decode", of: left.count) { try AssetSidecar(decoding: left) }
        try row("join", of: left.count) { try a.joined(with: b) }
        try row("add a label", of: left.count) { () throws -> AssetSidecar in
            var copy = a
            return try copy.addLabel("Rome", by: author)
        }
        try row("set the rating", of: left.count) { () throws -> AssetSidecar in
            var copy = a
            return try copy.setRating(.none, by: author)
        }
        try row("encode", of: left.count) { a.encoded }
    }

    private static func row<Result>(_ name: String, of size: Int, _ work: () throws -> Result) throws {
        var samples = Samples()
        // A batch, since one run is shorter than the clock can tell.
        let batch = 100
        for _ in 0..<200 {
            try samples.time { for _ in 0..<batch { _ = try work() } }
        }
        let before = capsule_allocations_now()
        _ = try work()
        let after = capsule_allocations_now()
        let bytes = Int(after.bytes - before.bytes)
        let label = name + String(repeating: " ", count: 14 - name.count)
        print(
            label, column(samples.median / Double(batch), width: 6),
            column(Int(after.count - before.count), width: 12),
            column(bytes, width: 16), column(Double(bytes) / Double(size), width: 13), separator: "")
    }

    /// Two states of one asset: a shared history, then an edit of each device.
    static func inputs() throws -> (left: [UInt8], right: [UInt8]) {
        var generator = FixedGenerator()
        func author(_ hour: Int) throws -> Author {
            let now = StampTime("2026-05-31T\(hour):00:00.000Z") ?? .last
            return Author(
                device: Identifier(using: &generator), writer: Identifier(using: &generator), now: now)
        }
        let first = try author(10)
        var asset = AssetSidecar(id: Identifier(using: &generator))
        guard let hash = Digest([UInt8](repeating: 7, count: 32)),
            let taken = Timestamp("2026-05-30T18:12:33.25+02:00"),
            let caption = Caption("The harbour in the evening, seen from the old fort"),
            let circle = RegionShape.circle(centerX: 0.5, centerY: 0.5, radius: 0.1),
            let box = RegionShape.rectangle(left: 0.25, top: 0.25, width: 0.5, height: 0.5),
            let rating = Rating(4)
        else { return ([], []) }
        _ = try asset.setFacts(
            AssetFacts(
                hash: hash, captureTimestamp: taken, importTimestamp: taken, contentType: .jpeg,
                deviceID: first.device, sessionID: first.writer,
                dimensions: Dimensions(width: 4000, height: 3000)), by: first)
        for label in ["Marseille", "Harbour", "Evening"] { _ = try asset.addLabel(label, by: first) }
        _ = try asset.setCaption(caption, by: first)
        _ = try asset.putRegion(Identifier(using: &generator), circle, by: first)
        _ = try asset.putRegion(Identifier(using: &generator), box, by: first)
        _ = try asset.setRating(rating, by: first)
        var (left, right) = (asset, asset)
        _ = try left.addLabel("Boats", by: author(11))
        _ = try right.setCull(.pick, by: author(12))
        _ = try right.removeLabel("Evening")
        return (left.encoded, right.encoded)
    }
}
