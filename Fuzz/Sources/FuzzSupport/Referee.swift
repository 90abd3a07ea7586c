// SPDX-License-Identifier: Apache-2.0

import CLibCBOR

/// What libcbor's streaming decoder makes of bytes, written again canonically with libcbor's encoders.
///
/// Independent of CapsuleCBOR: another decoder, the standard library's UTF-8 check and `Float16`. libcbor
/// refuses some tags and simple values that are well-formed; those heads alone are read here.
public enum Referee {
    /// Why there is no canonical form.
    public enum Refusal: Error {
        /// The bytes are not one well-formed item.
        case malformed
        /// A map has a key twice.
        case duplicateKey
        /// An item stands below level 32; what follows is not looked at.
        case tooDeep
    }

    /// The canonical encoding of exactly one item.
    public static func canonical(_ bytes: [UInt8]) throws(Refusal) -> [UInt8] {
        var builder = RefereeBuilder()
        let events = RefereeEvents()
        var position = 0
        while !builder.isComplete {
            // Before anything of the item is read, as the contract has it.
            let isBreak = position < bytes.count && bytes[position] == 0xff && builder.takesBreak
            if builder.isBelowLimit, !isBreak { throw .tooDeep }
            guard position < bytes.count else { throw .malformed }
            position += try step(bytes, at: position, events, &builder)
        }
        guard position == bytes.count else { throw .malformed }
        if builder.hasDuplicateKey { throw .duplicateKey }
        return builder.result
    }

    private static func step(
        _ bytes: [UInt8], at position: Int, _ events: RefereeEvents, _ builder: inout RefereeBuilder
    ) throws(Refusal) -> Int {
        let (status, read) = events.decode(bytes, at: position)
        if status == CBOR_DECODER_FINISHED, let event = events.event {
            try builder.take(event)
            return Int(read)
        }
        guard let (event, length) = notKnownToLibCBOR(bytes[position...]) else { throw .malformed }
        try builder.take(event)
        return length
    }

    /// Tags and simple values that libcbor 0.8 refuses.
    private static func notKnownToLibCBOR(_ rest: ArraySlice<UInt8>) -> (RefereeEvent, Int)? {
        let initial = rest[rest.startIndex]
        switch initial {
        case 0xc0...0xd7: return (.tag(UInt64(initial & 31)), 1)
        case 0xe0...0xf3: return (.simple(initial & 31), 1)
        case 0xf8:
            guard rest.count > 1, rest[rest.startIndex + 1] >= 32 else { return nil }
            return (.simple(rest[rest.startIndex + 1]), 2)
        default: return nil
        }
    }
}

/// One head, or one string with its content.
enum RefereeEvent {
    case unsigned(UInt64)
    case negative(UInt64)
    case string(isText: Bool, [UInt8])
    case stringStart(isText: Bool)
    case array(UInt64?)
    case map(UInt64?)
    case tag(UInt64)
    case float(Double)
    case simple(UInt8)
    case stop
}

/// Receives the callbacks of one step of the decoder.
private final class RefereeEvents {
    var event: RefereeEvent?

    private var callbacks = RefereeEvents.callbacks

    func decode(_ bytes: [UInt8], at position: Int) -> (cbor_decoder_status, Int) {
        event = nil
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        let result = unsafe bytes.withUnsafeBufferPointer { buffer in
            // The position lies within the buffer: the caller has checked it.
            unsafe cbor_stream_decode(
                buffer.baseAddress.map { unsafe $0 + position }, buffer.count - position, &callbacks, context)
        }
        return (result.status, Int(result.read))
    }

    private static var callbacks: cbor_callbacks {
        var callbacks = cbor_empty_callbacks
        unsafe callbacks.uint8 = { unsafe put($0, .unsigned(UInt64($1))) }
        unsafe callbacks.uint16 = { unsafe put($0, .unsigned(UInt64($1))) }
        unsafe callbacks.uint32 = { unsafe put($0, .unsigned(UInt64($1))) }
        unsafe callbacks.uint64 = { unsafe put($0, .unsigned($1)) }
        unsafe callbacks.negint8 = { unsafe put($0, .negative(UInt64($1))) }
        unsafe callbacks.negint16 = { unsafe put($0, .negative(UInt64($1))) }
        unsafe callbacks.negint32 = { unsafe put($0, .negative(UInt64($1))) }
        unsafe callbacks.negint64 = { unsafe put($0, .negative($1)) }
        unsafe callbacks.byte_string = { unsafe put($0, .string(isText: false, copy($1, Int($2)))) }
        unsafe callbacks.string = { unsafe put($0, .string(isText: true, copy($1, Int($2)))) }
        unsafe callbacks.byte_string_start = { unsafe put($0, .stringStart(isText: false)) }
        unsafe callbacks.string_start = { unsafe put($0, .stringStart(isText: true)) }
        unsafe callbacks.array_start = { unsafe put($0, .array(UInt64(truncatingIfNeeded: $1))) }
        unsafe callbacks.indef_array_start = { unsafe put($0, .array(nil)) }
        unsafe callbacks.map_start = { unsafe put($0, .map(UInt64(truncatingIfNeeded: $1))) }
        unsafe callbacks.indef_map_start = { unsafe put($0, .map(nil)) }
        unsafe callbacks.tag = { unsafe put($0, .tag($1)) }
        unsafe callbacks.float2 = { unsafe put($0, .float(Double($1))) }
        unsafe callbacks.float4 = { unsafe put($0, .float(Double($1))) }
        unsafe callbacks.float8 = { unsafe put($0, .float($1)) }
        unsafe callbacks.undefined = { unsafe put($0, .simple(23)) }
        unsafe callbacks.null = { unsafe put($0, .simple(22)) }
        unsafe callbacks.boolean = { unsafe put($0, .simple($1 ? 21 : 20)) }
        unsafe callbacks.indef_break = { unsafe put($0, .stop) }
        return callbacks
    }
}

// Free functions, since a callback of C captures nothing.

private func put(_ context: UnsafeMutableRawPointer?, _ event: RefereeEvent) {
    guard let context = unsafe context else { return }
    // The context is the object that `decode` lends for its call.
    unsafe Unmanaged<RefereeEvents>.fromOpaque(context).takeUnretainedValue().event = event
}

private func copy(_ data: cbor_data?, _ count: Int) -> [UInt8] {
    unsafe [UInt8](UnsafeBufferPointer(start: data, count: count))
}
