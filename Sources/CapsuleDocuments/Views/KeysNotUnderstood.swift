// SPDX-License-Identifier: Apache-2.0

extension DocumentView {
    /// The known keys of a newer document whose values this version does not understand, ascending by
    /// their UTF-8 bytes (SPEC section 10).
    public var keysNotUnderstood: [String] {
        state.entries.filter { $0.meaning == .notUnderstood }
            .map { $0.nameText(in: state.bytes.span) }
            .sorted(byUTF8: \.self)
    }
}
