// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleSmartAlbums
import FuzzSupport

/// What is printed of a definition, with the seeded faults: an escape is left out, of two negations one stays.
private func printed(_ definition: DefinitionText) -> String {
    var text = definition.description
    if hasFault(1), let escape = text.firstRange(of: "\\u{") { text.removeSubrange(escape) }
    if hasFault(2), let twice = text.firstRange(of: "not not ") { text.replaceSubrange(twice, with: "not ") }
    return text
}

/// Any text as a definition: what is read is printed and reads back, and is a definition in bytes too; what is
/// refused names a place in the text.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = unsafe String(decoding: input(start, count), as: UTF8.self)
    do throws(DefinitionTextError) {
        let definition = try DefinitionText(text)
        guard let again = try? DefinitionText(printed(definition)) else {
            fatalError("what is printed is read: \(definition)")
        }
        expect(again == definition, "what is printed reads back as what it was printed from")
        encode(definition)
    } catch {
        let lines = text.unicodeScalars.split(
            omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r" })
        expect(error.line >= 1 && error.line <= lines.count, "the line of \(error) is in the text")
        expect(
            error.column >= 1 && error.column <= text.unicodeScalars.count + 1, "the column of \(error) is")
    }
    return 0
}

private func encode(_ text: DefinitionText) {
    let id = Identifier([UInt8](repeating: 1, count: 16))
    guard let id, let name = DisplayName("n"), let written = try? Stamped(name, by: id, ts: .last) else {
        return
    }
    // A condition past a limit of the contract is refused here.
    let definition = try? SmartAlbumDefinition(
        id: id, displayName: written, predicate: text.predicate, sort: text.sort)
    guard let definition else { return }
    expect(
        (try? SmartAlbumDefinition(decoding: definition.encoded)) == definition,
        "a definition of a text decodes")
}
