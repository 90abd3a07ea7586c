// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR
public import CapsuleCRDT

/// A text of which only the values named in SPEC section 10 are valid.
public protocol ClosedSet: CanonicalValue, RawRepresentable, CaseIterable
where RawValue == String, AllCases == [Self] {
    /// The name of the set, for messages.
    static var setName: String { get }

    /// The texts of the values.
    static var spellings: ClosedSetSpellings { get }
}

/// The texts of a closed set's values, in the order of its cases, to be looked up by their bytes.
public struct ClosedSetSpellings: Sendable {
    private struct Spelling: Sendable {
        let text: [UInt8]
        /// Its first bytes, which decide nearly every comparison.
        let prefix: UInt64
    }

    private let spellings: [Spelling]

    /// Gathers the texts of a set.
    package init<Value: ClosedSet>(_: Value.Type) {
        spellings = Value.allCases.map { value in
            let text = Array(value.rawValue.utf8)
            return Spelling(text: text, prefix: text.span.prefixWord(of: 0..<text.count))
        }
    }

    /// The place of the case that a range of bytes spells; nil when there is none.
    func index(of range: Range<Int>, in bytes: Span<UInt8>) -> Int? {
        let prefix = bytes.prefixWord(of: range)
        for index in spellings.indices where spellings[index].prefix == prefix {
            let text = spellings[index].text
            if bytes.extracting(range).elementsEqual(text.span) { return index }
        }
        return nil
    }
}

extension ClosedSet {
    /// Reads a text that is one of the values.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> Self {
        allCases[try readIndex(&reader)]
    }

    /// Checks a text that is one of the values.
    public static func check(_ reader: inout CBORReader) throws(CBORError) {
        _ = try readIndex(&reader)
    }

    private static func readIndex(_ reader: inout CBORReader) throws(CBORError) -> Int {
        let start = reader.position
        guard let index = spellings.index(of: try reader.readText(), in: reader.bytes) else {
            throw CBORError(
                .invalid, at: start,
                "\(setName) is one of \(allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return index
    }

    /// Writes the text.
    public func write(to writer: inout CBORWriter) {
        writer.writeText(rawValue)
    }
}

/// The format of an asset's original.
public enum ContentType: String, ClosedSet {
    /// The name of the set.
    public static let setName = "a content type"
    /// The texts of the values.
    public static let spellings = ClosedSetSpellings(Self.self)
    case jpeg = "image/jpeg"
    case png = "image/png"
    case webp = "image/webp"
    case gif = "image/gif"
    case tiff = "image/tiff"
    case heic = "image/heic"
    case avif = "image/avif"
    case jxl = "image/jxl"
    case bmp = "image/bmp"
    case jp2 = "image/jp2"
    case heif = "image/heif"
    case heicSequence = "image/heic-sequence"
    case heifSequence = "image/heif-sequence"
    case photoshop = "image/vnd.adobe.photoshop"
    case dng = "image/x-adobe-dng"
    case canonCR2 = "image/x-canon-cr2"
    case canonCR3 = "image/x-canon-cr3"
    case nikonNEF = "image/x-nikon-nef"
    case sonyARW = "image/x-sony-arw"
    case fujiRAF = "image/x-fuji-raf"
    case olympusORF = "image/x-olympus-orf"
    case panasonicRW2 = "image/x-panasonic-rw2"
    case pentaxPEF = "image/x-pentax-pef"
    case mp4 = "video/mp4"
    case quicktime = "video/quicktime"
    case matroska = "video/x-matroska"
    case webm = "video/webm"
    case avi = "video/x-msvideo"
    case threeGPP = "video/3gpp"
    case mpegTransportStream = "video/mp2t"
    case mpegVideo = "video/mpeg"
    case m4v = "video/x-m4v"
    case wav = "audio/wav"
    case aiff = "audio/aiff"
    case mp4Audio = "audio/mp4"
    case mpegAudio = "audio/mpeg"
    case flac = "audio/flac"
    /// An XMP sidecar file, attached to a stack.
    case xmp = "application/rdf+xml"

    /// Whether the original is an image; a raw is one.
    public var isImage: Bool { rawValue.hasPrefix("image/") }

    /// Whether the original is a video.
    public var isVideo: Bool { rawValue.hasPrefix("video/") }
}

/// Where a place comes from.
public enum GPSSource: String, ClosedSet {
    /// The name of the set.
    public static let setName = "a gps source"
    /// The texts of the values.
    public static let spellings = ClosedSetSpellings(Self.self)
    case exif, manual, inferred
}

/// The coordinate system of a place.
public enum GPSDatum: String, ClosedSet {
    /// The name of the set.
    public static let setName = "a gps datum"
    /// The texts of the values.
    public static let spellings = ClosedSetSpellings(Self.self)
    case wgs84, gcj02
}

/// Why assets belong together.
public enum StackType: String, ClosedSet {
    /// The name of the set.
    public static let setName = "a stack type"
    /// The texts of the values.
    public static let spellings = ClosedSetSpellings(Self.self)
    case rawJPEG = "raw_jpeg"
    case burst
    case livePhoto = "live_photo"
    case portrait
    case smartSelection = "smart_selection"
    case hdrBracket = "hdr_bracket"
    case focusStack = "focus_stack"
    case pixelShift = "pixel_shift"
    case panorama, proxy, chaptered
    case dualAudio = "dual_audio"
    case custom
}

/// What an asset is in its stack.
public enum StackRole: String, ClosedSet {
    /// The name of the set.
    public static let setName = "a role"
    /// The texts of the values.
    public static let spellings = ClosedSetSpellings(Self.self)
    case primary, member, proxy
}

/// A person's verdict on an asset.
public enum Cull: String, ClosedSet {
    /// The name of the set.
    public static let setName = "a cull flag"
    /// The texts of the values.
    public static let spellings = ClosedSetSpellings(Self.self)
    case pick, neutral, reject
}

/// The system that an import came from.
public enum Platform: String, ClosedSet {
    /// The name of the set.
    public static let setName = "a platform"
    /// The texts of the values.
    public static let spellings = ClosedSetSpellings(Self.self)
    case ios, android, macos, windows, linux
}

/// What kind of place an import came from.
public enum SourceKind: String, ClosedSet {
    /// The name of the set.
    public static let setName = "a source kind"
    /// The texts of the values.
    public static let spellings = ClosedSetSpellings(Self.self)
    case cameraRoll = "camera_roll"
    case screenshots
    case appCollection = "app_collection"
    case folder
    case watchedDirectory = "watched_dir"
    case removableVolume = "removable_volume"
}
