// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments

/// The columns of up to 4 096 assets, which ascend by id.
///
/// Each column is an array of its own, so that a change copies no column but those that it touches.
struct AssetChunk: Sendable {
    private(set) var ids: [Identifier] = []
    private(set) var captured = InstantColumn()
    private(set) var imported = InstantColumn()
    private(set) var flags: [UInt16] = []
    private(set) var rating: [UInt8] = []
    private(set) var contentType: [UInt8] = []
    private(set) var stackType: [UInt8] = []
    private(set) var width: [UInt32] = []
    private(set) var height: [UInt32] = []
    private(set) var labels = Postings()
    private(set) var albums = Postings()
    private(set) var stacks = Postings()
    private(set) var aiTags = Postings()
    private(set) var people = Postings()

    var count: Int { ids.count }

    /// Builds the columns of assets that ascend by id.
    init(_ assets: ArraySlice<AssetValues>) {
        reserve(assets.count)
        var pairs = SetPairs()
        for (place, asset) in assets.enumerated() {
            appendScalars(asset)
            pairs.append(asset, at: place)
        }
        labels = Postings(pairs: pairs.labels)
        albums = Postings(pairs: pairs.albums)
        stacks = Postings(pairs: pairs.stacks)
        aiTags = Postings(pairs: pairs.aiTags)
        people = Postings(pairs: pairs.people)
    }

    private mutating func reserve(_ count: Int) {
        ids.reserveCapacity(count)
        captured.reserve(count)
        imported.reserve(count)
        flags.reserveCapacity(count)
        rating.reserveCapacity(count)
        contentType.reserveCapacity(count)
        stackType.reserveCapacity(count)
        width.reserveCapacity(count)
        height.reserveCapacity(count)
    }

    private mutating func appendScalars(_ asset: AssetValues) {
        ids.append(asset.id)
        captured.append(asset.captured)
        imported.append(asset.imported)
        flags.append(asset.flags.bits)
        rating.append(asset.rating)
        contentType.append(asset.contentType)
        stackType.append(asset.stackType)
        width.append(asset.width)
        height.append(asset.height)
    }

    private mutating func insertScalars(_ asset: AssetValues, at place: Int) {
        ids.insert(asset.id, at: place)
        captured.insert(asset.captured, at: place)
        imported.insert(asset.imported, at: place)
        flags.insert(asset.flags.bits, at: place)
        rating.insert(asset.rating, at: place)
        contentType.insert(asset.contentType, at: place)
        stackType.insert(asset.stackType, at: place)
        width.insert(asset.width, at: place)
        height.insert(asset.height, at: place)
    }

    /// The kind of medium; nil without facts, and for what is neither image nor video.
    func mediaKind(at place: Int) -> MediaKind? {
        contentType[place] > 0 ? ContentType.allCases[Int(contentType[place]) - 1].mediaKind : nil
    }

    /// Adds an asset before a place.
    mutating func insert(_ asset: AssetValues, at place: Int) {
        insertScalars(asset, at: place)
        labels.insertPlace(place)
        albums.insertPlace(place)
        stacks.insertPlace(place)
        aiTags.insertPlace(place)
        people.insertPlace(place)
        _ = setSets(asset, at: place)
    }

    /// Takes over the values of an asset that is there, touching only columns in which it changed.
    ///
    /// - Returns: whether any did.
    mutating func update(_ asset: AssetValues, at place: Int) -> Bool {
        var changed = setSets(asset, at: place)
        func set<Value: Equatable>(_ column: inout [Value], _ value: Value) {
            guard column[place] != value else { return }
            column[place] = value
            changed = true
        }
        func set(_ column: inout InstantColumn, _ value: InstantKey) {
            guard column[place] != value else { return }
            column[place] = value
            changed = true
        }
        set(&captured, asset.captured)
        set(&imported, asset.imported)
        set(&flags, asset.flags.bits)
        set(&rating, asset.rating)
        set(&contentType, asset.contentType)
        set(&stackType, asset.stackType)
        set(&width, asset.width)
        set(&height, asset.height)
        return changed
    }

    private mutating func setSets(_ asset: AssetValues, at place: Int) -> Bool {
        let changes = [
            labels.set(place, to: asset.labels), albums.set(place, to: asset.albums),
            stacks.set(place, to: asset.stacks), aiTags.set(place, to: asset.aiTags),
            people.set(place, to: asset.people),
        ]
        return changes.contains(true)
    }

    /// Takes an asset away.
    mutating func remove(at place: Int) {
        ids.remove(at: place)
        captured.remove(at: place)
        imported.remove(at: place)
        flags.remove(at: place)
        rating.remove(at: place)
        contentType.remove(at: place)
        stackType.remove(at: place)
        width.remove(at: place)
        height.remove(at: place)
        labels.removePlace(place)
        albums.removePlace(place)
        stacks.removePlace(place)
        aiTags.removePlace(place)
        people.removePlace(place)
    }

    /// Takes the assets from a place on away, and gives them as a chunk.
    mutating func split(at place: Int) -> AssetChunk {
        var high = AssetChunk([])
        high.ids = ids.split(at: place)
        high.captured = captured.split(at: place)
        high.imported = imported.split(at: place)
        high.flags = flags.split(at: place)
        high.rating = rating.split(at: place)
        high.contentType = contentType.split(at: place)
        high.stackType = stackType.split(at: place)
        high.width = width.split(at: place)
        high.height = height.split(at: place)
        high.labels = labels.split(at: place)
        high.albums = albums.split(at: place)
        high.stacks = stacks.split(at: place)
        high.aiTags = aiTags.split(at: place)
        high.people = people.split(at: place)
        return high
    }

    /// How many bytes the columns have.
    var size: Int {
        let scalars =
            ids.capacity * 16 + flags.capacity * 2 + rating.capacity + contentType.capacity
            + stackType.capacity + (width.capacity + height.capacity) * 4
        return scalars + captured.size + imported.size + labels.size + albums.size + stacks.size
            + aiTags.size + people.size
    }
}

/// The pairs of key and place of which the sets' columns are built.
private struct SetPairs {
    var labels: [UInt64] = []
    var albums: [UInt64] = []
    var stacks: [UInt64] = []
    var aiTags: [UInt64] = []
    var people: [UInt64] = []

    mutating func append(_ asset: AssetValues, at place: Int) {
        for key in asset.labels { labels.append(Postings.pair(key, place)) }
        for key in asset.albums { albums.append(Postings.pair(key, place)) }
        for key in asset.stacks { stacks.append(Postings.pair(key, place)) }
        for key in asset.aiTags { aiTags.append(Postings.pair(key, place)) }
        for key in asset.people { people.append(Postings.pair(key, place)) }
    }
}
