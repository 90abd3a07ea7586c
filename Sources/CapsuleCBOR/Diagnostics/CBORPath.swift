// SPDX-License-Identifier: Apache-2.0

/// Names the place of a byte by the keys that lead to it.
public enum CBORPath {
    /// The path of map keys and array indexes to the innermost item that holds a byte, such as
    /// `caption.superseded[2].ts`; empty for the outermost item.
    ///
    /// Reads as far as the input is canonical, so that it can be asked about refused input too.
    public static func locate(_ offset: Int, in bytes: Span<UInt8>) -> String {
        var reader = CBORReader(bytes)
        var path = ""
        // The walk ends at the fault; the path up to there is what is wanted.
        do throws(CBORError) { _ = try descend(&reader, to: offset, &path) } catch {}
        return path
    }

    /// Walks one item; true when the offset lies in it, with the path grown to it.
    private static func descend(
        _ reader: inout CBORReader, to offset: Int, _ path: inout String
    ) throws(CBORError) -> Bool {
        guard reader.depth <= CBORLimits.depth else { return true }
        let start = reader.position
        let outer = path
        switch try reader.peek() {
        case .array:
            for index in 0..<(try reader.enterArray()) {
                if reader.position > offset { break }
                path = outer + "[\(index)]"
                if try descend(&reader, to: offset, &path) { return true }
            }
            path = outer
            reader.leave()
        case .map:
            var cursor = try reader.enterMap()
            while reader.position <= offset, let key = try cursor.nextItem(&reader) {
                // Most entries end before the offset: their names are never spelled.
                var probe = reader
                if !key.contains(offset), (try? probe.skipItem()) != nil, probe.position <= offset {
                    reader = probe
                    continue
                }
                let name = name(reader.bytes.extracting(key))
                path = outer.isEmpty ? name : "\(outer).\(name)"
                if key.contains(offset) { return true }
                if try descend(&reader, to: offset, &path) { return true }
                // A fault in the next key is a fault of the map.
                path = outer
            }
            reader.leave()
        default: try reader.skipItem()
        }
        return (start..<max(reader.position, start + 1)).contains(offset)
    }

    /// The most characters of a key that a path shows; a hostile one may have millions.
    private static let longestName = 80

    /// What an encoded key is called in a path, with what a terminal would act on spelled out.
    package static func name(_ key: Span<UInt8>) -> String {
        // Beyond this size the notation is longer than a path shows, whatever the key is.
        if key.count > 16 * longestName { return "(a key of \(key.count) bytes)" }
        let text = CBORDiagnostic.text(key)
        guard text.count <= longestName else { return text.prefix(longestName - 1) + "\u{2026}" }
        guard text.first == "\"" else {
            return text.first == "h" ? String(text.dropFirst(2).dropLast()) : text
        }
        return String(text.dropFirst().dropLast())
    }
}
