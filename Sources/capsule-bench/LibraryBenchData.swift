// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import CapsuleSmartAlbums

/// A library of made-up assets, the same in every run.
struct LibraryBenchData {
    /// What SQLite is told of an asset; the sidecar says the same.
    struct Asset {
        var id: Identifier
        /// Milliseconds since the start of 2015.
        var captured: Int
        var rating: Int
        var cull: Cull
        var isHidden: Bool
        /// Numbers of labels, three of 2 000; the low ones are common.
        var labels: [UInt32]
    }

    private var state: UInt64 = 20_261_130
    /// Ten years.
    static let span = 3_652 * 86_400_000

    /// Numbers as good as random.
    private mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    private mutating func number(below bound: Int) -> Int { Int(next() % UInt64(bound)) }

    mutating func asset() -> Asset {
        var generator = Words(words: [next(), next()])
        let labels = (0..<3).map { _ in
            // The product of two draws leans to the low numbers.
            UInt32(number(below: 2_000) * number(below: 2_000) / 2_000)
        }
        return Asset(
            id: Identifier(using: &generator), captured: number(below: Self.span),
            rating: number(below: 6), cull: [.pick, .neutral, .neutral, .reject][number(below: 4)],
            isHidden: number(below: 50) == 0, labels: labels)
    }

    /// Gives words that are known.
    private struct Words: RandomNumberGenerator {
        var words: [UInt64]
        mutating func next() -> UInt64 { words.removeLast() }
    }

    /// The sidecar of an asset: facts, three labels, a rating, a verdict, a place.
    static func sidecar(_ asset: Asset) -> [UInt8] {
        let writer = asset.id
        var set = ORSetBuilder()
        for (counter, label) in asset.labels.enumerated() {
            let text = "label number \(label)"
            set.add(
                AddID(writer: writer, counter: UInt64(counter)),
                [0x60 + UInt8(text.utf8.count)] + Array(text.utf8))
        }
        var map = CBORMap()
        map.put(encodedKey: [0]) { $0.writeUnsigned(1) }
        map.put("uuid") { $0.writeBytes(asset.id.bytes.span) }
        map.put("facts", facts(asset).flatMap { register($0, writer) })
        map.put("rating", Rating(asset.rating).flatMap { register($0, writer) })
        map.put("cull", register(asset.cull, writer))
        if asset.isHidden { map.put("hidden", register(true, writer)) }
        let place = GPS(latitude: 43.3, longitude: 5.4, source: .exif)
        map.put("location", place.flatMap { register($0, writer) })
        map.put("tags_user", encoded: set.encoded)
        return map.encoded
    }

    private static func register<Value: CanonicalValue>(_ value: Value, _ by: Identifier) -> Stamped<Value>? {
        try? Stamped(value, by: by, ts: .last)
    }

    private static func facts(_ asset: Asset) -> AssetFacts? {
        guard let hash = Digest([UInt8](repeating: 7, count: 32)), let taken = timestamp(asset.captured)
        else {
            return nil
        }
        return AssetFacts(
            hash: hash, captureTimestamp: taken, importTimestamp: taken, contentType: .jpeg,
            deviceID: asset.id,
            sessionID: asset.id, dimensions: Dimensions(width: 4_000, height: 3_000),
            camera: CameraID(model: "Camera", serial: "1"))
    }

    /// A time so many milliseconds after the start of 2015.
    static func timestamp(_ milliseconds: Int) -> Timestamp? {
        var (year, day) = (2015, milliseconds / 86_400_000)
        while true {
            let length = year % 4 == 0 ? 366 : 365
            if day < length { break }
            (year, day) = (year + 1, day - length)
        }
        let lengths = [31, year % 4 == 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var month = 0
        while day >= lengths[month] { (month, day) = (month + 1, day - lengths[month]) }
        func digits(_ value: Int, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: count - text.count) + text
        }
        let (rest, time) = (milliseconds % 1_000, milliseconds / 1_000)
        return Timestamp(
            "\(year)-\(digits(month + 1, 2))-\(digits(day + 1, 2))T\(digits(time / 3_600 % 24, 2)):"
                + "\(digits(time / 60 % 60, 2)):\(digits(time % 60, 2)).\(digits(rest, 3))Z")
    }
}
