import { assert } from "chai";
import { z } from "zod";
import { text } from "../../../contract/fields.ts";
import { atMostProperties } from "../../../contract/limits.ts";
import { email, timestamp, uuid } from "../../../contract/rest/values.ts";
import { faultsOf, type Location } from "../../../api/http/validation-errors.ts";
import { ValidationFault, type Fault } from "../../../api/http/validation-fault.ts";

function judge(member: z.ZodType, sent: unknown, location: Location = "body"): Fault[] {
  const schema = z.strictObject({ a: member });
  const issues = schema.safeParse(sent).error?.issues ?? [];
  return faultsOf(issues, { location, schema, sent });
}

type Expected = Readonly<{
  type: string;
  msg: string;
  ctx?: object;
  loc?: readonly (string | number)[];
  input?: unknown;
}>;
const invalidUuid = (error: string): Expected => ({
  type: "uuid_parsing",
  msg: `Input should be a valid UUID, ${error}`,
  ctx: { error },
});
const invalidDate = (error: string): Expected => ({
  type: "datetime_from_date_parsing",
  msg: `Input should be a valid datetime or date, ${error}`,
  ctx: { error },
});
const list = z.array(z.int()).min(2).max(3);
const map = z.record(z.string(), z.int()).check(atMostProperties(1));
const choice = z.enum(["a", "b", "c"]);

