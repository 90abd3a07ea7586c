// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR
public import CapsuleCRDT

/// That an asset belongs to a stack, and as what (SPEC section 10).
public struct StackMembership: Hashable, Sendable {
    /// What the asset is in the stack.
    public var role: StackRole
    /// The stack.
    public var stackID: Identifier
    /// Why the assets belong together.
    public var stackType: StackType
    /// The asset's place in the stack's order.
    public var memberIndex: UInt32?
    /// Keys of later versions.
    public var unknownKeys = UnknownKeys()

    /// Makes a membership.
    public init(stackID: Identifier, stackType: StackType, role: StackRole, memberIndex: UInt32? = nil) {
        self.role = role
        self.stackID = stackID
        self.stackType = stackType
        self.memberIndex = memberIndex
    }
}

extension StackMembership: CanonicalValue {
    private static let incomplete = "a membership has the keys role, stack_id and stack_type"

    /// Checks the map without keeping anything of it.
    public static func check(_ reader: inout CBORReader) throws(CBORError) {
        let start = reader.position
        let found = try reader.checkMap { (name, reader) throws(CBORError) in
            if name.elementsEqual("role") {
                try StackRole.check(&reader)
                return 0
            } else if name.elementsEqual("stack_id") {
                try Identifier.check(&reader)
                return 1
            } else if name.elementsEqual("stack_type") {
                try StackType.check(&reader)
                return 2
            } else if name.elementsEqual("member_index") {
                _ = try readIndex(&reader)
                return 3
            }
            return nil
        }
        guard found & 0b111 == 0b111 else { throw CBORError(.invalid, at: start, incomplete) }
    }

    private static func readIndex(_ reader: inout CBORReader) throws(CBORError) -> UInt32 {
        UInt32(try reader.readUnsigned(atMost: UInt64(UInt32.max), "a member index is a uint32"))
    }

    /// Reads the map.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> StackMembership {
        let start = reader.position
        var (role, id, type, index): (StackRole?, Identifier?, StackType?, UInt32?) = (nil, nil, nil, nil)
        let unknown = try reader.readMap { (name, reader) throws(CBORError) in
            if name.elementsEqual("role") {
                role = try StackRole.read(&reader)
            } else if name.elementsEqual("stack_id") {
                id = try Identifier.read(&reader)
            } else if name.elementsEqual("stack_type") {
                type = try StackType.read(&reader)
            } else if name.elementsEqual("member_index") {
                index = try readIndex(&reader)
            } else {
                return false
            }
            return true
        }
        guard let role, let id, let type else {
            throw CBORError(.invalid, at: start, incomplete)
        }
        var membership = StackMembership(stackID: id, stackType: type, role: role, memberIndex: index)
        membership.unknownKeys = unknown
        return membership
    }

    /// Writes the map.
    public func write(to writer: inout CBORWriter) {
        var map = CBORMap()
        map.put("role", role)
        map.put("stack_id", stackID)
        map.put("stack_type", stackType)
        if let memberIndex { map.put("member_index") { $0.writeUnsigned(UInt64(memberIndex)) } }
        map.put(unknownKeys)
        map.write(to: &writer)
    }
}

extension StackMembership: HavingUnknownKeys {}
