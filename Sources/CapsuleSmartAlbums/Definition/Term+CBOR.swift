// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR
public import CapsuleCRDT
import CapsuleDocuments

extension Term: CanonicalValue {
    /// Reads the map of a term and holds it to the table of SPEC section 12.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> Term {
        let start = reader.position
        var (field, name): (FieldName?, OperatorName?) = (nil, nil)
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
                name = try OperatorName.read(&reader)
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
        guard field.operators.contains(name) else {
            let operators = field.operators.map(\.rawValue).joined(separator: ", ")
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
        return try make(field, name, slot, &operandReader)
    }

    private static func text(_ reader: inout CBORReader) throws(CBORError) -> [UInt8] {
        reader.bytes.extracting(try reader.readText(AITag.sizes, "a model's name or version")).copied()
    }

    private static func make(
        _ field: FieldName, _ name: OperatorName, _ slot: ModelSlot?, _ reader: inout CBORReader
    ) throws(CBORError) -> Term {
        switch field {
        case .captureTimestamp: return .time(.capture, try Operand.time(name, &reader))
        case .importTimestamp: return .time(.import, try Operand.time(name, &reader))
        case .rating: return .number(.rating, try Operand.number(name, &reader))
        case .width: return .number(.width, try Operand.number(name, &reader))
        case .height: return .number(.height, try Operand.number(name, &reader))
        case .contentType: return .contentType(try Operand.choice(name, &reader))
        case .mediaKind: return .mediaKind(try Operand.choice(name, &reader))
        case .gpsDatum: return .datum(try Operand.choice(name, &reader))
        case .cull: return .cull(try Cull.read(&reader))
        case .hidden: return .hidden(try reader.readBool())
        case .tagsUser: return .labels(try Operand.set(name, &reader))
        case .stackType: return .stackType(try Operand.set(name, &reader))
        case .albumID: return .album(try Operand.set(name, &reader))
        case .gps: return .place(exists: try reader.readBool())
        case .camera: return .camera(exists: try reader.readBool())
        case .tagsAI, .peopleCluster:
            guard let slot else {
                throw CBORError(.invalid, at: reader.position, "a term over \(field.rawValue) names a model")
            }
            return field == .tagsAI
                ? .aiTags(try Operand.set(name, &reader), slot)
                : .people(try Operand.set(name, &reader), slot)
        }
    }

    /// Writes the map of the term.
    public func write(to writer: inout CBORWriter) {
        let slot = slot
        writer.writeMapHead(slot == nil ? 3 : 5)
        writer.writeText("op")
        operatorName.write(to: &writer)
        writer.writeText("field")
        fieldName.write(to: &writer)
        writer.writeText("operand")
        writeOperand(to: &writer)
        if let slot {
            writer.writeText("model_id")
            writer.writeText(utf8: slot.modelID.span)
            writer.writeText("model_version")
            writer.writeText(utf8: slot.modelVersion.span)
        }
    }

    private func writeOperand(to writer: inout CBORWriter) {
        switch self {
        case .time(_, let test): Operand.write(test, to: &writer)
        case .number(_, let test): Operand.write(test, to: &writer)
        case .contentType(let test): Operand.write(test, to: &writer)
        case .mediaKind(let test): Operand.write(test, to: &writer)
        case .datum(let test): Operand.write(test, to: &writer)
        case .cull(let value): value.write(to: &writer)
        case .hidden(let value): value.write(to: &writer)
        case .labels(let test), .aiTags(let test, _): Operand.write(test, to: &writer)
        case .people(let test, _), .album(let test): Operand.write(test, to: &writer)
        case .stackType(let test): Operand.write(test, to: &writer)
        case .place(let exists), .camera(let exists): exists.write(to: &writer)
        }
    }
}
