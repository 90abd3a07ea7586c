// SPDX-License-Identifier: Apache-2.0

import CReferees
import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import CapsuleSmartAlbums

/// A million assets and a definition of four terms, beside SQLite on the same data and question.
enum SmartAlbumBench {
    private static let size = 1_000_000
    private static let rounds = 21

    static func run() {
        do {
            try measureBuild()
            try measureQueries()
        } catch {
            print("refused: \(error)")
        }
    }

    // MARK: Building

    private static func measureBuild() throws {
        var data = LibraryBenchData()
        let sidecars = (0..<100_000).map { _ in LibraryBenchData.sidecar(data.asset()) }
        var (decode, build) = (CPUSamples(), CPUSamples())
        for _ in 0..<5 {
            let assets = try decode.time {
                try sidecars.map { LibraryAsset(AssetInView(try AssetSidecar(decoding: $0).view)) }
            }
            let count = try build.time { try AssetIndex(assets).count }
            precondition(count == sidecars.count)
        }
        let count = Double(sidecars.count)
        print("albums: 100 000 sidecars of \(sidecars[0].count) bytes; ns of processor each, medians")
        print(
            "  decode \(column(decode.median / count)), index beyond decoding \(column(build.median / count))"
        )
    }

    // MARK: Asking

    struct Question {
        let name: String
        let definition: SmartAlbumDefinition
        let label: UInt32?
    }

    static let (start, end) = (LibraryBenchData.span / 10 * 3, LibraryBenchData.span / 10 * 6)

    static func question(_ name: String, label: UInt32?) throws -> Question {
        guard let from = LibraryBenchData.timestamp(start), let to = LibraryBenchData.timestamp(end),
            let range = TimeRange(from: from, to: to), let id = Identifier([UInt8](repeating: 1, count: 16)),
            let title = DisplayName("An album")
        else { preconditionFailure("the benchmark's own values") }
        var terms = [
            Field.rating.gte(3), Field.captureTimestamp.inRange(range), .not(Field.cull.is(.reject)),
        ]
        if let label {
            terms.append(Field.tagsUser.contains(try Label(normalizing: "label number \(label)")))
        }
        let definition = try SmartAlbumDefinition(
            id: id, displayName: Stamped(title, by: id, ts: .last), predicate: .all(terms))
        return Question(name: name, definition: definition, label: label)
    }

    private static func measureQueries() throws {
        var data = LibraryBenchData()
        let hasSQLite = referee_library_open()
        // The sidecars are made one by one, so that they need not all be held.
        let assets = (0..<size).lazy.map { number -> LibraryAsset in
            let asset = data.asset()
            if hasSQLite { tell(asset, number) }
            guard let sidecar = try? AssetSidecar(decoding: LibraryBenchData.sidecar(asset)) else {
                preconditionFailure("the benchmark's own sidecar")
            }
            return LibraryAsset(AssetInView(sidecar.view))
        }
        var index = try AssetIndex(assets)
        if hasSQLite { precondition(referee_library_finish(), "SQLite refused") }
        print(
            "albums: \(index.count) assets; columns \(column(Double(index.columnSize) / Double(size), width: 0)) bytes each"
        )
        print("  question                     members     ours ms    SQLite ms    ratio")
        for question in [
            try question("with a common label", label: 3), try question("with a rare label", label: 1_500),
            try question("without a label", label: nil),
        ] {
            ask(question, index, hasSQLite)
        }
        try measureChanges(&index)
    }

    private static func tell(_ asset: LibraryBenchData.Asset, _ number: Int) {
        let id = asset.id.bytes
        let cull: Int32 = asset.cull == .pick ? 0 : asset.cull == .neutral ? 1 : 2
        // The buffers are read inside the closures only.
        let added = unsafe id.withUnsafeBufferPointer { id in
            unsafe asset.labels.withUnsafeBufferPointer { labels in
                unsafe referee_library_add(
                    Int64(number), id.baseAddress, Int64(asset.captured), Int32(asset.rating), cull,
                    !asset.isHidden, labels.baseAddress, labels.count)
            }
        }
        precondition(added, "SQLite refused")
    }

