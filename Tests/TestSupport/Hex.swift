// SPDX-License-Identifier: Apache-2.0

/// Lower-case hexadecimal digits of bytes.
public func hex(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
        decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}

/// The bytes that hexadecimal digits spell; blanks between them are for people.
///
/// Stops the tests on anything else: a vector with a slip in it would test nothing.
public func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap { $0.isWhitespace ? nil : $0.hexDigitValue.map(UInt8.init) ?? 255 }
    precondition(digits.count % 2 == 0 && !digits.contains(255), "not hexadecimal: \(hex)")
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
