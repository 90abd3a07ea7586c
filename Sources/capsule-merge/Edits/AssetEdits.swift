// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
import CapsuleTestee
import CapsuleToolSupport

extension Edit {
    static let assetEdits = [
        Edit(
            "set-caption", "TEXT", summary: "Writes the caption; '' empties it.",
            .asset { arguments throws(ToolError) in
                let text = try arguments.single()
                guard let caption = Caption(text) else {
                    throw arguments.usage("a caption has at most 4096 bytes, this one has \(text.utf8.count)")
                }
                let ifChanged = arguments.ifChanged
                return { (asset, author) throws(DocumentError) in
                    try asset.setCaption(caption, by: author, ifChanged: ifChanged)
                }
            }),
        Edit(
            "set-capture-time", "TIME", "--clear",
            summary: "Corrects when it was taken (RFC 3339); or says that this is not known, whatever the "
                + "facts say.",
            argumentsWhenCleared: 0,
            .asset { arguments throws(ToolError) in
                try arguments.check(1...1)
                let time = arguments.isCleared ? nil : try arguments.timestamp(try arguments.single())
                let ifChanged = arguments.ifChanged
                return { (asset, author) throws(DocumentError) in
                    try asset.setCaptureTime(time, by: author, ifChanged: ifChanged)
                }
            }),
        Edit(
            "set-location", "LAT LON [exif|manual|inferred [wgs84|gcj02]]", "--clear",
            summary: "Sets the place in degrees, 'manual' and 'wgs84' unless named; or clears it.",
            argumentsWhenCleared: 0,
            .asset { arguments throws(ToolError) in
                let place = try location(arguments)
                let ifChanged = arguments.ifChanged
                return { (asset, author) throws(DocumentError) in
                    try asset.setLocation(place, by: author, ifChanged: ifChanged)
                }
            }),
        Edit(
            "set-lqip", "FILE", "--clear",
            summary:
                "Sets the placeholder image from JSON: chromahash (hexadecimal), dominant_color [r, g, b], "
                + "format_version; or clears it.",
            argumentsWhenCleared: 0, fileArgument: 0,
            .asset { arguments throws(ToolError) in
                try arguments.check(1...1)
                let lqip = try arguments.isCleared ? nil : placeholder(arguments)
                let ifChanged = arguments.ifChanged
                return { (asset, author) throws(DocumentError) in
                    try asset.setLQIP(lqip, by: author, ifChanged: ifChanged)
                }
            }),
        Edit(
            "set-facts", "FILE",
            summary: "Sets the facts from JSON: hash, import_timestamp, content_type, device_id, session_id; "
                + "optionally capture_timestamp, dimensions {width, height}, camera_id {model, serial}.",
            fileArgument: 0,
            .asset { arguments throws(ToolError) in
                let path = try arguments.single()
                let json = try arguments.json(path)
                let facts = try refusing(path) { () throws(DocumentError) in try PlainValues.facts(json) }
                let ifChanged = arguments.ifChanged
                return { (asset, author) throws(DocumentError) in
                    try asset.setFacts(facts, by: author, ifChanged: ifChanged)
                }
            }),
    ]

    private static func placeholder(_ arguments: EditArguments) throws(ToolError) -> LQIP {
        let path = try arguments.single()
        let json = try arguments.json(path)
        return try refusing(path) { () throws(DocumentError) in try PlainValues.lqip(json) }
    }

    private static func location(_ arguments: EditArguments) throws(ToolError) -> GPS? {
        try arguments.check(2...4)
        guard !arguments.isCleared else { return nil }
        let texts = arguments.texts
        let source = texts.count > 2 ? try arguments.closed(texts[2], GPSSource.self) : .manual
        let datum = texts.count > 3 ? try arguments.closed(texts[3], GPSDatum.self) : .wgs84
        guard let latitude = Decimal.number(texts[0]), let longitude = Decimal.number(texts[1]),
            let place = GPS(latitude: latitude, longitude: longitude, source: source, datum: datum)
        else {
            throw arguments.usage(
                "a place is a latitude of -90 to 90 and a longitude of -180 to 180; "
                    + "'\(texts[0])' '\(texts[1])' is not")
        }
        return place
    }
}
