// SPDX-License-Identifier: Apache-2.0
// A small testee in JavaScript: info, and cbor.check (section 1) without floats and indefinite lengths, yours to add.
"use strict";

class Refused extends Error {}

function require_(holds, errorClass) {
  if (!holds) throw new Refused(errorClass);
}

// Checks the item at a position; gives the position after it. What is only not canonical goes to `faults`.
function item(data, at, depth, faults) {
  require_(at < data.length, "malformed");
  const major = data[at] >> 5, info = data[at] & 31, start = at++;
  require_((info !== 31 || major < 2 || major > 5) && (major !== 7 || info < 24 || info > 27), "unsupported");
  require_(info < 28, "malformed");
  require_(depth <= 32, "limit");
  const size = info < 24 ? 0 : 1 << (info - 24);
  require_(size <= data.length - at, "malformed");
  const value = size ? BigInt("0x" + data.subarray(at, at + size).toString("hex")) : BigInt(info);
  if (size && value < { 1: 24n, 2: 0x100n, 4: 0x10000n, 8: 0x100000000n }[size]) faults.push(start);
  at += size;
  if (major === 2 || major === 3) {
    require_(value <= BigInt(data.length - at), "malformed");
    const end = at + Number(value);
    if (major === 3) new TextDecoder("utf-8", { fatal: true }).decode(data.subarray(at, end));
    return end;
  }
  let previous = Buffer.alloc(0);
  const turns = { 4: value, 5: 2n * value, 6: 1n }[major] ?? 0n;
  for (let turn = 0n; turn < turns; turn++) {
    const after = item(data, at, depth + 1, faults);
    if (major === 5 && turn % 2n === 0n) {
      if (Buffer.compare(previous, data.subarray(at, after)) >= 0) faults.push(at);
      previous = data.subarray(at, after);
    }
    at = after;
  }
  return at;
}

function answer(request) {
  if (request.op === "info")
    return { ok: { name: "example in JavaScript", version: "1", spec: "1", ops: ["info", "cbor.check"] } };
  try {
    require_(request.op === "cbor.check", "unsupported");
    require_(typeof request.bytes === "string" && /^([0-9a-f]{2})*$/.test(request.bytes), "invalid");
    const data = Buffer.from(request.bytes, "hex"), faults = [];
    require_(item(data, 0, 1, faults) === data.length, "malformed");
    require_(faults.length === 0, "non-canonical");
  } catch (error) {
    return { error: error instanceof Refused ? error.message : "malformed" };
  }
  return { ok: {} };
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const request = JSON.parse(line);
  process.stdout.write(JSON.stringify({ id: request.id, ...answer(request) }) + "\n");
});
