// SPDX-License-Identifier: Apache-2.0

package import CapsuleDocuments
package import CapsuleToolSupport

/// The plain values of the test interface, for tools that show documents or take edits as JSON.
package enum PlainValues {
    /// What `document.read` answers (SPEC section 15), also of a newer document.
    package static func view(_ bytes: [UInt8], kind: DocumentKind) throws(DocumentError) -> JSONObject {
        let request = JSONObject([("kind", .text(kind.rawValue)), ("bytes", JSON.hex(bytes))])
        return try refusing { () throws(TesteeError) in try Testee.readDocument(Members(request)) }
    }

    /// Facts as `document.edit` takes them.
    package static func facts(_ value: JSONValue) throws(DocumentError) -> AssetFacts {
        try refusing { () throws(TesteeError) in try EditValues.facts(value) }
    }

    /// A placeholder image, in the keys of its document, with `chromahash` in hexadecimal digits.
    package static func lqip(_ value: JSONValue) throws(DocumentError) -> LQIP {
        try refusing { () throws(TesteeError) in try EditValues.lqip(value) }
    }

    private static func refusing<Value>(_ body: () throws(TesteeError) -> Value) throws(DocumentError)
        -> Value
    {
        do throws(TesteeError) {
            return try body()
        } catch {
            throw DocumentError(error.errorClass, error.detail)
        }
    }
}