/** Rows: schema of member a, the value sent for it, the fault. Recorded from pydantic 2.14.3. */
const ROWS: readonly (readonly [schema: z.ZodType, sent: unknown, expected: Expected])[] = [
  [z.string(), 1, { type: "string_type", msg: "Input should be a valid string" }],
  [z.string(), null, { type: "string_type", msg: "Input should be a valid string" }],
  [
    text(3, 1),
    "",
    { type: "string_too_short", msg: "String should have at least 1 character", ctx: { min_length: 1 } },
  ],
  [
    text(9, 2),
    "🚢",
    { type: "string_too_short", msg: "String should have at least 2 characters", ctx: { min_length: 2 } },
  ],
  [text(1), "ab", { type: "string_too_long", msg: "String should have at most 1 character", ctx: { max_length: 1 } }],
  [
    z.string().regex(/^a$/),
    "b",
    { type: "string_pattern_mismatch", msg: "String should match pattern '^a$'", ctx: { pattern: "^a$" } },
  ],
  [z.int(), "1", { type: "int_type", msg: "Input should be a valid integer" }],
  [
    z.int(),
    1.5,
    { type: "int_from_float", msg: "Input should be a valid integer, got a number with a fractional part" },
  ],
  [z.int(), Infinity, { type: "finite_number", msg: "Input should be a finite number" }],
  [z.number(), "x", { type: "float_type", msg: "Input should be a valid number" }],
  [z.number(), Infinity, { type: "finite_number", msg: "Input should be a finite number" }],
  [z.boolean(), "true", { type: "bool_type", msg: "Input should be a valid boolean" }],
  [z.number().gt(1), 1, { type: "greater_than", msg: "Input should be greater than 1", ctx: { gt: 1 } }],
  [
    z.number().min(0.01),
    0,
    { type: "greater_than_equal", msg: "Input should be greater than or equal to 0.01", ctx: { ge: 0.01 } },
  ],
  [z.number().lt(3), 3, { type: "less_than", msg: "Input should be less than 3", ctx: { lt: 3 } }],
  [z.int().max(3), 4, { type: "less_than_equal", msg: "Input should be less than or equal to 3", ctx: { le: 3 } }],
  [z.int().multipleOf(5), 4, { type: "multiple_of", msg: "Input should be a multiple of 5", ctx: { multiple_of: 5 } }],
  [choice, "z", { type: "enum", msg: "Input should be 'a', 'b' or 'c'", ctx: { expected: "'a', 'b' or 'c'" } }],
  [choice, 5, { type: "enum", msg: "Input should be 'a', 'b' or 'c'", ctx: { expected: "'a', 'b' or 'c'" } }],
  [z.literal("a"), 5, { type: "literal_error", msg: "Input should be 'a'", ctx: { expected: "'a'" } }],
  [uuid, 5, { type: "uuid_type", msg: "UUID input should be a string, bytes or UUID object" }],
  [uuid, "nope", invalidUuid("invalid character: found `n` at 0")],
  [uuid, "123", invalidUuid("invalid length: found 3")],
  [uuid, "12345678-1234-1234-12345678901", invalidUuid("invalid group count: expected 5, found 4")],
  [uuid, "12345678-1234-1234-1234-12345678901", invalidUuid("invalid group length in group 4: expected 12, found 11")],
  [timestamp, 17, { type: "datetime_type", msg: "Input should be a valid datetime" }],
  [timestamp, "x", invalidDate("input is too short")],
  [timestamp, "2024-13-01T00:00:00Z", invalidDate("month value is outside expected range of 1-12")],
  [timestamp, "2024-02-30T00:00:00Z", invalidDate("day value is outside expected range")],
  [timestamp, "abcd-01-01T00:00:00Z", invalidDate("invalid character in year")],
  [timestamp, "2024/01/01T00:00:00Z", invalidDate("invalid date separator, expected `-`")],
  [timestamp, "2024-aa-01T00:00:00Z", invalidDate("invalid character in month")],
  [timestamp, "2024-01-aaT00:00:00Z", invalidDate("invalid character in day")],
  [timestamp, "2024-01-01T25:00:00Z", invalidDate("unexpected extra characters at the end of the input")],
  [
    timestamp,
    "0000-01-01T00:00:00Z",
    {
      type: "datetime_parsing",
      msg: "Input should be a valid datetime, year 0 is out of range",
      ctx: { error: "year 0 is out of range" },
    },
  ],
  [timestamp, "2024-01-01T00:00:00", { type: "timezone_aware", msg: "Input should have timezone info" }],
  [
    email,
    "x",
    {
      type: "value_error",
      msg: "value is not a valid email address: An email address must have an @-sign.",
      ctx: { reason: "An email address must have an @-sign." },
    },
  ],
  [list, {}, { type: "list_type", msg: "Input should be a valid list" }],
  [
    list,
    [1],
    {
      type: "too_short",
      msg: "List should have at least 2 items after validation, not 1",
      ctx: { field_type: "List", min_length: 2, actual_length: 1 },
    },
  ],
  [
    list,
    ["x", 2, 3, 4],
    {
      type: "too_long",
      msg: "List should have at most 3 items after validation, not 4",
      ctx: { field_type: "List", max_length: 3, actual_length: 4 },
    },
  ],
  [list, ["x"], { type: "int_type", msg: "Input should be a valid integer", loc: ["body", "a", 0], input: "x" }],
  [map, [], { type: "dict_type", msg: "Input should be a valid dictionary" }],
  [map, { k: "x" }, { type: "int_type", msg: "Input should be a valid integer", loc: ["body", "a", "k"], input: "x" }],
  [
    map,
    { k: 1, l: 2 },
    {
      type: "too_long",
      msg: "Dictionary should have at most 1 item after validation, not 2",
      ctx: { field_type: "Dictionary", max_length: 1, actual_length: 2 },
    },
  ],
  [
    z.strictObject({}),
    3,
    { type: "model_attributes_type", msg: "Input should be a valid dictionary or object to extract fields from" },
  ],
  [
    z.record(z.string(), z.json()),
    { k: Infinity },
    { type: "finite_number", msg: "Input should be a finite number", loc: ["body", "a", "k"], input: Infinity },
  ],
];

