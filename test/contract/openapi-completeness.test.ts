import { readFileSync } from "node:fs";
import { assert } from "chai";
import { parseRequest } from "../../api/http/parse-request.ts";
import { ERRORS } from "../../contract/errors.ts";
import { OPERATIONS } from "../../contract/rest/all.ts";
import type { Operation } from "../../contract/rest/operation.ts";
import { exampleOf } from "../support/every-operation.ts";

type Media = Readonly<{
  schema?: Readonly<Record<string, unknown>>;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}>;
type Answer = { description?: string; headers?: Record<string, unknown>; content?: Record<string, Media> };
type Item = {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, unknown>[];
  parameters?: { name: string; description?: string; schema?: unknown }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer>;
};
type Document = {
  paths: Record<string, Record<string, Item>>;
  components: { schemas: Record<string, { type?: string }> };
};

const file = readFileSync(new URL("../../api/openapi.json", import.meta.url), "utf8");
const read = (): Document => JSON.parse(file) as Document;
const PUBLISHED = read();
const ID = "01970000-0000-7000-8000-000000000001";

/** Rows: what every operation of a good document has; a sentence for each that does not. */
const WANTED: Readonly<Record<string, (item: Item, operation: Operation) => boolean>> = {
  "a summary of one line": ({ summary = "" }) => /^[A-Z][^\n]{5,79}$/.test(summary) && !summary.endsWith("."),
  "a description": ({ description = "" }) => description.trim() !== "",
  "an operationId that is a verb and a noun": ({ operationId = "" }) => /^[a-z]+([A-Z][a-z0-9]*)*$/.test(operationId),
  "one tag": ({ tags = [] }) => tags.length === 1,
  "described parameters": ({ parameters = [] }) =>
    parameters.every(({ description = "", schema }) => description !== "" && schema !== undefined),
  "an example of its body": ({ requestBody }, { body, bodyType = "application/json" }) =>
    body === undefined || requestBody?.content[bodyType]?.example !== undefined,
  "a declared answer for every error": ({ responses }, { errors }) =>
    errors.every((code) => responses[String(ERRORS[code].status)]?.description?.includes(`\`${code}\``)),
  "a body schema and an example in every answer": ({ responses }) =>
    Object.entries(responses).every(([status, answer]) => isBodiless(status, answer) || isWhole(answer)),
  "its faults documented": ({ responses }) => JSON.stringify(responses["422"] ?? {}).includes("HTTPValidationError"),
  "the ways to sign in": ({ security }, operation) =>
    JSON.stringify(security?.map((way) => Object.keys(way)[0])) === JSON.stringify(waysOf(operation)),
};

function isBodiless(status: string, { headers = {} }: Answer): boolean {
  // Behind 101 the answer is a WebSocket.
  return status === "304" || status === "101" || (status === "302" && headers["Location"] !== undefined);
}

function isWhole({ description = "", content = {} }: Answer): boolean {
  const bodies = Object.entries(content);
  return (
    description !== "" &&
    bodies.length > 0 &&
    bodies.every(([type, { schema, example, examples }]) => {
      const hasExample = type !== "application/json" || example !== undefined || examples !== undefined;
      return schema !== undefined && hasExample;
    })
  );
}

function waysOf({ who, sessionOnly, serviceToken }: Operation): string[] {
  if (who.kind === "public") return [];
  const users = sessionOnly === true ? ["session"] : ["session", "bearer", "apiKey"];
  return serviceToken === true ? [...users, "serviceToken"] : users;
}

const itemOf = (document: Document, { path, method, unprefixed }: Operation): Item =>
  document.paths[`${unprefixed === true ? "" : "/api/v1"}${path}`]?.[method] as Item;

function missingIn(document: Document): string[] {
  return OPERATIONS.flatMap((operation) =>
    Object.entries(WANTED)
      .filter(([, has]) => !has(itemOf(document, operation), operation))
      .map(([wanted]) => `${operation.operationId} lacks ${wanted}`),
  );
}

describe("The published document is complete", () => {
  it("for every operation", () => {
    assert.deepEqual(missingIn(PUBLISHED), []);
  });

  it("and says so of one that is not (known bad)", () => {
    const spoilers: Readonly<Record<string, (item: Item) => unknown>> = {
      "a summary of one line": (item) => delete item.summary,
      "a description": (item) => (item.description = " "),
      "an operationId that is a verb and a noun": (item) => (item.operationId = "Create_key"),
      "one tag": (item) => (item.tags = []),
      "described parameters": (item) => delete item.parameters?.[0]?.description,
      "an example of its body": (item) => (item.requestBody = { content: { "application/json": { schema: {} } } }),
      "a declared answer for every error": (item) => (item.responses["409"] = { description: "Conflict" }),
      "a body schema and an example in every answer": (item) => delete item.responses["503"]?.content,
      "its faults documented": (item) => delete item.responses["422"],
      "the ways to sign in": (item) => item.security?.pop(),
    };
    assert.sameMembers(Object.keys(spoilers), Object.keys(WANTED));
    for (const [wanted, spoil] of Object.entries(spoilers)) {
      const document = read();
      spoil(
        itemOf(
          document,
          OPERATIONS.find(({ operationId }) => operationId === "createApiKey")!,
        ),
      );
      assert.include(missingIn(document), `createApiKey lacks ${wanted}`);
    }
  });

  it("with examples of bodies that the gateway takes", () => {
    for (const operation of OPERATIONS.filter(({ body }) => body !== undefined)) {
      const sent = itemOf(PUBLISHED, operation).requestBody?.content[operation.bodyType ?? "application/json"]?.example;
      assert.deepEqual(sent, exampleOf(operation), operation.operationId);
      const path = Object.fromEntries(Object.keys(operation.parameters.path.shape).map((name) => [name, ID]));
      const all = operation.body?.meta()?.["examples"] as unknown[];
      for (const body of all)
        assert.doesNotThrow(
          () => parseRequest(operation, { path, search: "", headers: {}, body }),
          operation.operationId,
        );
    }
  });

  it("with examples of answers that are as promised", () => {
    for (const operation of OPERATIONS.filter(({ webSocket }) => webSocket !== true)) {
      const { success, operationId } = operation;
      const example = itemOf(PUBLISHED, operation).responses[String(success.status)]?.content?.["application/json"]
        ?.example;
      if (success.contentType !== undefined) continue;
      const judged = success.schema.safeParse(example);
      assert.isTrue(judged.success, `${operationId}: ${JSON.stringify(judged.error?.issues)}`);
    }
  });

  it("with operationIds and component names that generated clients can use", () => {
    const ids = OPERATIONS.map(({ operationId }) => operationId.toLowerCase());
    assert.lengthOf(new Set(ids), ids.length);
    for (const name of Object.keys(PUBLISHED.components.schemas)) {
      assert.match(name, /^[A-Z][A-Za-z0-9]+$/);
      assert.include(file, `"#/components/schemas/${name}"`, `${name} is used nowhere`);
    }
  });
});
