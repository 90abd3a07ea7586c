// SPDX-License-Identifier: Apache-2.0

/// Memory of fixed size that is zeroed before it is given back.
///
/// Every intermediate value of key generation and signing lives in one of these, never in an array: an
/// array may be copied when it is written to, and leaves its old bytes behind. The type cannot be copied, and
/// everything outside reads and writes it through bounds-checked spans.
///
/// What it cannot reach are registers and the stack slots into which the compiler spills them (a few
/// words of a permutation or a butterfly); Swift has no means to clear those.
@safe
struct WipedMemory<Element: FixedWidthInteger & BitwiseCopyable>: ~Copyable {
    // Unsafe because it is owned by hand: allocated in `init`, freed in `deinit`, never handed out but as
    // a span whose lifetime is bound to `self`.
    private let base: UnsafeMutablePointer<Element>
    let count: Int

    /// Zeroed memory for `count` elements.
    init(count: Int) {
        precondition(count > 0)
        unsafe base = .allocate(capacity: count)
        unsafe base.initialize(repeating: 0, count: count)
        self.count = count
    }

    deinit {
        unsafe base.wipe(count: count)
        unsafe base.deallocate()
    }

    var span: Span<Element> {
        @_lifetime(borrow self)
        borrowing get {
            // `base` is valid for `count` initialised elements as long as `self` lives.
            let span = unsafe Span(_unsafeStart: base, count: count)
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    var mutableSpan: MutableSpan<Element> {
        @_lifetime(&self)
        mutating get { mutableSpan(0..<count) }
    }

    /// The elements of `range`, which must lie within the memory.
    @_lifetime(&self)
    mutating func mutableSpan(_ range: Range<Int>) -> MutableSpan<Element> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        // In bounds by the line above; `&self` makes the span the only way in while it lives.
        let span = unsafe MutableSpan(_unsafeStart: base + range.lowerBound, count: range.count)
        return unsafe _overrideLifetime(span, mutating: &self)
    }
}

// Its one owner is the only one who can reach the memory, as with any value: reading is shared, and writing
// needs exclusive access to the value. The pointer alone hides that from the compiler.
extension WipedMemory: @unchecked Sendable {}

extension UnsafeMutablePointer where Pointee: FixedWidthInteger & BitwiseCopyable {
    /// Zeroes `count` elements, and the optimiser cannot leave it out.
    ///
    /// A plain store to memory that is freed next is dead and may be dropped. Here the pointer is passed on,
    /// after the stores, to a function about which the optimiser knows nothing: it must assume that the
    /// zeros are read there, so they must be in memory by then.
    package func wipe(count: Int) {
        unsafe update(repeating: 0, count: count)
        unsafe readByUnknown(UnsafeRawPointer(self))
    }
}

/// Does nothing, and no caller is compiled with that knowledge.
///
/// `@_optimize(none)` keeps the body away from the optimisers of Swift and LLVM (no inlining, no inference of
/// side effects, no specialisation), so a call counts as one that may read and write whatever the
/// pointer reaches.
@inline(never)
@_optimize(none)
private func readByUnknown(_ memory: UnsafeRawPointer) {}
