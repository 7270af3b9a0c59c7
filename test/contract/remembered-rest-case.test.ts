import { expect } from "chai";
import { z } from "zod";
import * as field from "../../contract/fields.ts";
import { defineOperation } from "../../contract/rest/operation.ts";
import { brokenRules, rulesOf } from "../../contract/rest/rules.ts";
import { listOf } from "../../contract/rest/values.ts";
import {
  fromRest,
  restComponents,
  restName,
  toAnswerSchema,
  toAnswerShape,
  toRest,
  toRestSchema,
  toRestShape,
} from "../../contract/rest-case.ts";
import { rememberDecisions } from "../support/remembered-decisions.ts";

const nested = z.strictObject({ sizeGb: z.int(), isOn: z.boolean().default(true) });
restComponents.add(nested, { component: "Nested" });
/** All that a resource's schema is made of. */
const SCHEMA = z.strictObject({
  displayName: z.string().meta({ description: "Its name" }),
  ownerId: field.uuidText,
  startsAt: field.timestamp.optional(),
  oddOne: z.string().optional().meta({ restName: "other" }),
  inner: nested.optional(),
  list: z.array(nested).max(2).optional(),
  labels: z.record(z.string(), z.string()).optional().meta({ maxProperties: 3 }),
  free: z.record(z.string(), z.string()).optional(),
  count: z.int().default(7),
  again: z.int().default(8).optional(),
});
const BODY = { display_name: "n", owner_id: "01970000-0000-7000-8000-000000000001", count: 1 };

describe("REST's form of a resource", () => {
  rememberDecisions("rest-values", {
    answer: ({ body }: Readonly<{ body: unknown }>) => {
      const read = fromRest(SCHEMA, body);
      const parsed = toRestSchema(SCHEMA).safeParse(body);
      const answered = toAnswerSchema(SCHEMA).safeParse(body);
      return {
        read: JSON.stringify(read),
        written: JSON.stringify(toRest(SCHEMA, read)),
        asWritten: JSON.stringify(toRest(SCHEMA, body)),
        parsed: parsed.success
          ? JSON.stringify(parsed.data)
          : parsed.error.issues.map(({ path, code }) => `${path.join(".")} ${code}`),
        answered: answered.success
          ? JSON.stringify(answered.data)
          : answered.error.issues.map(({ path, code }) => `${path.join(".")} ${code}`),
      };
    },
    scenes: { "the least": { body: BODY } },
    axes: {
      body: [undefined, null, 5, []],
      "body.count": [undefined, null],
      "body.again": [undefined, null, 3],
      "body.owner_id": [`urn:uuid:${BODY.owner_id}`, "odd"],
      "body.starts_at": [null, "2026-01-01T00:00:00Z", "2026-01-01T00:00:60Z"],
      "body.other": ["o"],
      "body.odd_one": ["o"],
      "body.inner": [null, { size_gb: 1 }, { size_gb: 1, is_on: null }, { size_gb: 1, is_on: false }, 5],
      "body.list": [null, [], [{ size_gb: 1 }], [{ size_gb: 1 }, { size_gb: 2 }, { size_gb: 3 }], "odd"],
      "body.labels": [{ aB: "c" }],
      "body.free": [{ aB: "c" }, ["c"]],
    },
    alone: true,
  });

  it("asks a schema once what it is made of, however many values are converted", () => {
    let asked = 0;
    const schema = z.strictObject({ displayName: z.string() });
    const { shape } = schema;
    Object.defineProperty(schema, "shape", { get: () => ((asked += 1), shape) });
    const [first, second] = [{ display_name: "a" }, { display_name: "b" }].map((body) => fromRest(schema, body));
    expect([first, toRest(schema, second)]).to.deep.equal([{ displayName: "a" }, { display_name: "b" }]);
    expect(asked).to.equal(1);
  });

  type Made = Readonly<{ which: "rest" | "answer" }>;
  rememberDecisions("rest-schemas", {
    answer: ({ which }: Made) => ({
      schema: z.toJSONSchema(which === "rest" ? toRestSchema(SCHEMA) : toAnswerSchema(SCHEMA), {
        unrepresentable: "any",
      }),
      shape: Object.keys(which === "rest" ? toRestShape(SCHEMA.shape) : toAnswerShape(SCHEMA.shape)),
      partial: z.toJSONSchema(toRestSchema(SCHEMA.partial()), { unrepresentable: "any" }),
      list: z.toJSONSchema(listOf("things", z.string())),
      names: [restName("aB"), restName("a", z.string()), restName("a", SCHEMA.shape.oddOne)],
    }),
    scenes: { "in a body": { which: "rest" }, "in an answer": { which: "answer" } },
    axes: {},
    alone: true,
  });

  rememberDecisions("rest-rules", {
    answer: ({ except, body }: Readonly<{ except: readonly string[]; body: object }>) => {
      const rules = rulesOf(
        SCHEMA,
        [
          {
            name: "one",
            cel: "",
            message: "m",
            path: ["displayName", 0],
            check: (spec: never) => (spec as { displayName?: string }).displayName === "n",
          },
          { name: "two", cel: "", message: "m", path: [] },
          {
            name: "three",
            cel: "",
            message: "m",
            path: [],
            check: (spec: never) => (spec as { count?: number }).count === 1,
          },
        ],
        except,
      );
      return {
        rules: rules.map(({ name, path }) => `${name} ${path.join("/")}`),
        broken: brokenRules(rules, body).map(({ name }) => name),
      };
    },
    scenes: { "all of them": { except: [], body: BODY } },
    axes: { except: [["one"], ["two", "three"]], "body.display_name": ["m"], "body.count": [2, null] },
  });
});

