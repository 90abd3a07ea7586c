// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT

/// UTF-8 of scalars, by the standard library, not by the code under test.
func utf8(_ scalars: [UInt32]) -> [UInt8] {
    scalars.compactMap(Unicode.Scalar.init).flatMap { Array(Unicode.UTF8.encode($0) ?? .init()) }
}

func label(_ bytes: [UInt8]) -> [UInt8] { NormalForm.label(bytes.span) }

func label(_ text: String) -> [UInt8] { label(Array(text.utf8)) }

func isNormal(_ bytes: [UInt8]) -> Bool { NormalForm.isLabelNormalForm(bytes.span) }

func equal(_ a: [UInt8], _ b: [UInt8]) -> Bool { NormalForm.equal(a.span, b.span) }

func equal(_ a: String, _ b: String) -> Bool { equal(Array(a.utf8), Array(b.utf8)) }

/// SPEC section 2, written out once more for the tests.
let whiteSpace: [UInt32] = [
    0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005,
    0x2006,
    0x2007, 0x2008, 0x2009, 0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
]

func hex(_ scalars: [UInt32]) -> String { scalars.map { String($0, radix: 16) }.joined(separator: " ") }
