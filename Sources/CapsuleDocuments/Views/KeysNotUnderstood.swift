// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR

extension DocumentView {
    /// The known keys of a newer document whose values this version does not understand, ascending by
    /// their UTF-8 bytes (SPEC section 10).
    public var keysNotUnderstood: [String] {
        state.entries.filter { $0.meaning == .notUnderstood }
            .map { $0.nameText(in: state.bytes.span) }
            .sorted(byUTF8: \.self)
    }
}

extension DocumentReading {
    /// The keys that this version does not know with the canonical bytes of their values, ascending by the
    /// keys' UTF-8 bytes.
    public var unknownValues: [(key: String, encoded: [UInt8])] {
        let span = view.state.bytes.span
        return view.state.entries.filter { $0.meaning == .carried }
            .map { (key: $0.nameText(in: span), encoded: span.extracting($0.value).copied()) }
            .sorted(byUTF8: \.key)
    }
}
