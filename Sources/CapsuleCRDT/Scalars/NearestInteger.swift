// SPDX-License-Identifier: Apache-2.0

extension Double {
    /// The nearest integer, halves away from zero; nil from 2^53 on and for what is no number.
    ///
    /// `rounded(_:)` calls the C library's mathematics, which a program that imports the pure modules alone does
    /// not link on Linux.
    package var nearestInteger: Int64? {
        guard magnitude < 9_007_199_254_740_992 else { return nil }
        // Cut off towards zero; the difference is exact.
        let whole = Int64(self)
        let rest = self - Double(whole)
        return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
    }
}
