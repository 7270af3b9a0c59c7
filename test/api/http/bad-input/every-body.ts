import type { z } from "zod";
import type { Operation } from "../../../../contract/rest/operation.ts";
import { callerNameOf, exampleOf, OPERATIONS_WITH_BODY, pathOf } from "../../../support/every-operation.ts";
import { faults, refusal, UNKNOWN_ID, type BadInput, type Expected } from "./row.ts";

const JSON_TYPE = { "content-type": "application/json" };
const MIB = 1_048_576;
const nested = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;

type Sent = Readonly<{ headers?: Readonly<Record<string, string>>; bytes: Buffer | string; expect: Expected }>;

const NO_OBJECT = faults(["model_attributes_type", "body"]);
const WHOLE = faults(["value_error", "body"]);

/** What no operation takes for a body, whatever its members are. */
const ANY_BODY: Readonly<Record<string, Sent>> = {
  "65 levels": { bytes: nested(65), expect: WHOLE },
  "64 levels": { bytes: nested(64), expect: NO_OBJECT },
  "100,000 levels": { bytes: "[".repeat(100_000), expect: faults(["json_invalid", "body", 501]) },
  "a map 100,000 deep": { bytes: `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, expect: WHOLE },
  "a text of exactly 1 MiB": { bytes: JSON.stringify("a".repeat(MIB - 2)), expect: NO_OBJECT },
  "1 MiB and a byte": { bytes: JSON.stringify("a".repeat(MIB - 1)), expect: refusal(413, "too_large") },
  "UTF-16": { bytes: Buffer.from("\ufeff{}", "utf16le"), expect: refusal(400, "malformed") },
  "a byte that is no UTF-8": { bytes: Buffer.from([0x7b, 0xff, 0x7d]), expect: refusal(400, "malformed") },
  "an overlong slash": { bytes: Buffer.from([0x22, 0xc0, 0xaf, 0x22]), expect: refusal(400, "malformed") },
  "a bare NUL": { bytes: '{"a":"\0"}', expect: faults(["json_invalid", "body", 6]) },
  "half a pair as a name": { bytes: '{"\\ud83d":1}', expect: WHOLE },
  "half a pair as a value": { bytes: '{"surprise":"\\udea2"}', expect: WHOLE },
  latin1: {
    headers: { "content-type": "application/json; charset=latin1" },
    bytes: "{}",
    expect: refusal(415, "unsupported_media_type"),
  },
  gzip: {
    headers: { ...JSON_TYPE, "content-encoding": "gzip" },
    bytes: Buffer.from([0x1f, 0x8b]),
    expect: refusal(415, "unsupported_media_type"),
  },
  "a form": {
    headers: { "content-type": "multipart/form-data; boundary=x" },
    bytes: "--x--",
    expect: refusal(415, "unsupported_media_type"),
  },
  null: { bytes: "null", expect: faults(["missing", "body"]) },
  nothing: { bytes: "", expect: faults(["missing", "body"]) },
  "a list": { bytes: "[{}]", expect: NO_OBJECT },
  "a text": { bytes: '"{}"', expect: NO_OBJECT },
  "a number too large for any double": { bytes: "1e999", expect: NO_OBJECT },
};

function rowOf(operation: Operation, name: string, { bytes, expect, headers = JSON_TYPE }: Sent): BadInput {
  return {
    name: `${operation.operationId}: ${name}`,
    as: callerNameOf(operation),
    method: operation.method.toUpperCase(),
    // Ids of path parameters are well formed, so that the body alone is at fault.
    path: pathOf(operation, { slug: UNKNOWN_ID }),
    headers,
    bytes,
    expect,
  };
}

/** Writes the example as JSON with one more member, whose value is sent as it stands; of a name that is there already the later counts. */
function exampleWith(operation: Operation, name: string, value: string): string {
  const text = JSON.stringify(exampleOf(operation));
  return `${text.slice(0, -1)}${text === "{}" ? "" : ","}${JSON.stringify(name)}:${value}}`;
}

/** What is wrong with one member: names from elsewhere, and values that no member takes. */
function membersOf(operation: Operation): BadInput[] {
  const members = Object.keys((operation.body as z.ZodObject).shape);
  const foreign = ["__proto__", "constructor", "toString", "\u0000", "", "🚢"].map((name) =>
    rowOf(operation, `a member called ${JSON.stringify(name)}`, {
      bytes: exampleWith(operation, name, '{"isAdmin":true}'),
      expect: faults(["extra_forbidden", "body", name]),
    }),
  );
  const huge = members.map((name) =>
    rowOf(operation, `${name} is too large for any double, and a duplicate`, {
      bytes: exampleWith(operation, name, "1e999"),
      expect: { status: 422, at: ["body", name] },
    }),
  );
  const nul = members.map((name) =>
    rowOf(operation, `${name} holds NUL`, {
      bytes: exampleWith(operation, name, '"a\\u0000b"'),
      expect: { status: 422, at: ["body", name] },
    }),
  );
  return [...foreign, ...huge, ...nul];
}

/** Lists the bad bodies that every operation refuses in the same way. */
export const EVERY_BAD_BODY: readonly BadInput[] = OPERATIONS_WITH_BODY.flatMap((operation) => [
  ...Object.entries(ANY_BODY).map(([name, sent]) => rowOf(operation, name, sent)),
  ...membersOf(operation),
]);
