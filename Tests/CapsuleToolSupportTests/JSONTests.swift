// SPDX-License-Identifier: Apache-2.0
import CapsuleToolSupport
import Testing

@Suite("JSON")
struct JSONTests {
    func read(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8)) }

    func rewritten(_ text: String, _ order: JSONValue.MemberOrder = .given) throws -> String {
        String(decoding: try read(text).encoded(order), as: UTF8.self)
    }

    @Test(
        "a value is written as it is read, without white space and needless escapes",
        arguments: [
            ("null", "null"), (" true\r\n", "true"), ("\tfalse ", "false"), ("[ ]", "[]"), ("{ }", "{}"),
            ("[1 , [2], {\"a\" : 3}]", "[1,[2],{\"a\":3}]"),
            (#""\u0041\/\"\\\b\f\n\r\t\u001f\u007F""#, "\"A/\\\"\\\\\\b\\f\\n\\r\\t\\u001f\u{7F}\""),
            (#""\u00e9é\ud83d\ude00😀\u2028""#, "\"éé😀😀\u{2028}\""),
            (#"{"b":1,"a":{"d":1,"c":2}}"#, #"{"b":1,"a":{"d":1,"c":2}}"#),
        ])
    func roundTrip(_ text: String, _ expected: String) throws {
        #expect(try Array(rewritten(text).utf8) == Array(expected.utf8))
    }

    @Test("members are sorted by the bytes of their keys, at every level, when asked")
    func sorted() throws {
        #expect(
            try rewritten(#"{"é":1,"b":[{"z":1,"a":2}],"a":0,"B":9,"aa":3}"#, .sorted)
                == #"{"B":9,"a":0,"aa":3,"b":[{"a":2,"z":1}],"é":1}"#)
    }

    @Test(
        "an integer is not a float, and both keep their value exactly",
        arguments: [
            ("3", "3"), ("3.0", "3.0"), ("3e0", "3.0"), ("-0", "0"), ("-0.0", "-0.0"), ("0", "0"),
            ("18446744073709551615", "18446744073709551615"),
            ("-18446744073709551615", "-18446744073709551615"),
            ("9007199254740993", "9007199254740993"), ("-9223372036854775808", "-9223372036854775808"),
            ("51.477812345678912", "51.47781234567891"), ("-0.0015", "-0.0015"), ("5e-324", "5e-324"),
            ("1.7976931348623157e308", "1.7976931348623157e+308"), ("1E+2", "100.0"), ("1e-400", "0.0"),
            ("0.1", "0.1"), ("1e16", "1e+16"), ("123456789012345680.0", "1.2345678901234568e+17"),
        ])
    func numbers(_ text: String, _ expected: String) throws {
        #expect(try rewritten(text) == expected)
        switch try read(text) {
        case .integer: #expect(!text.contains { ".eE".contains($0) })
        case .float: #expect(text.contains { ".eE".contains($0) })
        default: Issue.record("no number")
        }
    }

    @Test(
        "a number out of range is no number, no reason to refuse the text, and written as it was spelled",
        arguments: [
            "18446744073709551616", "-18446744073709551616", "1e400", "-1e400",
            String(repeating: "9", count: 100_000),
        ])
    func numbersOutOfRange(_ text: String) throws {
        let value = try read("[\(text)]").array?.first
        #expect(value?.encoded() == Array(text.utf8))
        guard case .unrepresentable(.numberOutOfRange, _)? = value else {
            Issue.record("\(String(describing: value))")
            return
        }
    }

    @Test("integers convert to what can hold them, and to nothing else")
    func integerConversions() {
        let least = JSONInteger(isNegative: true, magnitude: 1 << 63)
        #expect(least.exactly(Int64.self) == .min && least.exactly(Int32.self) == nil)
        #expect(least.exactly(UInt64.self) == nil)
        #expect(JSONInteger(isNegative: true, magnitude: 1 << 63 + 1).exactly(Int64.self) == nil)
        #expect(JSONInteger(isNegative: false, magnitude: .max).exactly(UInt64.self) == .max)
        #expect(JSONInteger(isNegative: false, magnitude: .max).exactly(Int64.self) == nil)
        #expect(JSONInteger(isNegative: true, magnitude: 128).exactly(Int8.self) == -128)
        #expect(JSONInteger(isNegative: true, magnitude: 129).exactly(Int8.self) == nil)
        #expect(JSONInteger(isNegative: true, magnitude: 1).exactly(UInt8.self) == nil)
        #expect(JSONInteger(isNegative: true, magnitude: 0).exactly(UInt8.self) == 0)
        #expect(JSONInteger(isNegative: true, magnitude: 33).double == -33)
        #expect(JSONValue.integer(Int64.min).encoded() == Array("-9223372036854775808".utf8))
    }

    @Test(
        "a text with half of a surrogate pair is a value of its own, written as it was spelled",
        arguments: [
            #""\ud800""#, #""\udc00""#, #""\ud800\ud800""#, #""\udc00\ud800""#, #""a\ud800b""#,
            #""\ud800\u0041""#, #""\ud83d\n""#, #""\ude00\ud83d\ude00""#,
        ])
    func unpairedSurrogates(_ text: String) throws {
        let value = try read(#"{"text":\#(text),"id":7}"#)
        #expect(value["id"]?.integer?.exactly(Int.self) == 7)
        guard case .unrepresentable(.unpairedSurrogate, _)? = value["text"] else {
            Issue.record("\(String(describing: value["text"]))")
            return
        }
        #expect(value["text"]?.text == nil)
        #expect(value["text"]?.encoded() == Array(text.utf8))
    }

    @Test("a key with half of a surrogate pair hides no other member")
    func unpairedSurrogateInKey() throws {
        let value = try read(#"{"\ud800":1,"id":7}"#)
        #expect(value["id"]?.integer?.exactly(Int.self) == 7)
        #expect(value["\u{FFFD}"] != nil)
    }

    @Test("of members with one key the last counts, in the place of the first, however they are spelled")
    func duplicates() throws {
        #expect(try rewritten(#"{"a":1,"b":2,"\u0061":3}"#) == #"{"a":3,"b":2}"#)
        #expect(try read(#"{"a":1,"b":2,"a":null}"#)["a"]?.isNull == true)
    }

    @Test("keys that only look alike are two keys")
    func canonicallyEquivalentKeys() throws {
        let value = try read("{\"\u{E9}\":1,\"e\u{301}\":2}")
        #expect(value.object?.members.count == 2)
        #expect(value["\u{E9}"]?.integer?.exactly(Int.self) == 1)
        #expect(value["e\u{301}"]?.integer?.exactly(Int.self) == 2)
    }

    @Test(
        "what is not JSON is refused where it goes wrong",
        arguments: [
            ("", 0), ("  ", 2), ("[1,]", 3), ("{\"a\":1,}", 7), ("{\"a\"}", 4), ("{\"a\" 1}", 5),
            ("{1:2}", 1),
            ("[1 2]", 3), ("1 2", 2), ("01", 0), ("-01", 0), ("-", 1), ("1.", 2), (".5", 0), ("1e", 2),
            ("1e+", 3),
            ("+1", 0), ("0x1", 1), ("NaN", 0), ("Infinity", 0), ("tru", 0), ("nulL", 0), ("truefalse", 4),
            ("'a'", 0), ("\"a", 2), ("\"a\tb\"", 2), ("\"\u{0}\"", 1), (#""\x""#, 1), (#""\u12""#, 5),
            (#""\u12g4""#, 5),
            (#""\u+123""#, 3), ("\"\\", 2), (#""\ud800\u12"#, 11), ("[", 1), ("{", 1), ("[}", 1), ("{]", 1),
            ("// x\n1", 0), ("\u{FEFF}1", 0), ("[1]]", 3), ("1\u{A0}", 1),
        ])
    func malformed(_ text: String, _ offset: Int) {
        let error = #expect(throws: JSONError.self) { try read(text) }
        #expect(error?.code == .malformed)
        #expect(error?.offset == offset)
    }

    @Test(
        "text that is not UTF-8 is refused",
        arguments: [
            [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0x80],
        ] as [[UInt8]])
    func notUTF8(_ bytes: [UInt8]) {
        let error = #expect(throws: JSONError.self) { try JSONReader.read([0x22] + bytes + [0x22]) }
        #expect(error?.code == .malformed)
        #expect(throws: JSONError.self) { try JSONReader.read(bytes) }
    }

    @Test("every strict prefix of an object is refused")
    func prefixes() throws {
        let text = Array(#"{"id":12,"a":[true,null,-1.5e3,"x\u00e9\ud83d\ude00é"],"b":{"c":"d"}}"#.utf8)
        #expect(throws: Never.self) { try JSONReader.read(text) }
        for length in 0..<text.count {
            #expect(throws: JSONError.self, "\(length)") { try JSONReader.read(Array(text[..<length])) }
        }
    }

    @Test(
        "128 levels are read, 129 are too deep, and 100 000 do no harm",
        arguments: [("[", "]"), ("{\"a\":", "}")])
    func depth(_ opening: String, _ closing: String) {
        func nested(_ depth: Int) -> String {
            String(repeating: opening, count: depth - 1) + (opening == "[" ? "[" : "{")
                + String(repeating: closing, count: depth)
        }
        #expect(throws: Never.self) { try read(nested(128)) }
        for depth in [129, 100_000] {
            let error = #expect(throws: JSONError.self, "\(depth)") { try read(nested(depth)) }
            #expect(error?.code == .tooDeep, "\(depth)")
            #expect(error?.offset == 128 * opening.utf8.count, "\(depth)")
        }
        #expect(throws: JSONError.self) { try read(String(repeating: opening, count: 100_000)) }
    }

    @Test("levels beside one another do not add up")
    func siblings() throws {
        let text = "[" + Array(repeating: "[{}]", count: 1000).joined(separator: ",") + "]"
        #expect(try rewritten(text) == text)
    }

    @Test("an answer reads as it is written")
    func literals() {
        let answer: JSONValue = ["id": 3, "ok": ["complete": true, "x": [1.5, nil, "é\n"]]]
        #expect(
            String(decoding: answer.encoded(), as: UTF8.self)
                == #"{"id":3,"ok":{"complete":true,"x":[1.5,null,"é\n"]}}"#)
        #expect(JSONValue.array([.float(.nan), .float(.infinity)]).encoded() == Array("[null,null]".utf8))
    }

    @Test("members are set, replaced and removed by key")
    func objects() {
        var object = JSONObject()
        object["a"] = 1
        object["b"] = 2
        object["a"] = 3
        object["c"] = nil
        #expect(JSONValue.object(object).encoded() == Array(#"{"a":3,"b":2}"#.utf8))
        object["a"] = nil
        #expect(JSONValue.object(object).encoded() == Array(#"{"b":2}"#.utf8))
    }

    @Test("random bytes and mutations of a request are read or refused, and what is read survives writing")
    func mutations() throws {
        let seed = Seed.current()
        var random = SplitMix64(state: seed)
        let sample = Array(
            #"{"id":12,"op":"x\u00e9","in":["a1",-1.5e3,18446744073709551615],"b":{"c":null}}"#.utf8)
        for _ in 0..<20_000 {
            var text = sample
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<text.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: text[place] = UInt8.random(in: .min ... .max, using: &random)
                case 1: text.remove(at: place)
                default: text.insert(sample[Int.random(in: 0..<sample.count, using: &random)], at: place)
                }
            }
            guard let value = try? JSONReader.read(text) else { continue }
            let written = value.encoded()
            let again = try JSONReader.read(written).encoded()
            #expect(again == written, "seed \(seed): \(Hex.encode(text))")
        }
    }
}
