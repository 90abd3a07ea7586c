// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR
public import CapsuleCRDT

/// A text of which only the values named in SPEC section 10 are valid.
public protocol ClosedSet: CanonicalValue, RawRepresentable, CaseIterable where RawValue == String {
    /// The name of the set, for messages.
    static var setName: String { get }
}

extension ClosedSet {
    /// Reads a text that is one of the values.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> Self {
        let start = reader.position
        let range = try reader.readText()
        // The values are ASCII, for which equality of strings is equality of bytes.
        let text = String(decoding: reader.bytes.extracting(range).copied(), as: UTF8.self)
        guard let value = Self(rawValue: text), text.utf8.count == value.rawValue.utf8.count else {
            throw CBORError(
                .invalid, at: start,
                "\(setName) is one of \(allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return value
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
    case exif, manual, inferred
}

/// The coordinate system of a place.
public enum GPSDatum: String, ClosedSet {
    /// The name of the set.
    public static let setName = "a gps datum"
    case wgs84, gcj02
}

/// Why assets belong together.
public enum StackType: String, ClosedSet {
    /// The name of the set.
    public static let setName = "a stack type"
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
    case primary, member, proxy
}

/// A person's verdict on an asset.
public enum Cull: String, ClosedSet {
    /// The name of the set.
    public static let setName = "a cull flag"
    case pick, neutral, reject
}

/// The system that an import came from.
public enum Platform: String, ClosedSet {
    /// The name of the set.
    public static let setName = "a platform"
    case ios, android, macos, windows, linux
}

/// What kind of place an import came from.
public enum SourceKind: String, ClosedSet {
    /// The name of the set.
    public static let setName = "a source kind"
    case cameraRoll = "camera_roll"
    case screenshots
    case appCollection = "app_collection"
    case folder
    case watchedDirectory = "watched_dir"
    case removableVolume = "removable_volume"
}
