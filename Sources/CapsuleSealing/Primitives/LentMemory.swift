// SPDX-License-Identifier: Apache-2.0

// How spans reach libsodium: by an address that is valid inside a closure. Callers check sizes first.

extension Span<UInt8> {
    /// Lends the address of the first byte; of no bytes, an address at which nothing may be read.
    func lend<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
        unsafe withUnsafeBufferPointer { buffer in
            if let base = buffer.baseAddress { return unsafe body(base) }
            return unsafe withUnsafePointer(to: 0) { unsafe body($0) }
        }
    }
}

extension MutableSpan<UInt8> {
    /// Lends the address of the first byte of at least one.
    mutating func lend<Result>(_ body: (UnsafeMutablePointer<UInt8>) -> Result) -> Result {
        unsafe withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("the memory is not empty") }
            return unsafe body(base)
        }
    }
}

extension [UInt8] {
    /// An array of a size whose bytes a closure writes, all of them; for at least one.
    init(size: Int, writtenBy body: (UnsafeMutablePointer<UInt8>) -> Void) {
        unsafe self.init(unsafeUninitializedCapacity: size) { buffer, count in
            guard let base = buffer.baseAddress else { preconditionFailure("the array is not empty") }
            unsafe body(base)
            count = size
        }
    }
}
