// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
public import CapsuleDocuments

extension Choices {
    /// One of the values of a closed set.
    public mutating func closed<Value: ClosedSet>(_: Value.Type = Value.self) -> Value {
        element(of: Array(Value.allCases))
    }

    /// Facts of an original, with or without dimensions and camera.
    public mutating func facts() -> AssetFacts {
        AssetFacts(
            hash: digest(), captureTimestamp: maybe { $0.timestamp() }, importTimestamp: timestamp(),
            contentType: closed(), deviceID: identifier(), sessionID: identifier(),
            dimensions: maybe { choices in
                Dimensions(
                    width: choices.element(of: [1, 4_000, .max]),
                    height: choices.element(of: [1, 3_000, .max]))
            } ?? nil,
            camera: maybe { choices in CameraID(model: choices.text(), serial: choices.text()) })
    }

    /// An orientation that a person set.
    public mutating func orientation() -> EXIFOrientation { element(of: EXIFOrientation.allCases) }

    /// A place.
    public mutating func gps() -> GPS {
        let latitudes = [0, 90, -90, 48.137_154, -0.005, 0.1]
        let longitudes = [0, 180, -180, 11.576_124, -0.004, 1.5]
        guard
            let place = GPS(
                latitude: element(of: latitudes), longitude: element(of: longitudes), source: closed(),
                datum: closed())
        else { preconditionFailure("the latitudes and longitudes are valid") }
        return place
    }

    /// A placeholder image.
    public mutating func lqip() -> LQIP {
        LQIP(
            chromahash: bytes(below(32)), dominantColor: [byte(), byte(), byte()],
            formatVersion: UInt16(below(3)))
    }

    /// A place in a stack out of few.
    public mutating func stackMembership() -> StackMembership {
        StackMembership(
            stackID: identifier(outOf: 2), stackType: closed(), role: closed(),
            memberIndex: maybe { $0.element(of: [0, 1, .max]) })
    }

    /// A label of a model out of few.
    public mutating func aiTag() -> AITag {
        let tag = AITag(
            tag: labelText(), modelID: element(of: ["m", "n"]), modelVersion: element(of: ["1", "2"]))
        guard let tag else { preconditionFailure("a generated tag is valid") }
        return tag
    }

    /// A caption out of few, so that histories meet again what they displaced.
    public mutating func caption() -> Caption {
        let text = chance(4) ? text() : String(below(24))
        guard let caption = Caption(text) else { preconditionFailure("a generated caption is short") }
        return caption
    }

    /// A number of stars.
    public mutating func rating() -> Rating {
        Rating(below(6)) ?? .none
    }

    /// Who edits, out of few devices and writers.
    public mutating func author() -> Author {
        Author(device: identifier(outOf: 2), writer: identifier(), now: stampTime())
    }
}
