// SPDX-License-Identifier: Apache-2.0

// The packed forms of FIPS 204, section 7.2: bits little-endian within bytes. What is written comes
// from this module, so that its shape is a precondition; what is read comes from outside, so that every
// number is checked.

/// The offsets of a signature's three parts: challenge hash, response z, hint.
enum SignatureLayout {
    static var z: Int { Parameters.challengeBytes }
    static var hint: Int { Parameters.challengeBytes + Parameters.l * Parameters.zBytes }
}

/// Writes t1, 10 bits a coefficient, from `offset` on (pkEncode, algorithm 22).
func packT1(_ t1: Span<Int32>, into output: inout MutableSpan<UInt8>, at offset: Int) {
    var target = offset
    var index = 0
    while index < 256 {
        var bits: UInt64 = 0
        for step in 0..<4 {
            bits |= UInt64(UInt32(bitPattern: t1[index &+ step])) &<< UInt64(10 &* step)
        }
        for _ in 0..<5 {
            output[target] = UInt8(truncatingIfNeeded: bits)
            bits &>>= 8
            target &+= 1
        }
        index &+= 4
    }
}

/// Reads t1 (pkDecode, algorithm 23); every input is valid.
func unpackT1(_ bytes: Span<UInt8>, at offset: Int, into t1: inout MutableSpan<Int32>) {
    var source = offset
    var index = 0
    while index < 256 {
        var bits: UInt64 = 0
        for step in 0..<5 {
            bits |= UInt64(bytes[source]) &<< UInt64(8 &* step)
            source &+= 1
        }
        for step in 0..<4 {
            t1[index &+ step] = Int32(truncatingIfNeeded: bits & 0x3ff)
            bits &>>= 10
        }
        index &+= 4
    }
}

/// Writes one polynomial of z, each coefficient as gamma1 - z in 20 bits (sigEncode, algorithm 26).
func packZ(_ z: Span<Int32>, into output: inout MutableSpan<UInt8>, at offset: Int) {
    var target = offset
    var index = 0
    while index < 256 {
        let first = UInt64(UInt32(bitPattern: Parameters.gamma1 &- z[index]))
        let second = UInt64(UInt32(bitPattern: Parameters.gamma1 &- z[index &+ 1]))
        var bits = first | second &<< 20
        for _ in 0..<5 {
            output[target] = UInt8(truncatingIfNeeded: bits)
            bits &>>= 8
            target &+= 1
        }
        index &+= 2
    }
}

/// Reads one polynomial of z (sigDecode, algorithm 27); its range is for the caller to check.
func unpackZ(_ bytes: Span<UInt8>, at offset: Int, into z: inout MutableSpan<Int32>) {
    var source = offset
    var index = 0
    while index < 256 {
        var bits: UInt64 = 0
        for step in 0..<5 {
            bits |= UInt64(bytes[source]) &<< UInt64(8 &* step)
            source &+= 1
        }
        z[index] = Parameters.gamma1 &- Int32(truncatingIfNeeded: bits & 0xf_ffff)
        z[index &+ 1] = Parameters.gamma1 &- Int32(truncatingIfNeeded: bits &>> 20)
        index &+= 2
    }
}

/// Writes w1, 4 bits a coefficient, all polynomials (w1Encode, algorithm 28).
func packW1(_ w1: borrowing PolynomialVector, into packed: inout WipedMemory<UInt8>) {
    let w1 = w1.all
    var output = packed.mutableSpan
    precondition(w1.count == 2 * output.count)
    for index in 0..<output.count {
        output[index] = UInt8(truncatingIfNeeded: w1[2 &* index] | w1[2 &* index &+ 1] &<< 4)
    }
}

/// Writes the hint (HintBitPack, algorithm 20): the places of the ones, polynomial after polynomial, then how
/// many of them there are up to each polynomial's end.
///
/// For at most omega ones. By now the hint is part of a signature that is given out, and public.
func packHint(_ hint: Span<Int32>, into output: inout MutableSpan<UInt8>, at offset: Int) {
    var filled = 0
    for row in 0..<Parameters.k {
        for position in 0..<256 where hint[row &* 256 &+ position] != 0 {
            output[offset &+ filled] = UInt8(position)
            filled &+= 1
        }
        output[offset &+ Parameters.omega &+ row] = UInt8(filled)
    }
}

/// Reads the hint (HintBitUnpack, algorithm 21); `false` for every form but the one that `packHint` writes.
///
/// Refused are counts that fall or pass omega, places that do not rise within a polynomial, and bytes other than
/// zero after the last place: a signature has one form, and nobody can make a second from it.
func unpackHint(_ bytes: Span<UInt8>, at offset: Int, into vector: inout PolynomialVector) -> Bool {
    var hint = vector.mutableAll
    var index = 0
    for row in 0..<Parameters.k {
        let end = Int(bytes[offset &+ Parameters.omega &+ row])
        guard end >= index, end <= Parameters.omega else { return false }
        let start = index
        while index < end {
            let position = bytes[offset &+ index]
            if index > start, bytes[offset &+ index &- 1] >= position { return false }
            hint[row &* 256 &+ Int(position)] = 1
            index &+= 1
        }
    }
    while index < Parameters.omega {
        guard bytes[offset &+ index] == 0 else { return false }
        index &+= 1
    }
    return true
}
