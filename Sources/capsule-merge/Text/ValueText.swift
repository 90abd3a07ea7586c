// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

/// A value of a field as people read it.
protocol ValueText: CanonicalValue {
    /// The value on one or more lines.
    var lines: [String] { get }
    /// What is shown of a register that was cleared.
    static var whenCleared: String { get }
}

extension ValueText {
    static var whenCleared: String { "cleared" }
}

extension Bool: ValueText {
    var lines: [String] { [self ? "yes" : "no"] }
}

extension Rating: ValueText {
    var lines: [String] { ["\(stars) of 5"] }
}

extension Cull: ValueText {
    var lines: [String] { [rawValue] }
}

extension Label: ValueText {
    var lines: [String] { [Screen.quoted(description)] }
}

extension Caption: ValueText {
    var lines: [String] { [Screen.quoted(description)] }
}

extension AITag: ValueText {
    var lines: [String] {
        ["\(Screen.quoted(tag)) by \(Screen.quoted(modelID)) \(Screen.quoted(modelVersion))"]
    }
}

extension Timestamp: ValueText {
    var lines: [String] { ["\(self), a correction"] }
    static var whenCleared: String { "not known, a correction" }
}

extension EXIFOrientation: ValueText {
    var lines: [String] {
        let meaning =
            switch self {
            case .up: "as stored"
            case .upMirrored: "mirrored left to right"
            case .down: "turned by half"
            case .downMirrored: "mirrored top to bottom"
            case .leftMirrored: "mirrored along the diagonal from the top left"
            case .right: "turned clockwise by a quarter"
            case .rightMirrored: "mirrored along the diagonal from the top right"
            case .left: "turned anticlockwise by a quarter"
            }
        return ["\(rawValue), \(meaning)"]
    }
}

extension GPS: ValueText {
    var lines: [String] { ["\(latitude) \(longitude), \(source.rawValue), \(datum.rawValue)"] }
}

extension LQIP: ValueText {
    var lines: [String] { ["version \(formatVersion)"] }
}

extension StackMembership: ValueText {
    var lines: [String] {
        let place = memberIndex.map { ", place \($0)" } ?? ""
        return ["\(stackID), \(role.rawValue) of a \(stackType.rawValue)\(place)"]
    }
    static var whenCleared: String { "left" }
}

extension AssetFacts: ValueText {
    var lines: [String] {
        var lines = ["\(contentType.rawValue), SHA-256 \(hash)"]
        if let dimensions { lines.append("\(dimensions.width) x \(dimensions.height) pixels") }
        if let camera {
            lines.append("camera \(Screen.quoted(camera.model)), serial \(Screen.quoted(camera.serial))")
        }
        let taken = captureTimestamp.map { "taken \($0)" } ?? "not known when taken"
        lines.append("\(taken), imported \(importTimestamp)")
        lines.append("by device \(deviceID)")
        lines.append("in session \(sessionID)")
        return lines
    }
}

extension Optional: ValueText where Wrapped: ValueText {
    var lines: [String] { self?.lines ?? [Wrapped.whenCleared] }
    static var whenCleared: String { Wrapped.whenCleared }
}
