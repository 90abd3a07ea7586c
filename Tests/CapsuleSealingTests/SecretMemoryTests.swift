// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CapsuleCBOR
    import CapsuleCRDT
    import CapsuleDocuments
    import Glibc
    import Testing

    @testable import CapsuleSealing

    /// Looks for bytes in all of this process's memory, as a core dump would show it.
    ///
    /// What is looked for is kept with every bit flipped, so that the search does not find itself.
    private struct MemorySearch {
        private let flipped: [UInt8]

        init(flipped: [UInt8]) {
            self.flipped = flipped
        }

        /// How often the bytes stand somewhere that can be read.
        func count() throws -> Int {
            let memory = unsafe open("/proc/self/mem", O_RDONLY)
            try #require(memory >= 0)
            defer { close(memory) }
            var found = 0
            var buffer = [UInt8](repeating: 0, count: 1 << 20)
            for range in try ranges() {
                var start = range.lowerBound
                while start < range.upperBound {
                    let size = min(buffer.count, range.upperBound - start)
                    // Reads at most as many bytes as the buffer has; what is gone meanwhile cannot be read.
                    let read = unsafe buffer.withUnsafeMutableBytes {
                        unsafe pread(memory, $0.baseAddress, size, start)
                    }
                    guard read > 0 else { break }
                    found += occurrences(in: &buffer, count: read)
                    // Pieces overlap, so that nothing hides where two of them meet.
                    start += read == size && size > flipped.count ? size - flipped.count + 1 : size
                    if size <= flipped.count { break }
                }
            }
            return found
        }

        /// Counts, and overwrites the buffer, which lies in the memory that is searched.
        private func occurrences(in buffer: inout [UInt8], count: Int) -> Int {
            let size = flipped.count
            // Most bytes of memory are 00 or ff, so what is looked for first is neither, where it can be.
            let anchor = flipped.firstIndex { $0 != 0 && $0 != 0xff } ?? 0
            let wanted = Int32(flipped[anchor] ^ 0xff)
            return unsafe buffer.withUnsafeMutableBytes { buffer in
                var found = 0
                guard let base = buffer.baseAddress else { return 0 }
                var position = 0
                // memchr stays within the bytes that were read.
                while position + size <= count,
                    let hit = unsafe memchr(base + position + anchor, wanted, count - position - size + 1)
                {
                    position = unsafe base.distance(to: UnsafeMutableRawPointer(hit)) - anchor
                    var matched = 0
                    while matched < size, unsafe buffer[position + matched] == flipped[matched] ^ 0xff {
                        matched += 1
                    }
                    if matched == size { found += 1 }
                    position += 1
                }
                unsafe memset(base, 0, buffer.count)
                return found
            }
        }

        /// More than a process has: what is as large is the shadow that a sanitizer keeps of all addresses.
        private static let largest = 1 << 36

        /// The ranges that can be read, apart from those of devices and a sanitizer's shadow.
        private func ranges() throws -> [Range<Int>] {
            let maps = unsafe open("/proc/self/maps", O_RDONLY)
            try #require(maps >= 0)
            defer { close(maps) }
            var text: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 65_536)
            while true {
                let read = unsafe piece.withUnsafeMutableBytes {
                    unsafe Glibc.read(maps, $0.baseAddress, $0.count)
                }
                guard read > 0 else { break }
                text += piece[..<read]
            }
            return text.split(separator: 0x0a).compactMap { line in
                let fields = line.split(separator: 0x20)
                guard fields.count >= 2, fields[1].first == UInt8(ascii: "r"),
                    !line.contains(UInt8(ascii: "["))
                        || String(decoding: line, as: UTF8.self).contains("[heap]")
                        || String(decoding: line, as: UTF8.self).contains("[stack]")
                else { return nil }
                let ends = fields[0].split(separator: UInt8(ascii: "-")).compactMap {
                    Int(String(decoding: $0, as: UTF8.self), radix: 16)
                }
                guard ends.count == 2, ends[0] < ends[1], ends[1] - ends[0] < Self.largest else { return nil }
                return ends[0]..<ends[1]
            }
        }
    }

    @Suite("secrets in memory", .serialized)
    struct SecretMemoryTests {
        @Test("a seed that a key was made from and signed with is nowhere in memory when the key has ended")
        func seed() throws {
            // Drawn inside locked memory; only its flipped bytes leave it.
            var flipped: [UInt8] = []
            let inUse = try used(&flipped)
            let search = MemorySearch(flipped: Array(flipped[..<32]))
            let other = MemorySearch(flipped: Array(flipped[32...]))
            #expect(inUse.ed25519 > 0 && inUse.mlDSA65 > 0, "the search finds what is there")
            #expect(try search.count() == 0)
            #expect(try other.count() == 0)
        }

        @inline(never)
        private func used(_ flipped: inout [UInt8]) throws -> (ed25519: Int, mlDSA65: Int) {
            let seed = try SigningSeed.random()
            flipped = seed.withSecretBytes { bytes in
                var flipped: [UInt8] = []
                for index in bytes.indices { flipped.append(bytes[index] ^ 0xff) }
                return flipped
            }
            let key = try SigningKey(seed: seed)
            let signed = try SignedDocument(stack(), signer: key)
            _ = try signed.verified(by: key.verifyingKey)
            let found = (
                try MemorySearch(flipped: Array(flipped[..<32])).count(),
                try MemorySearch(flipped: Array(flipped[32...])).count()
            )
            // Both live until here.
            withExtendedLifetime(key.verifyingKey) {}
            _ = try SignedDocument(stack(), signer: key)
            return found
        }

        @Test(
            "a master key and the keys derived from it are nowhere in memory when the record is sealed and opened"
        )
        func masterKey() throws {
            var flipped: [UInt8] = []
            var flippedRecordKey: [UInt8] = []
            let inUse = try sealed(&flipped, &flippedRecordKey)
            #expect(inUse > 0, "the search finds what is there")
            #expect(try MemorySearch(flipped: flipped).count() == 0)
            #expect(try MemorySearch(flipped: flippedRecordKey).count() == 0)
        }

        @inline(never)
        private func sealed(_ flipped: inout [UInt8], _ flippedRecordKey: inout [UInt8]) throws -> Int {
            let key = try AlbumMasterKey.random(version: 1)
            let signer = try signingKey(1)
            let document = try stack()
            var sealer = Sealer()
            let record = try sealer.seal(document, signer: signer, under: key)
            _ = try record.open(id: document.id, with: key, signedBy: signer.verifyingKey)
            func flip(_ bytes: Span<UInt8>) -> [UInt8] {
                var flipped: [UInt8] = []
                for index in bytes.indices { flipped.append(bytes[index] ^ 0xff) }
                return flipped
            }
            flipped = key.withSecretBytes { flip($0) }
            let salt = document.id.bytes + record.encoded[6..<18]
            flippedRecordKey = key.withSecretBytes { secret in
                HKDFSHA512.withKey(from: secret, salt: salt.span, info: "stack-doc/v1") { flip($0) }
            }
            let found = try MemorySearch(flipped: flipped).count()
            _ = try record.open(id: document.id, with: key, signedBy: signer.verifyingKey)
            return found
        }
    }
#endif
