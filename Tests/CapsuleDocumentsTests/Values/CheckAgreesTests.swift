// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

/// A value is checked without building it, and built by another path: each is the referee of the other.
@Suite("Checking a value accepts and refuses exactly what reading it does")
struct CheckAgreesTests {
    /// A type of value with the canonical bytes of one that has every key.
    struct Sample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        /// What reading and checking say: where the reader stands afterwards, or the error.
        let outcomes: @Sendable ([UInt8]) -> (read: Result<Int, CBORError>, check: Result<Int, CBORError>)

        init<Value: CanonicalValue>(_ value: Value) {
            testDescription = "\(Value.self)"
            bytes = value.encoded
            outcomes = { bytes in
                (
                    Self.outcome(bytes) { (reader: inout CBORReader) throws(CBORError) in
                        _ = try Value.read(&reader)
                    },
                    Self.outcome(bytes, Value.check)
                )
            }
        }

        private static func outcome(
            _ bytes: [UInt8], _ body: (inout CBORReader) throws(CBORError) -> Void
        ) -> Result<Int, CBORError> {
            var reader = CBORReader(bytes.span)
            do throws(CBORError) {
                try body(&reader)
                return .success(reader.position)
            } catch {
                return .failure(error)
            }
        }
    }

    private static var samples: [Sample] {
        get throws {
            let id = try #require(Identifier(hex: String(repeating: "5a", count: 16)))
            let taken = try #require(Timestamp("2026-05-30T18:12:33.25+02:00"))
            let hash = try #require(Digest([UInt8](repeating: 7, count: 32)))
            let gps = try #require(GPS(latitude: 43.296, longitude: -5.37, source: .manual, datum: .gcj02))
            let tag = try #require(AITag(tag: "boat", modelID: "vision", modelVersion: "3"))
            let facts = AssetFacts(
                hash: hash, captureTimestamp: taken, importTimestamp: taken, contentType: .heicSequence,
                deviceID: id, sessionID: id, dimensions: Dimensions(width: 4_000, height: 70_000),
                camera: CameraID(model: "Zündapp", serial: "00000000-1111"))
            return [
                Sample(facts), Sample(gps), Sample(tag), Sample(hash), Sample(id),
                Sample(ContentType.photoshop),
                Sample(StackMembership(stackID: id, stackType: .panorama, role: .member, memberIndex: 300)),
                Sample(LQIP(chromahash: [1, 2, 3], dominantColor: [1, 24, 255], formatVersion: 300)),
                Sample(GPSSource.inferred), Sample(Cull.neutral), Sample(SourceKind.removableVolume),
            ]
        }
    }

    @Test("at every prefix and for every byte at every place", arguments: try samples)
    func everyByte(sample: Sample) {
        let bytes = sample.bytes
        #expect(sample.outcomes(bytes).check == .success(bytes.count))
        for count in 0..<bytes.count {
            let (read, check) = sample.outcomes(Array(bytes[..<count]))
            #expect(read == check, "the first \(count) bytes")
        }
        for place in bytes.indices {
            for byte in UInt8.min...UInt8.max {
                var mutant = bytes
                mutant[place] = byte
                let (read, check) = sample.outcomes(mutant)
                #expect(read == check, "byte \(byte) at \(place)")
            }
        }
    }

    @Test("with each key left out, renamed, or beside an unknown one", arguments: try samples)
    func keys(sample: Sample) throws {
        let bytes = sample.bytes
        guard bytes[0] >> 5 == 5 else { return }
        let count = Int(bytes[0] & 0x1f)
        var entries: [Range<Int>] = []
        var reader = CBORReader(bytes.span)
        var cursor = try reader.enterMap()
        while let key = try cursor.nextItem(&reader) {
            try reader.skipItem()
            entries.append(key.lowerBound..<reader.position)
        }
        #expect(entries.count == count)
        for left in entries.indices {
            let rest = entries.indices.filter { $0 != left }.flatMap { bytes[entries[$0]] }
            for mutant in [
                [0xa0 | UInt8(count - 1)] + rest,
                [0xa0 | UInt8(count)] + rest + [0x6f] + Array("zzzzzzzzzzzzzzz".utf8) + [0],
            ] {
                let (read, check) = sample.outcomes(mutant)
                #expect(read == check, "without entry \(left)")
            }
        }
        let more =
            [0xa0 | UInt8(count + 1)] + bytes.dropFirst() + [0x77] + [UInt8](repeating: 0x7a, count: 23) + [
                0xf6
            ]
        #expect(sample.outcomes(more).check == .success(more.count))
        #expect(sample.outcomes(more).read == .success(more.count))
    }
}
