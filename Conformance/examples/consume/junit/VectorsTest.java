// SPDX-License-Identifier: Apache-2.0

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The vectors as dynamic tests of JUnit 5: put your own implementation in the place of {@link #answer}. */
class VectorsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** What your implementation answers; here one that knows a CBOR head of one byte and no more. */
    static ObjectNode answer(JsonNode request) {
        String hex = request.get("bytes").asText();
        ObjectNode answer = JSON.createObjectNode();
        if (hex.isEmpty()) {
            return answer.put("error", "malformed");
        }
        int first = Integer.parseInt(hex.substring(0, 2), 16);
        if (hex.length() == 2 && first < 0x18) {
            answer.set("ok", JSON.createObjectNode());
            return answer;
        }
        boolean wide = first == 0x18 && hex.length() == 4 && Integer.parseInt(hex.substring(2), 16) < 0x18;
        return answer.put("error", wide ? "non-canonical" : "unsupported");
    }

    @TestFactory
    Stream<DynamicTest> vectors() throws Exception {
        JsonNode file = JSON.readTree(new File(System.getProperty("vectors"), "cbor/heads.json"));
        return StreamSupport.stream(file.get("vectors").spliterator(), false)
                .map(vector -> DynamicTest.dynamicTest(vector.get("id").asText(), () -> check(vector)));
    }

    private static void check(JsonNode vector) {
        JsonNode expected = vector.get("expect");
        ObjectNode given = answer(vector.get("request"));
        String error = given.path("error").asText(null);
        assumeFalse("unsupported".equals(error), "not offered yet"); // aborted, which is no pass
        if (!expected.has("error")) {
            assertEquals(expected.get("ok"), given.get("ok"), vector.get("note").asText());
            return;
        }
        List<String> classes = new ArrayList<>();
        if (expected.get("error").isArray()) {
            expected.get("error").forEach(each -> classes.add(each.asText()));
        } else {
            classes.add(expected.get("error").asText());
        }
        assertTrue(classes.contains(error), vector.get("note").asText());
    }
}
