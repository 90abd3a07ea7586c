// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR
public import CapsuleCRDT

/// A label that a model gave, with the model it came from (SPEC section 10).
public struct AITag: Sendable {
    /// The bounds of each text's size in bytes.
    public static let sizes = 1...256

    /// The label, verbatim.
    public let tag: String
    /// The model.
    public let modelID: String
    /// The version of the model.
    public let modelVersion: String
    /// Keys of later versions.
    public var unknownKeys = UnknownKeys()

    /// Takes three texts, or gives nil when one has not 1 to 256 bytes.
    public init?(tag: String, modelID: String, modelVersion: String) {
        for text in [tag, modelID, modelVersion] {
            guard Self.sizes.contains(text.utf8.count) else { return nil }
        }
        self.tag = tag
        self.modelID = modelID
        self.modelVersion = modelVersion
    }
}

extension AITag: CanonicalValue {
    /// Equal when the bytes are.
    public static func == (left: AITag, right: AITag) -> Bool { left.encoded == right.encoded }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(encoded) }

    private static let incomplete =
        "an AI tag has the keys tag, model_id and model_version, texts of 1 to 256 bytes"

    /// Checks the map without keeping anything of it.
    public static func check(_ reader: inout CBORReader) throws(CBORError) {
        let start = reader.position
        var hasSizes = true
        let found = try reader.checkMap { (name, reader) throws(CBORError) in
            let index =
                name.elementsEqual("tag")
                ? 0 : name.elementsEqual("model_id") ? 1 : name.elementsEqual("model_version") ? 2 : nil
            if index != nil {
                let text = try reader.readText()
                hasSizes = hasSizes && sizes.contains(text.count)
            }
            return index
        }
        guard found == 0b111, hasSizes else { throw CBORError(.invalid, at: start, incomplete) }
    }

    /// Reads the map.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> AITag {
        let start = reader.position
        var (tag, model, version): (String?, String?, String?) = (nil, nil, nil)
        let unknown = try reader.readMap { (name, reader) throws(CBORError) in
            if name.elementsEqual("tag") {
                tag = try reader.readString()
            } else if name.elementsEqual("model_id") {
                model = try reader.readString()
            } else if name.elementsEqual("model_version") {
                version = try reader.readString()
            } else {
                return false
            }
            return true
        }
        guard let tag, let model, let version,
            var value = AITag(tag: tag, modelID: model, modelVersion: version)
        else {
            throw CBORError(.invalid, at: start, incomplete)
        }
        value.unknownKeys = unknown
        return value
    }

    /// Writes the map.
    public func write(to writer: inout CBORWriter) {
        var map = CBORMap()
        map.put("tag") { $0.writeText(tag) }
        map.put("model_id") { $0.writeText(modelID) }
        map.put("model_version") { $0.writeText(modelVersion) }
        map.put(unknownKeys)
        map.write(to: &writer)
    }
}

extension AITag: ORSetElement {
    /// The bytes of the three texts.
    public var matchKey: [[UInt8]] { [tag, modelID, modelVersion].map { Array($0.utf8) } }

    /// Whether an encoded AI tag has the three texts, whatever its unknown keys.
    public static func matches(_ encoded: Span<UInt8>, _ key: [[UInt8]]) -> Bool {
        guard let value = try? AITag(decoding: encoded.copied()) else { return false }
        return value.matchKey == key
    }
}