describe("defineOperation", () => {
  const base = {
    operationId: "tryThings",
    method: "post",
    path: "/things",
    group: "things",
    summary: "Try",
    who: { kind: "user" },
    success: { status: 200, schema: z.object({}), description: "d" },
  } as const;
  type Declared = Parameters<typeof defineOperation>[0];
  rememberDecisions("operations", {
    answer: ({ declared }: Readonly<{ declared: Declared }>) => {
      const { parameters, errors, rules } = defineOperation(declared);
      return {
        path: Object.keys(parameters.path.shape),
        query: Object.keys(parameters.query.shape),
        isOpen: parameters.query.safeParse({ other: 1 }).success,
        header: Object.keys(parameters.header.shape),
        undescribed: [parameters.query, parameters.header].flatMap(({ shape }) =>
          Object.keys(shape).filter(
            (name) => z.globalRegistry.get(shape[name] as z.ZodType)?.description === undefined,
          ),
        ),
        errors: errors.join(" "),
        rules: rules.length,
      };
    },
    scenes: { "a plain one": { declared: base }, "one that reads": { declared: { ...base, method: "get" } } },
    axesOf: { "one that reads": { "declared.webSocket": [true], "declared.stream": [true] } },
    axes: {
      "declared.method": ["get"],
      "declared.who": [{ kind: "public" }, { kind: "platformAdmin" }, { kind: "role", role: "admin" }],
      "declared.group": ["health"],
      "declared.pathParameters": [{ id: z.string() }],
      "declared.query": [{ q: z.string().optional().meta({ description: "d" }) }],
      "declared.body": [z.object({})],
      "declared.errors": [["internal", "not_found", "conflict"]],
      "declared.rules": [[{ name: "r", message: "m", path: [], check: () => true }]],
      "declared.freshProof": [true],
      "declared.dryRun": [true],
      "declared.wait": [true],
      "declared.waitsForReach": [true],
      "declared.idempotent": [true],
      "declared.concurrency": ["read", "write"],
      "declared.openQuery": [true],
      "declared.stream": [true],
    },
    alone: true,
  });
});
