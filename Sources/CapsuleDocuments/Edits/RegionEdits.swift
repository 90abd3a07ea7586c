// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

extension DocumentEditing where Self: ~Copyable, Kind == AssetKind {
    /// How many live regions a device puts into one asset at most (SPEC section 10, writing rules).
    public static var regionsOfDevice: Int { 1_000 }

    /// Draws or moves a region.
    ///
    /// - Parameter ifChanged: whether a live region that has this shape is left as it is, and not stamped anew.
    /// - Returns: the delta; nothing where a transaction keeps it.
    /// - Throws: `invalid` when the region is deleted, or the shape is none or does not lie inside the image
    ///   whose dimensions the facts have; `limit` when the device already has 1 000 live regions here.
    public mutating func putRegion(
        _ id: Identifier, _ shape: RegionShape, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        let path = "\(AssetKind.regions.name).\(id)"
        return try edit(by: author) { (view, author, delta) throws(DocumentError) in
            let current = view.region(id)
            if current?.isDeleted == true {
                throw DocumentError(.invalid, at: path, "the region is deleted, and no write brings it back")
            }
            if let size = view.facts?.value.dimensions,
                !shape.isInside(width: size.width, height: size.height)
            {
                throw DocumentError(
                    .invalid, at: path,
                    "the circle does not lie inside the image of \(size.width) x \(size.height)")
            }
            if current?.isLive != true, view.liveRegions(of: author.device) >= Self.regionsOfDevice {
                throw DocumentError(
                    .limit, at: path,
                    "this device already has \(Self.regionsOfDevice) live regions in this asset")
            }
            if ifChanged, current?.shape?.value == shape { return }
            let write = try view.stamp(Optional(shape), after: current?.shape?.ts, by: author, in: path)
            try delta.put(region: id, shape: write)
        }
    }

    /// Deletes a region for good; changes nothing when it is not there or is gone.
    ///
    /// With no later stamp left it takes the last one, since a deletion wins with any.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func deleteRegion(
        _ id: Identifier, by author: Author
    ) throws(DocumentError) -> Outcome {
        try edit(by: author) { (view, author, delta) throws(DocumentError) in
            guard let current = view.region(id), !current.isDeleted else { return }
            let last = current.shape?.ts == StampTime.last
            let write =
                last
                ? try view.stamp(
                    RegionShape?.none, after: nil, by: author.atLastStamp,
                    in: "\(AssetKind.regions.name).\(id)")
                : try view.stamp(
                    RegionShape?.none, after: current.shape?.ts, by: author,
                    in: "\(AssetKind.regions.name).\(id)")
            try delta.put(region: id, shape: write)
        }
    }

    /// Adds a label to a live region, as `addLabel` does for the asset.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    /// - Throws: `invalid` when the region is not live or the text is no label; `limit`,
    ///   `counter-exhausted`; nothing is changed.
    public mutating func addRegionLabel(
        _ text: String, to id: Identifier, by author: Author
    ) throws(DocumentError) -> Outcome {
        let path = "\(AssetKind.regions.name).\(id).labels"
        return try edit(by: author) { (view, author, delta) throws(DocumentError) in
            let region = try view.liveRegion(id)
            let label = try Label(writing: text, in: path)
            do throws(CRDTError) {
                delta.put(
                    AssetKind.regions, region: id,
                    labels: try region.labels.adding(label, writer: author.writer))
            } catch {
                throw DocumentError(error, at: path)
            }
        }
    }

    /// Removes a label from a live region, as `removeLabel` does for the asset.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    /// - Throws: `invalid` when the region is not live or the text has not 1 to 256 bytes.
    public mutating func removeRegionLabel(
        _ text: String, from id: Identifier
    ) throws(DocumentError) -> Outcome {
        try edit { (view, delta) throws(DocumentError) in
            let region = try view.liveRegion(id)
            let key = try Label.removalKey(text, in: "\(AssetKind.regions.name).\(id).labels")
            let removal = ORSetLayout.removing(from: region.labels.encoded.span) { Label.matches($0, key) }
            delta.put(AssetKind.regions, region: id, labels: ORSet(unchecked: removal))
        }
    }
}

extension DocumentView<AssetKind> {
    func region(_ id: Identifier) -> RegionRegister? { self[AssetKind.regions, id] }

    fileprivate func liveRegion(_ id: Identifier) throws(DocumentError) -> RegionRegister {
        guard let region = region(id), region.isLive else {
            throw DocumentError(
                .invalid, at: "\(AssetKind.regions.name).\(id)", "there is no live region of this id")
        }
        return region
    }

    fileprivate func liveRegions(of device: Identifier) -> Int {
        regions.count { $0.region.isLive && $0.region.shape?.by == device }
    }
}

extension Author {
    fileprivate var atLastStamp: Author { Author(device: device, writer: writer, now: .last) }
}

extension DocumentBuilder {
    fileprivate mutating func put(
        region id: Identifier, shape: Stamped<RegionShape?>
    ) throws(DocumentError) {
        do throws(CRDTError) {
            put(AssetKind.regions, region: id, try RegionRegister(shape: shape))
        } catch {
            throw DocumentError(error, at: "\(AssetKind.regions.name).\(id)")
        }
    }
}
