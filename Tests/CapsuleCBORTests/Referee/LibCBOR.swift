// SPDX-License-Identifier: Apache-2.0

import CLibCBOR
import TestSupport

/// A head as both sides see it.
enum Head: Hashable, Sendable {
    case unsigned(UInt64)
    case negative(UInt64)
    case bytes([UInt8])
    case text([UInt8])
    case array(UInt64)
    case map(UInt64)
    case tag(UInt64)
    case simple(UInt8)
    case float(UInt64)
    case indefinite(UInt8)
    case stop
}

extension CBORItem {
    /// The heads of the item in the order of its bytes.
    var heads: [Head] {
        switch self {
        case .unsigned(let value): [.unsigned(value)]
        case .negative(let argument): [.negative(argument)]
        case .bytes(let content): [.bytes(content)]
        case .text(let content): [.text(content)]
        case .array(let items): [.array(UInt64(items.count))] + items.flatMap(\.heads)
        case .map(let entries):
            [.map(UInt64(entries.count))] + entries.flatMap { $0.key.heads + $0.value.heads }
        case .tag(let number, let content): [.tag(number)] + content.heads
        case .simple(let value): [.simple(value)]
        case .float(let bits): [.float(bits)]
        }
    }

    /// Whether libcbor 0.8 can read the item: it refuses tags 6 to 20 and simple values without a name.
    var isReadByLibCBOR: Bool {
        switch self {
        case .unsigned, .negative, .bytes, .text, .float: true
        case .array(let items): items.allSatisfy(\.isReadByLibCBOR)
        case .map(let entries): entries.allSatisfy { $0.key.isReadByLibCBOR && $0.value.isReadByLibCBOR }
        case .tag(let number, let content): !(6...20).contains(number) && content.isReadByLibCBOR
        case .simple(let value): (20...23).contains(value)
        }
    }
}

/// libcbor's streaming decoder and its encoder of heads, the independent referee.
///
/// Only these: `cbor_load` takes memory by a declared count and is never called. The streaming decoder
/// does not know of nesting, of odd maps or of where a break may stand, which the walk here adds; it does
/// not look at UTF-8, and it refuses tags 6 to 20 and simple values without a name, which callers leave out.
enum LibCBOR {
    enum Walk: Hashable {
        /// One whole item, its heads and the offset after it.
        case item(heads: [Head], end: Int)
        /// The input ended first.
        case truncated
        /// The decoder refused a head at an offset.
        case refused(at: Int)
        /// A break, a chunk or a map's end where none may stand.
        case misplaced
    }

    /// Walks over the first item of an input.
    static func walk(_ input: [UInt8]) -> Walk {
        var frames = Frames()
        var heads: [Head] = []
        var position = 0
        repeat {
            let recorder = Recorder()
            // The decoder reads no more than it is told is there, and only during the call.
            let result = unsafe input.withUnsafeBufferPointer { buffer in
                guard let start = buffer.baseAddress else {
                    return cbor_decoder_result(read: 0, status: CBOR_DECODER_NEDATA, required: 1)
                }
                var callbacks = recordingCallbacks()
                return unsafe cbor_stream_decode(
                    start + position, buffer.count - position, &callbacks,
                    Unmanaged.passUnretained(recorder).toOpaque())
            }
            if result.status == CBOR_DECODER_NEDATA { return .truncated }
            guard result.status == CBOR_DECODER_FINISHED, let head = recorder.head else {
                return .refused(at: position)
            }
            heads.append(head)
            position += result.read
            guard frames.take(head) else { return .misplaced }
        } while !frames.isDone
        return .item(heads: heads, end: position)
    }

    /// The bytes that one of the encoder's functions writes.
    static func encoded(_ encode: (UnsafeMutablePointer<UInt8>, Int) -> Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
            // Sixteen bytes, of which no head takes more than nine.
            count = unsafe buffer.baseAddress.map { unsafe encode($0, 16) } ?? 0
        }
    }
}

/// What is still open around the next item.
private struct Frames {
    private struct Frame {
        /// How many items are to come; nil until a break.
        var remaining: UInt64?
        var items: UInt64 = 0
        let major: UInt8
    }

    private var frames: [Frame] = []
    private(set) var isDone = false

