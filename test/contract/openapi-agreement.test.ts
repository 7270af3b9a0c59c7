import { assert } from "chai";
import fc from "fast-check";
import { z } from "zod";
import { parseRequest, type RawRequest } from "../../api/http/parse-request.ts";
import { createJudge, type OpenapiDocument } from "../../api/http/request-validation.ts";
import { ValidationFault } from "../../api/http/validation-fault.ts";
import { OPERATIONS } from "../../contract/rest/all.ts";
import type { Operation } from "../../contract/rest/operation.ts";
import { nearlyValid, resolved, type DocumentSchema } from "./request-arbitrary.ts";
import { neededQuery } from "../support/every-operation.ts";
import { KNOWN_BAD } from "../support/known-bad.ts";
import { PUBLISHED_DOCUMENT } from "../support/published-document.ts";
import { anyCharacter } from "../support/schema-arbitrary.ts";
import { isFull } from "../support/seeded-random.ts";

type Document = OpenapiDocument & Readonly<{ components: { schemas: Record<string, DocumentSchema> } }>;
const document = PUBLISHED_DOCUMENT as Document;
const judge = createJudge(document, OPERATIONS);
const RUNS = isFull ? 1_000 : 100;
const ID = "01970000-0000-7000-8000-000000000001";

function accepts(operation: Operation, raw: RawRequest): boolean {
  try {
    // The document knows no rules between members; each has a test of its own.
    parseRequest({ ...operation, rules: [] }, raw);
    return true;
  } catch (error) {
    if (error instanceof ValidationFault) return false;
    throw error;
  }
}

const pathOf = (operation: Operation): Record<string, string> =>
  Object.fromEntries(Object.keys(operation.parameters.path.shape).map((name) => [name, ID]));

function bodiesOf(operation: Operation): fc.Arbitrary<unknown> {
  const item = document.paths[`/api/v1${operation.path}`]?.[operation.method] as DocumentSchema;
  const { content } = item["requestBody"] as { content: Record<string, { schema: unknown }> };
  const { schema } = content[operation.bodyType ?? "application/json"] ?? {};
  return nearlyValid(resolved(schema, document.components.schemas) as DocumentSchema);
}

function bodyProperty(operation: Operation, seen: { accepted: number; refused: number }): fc.IAsyncProperty<[unknown]> {
  return fc.asyncProperty(bodiesOf(operation), async (body) => {
    const raw = { path: pathOf(operation), search: neededQuery(operation), headers: {}, body };
    const byZod = accepts(operation, raw);
    seen[byZod ? "accepted" : "refused"] += 1;
    assert.equal(await judge(operation, raw), byZod, `the document says otherwise than zod of ${JSON.stringify(body)}`);
  });
}

describe("The published document and zod", function () {
  this.timeout(300_000);

  for (const operation of OPERATIONS.filter(({ body }) => body !== undefined)) {
    it(`accept and refuse the same bodies of ${operation.operationId}`, async () => {
      const seen = { accepted: 0, refused: 0 };
      // Rules between members leave fewer bodies valid.
      const numRuns = operation.rules.length === 0 ? RUNS : 3 * RUNS;
      await fc.assert(bodyProperty(operation, seen), { numRuns });
      assert.isAbove(seen.accepted, RUNS / 20, "too few bodies were valid for the comparison to mean something");
      assert.isAbove(seen.refused, RUNS / 20, "too few bodies were invalid");
    });
  }

  it("differ visibly when one limit differs (known bad)", async () => {
    const operation = OPERATIONS.find(({ operationId }) => operationId === "updateApiKey")!;
    const loose = (operation.body as z.ZodObject).extend({ name: z.string().min(1).max(101).nullable().optional() });
    const result = await fc.check(bodyProperty({ ...operation, body: loose }, { accepted: 0, refused: 0 }), {
      numRuns: 2000,
      ...KNOWN_BAD,
    });
    assert.isTrue(result.failed);
  });

  const texts = fc.oneof(
    fc.constantFrom(
      "",
      "0",
      "1",
      "200",
      "201",
      "-1",
      "+5",
      " 7 ",
      "1.0",
      "1.5",
      "1_0",
      "1e2",
      "true",
      "TRUE",
      "yes",
      "off",
      "maybe",
      "running",
      "shared",
    ),
    fc.constantFrom(
      ID,
      ID.toUpperCase(),
      `{${ID}}`,
      ID.replaceAll("-", ""),
      ID.slice(1),
      '"1.abc"',
      'W/"x", "y"',
      "*",
      "a b",
      "key-1",
      '"key-1"',
    ),
    fc.string({ maxLength: 150 }),
    fc.string({ unit: anyCharacter, maxLength: 80 }),
  );

  it("agree on every parameter that zod accepts", async () => {
    let seen = 0;
    const ids = OPERATIONS.map(({ operationId }) => operationId);
    const property = fc.asyncProperty(fc.constantFrom(...ids), fc.infiniteStream(texts), async (id, stream) => {
      const operation = OPERATIONS.find(({ operationId }) => operationId === id)!;
      const raw = withParameters(operation, () => stream.next().value as string);
      // A text such as 1e2 is a number to the document's validator and none to pydantic: only zod's yes binds it.
      if (!accepts({ ...operation, body: undefined }, raw)) return;
      seen += 1;
      assert.isTrue(await judge(operation, withBody(operation, raw)), JSON.stringify(raw));
    });
    await fc.assert(property, { numRuns: 3000 });
    assert.isAbove(seen, 300, "too few requests were valid");
  });
});

function withParameters(operation: Operation, next: () => string): RawRequest {
  const { path, query, header } = operation.parameters;
  const fill = (schema: z.ZodObject): Record<string, string> =>
    Object.fromEntries(Object.keys(schema.shape).map((name) => [name, next()]));
  // The router lets no empty segment through.
  const segments = Object.fromEntries(
    Object.entries(fill(path)).map(([name, text]) => [name, text === "" ? "x" : text]),
  );
  return {
    path: segments,
    search: new URLSearchParams(fill(query)).toString(),
    headers: fill(header),
    body: undefined,
  };
}

// The parameters alone are compared: the body, where one is needed, is the document's own example.
function withBody(operation: Operation, raw: RawRequest): RawRequest {
  const examples = operation.body?.meta()?.["examples"] as readonly unknown[] | undefined;
  return { ...raw, body: examples?.[0] };
}