describe("faultsOf", () => {
  for (const [schema, sent, { loc = ["body", "a"], input = sent, ...kind }] of ROWS) {
    it(`reports ${kind.type} as pydantic does for ${JSON.stringify(sent)}`, () => {
      assert.deepEqual(judge(schema.nullable().optional(), { a: sent }).length, sent === null ? 0 : 1);
      assert.deepEqual(judge(schema, { a: sent }), [{ loc, input, ...kind }] as Fault[]);
    });
  }

  it("shows the parent of a missing member, and names each unknown member", () => {
    const sent = { b: 1, c: [] };
    assert.deepEqual(judge(z.string(), sent), [
      { type: "missing", loc: ["body", "a"], msg: "Field required", input: sent },
      { type: "extra_forbidden", loc: ["body", "b"], msg: "Extra inputs are not permitted", input: 1 },
      { type: "extra_forbidden", loc: ["body", "c"], msg: "Extra inputs are not permitted", input: [] },
    ]);
  });

  it("says of the text of a parameter that it cannot be parsed", () => {
    const int = { type: "int_parsing", msg: "Input should be a valid integer, unable to parse string as an integer" };
    const bool = { type: "bool_parsing", msg: "Input should be a valid boolean, unable to interpret input" };
    assert.deepEqual(judge(z.int(), { a: "x" }, "query"), [{ ...int, loc: ["query", "a"], input: "x" }]);
    assert.deepEqual(judge(z.boolean(), { a: "" }, "query"), [{ ...bool, loc: ["query", "a"], input: "" }]);
  });

  it("shows no secret: not itself, not in a parent, not misspelt beside it", () => {
    const login = z.strictObject({ password: text(9, 8).meta({ secret: true }), name: z.string() });
    const sent = { password: "hunter2", pasword: "hunter2", name: 1 };
    const faults = judge(login, { a: sent });
    assert.deepEqual(
      faults.map(({ loc, type }) => [loc.at(-1), type]),
      [
        ["password", "string_too_short"],
        ["name", "string_type"],
        ["pasword", "extra_forbidden"],
      ],
    );
    assert.notInclude(JSON.stringify(faults), "hunter2");
    assert.notInclude(JSON.stringify(judge(login, { a: { password: "hunter2" } })), "hunter2");
    assert.notInclude(JSON.stringify(judge(login.optional(), { a: ["hunter2"] })), "hunter2");
    assert.deepEqual(faults[1]?.input, 1);
  });
});

describe("What many issues cost", () => {
  const many = (count: number): Record<string, unknown> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, 1]));

  it("is bounded, whatever is sent: members that nobody knows, items that are wrong", () => {
    // Each against each, these were 31 s of one request from anybody.
    assert.isAtMost(judge(z.strictObject({}), { a: many(40_000) }).length, 1_000);
    assert.isAtMost(judge(z.array(z.string()), { a: new Array(40_000).fill(1) }).length, 1_000);
  });

  it("is not paid with what a list that is too long is told", () => {
    const faults = judge(z.array(z.string()).max(1_000), { a: new Array(2_000).fill(1) });
    assert.deepEqual(
      faults.map(({ type }) => type),
      ["too_long"],
    );
  });
});

describe("ValidationFault", () => {
  const fault = (input: unknown): Fault => ({ type: "x", loc: ["body"], msg: "x", input });

  it("carries 100 faults at most", () => {
    assert.lengthOf(new ValidationFault(new Array<Fault>(150).fill(fault(1))).faults, 100);
  });

  it("cuts inputs at 1 KiB, never inside a character", () => {
    const [short, long, ships, object] = new ValidationFault([
      fault("a".repeat(1024)),
      fault("a".repeat(1025)),
      fault(`a${"🚢".repeat(300)}`),
      fault({ a: "b".repeat(2000) }),
    ]).faults;
    assert.equal(short?.input, "a".repeat(1024));
    assert.equal(long?.input, "a".repeat(1024));
    assert.equal(ships?.input, `a${"🚢".repeat(255)}`);
    assert.equal(object?.input, `{"a":"${"b".repeat(1018)}`);
  });
});
