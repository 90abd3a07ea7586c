// SPDX-License-Identifier: Apache-2.0

/// Two texts line by line, with equal lines beside each other.
struct SideBySide {
    struct Row {
        let left: String?
        let right: String?
        let isEqual: Bool
    }

    let rows: [Row]

    /// Longer texts are laid side by side from the top: what they share further down is not searched for.
    private static let lineLimit = 2_000

    init(_ left: [String], _ right: [String]) {
        // As bytes: texts that are canonically equivalent are different lines here.
        let (one, other) = (left.map { Array($0.utf8) }, right.map { Array($0.utf8) })
        var removed = Set<Int>()
        var inserted = Set<Int>()
        if max(left.count, right.count) <= Self.lineLimit {
            for change in other.difference(from: one) {
                switch change {
                case .remove(let offset, _, _): removed.insert(offset)
                case .insert(let offset, _, _): inserted.insert(offset)
                }
            }
        } else {
            let shared = zip(one, other).prefix { $0 == $1 }.count
            removed = Set(shared..<max(shared, left.count))
            inserted = Set(shared..<max(shared, right.count))
        }
        var rows: [Row] = []
        var (i, j) = (0, 0)
        while i < left.count || j < right.count {
            let (isRemoved, isInserted) = (i < left.count && removed.contains(i), inserted.contains(j))
            if isRemoved || isInserted || i == left.count || j == right.count {
                let leftLine = isRemoved || (j == right.count && i < left.count) ? left[i] : nil
                let rightLine = isInserted || (i == left.count && j < right.count) ? right[j] : nil
                rows.append(Self.different(leftLine, rightLine))
                if leftLine != nil { i += 1 }
                if rightLine != nil { j += 1 }
            } else {
                rows.append(Row(left: left[i], right: right[j], isEqual: true))
                i += 1
                j += 1
            }
        }
        self.rows = rows
    }

    /// Lines that look alike and are not have what is beyond ASCII spelled out.
    private static func different(_ left: String?, _ right: String?) -> Row {
        guard let left, let right, left == right else { return Row(left: left, right: right, isEqual: false) }
        return Row(left: spelled(left), right: spelled(right), isEqual: false)
    }

    private static func spelled(_ text: String) -> String {
        text.unicodeScalars.map { $0.isASCII ? String($0) : "\\u{\(String($0.value, radix: 16))}" }.joined()
    }

    /// The rows as text in two columns, differences marked between them.
    func lines(width: Int) -> [String] {
        let column = max(20, (width - 3) / 2)
        return rows.flatMap { row -> [String] in
            let (left, right) = (Self.pieces(row.left, column), Self.pieces(row.right, column))
            return (0..<max(left.count, right.count)).map { index in
                let one = index < left.count ? left[index] : ""
                let other = index < right.count ? right[index] : ""
                let padding = String(repeating: " ", count: max(0, column - one.count))
                return "\(one)\(padding) \(row.isEqual ? " " : "|") \(other)"
            }
        }
    }

    /// A line in pieces that fit the column; the later ones keep its indentation.
    private static func pieces(_ line: String?, _ width: Int) -> [String] {
        guard let line, line.count > width else { return [line ?? ""] }
        let indentation = String(line.prefix { $0 == " " }.prefix(width / 2))
        var pieces: [String] = []
        var rest = Substring(line)
        while !rest.isEmpty {
            let prefix = pieces.isEmpty ? "" : indentation
            pieces.append(prefix + rest.prefix(width - prefix.count))
            rest = rest.dropFirst(width - prefix.count)
        }
        return pieces
    }
}
