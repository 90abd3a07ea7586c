// SPDX-License-Identifier: Apache-2.0

import CCapsuleMerge
import CapsuleCBOR
import CapsuleCRDT
import CapsuleConvergence
import CapsuleDocuments
import FuzzSupport

/// Any sequence of calls of the C interface, beside the same work in Swift.
///
/// For each call a byte for the function, one for the two documents of four that it is about, one for what the
/// caller gets wrong; then what the function takes.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var session = unsafe Session(input(start, count))
    while session.callNext() {}
    session.end()
    return 0
}

/// What a caller gets wrong, one thing at a call.
private enum Mistake: UInt8 {
    case nullBytes = 9
    case nullBytesOfNone = 10
    case nullDocument = 11
    case noError = 12
    case nullResult = 13
    case nullOther = 14
    case otherLength = 15
}

private struct Session {
    private var program: ArraySlice<UInt8>
    /// Documents of C with what they must be; nil before the first is decoded, and after it was freed.
    private var slots: [Slot?] = [nil, nil, nil, nil]

    @safe private struct Slot {
        var pointer: OpaquePointer
        var document: SwiftDocument
    }

    init(_ bytes: [UInt8]) {
        program = bytes[...]
    }

    mutating func callNext() -> Bool {
        guard let function = program.popFirst() else { return false }
        let (places, mistake) = (byte(), Mistake(rawValue: byte() % 16))
        let (first, second) = (Int(places % 4), Int(places / 4 % 4))
        switch function % 10 {
        case 0: decode(into: first, UInt32(byte() % 7), data(), mistake)
        case 1:
            let kind = DocumentKind.allCases[Int(byte() % 4)]
            var choices = Choices(bytes: data())
            decode(into: first, kind.number, SwiftDocument.made(kind, &choices), mistake)
        case 2: identify(data(), mistake)
        case 3: free(first)
        case 4: readProperties(first, mistake)
        case 5: encode(first, Int(byte()), mistake)
        case 6: join(first, second, mistake)
        case 7: apply(first, second, mistake)
        case 8: before(first, mistake)
        default:
            guard let slot = slots[first] else { break }
            // A document that ends early, or is of another kind.
            let count = min(slot.document.bytes.count, Int(byte()) << 8 | Int(byte()))
            decode(into: second, UInt32(byte() % 7), Array(slot.document.bytes[..<count]), mistake)
        }
        return true
    }

    /// Frees what is left, after it was held to its bytes once more.
    mutating func end() {
        for place in slots.indices {
            hold(place)
            free(place)
        }
    }

    // MARK: Reading the program

    private mutating func byte() -> UInt8 { program.popFirst() ?? 0 }

    /// Two bytes for a length, and as many more as there are of it.
    private mutating func data() -> [UInt8] {
        let count = min(Int(byte()) << 8 | Int(byte()), program.count)
        defer { program.removeFirst(count) }
        return Array(program.prefix(count))
    }

    // MARK: Calls with bytes

    /// Lends bytes with the mistake made in pointer or length, and says what must come of it before they are read.
    private mutating func lending(
        _ bytes: [UInt8], _ mistake: Mistake?,
        _ body: (UnsafePointer<UInt8>?, _ length: Int, _ bytes: [UInt8], _ refusal: Expected?) -> Void
    ) {
        let lengths = [Int.min, -1, .max, CBORLimits.document + 1]
        let length = mistake == .otherLength ? lengths[Int(byte() % 4)] : bytes.count
        unsafe lending(bytes) { start in
            switch mistake {
            case .nullBytes:
                body(nil, bytes.count, bytes, bytes.isEmpty ? nil : .misuse)
            case .nullBytesOfNone: body(nil, 0, [], nil)
            case .otherLength: unsafe body(start, length, bytes, length < 0 ? .misuse : .tooLarge)
            default: unsafe body(start, bytes.count, bytes, nil)
            }
        }
    }

    private func lending(_ bytes: [UInt8], _ body: (UnsafeMutablePointer<UInt8>) -> Void) {
        unsafe fuzz_cinterface.lending(bytes, body)
    }

