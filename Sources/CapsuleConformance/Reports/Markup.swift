// SPDX-License-Identifier: Apache-2.0

/// Text inside XML and HTML.
enum Markup {
    /// The text with what has a meaning in markup spelled out, in attributes too; what XML cannot hold
    /// becomes U+FFFD.
    static func escaped(_ text: String) -> String {
        var output = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\"": output += "&quot;"
            case "'": output += "&#39;"
            case "\n", "\t", "\r": output.unicodeScalars.append(scalar)
            case _ where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value):
                output.unicodeScalars.append("\u{FFFD}")
            case _ where scalar.value & 0xfffe == 0xfffe: output.unicodeScalars.append("\u{FFFD}")
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }
}
