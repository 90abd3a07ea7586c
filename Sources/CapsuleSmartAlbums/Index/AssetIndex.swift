// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT
public import CapsuleDocuments

/// What smart albums ask of a library, in columns.
///
/// A value: a copy costs next to nothing and never changes, so a query can run on one while an update
/// builds the next, and both share what the update does not touch. A definition and an index give the
/// same result on every device (SPEC section 12).
public struct AssetIndex: Sendable {
    /// The models whose output is current.
    ///
    /// A term over another one is unknown.
    public var currentSlots: Set<ModelSlot>

    /// By ascending id; no chunk is empty.
    private(set) var chunks: [Shared<AssetChunk>] = []
    private(set) var vocabulary = Vocabulary()
    private(set) var albumLabels = GroupLabels()
    private(set) var stackLabels = GroupLabels()

    /// How many assets the index holds.
    public private(set) var count = 0

    /// An index of no assets.
    public init(currentSlots: Set<ModelSlot> = []) {
        self.currentSlots = currentSlots
    }

    /// Builds an index.
    ///
    /// - Parameters:
    ///   - assets: in any order, with distinct ids. Newer ones are left out.
    ///   - currentSlots: the models whose output is current.
    /// - Throws: `invalid` when two states of one asset are given, which are joined first.
    public init(
        _ assets: some Sequence<LibraryAsset>, currentSlots: Set<ModelSlot> = []
    ) throws(SmartAlbumError) {
        self.currentSlots = currentSlots
        var all: [AssetValues] = []
        all.reserveCapacity(assets.underestimatedCount)
        for asset in assets where !asset.asset.sidecar.isNewer {
            all.append(SidecarColumns.read(asset, &vocabulary))
        }
        let sorted = try Self.sortedByID(all)
        count = sorted.count
        for start in stride(from: 0, to: sorted.count, by: Mask.capacity) {
            chunks.append(Shared(AssetChunk(sorted[start..<min(start + Mask.capacity, sorted.count)])))
        }
    }

    /// The assets by ascending id.
    private static func sortedByID(_ all: [AssetValues]) throws(SmartAlbumError) -> [AssetValues] {
        // Sorting numbers instead of the assets themselves moves less.
        let order = all.indices.sorted { all[$0].id < all[$1].id }
        var sorted: [AssetValues] = []
        sorted.reserveCapacity(all.count)
        for index in order {
            guard sorted.last?.id != all[index].id else {
                throw SmartAlbumError(
                    .invalid, at: "uuid", "asset \(all[index].id) is given twice; join its states first")
            }
            sorted.append(all[index])
        }
        return sorted
    }

    // MARK: Assets

    /// Whether the index holds an asset.
    public func contains(_ id: Identifier) -> Bool { place(of: id) != nil }

    /// Takes over an asset that is new or has changed; a newer one is left out.
    ///
    /// The asset is the whole state of now, in place of what the index holds of it: a delta or an earlier state
    /// is joined with the asset's document first.
    ///
    /// The time depends on the asset and on the size of a chunk, not on the library.
    ///
    /// - Returns: the asset, when something that smart albums ask of it changed.
    @discardableResult
    public mutating func update(_ asset: LibraryAsset) -> ChangedAssets {
        guard !asset.asset.sidecar.isNewer else { return remove(asset.id) }
        let values = SidecarColumns.read(asset, &vocabulary)
        var chunk = chunkIndex(for: asset.id)
        guard chunk < chunks.count else {
            chunks.append(Shared(AssetChunk([values])))
            count += 1
            return ChangedAssets([asset.id])
        }
        let ids = chunks[chunk].value.ids
        var place = ids.firstIndex(notBelow: asset.id)
        if place < ids.count, ids[place] == asset.id {
            let changed = chunks[chunk].change { $0.update(values, at: place) }
            return ChangedAssets(changed ? [asset.id] : [])
        }
        if ids.count == Mask.capacity {
            let half = Mask.capacity / 2
            let high = chunks[chunk].change { $0.split(at: half) }
            chunks.insert(Shared(high), at: chunk + 1)
            if place > half { (chunk, place) = (chunk + 1, place - half) }
        }
        chunks[chunk].change { $0.insert(values, at: place) }
        count += 1
        return ChangedAssets([asset.id])
    }

    /// Takes an asset away.
    ///
    /// - Returns: the asset, when it was there.
    @discardableResult
    public mutating func remove(_ id: Identifier) -> ChangedAssets {
        guard let (chunk, place) = place(of: id) else { return ChangedAssets([]) }
        if chunks[chunk].value.count == 1 {
            chunks.remove(at: chunk)
        } else {
            chunks[chunk].change { $0.remove(at: place) }
        }
        count -= 1
        return ChangedAssets([id])
    }

