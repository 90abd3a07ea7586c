// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleClientRules
import CapsuleDocuments
import CapsuleLifecycle
import CapsuleSealing
import CapsuleSmartAlbums

/// A refusal as the test interface answers it.
struct TesteeError: Error {
    let errorClass: ErrorClass
    let detail: String

    init(_ errorClass: ErrorClass, _ detail: String) {
        self.errorClass = errorClass
        self.detail = detail
    }

    static func invalid(_ detail: String) -> TesteeError { TesteeError(.invalid, detail) }

    init(_ error: CBORError) { self.init(error.errorClass, error.description) }
    init(_ error: CRDTError) { self.init(error.errorClass, error.description) }
    init(_ error: SmartAlbumError) { self.init(error.errorClass, error.description) }
    init(_ error: DocumentError) { self.init(error.errorClass, error.description) }
    init(_ error: LifecycleError) { self.init(error.errorClass, error.description) }
    init(_ error: ClientRuleError) { self.init(error.errorClass, error.description) }
    init(_ error: SealingError) { self.init(error.errorClass, error.description) }
}

/// Runs work of the library and answers its refusals.
func answering<Value>(_ body: () throws(CBORError) -> Value) throws(TesteeError) -> Value {
    do { return try body() } catch { throw TesteeError(error) }
}

/// Runs work of the library and answers its refusals.
func answering<Value>(_ body: () throws(CRDTError) -> Value) throws(TesteeError) -> Value {
    do { return try body() } catch { throw TesteeError(error) }
}

/// Runs work of the library and answers its refusals.
func answering<Value>(_ body: () throws(DocumentError) -> Value) throws(TesteeError) -> Value {
    do { return try body() } catch { throw TesteeError(error) }
}

/// Runs work of the library and answers its refusals.
func answering<Value>(_ body: () throws(SealingError) -> Value) throws(TesteeError) -> Value {
    do { return try body() } catch { throw TesteeError(error) }
}

/// Runs work of the library and answers its refusals.
func answering<Value>(_ body: () throws(SmartAlbumError) -> Value) throws(TesteeError) -> Value {
    do { return try body() } catch { throw TesteeError(error) }
}

/// Runs work of the library and answers its refusals.
func answering<Value>(_ body: () throws(LifecycleError) -> Value) throws(TesteeError) -> Value {
    do { return try body() } catch { throw TesteeError(error) }
}

/// Runs work of the library and answers its refusals.
func answering<Value>(_ body: () throws(ClientRuleError) -> Value) throws(TesteeError) -> Value {
    do { return try body() } catch { throw TesteeError(error) }
}
