// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR
public import CapsuleCRDT
import CapsuleDocuments

extension Term: CanonicalValue {
    /// Reads the map of a term and holds it to the table of SPEC section 12.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> Term {
        let start = reader.position
        var (field, name): (FieldName?, [UInt8]?) = (nil, nil)
        var (modelID, modelVersion): ([UInt8]?, [UInt8]?) = (nil, nil)
        var (namePlace, slotPlace) = (start, start)
        var operand: Range<Int>?
        var cursor = try reader.enterMap()
        let depth = reader.depth
        while let key = try cursor.nextText(&reader) {
            let keyName = reader.bytes.extracting(key)
            if keyName.elementsEqual("field") {
                field = try FieldName.read(&reader)
            } else if keyName.elementsEqual("op") {
                namePlace = reader.position
                name = reader.bytes.extracting(try reader.readText()).copied()
            } else if keyName.elementsEqual("operand") {
                operand = try reader.skipItem()
            } else if keyName.elementsEqual("model_id") {
                slotPlace = reader.position
                modelID = try text(&reader)
            } else if keyName.elementsEqual("model_version") {
                slotPlace = reader.position
                modelVersion = try text(&reader)
            } else {
                throw CBORError(
                    .invalid, at: key.lowerBound,
                    "a term has the keys field, op and operand, and for what a model made model_id and model_version"
                )
            }
        }
        reader.leave()
        guard let field, let name, let operand else {
            throw CBORError(.invalid, at: start, "a term has the keys field, op and operand")
        }
        guard let name = field.operators.first(where: { $0.name.utf8.elementsEqual(name) })?.name else {
            let operators = field.operators.map(\.name).joined(separator: ", ")
            throw CBORError(.invalid, at: namePlace, "\(field.rawValue) has the operators \(operators)")
        }
        var slot: ModelSlot?
        if field.hasSlot {
            guard let modelID, let modelVersion, let named = ModelSlot(utf8: modelID, modelVersion) else {
                throw CBORError(
                    .invalid, at: start,
                    "a term over \(field.rawValue) has the keys model_id and model_version")
            }
            slot = named
        } else if modelID != nil || modelVersion != nil {
            throw CBORError(
                .invalid, at: slotPlace, "only terms over tags_ai and people_cluster name a model")
        }
        var operandReader = CBORReader(reader.bytes, at: operand.lowerBound, depth: depth)
        guard let term = try read(field, name, slot, from: &operandReader) else {
            preconditionFailure("\(field.rawValue) has the operator, and the slot if it needs one")
        }
        return term
    }

    private static func text(_ reader: inout CBORReader) throws(CBORError) -> [UInt8] {
        reader.bytes.extracting(try reader.readText(AITag.sizes, "a model's name or version")).copied()
    }

    /// Writes the map of the term.
    public func write(to writer: inout CBORWriter) {
        let slot = slot
        writer.writeMapHead(slot == nil ? 3 : 5)
        writer.writeText("op")
        writer.writeText(test.spelling.name)
        writer.writeText("field")
        fieldName.write(to: &writer)
        writer.writeText("operand")
        test.writeOperand(to: &writer)
        if let slot {
            writer.writeText("model_id")
            writer.writeText(utf8: slot.modelID.span)
            writer.writeText("model_version")
            writer.writeText(utf8: slot.modelVersion.span)
        }
    }
}

extension FieldTest {
    fileprivate func writeOperand(to writer: inout CBORWriter) { operand.write(to: &writer) }
}