    /// The chunk that holds an asset, or in which it belongs; past the end only when there is none.
    func chunkIndex(for id: Identifier) -> Int {
        var (low, high) = (0, chunks.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if chunks[middle].value.ids[0] <= id { low = middle } else { high = middle }
        }
        return low
    }

    /// Where an asset lies.
    func place(of id: Identifier) -> (chunk: Int, place: Int)? {
        let chunk = chunkIndex(for: id)
        guard chunk < chunks.count else { return nil }
        return chunks[chunk].value.ids.index(ofSorted: id).map { (chunk, $0) }
    }

    // MARK: Albums and stacks

    /// Takes over an album's document, the whole state of now: its labels are those of its assets too.
    ///
    /// - Returns: the album's assets, when its labels changed.
    @discardableResult
    public mutating func update(_ album: AlbumDocument) -> ChangedAssets {
        setAlbumLabels(of: album.id, to: album.labels.encoded)
    }

    /// Forgets an album's document.
    ///
    /// - Returns: the album's assets, when it had labels.
    @discardableResult
    public mutating func removeAlbum(_ id: Identifier) -> ChangedAssets {
        setAlbumLabels(of: id, to: [])
    }

    private mutating func setAlbumLabels(of id: Identifier, to set: [UInt8]) -> ChangedAssets {
        let group = vocabulary.albums.intern(id)
        guard albumLabels.set(group, to: labels(set)) else { return ChangedAssets([]) }
        return assets(of: group) { $0.albums }
    }

    /// Takes over the document of a stack that is in an album, the whole state of now: its labels are those of
    /// its members there.
    ///
    /// - Returns: the stack's members in the album, when its labels changed.
    @discardableResult
    public mutating func update(_ stack: StackDocument, in albumID: Identifier) -> ChangedAssets {
        setStackLabels(of: StackInAlbum(stackID: stack.id, albumID: albumID), to: stack.labels.encoded)
    }

    /// Forgets the document of a stack that is in an album.
    ///
    /// - Returns: the stack's members in the album, when it had labels.
    @discardableResult
    public mutating func remove(_ stack: StackInAlbum) -> ChangedAssets {
        setStackLabels(of: stack, to: [])
    }

    private mutating func setStackLabels(of stack: StackInAlbum, to set: [UInt8]) -> ChangedAssets {
        let group = vocabulary.stacks.intern(stack)
        guard stackLabels.set(group, to: labels(set)) else { return ChangedAssets([]) }
        return assets(of: group) { $0.stacks }
    }

    private mutating func labels(_ set: [UInt8]) -> [UInt32] {
        var labels: [UInt32] = []
        SidecarColumns.appendLabels(set.span, to: &labels, &vocabulary)
        return labels.sortedWithoutRepeats()
    }

    private func assets(of group: UInt32, _ column: (AssetChunk) -> Postings) -> ChangedAssets {
        var ids: [Identifier] = []
        for chunk in chunks {
            let chunk = chunk.value
            column(chunk).forEachPlace(group) { ids.append(chunk.ids[$0]) }
        }
        return ChangedAssets(ascending: ids)
    }

    /// About how many bytes the columns have, without the vocabulary.
    public var columnSize: Int {
        chunks.reduce(0) { $0 + $1.value.size } + albumLabels.size + stackLabels.size
    }
}

/// The assets of which something that smart albums ask about may have changed.
public struct ChangedAssets: Hashable, Sendable {
    /// Parts that ascend, each longer than twice the next one, so that many changes of one asset are taken in for
    /// n log n.
    private var parts: [[Identifier]]

    /// By ascending id, each once.
    public var ids: [Identifier] {
        parts.count < 2 ? parts.first ?? [] : parts.flatMap(\.self).sortedWithoutRepeats()
    }

    /// Names assets, in any order.
    public init(_ ids: [Identifier]) {
        self.init(ascending: ids.sortedWithoutRepeats())
    }

    init(ascending ids: [Identifier]) {
        parts = ids.isEmpty ? [] : [ids]
    }

    /// Whether nothing changed.
    public var isEmpty: Bool { parts.isEmpty }

    /// Equal when the assets are.
    public static func == (left: ChangedAssets, right: ChangedAssets) -> Bool { left.ids == right.ids }

    /// Hashes the assets.
    public func hash(into hasher: inout Hasher) { hasher.combine(ids) }

    /// Adds the assets of another change.
    public mutating func formUnion(_ other: ChangedAssets) {
        for var part in other.parts {
            while let last = parts.last, last.count <= 2 * part.count {
                part = (parts.removeLast() + part).sortedWithoutRepeats()
            }
            parts.append(part)
        }
    }
}