    private mutating func identify(_ bytes: [UInt8], _ mistake: Mistake?) {
        unsafe lending(bytes, mistake) { start, length, bytes, refusal in
            var (found, expected) = (UInt32(77), Expected.misuse)
            if mistake != .nullResult {
                expected =
                    refusal
                    ?? Expected { () throws(DocumentError) in
                        found = try DocumentKind(identifying: bytes).number
                    }
            }
            var kind = capsule_merge_kind(rawValue: 77)
            unsafe withUnsafeMutablePointer(to: &kind) { pointer in
                let result = unsafe mistake == .nullResult ? nil : pointer
                unsafe call(expected, withError: mistake != .noError) {
                    unsafe capsule_merge_identify(start, length, result, $0)
                }
            }
            expect(kind.rawValue == found, "the kind is Swift's, and unchanged when there is none")
        }
    }

    private mutating func decode(
        into place: Int, _ number: UInt32, _ bytes: [UInt8], _ mistake: Mistake?
    ) {
        var made: Slot?
        unsafe lending(bytes, mistake) { start, length, bytes, refusal in
            var (document, expected) = (SwiftDocument?.none, Expected.misuse)
            if mistake != .nullResult, let kind = DocumentKind(number: number) {
                expected =
                    refusal
                    ?? Expected { () throws(DocumentError) in
                        document = try SwiftDocument(kind, decoding: bytes)
                    }
            }
            let before = unsafe OpaquePointer(bitPattern: 0x77)
            var pointer = unsafe before
            unsafe withUnsafeMutablePointer(to: &pointer) { pointer in
                let result = unsafe mistake == .nullResult ? nil : pointer
                unsafe call(expected, withError: mistake != .noError) {
                    unsafe capsule_merge_document_decode(
                        capsule_merge_kind(rawValue: number), start, length, result, $0)
                }
            }
            if let document, let pointer = unsafe pointer {
                unsafe made = Slot(pointer: pointer, document: document)
            } else {
                expect(unsafe pointer == before, "a refused call writes no document")
            }
        }
        guard let made else { return }
        free(place)
        slots[place] = made
        hold(place)
    }

    private mutating func before(_ place: Int, _ mistake: Mistake?) {
        var horizon = data()
        if horizon.isEmpty {
            var choices = Choices(bytes: [byte()])
            horizon = Array(choices.stampTime().description.utf8)
        }
        let slot = slots[place]
        let pointer = unsafe mistake == .nullDocument ? nil : slot?.pointer
        var document = slot?.document
        unsafe lending(horizon, mistake) { start, length, horizon, refusal in
            var expected = Expected.misuse
            if unsafe pointer != nil {
                expected = Expected { () throws(DocumentError) in
                    // No length is too large for what has one length only.
                    let horizon = if case .tooLarge? = refusal { [UInt8]() } else { horizon }
                    try document?.removeStamps(after: horizon)
                }
                if case .misuse? = refusal {
                    expected = .misuse
                    document = slot?.document
                }
            }
            // The same bytes, as characters.
            let text = unsafe UnsafeRawPointer(start)?.assumingMemoryBound(to: CChar.self)
            unsafe call(expected, withError: mistake != .noError) {
                unsafe capsule_merge_document_before(pointer, text, length, $0)
            }
        }
        if let document { slots[place]?.document = document }
        hold(place)
    }

    // MARK: Calls with documents

    private mutating func free(_ place: Int) {
        unsafe capsule_merge_document_free(slots[place]?.pointer)
        slots[place] = nil
    }

    /// Holds a document of C to what it must be.
    private func hold(_ place: Int) {
        guard let slot = slots[place] else { return }
        expect(unsafe encoded(slot.pointer) == slot.document.bytes, "the document has Swift's bytes")
    }