    private static func ask(_ question: Question, _ index: AssetIndex, _ hasSQLite: Bool) {
        var (members, page, theirMembers, theirPage) = (
            CPUSamples(), CPUSamples(), CPUSamples(), CPUSamples()
        )
        var ids = [UInt8](repeating: 0, count: 16 * size)
        let first = question.label == nil ? 2 : 0
        var found = 0
        for _ in 0..<rounds {
            let all = members.time { index.members(of: question.definition) }
            let ordered = page.time { index.ordered(question.definition, limit: 100) }
            found = all.count
            guard hasSQLite else { continue }
            let count = theirMembers.time { asked(first, question.label, &ids) }
            precondition(count == all.count, "SQLite found \(count) members, the index \(all.count)")
            precondition(ids.starts(with: all.flatMap(\.bytes)), "SQLite found other members")
            _ = theirPage.time { asked(first + 1, question.label, &ids) }
            precondition(ids.starts(with: ordered.flatMap(\.bytes)), "SQLite found another first page")
        }
        row("\(question.name), members", found, members, theirMembers)
        row("\(question.name), first 100", found, page, theirPage)
    }

    private static func asked(_ number: Int, _ label: UInt32?, _ ids: inout [UInt8]) -> Int {
        // The buffer is written inside the closure only.
        unsafe ids.withUnsafeMutableBufferPointer { buffer in
            unsafe referee_library_ask(
                Int32(number), 3, Int64(start), Int64(end), label ?? 0, buffer.baseAddress, size)
        }
    }

    private static func row(_ name: String, _ found: Int, _ ours: CPUSamples, _ theirs: CPUSamples) {
        let label = name + String(repeating: " ", count: max(0, 30 - name.count))
        print(
            "  ", label, column(found, width: 7), thousandths(ours.median), thousandths(theirs.median),
            theirs.median.isFinite ? column(theirs.median / ours.median, width: 9) : "        -",
            separator: "")
    }

    /// Nanoseconds as milliseconds with three decimals.
    private static func thousandths(_ nanoseconds: Double) -> String {
        guard nanoseconds.isFinite else { return "            -" }
        let text = String(Int((nanoseconds / 1_000).rounded()) + 1_000_000)
        return column(Int(nanoseconds / 1_000_000), width: 8) + "." + text.suffix(3)
    }

    // MARK: Changing

    private static func measureChanges(_ index: inout AssetIndex) throws {
        var data = LibraryBenchData()
        let assets = (0..<1_000).map { _ in data.asset() }
        var (rating, labels, shared) = (CPUSamples(), CPUSamples(), CPUSamples())
        func changed(_ asset: LibraryBenchData.Asset, _ change: (inout LibraryBenchData.Asset) -> Void) throws
            -> LibraryAsset
        {
            var copy = asset
            change(&copy)
            return LibraryAsset(AssetInView(try AssetSidecar(decoding: LibraryBenchData.sidecar(copy)).view))
        }
        for asset in assets {
            let rated = try changed(asset) { $0.rating = ($0.rating + 1) % 6 }
            precondition(!rating.time { index.update(rated) }.isEmpty)
            let labelled = try changed(asset) { $0.labels[0] = 1_999 }
            _ = labels.time { index.update(labelled) }
            let snapshot = index
            let back = try changed(asset) { $0.rating = ($0.rating + 2) % 6 }
            _ = shared.time { index.update(back) }
            precondition(snapshot.count == index.count)
        }
        print("albums: one asset of \(index.count) changed; us of processor, medians")
        print(
            "  rating \(column(rating.median / 1_000)), label \(column(labels.median / 1_000)), with a snapshot held "
                + column(shared.median / 1_000))
    }
}