    /// Takes the next head; false when it may not stand here.
    mutating func take(_ head: Head) -> Bool {
        if let last = frames.last, last.major == 2 || last.major == 3, last.remaining == nil {
            switch head {
            case .bytes where last.major == 2, .text where last.major == 3, .stop: break
            default: return false
            }
        }
        switch head {
        case .array(let count): return open(4, count)
        case .map(let count):
            let (items, overflow) = count.multipliedReportingOverflow(by: 2)
            return open(5, overflow ? .max : items)
        case .tag: return open(6, 1)
        case .indefinite(let major):
            frames.append(Frame(remaining: nil, major: major))
            return true
        case .stop:
            guard let last = frames.popLast(), last.remaining == nil, last.major != 5 || last.items % 2 == 0
            else {
                return false
            }
            close()
            return true
        default:
            close()
            return true
        }
    }

    private mutating func open(_ major: UInt8, _ count: UInt64) -> Bool {
        if count == 0 { close() } else { frames.append(Frame(remaining: count, major: major)) }
        return true
    }

    /// An item has ended, and with it all that it was the last item of.
    private mutating func close() {
        while let index = frames.indices.last {
            frames[index].items &+= 1
            guard let remaining = frames[index].remaining else { return }
            frames[index].remaining = remaining - 1
            if remaining > 1 { return }
            frames.removeLast()
        }
        isDone = true
    }
}

private final class Recorder {
    var head: Head?
}

/// Hands a head to the recorder that the context is.
private func record(_ context: UnsafeMutableRawPointer?, _ head: Head) {
    // The context is the recorder of the call that is under way.
    guard let context = unsafe context else { return }
    unsafe Unmanaged<Recorder>.fromOpaque(context).takeUnretainedValue().head = head
}

private func content(_ data: cbor_data?, _ count: Int) -> [UInt8] {
    // The decoder has checked that so many bytes are there.
    unsafe Array(UnsafeBufferPointer(start: data, count: count))
}

private func bits(_ value: Double) -> UInt64 {
    value.isNaN ? Double.nan.bitPattern : value.bitPattern
}

private func recordingCallbacks() -> cbor_callbacks {
    var callbacks = cbor_empty_callbacks
    unsafe callbacks.uint8 = { unsafe record($0, .unsigned(UInt64($1))) }
    unsafe callbacks.uint16 = { unsafe record($0, .unsigned(UInt64($1))) }
    unsafe callbacks.uint32 = { unsafe record($0, .unsigned(UInt64($1))) }
    unsafe callbacks.uint64 = { unsafe record($0, .unsigned($1)) }
    unsafe callbacks.negint8 = { unsafe record($0, .negative(UInt64($1))) }
    unsafe callbacks.negint16 = { unsafe record($0, .negative(UInt64($1))) }
    unsafe callbacks.negint32 = { unsafe record($0, .negative(UInt64($1))) }
    unsafe callbacks.negint64 = { unsafe record($0, .negative($1)) }
    unsafe callbacks.byte_string = { unsafe record($0, .bytes(content($1, $2))) }
    unsafe callbacks.string = { unsafe record($0, .text(content($1, $2))) }
    unsafe callbacks.byte_string_start = { unsafe record($0, .indefinite(2)) }
    unsafe callbacks.string_start = { unsafe record($0, .indefinite(3)) }
    unsafe callbacks.array_start = { unsafe record($0, .array(UInt64(UInt(bitPattern: $1)))) }
    unsafe callbacks.indef_array_start = { unsafe record($0, .indefinite(4)) }
    unsafe callbacks.map_start = { unsafe record($0, .map(UInt64(UInt(bitPattern: $1)))) }
    unsafe callbacks.indef_map_start = { unsafe record($0, .indefinite(5)) }
    unsafe callbacks.tag = { unsafe record($0, .tag($1)) }
    unsafe callbacks.float2 = { unsafe record($0, .float(bits(Double($1)))) }
    unsafe callbacks.float4 = { unsafe record($0, .float(bits(Double($1)))) }
    unsafe callbacks.float8 = { unsafe record($0, .float(bits($1))) }
    unsafe callbacks.undefined = { unsafe record($0, .simple(23)) }
    unsafe callbacks.null = { unsafe record($0, .simple(22)) }
    unsafe callbacks.boolean = { unsafe record($0, .simple($1 ? 21 : 20)) }
    unsafe callbacks.indef_break = { unsafe record($0, .stop) }
    return callbacks
}