    private func readProperties(_ place: Int, _ mistake: Mistake?) {
        let slot = mistake == .nullDocument ? nil : slots[place]
        let pointer = unsafe slot?.pointer
        let isRight = slot != nil && mistake != .nullResult
        let expected = isRight ? Expected.done : .misuse
        let withError = mistake != .noError
        var (kind, size) = (capsule_merge_kind(rawValue: 77), 77)
        unsafe withUnsafeMutablePointer(to: &kind) { place in
            let result = unsafe mistake == .nullResult ? nil : place
            unsafe call(expected, withError: withError) {
                unsafe capsule_merge_document_kind(pointer, result, $0)
            }
        }
        unsafe withUnsafeMutablePointer(to: &size) { place in
            let result = unsafe mistake == .nullResult ? nil : place
            unsafe call(expected, withError: withError) {
                unsafe capsule_merge_document_size(pointer, result, $0)
            }
        }
        let unwritten = [UInt8](repeating: 0xff, count: 16)
        unsafe lending(unwritten) { buffer in
            let result = unsafe mistake == .nullResult ? nil : buffer
            unsafe call(expected, withError: withError) {
                unsafe capsule_merge_document_id(pointer, result, $0)
            }
            let id = unsafe [UInt8](UnsafeBufferPointer(start: buffer, count: 16))
            expect(id == (isRight ? try? slot?.document.id : unwritten), "the id is Swift's")
        }
        expect(kind.rawValue == (isRight ? slot?.document.kind.number : 77), "the kind is Swift's")
        expect(size == (isRight ? slot?.document.bytes.count : 77), "the size is Swift's")
    }

    /// Copies a document to a buffer that may be smaller or larger than it.
    private mutating func encode(_ place: Int, _ difference: Int, _ mistake: Mistake?) {
        let slot = mistake == .nullDocument ? nil : slots[place]
        let bytes = slot?.document.bytes ?? []
        let capacity = max(0, bytes.count + difference - 4)
        let claimed = mistake == .otherLength ? [Int.min, -1][Int(byte() % 2)] : capacity
        let isRight = slot != nil && mistake != .nullResult && claimed >= bytes.count
        let pointer = unsafe slot?.pointer
        let unwritten = [UInt8](repeating: 0xff, count: capacity)
        unsafe lending(unwritten) { buffer in
            let result = unsafe mistake == .nullResult ? nil : buffer
            unsafe call(isRight ? .done : .misuse, withError: mistake != .noError) {
                unsafe capsule_merge_document_encode(pointer, result, claimed, $0)
            }
            let written = unsafe [UInt8](UnsafeBufferPointer(start: buffer, count: capacity))
            expect(
                written == (isRight ? bytes + unwritten[bytes.count...] : unwritten),
                "as many bytes are written as the document has, or none")
        }
    }

    private mutating func join(_ place: Int, _ otherPlace: Int, _ mistake: Mistake?) {
        let other = mistake == .nullOther ? nil : slots[otherPlace]
        guard mistake != .nullDocument, var slot = slots[place] else {
            unsafe call(.misuse, withError: mistake != .noError) {
                unsafe capsule_merge_document_join(nil, other?.pointer, $0)
            }
            return
        }
        var document = slot.document
        let expected =
            other.map { other in
                Expected { () throws(DocumentError) in _ = try document.apply(other.document) }
            } ?? .misuse
        var pointer: OpaquePointer? = unsafe slot.pointer
        unsafe call(expected, withError: mistake != .noError) {
            unsafe fuzz_cinterface.join(&pointer, other?.pointer, $0)
        }
        if let pointer = unsafe pointer { unsafe slot.pointer = pointer }
        slot.document = document
        slots[place] = slot
        hold(place)
        hold(otherPlace)
    }

    private mutating func apply(_ place: Int, _ otherPlace: Int, _ mistake: Mistake?) {
        let slot = mistake == .nullDocument ? nil : slots[place]
        let delta = mistake == .nullOther ? nil : slots[otherPlace]
        var (document, reported) = (slot?.document, Bool?.none)
        var expected = Expected.misuse
        if mistake != .nullResult, slot != nil, let delta {
            expected = Expected { () throws(DocumentError) in
                reported = try document?.apply(delta.document)
            }
        }
        // Neither true nor false is what it is before, since it is asked twice.
        for before in [true, false] {
            var unobserved = before
            unsafe withUnsafeMutablePointer(to: &unobserved) { pointer in
                let result = unsafe mistake == .nullResult ? nil : pointer
                unsafe call(expected, withError: mistake != .noError) {
                    unsafe fuzz_cinterface.apply(slot?.pointer, delta?.pointer, result, $0)
                }
            }
            expect(unobserved == reported ?? before, "what was unobserved is Swift's, or not written")
            // A delta that has been applied is observed.
            if reported != nil { reported = false }
        }
        if let document, slot != nil { slots[place]?.document = document }
        hold(place)
        hold(otherPlace)
    }
}
