// SPDX-License-Identifier: Apache-2.0

/// A vector of polynomials of 256 coefficients, wiped when it ends.
package struct PolynomialVector: ~Copyable, Sendable {
    private var coefficients: WipedMemory<Int32>
    let count: Int

    /// `count` polynomials that are zero.
    package init(count: Int) {
        self.count = count
        coefficients = WipedMemory(count: count * 256)
    }

    /// All coefficients, polynomial after polynomial.
    package var all: Span<Int32> {
        @_lifetime(borrow self)
        borrowing get { coefficients.span }
    }

    package var mutableAll: MutableSpan<Int32> {
        @_lifetime(&self)
        mutating get { coefficients.mutableSpan }
    }

    @_lifetime(borrow self)
    package borrowing func polynomial(_ index: Int) -> Span<Int32> {
        coefficients.span.extracting((index * 256)..<(index * 256 + 256))
    }

    /// Changes one polynomial in place.
    @inline(__always)
    package mutating func modify(_ index: Int, _ body: (inout MutableSpan<Int32>) -> Void) {
        var polynomial = coefficients.mutableSpan((index * 256)..<(index * 256 + 256))
        body(&polynomial)
    }

    package mutating func transformForward() {
        for index in 0..<count {
            modify(index) { forwardTransform(&$0) }
        }
    }

    package mutating func transformInverse() {
        for index in 0..<count {
            modify(index) { inverseTransform(&$0) }
        }
    }
}
