// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

extension DocumentText {
    /// Adds the fields of an asset; those that were never written have their defaults, and no stamp.
    mutating func addAsset(_ view: DocumentView<AssetKind>) {
        addFacts(view.facts)
        add("capture time", view.captureTime) { time in
            "\(time.map(\.description) ?? "not known"), a correction"
        }
        add("orientation", view.orientation) { Self.shown($0) }
        add("location", view.location) { $0.map { Self.shown($0) } ?? "cleared" }
        add("placeholder", view.lqip) { $0.map { "version \($0.formatVersion)" } ?? "cleared" }
        add("labels", view.tagsUser)
        if !view.tagsAI.encoded.isEmpty {
            add(
                "AI tags",
                elements: view.tagsAI.elements.map { tag in
                    "\(Screen.quoted(tag.tag)) by \(Screen.quoted(tag.modelID)) \(Screen.quoted(tag.modelVersion))"
                },
                of: view.tagsAI)
        }
        addCaption(view.caption?.writes ?? [])
        add("rating", view.rating) { "\($0.stars) of 5" }
        add("cull", view.cull, \.rawValue)
        add("hidden", view.hidden) { $0 ? "yes" : "no" }
        add("stack", view.stackMembership) { $0.map { Self.shown($0) } ?? "left" }
        for (id, region) in view.regions { add(id, region) }
    }

    private mutating func addFacts(_ write: Stamped<AssetFacts>?) {
        guard let write else { return }
        let facts = write.value
        add("facts", "\(facts.contentType.rawValue), SHA-256 \(facts.hash)")
        if let size = facts.dimensions { addBelow("\(size.width) x \(size.height) pixels") }
        if let camera = facts.camera {
            addBelow("camera \(Screen.quoted(camera.model)), serial \(Screen.quoted(camera.serial))")
        }
        let taken = facts.captureTimestamp.map { "taken \($0)" } ?? "not known when taken"
        addBelow("\(taken), imported \(facts.importTimestamp)")
        addBelow("by device \(facts.deviceID)")
        addBelow("in session \(facts.sessionID)")
        addBelow(stamp(write))
    }

    private mutating func addCaption(_ writes: [Stamped<Caption>]) {
        for (index, write) in writes.enumerated() {
            add(
                index == 0 ? "caption" : index == 1 ? "  superseded" : "",
                Screen.quoted(write.value.description))
            addBelow(stamp(write))
        }
    }

    private mutating func add(_ id: Identifier, _ region: RegionRegister) {
        add("region", "\(id)")
        guard let shape = region.shape else {
            addBelow("its shape has not arrived")
            return addLabels(of: region)
        }
        switch shape.value {
        case nil: addBelow("deleted")
        case .rectangle(let x, let y, let w, let h):
            addBelow(
                "rectangle at \(Self.shown(x)), \(Self.shown(y)), size \(Self.shown(w)) x \(Self.shown(h))")
        case .circle(let cx, let cy, let r):
            addBelow("circle around \(Self.shown(cx)), \(Self.shown(cy)), radius \(Self.shown(r))")
        }
        addBelow(stamp(shape))
        addLabels(of: region)
    }

    private mutating func addLabels(of region: RegionRegister) {
        let labels = region.labels.elements.map { Screen.quoted($0.description) }
        if !labels.isEmpty { addBelow("labels \(labels.joined(separator: ", "))") }
    }

    private static func shown(_ orientation: EXIFOrientation) -> String {
        let meaning =
            switch orientation {
            case .up: "as stored"
            case .upMirrored: "mirrored left to right"
            case .down: "turned by half"
            case .downMirrored: "mirrored top to bottom"
            case .leftMirrored: "mirrored along the diagonal from the top left"
            case .right: "turned clockwise by a quarter"
            case .rightMirrored: "mirrored along the diagonal from the top right"
            case .left: "turned anticlockwise by a quarter"
            }
        return "\(orientation.rawValue), \(meaning)"
    }

    private static func shown(_ place: GPS) -> String {
        "\(place.latitude) \(place.longitude), \(place.source.rawValue), \(place.datum.rawValue)"
    }

    private static func shown(_ membership: StackMembership) -> String {
        let place = membership.memberIndex.map { ", place \($0)" } ?? ""
        return
            "\(membership.stackID), \(membership.role.rawValue) of a \(membership.stackType.rawValue)\(place)"
    }

    /// The decimal of a fraction, exactly: nine places, without the zeros at the end.
    private static func shown(_ fraction: Fraction) -> String {
        guard fraction.billionths > 0, fraction.billionths < Fraction.whole else {
            return fraction.billionths == 0 ? "0" : "1.0"
        }
        let digits = String(fraction.billionths)
        var decimals = Substring(String(repeating: "0", count: 9 - digits.count) + digits)
        while decimals.hasSuffix("0") { decimals.removeLast() }
        return "0.\(decimals)"
    }
}
