import { assert } from "chai";
import { z } from "zod";
import { parseRequest, type RawRequest } from "../../api/http/parse-request.ts";
import { createJudge, type OpenapiDocument } from "../../api/http/request-validation.ts";
import { ValidationFault, type Fault } from "../../api/http/validation-fault.ts";
import { OPERATIONS } from "../../contract/rest/all.ts";
import type { Operation } from "../../contract/rest/operation.ts";
import { exampleOf } from "../support/every-operation.ts";
import { PUBLISHED_DOCUMENT } from "../support/published-document.ts";
import { limitCasesOf, sample, withValue, type LimitCase } from "../support/rest-limits.ts";
import type { JsonSchema } from "../support/schema-arbitrary.ts";
import { resolved, type DocumentSchema } from "./request-arbitrary.ts";

type Parameter = Readonly<{ name: string; in: "path" | "query" | "header"; required?: boolean; schema: unknown }>;
type Item = Readonly<{
  parameters?: readonly Parameter[];
  requestBody?: { content: Record<string, { schema: unknown }> };
}>;
type Document = OpenapiDocument & Readonly<{ components: { schemas: Record<string, DocumentSchema> } }>;

const document = PUBLISHED_DOCUMENT as Document;
const judge = createJudge(document, OPERATIONS);

type Case = LimitCase & Readonly<{ raw: RawRequest; loc: Fault["loc"] }>;

const itemOf = ({ path, method, unprefixed }: Operation): Item =>
  document.paths[`${unprefixed === true ? "" : "/api/v1"}${path}`]?.[method] as Item;
const schemaOf = (schema: unknown): JsonSchema => resolved(schema, document.components.schemas) as JsonSchema;

/** A request of the operation that is good; its parameters are made, its body is the document's example. */
function goodRequest(operation: Operation): RawRequest {
  const made = (place: Parameter["in"]): Record<string, string> =>
    Object.fromEntries(
      (itemOf(operation).parameters ?? [])
        .filter((parameter) => parameter.in === place && parameter.required === true)
        .map(({ name, schema }) => [name, String(sample(schemaOf(schema)))]),
    );
  return {
    path: made("path"),
    search: new URLSearchParams(made("query")).toString(),
    headers: {},
    body: exampleOf(operation),
  };
}

function casesOf(operation: Operation): Case[] {
  const { parameters = [], requestBody } = itemOf(operation);
  const raw = goodRequest(operation);
  const ofParameters = parameters.flatMap(({ name, in: place, schema }) =>
    limitCasesOf(schemaOf(schema)).map((found) => ({
      ...found,
      loc: [place, place === "header" ? name.toLowerCase() : name],
      raw: withParameter(raw, { place, name, text: String(found.value) }),
    })),
  );
  const body = schemaOf(requestBody?.content[operation.bodyType ?? "application/json"]?.schema ?? {});
  const ofBody = limitCasesOf(body).map((found) => ({
    ...found,
    loc: ["body", ...found.path],
    raw: { ...raw, body: withValue(body, raw.body, found.path, found.value) },
  }));
  // The router lets no empty segment through.
  return [...ofParameters, ...ofBody].filter(({ loc, value }) => loc[0] !== "path" || value !== "");
}

function withParameter(raw: RawRequest, sent: Readonly<{ place: string; name: string; text: string }>): RawRequest {
  const { place, name, text } = sent;
  if (place === "path") return { ...raw, path: { ...raw.path, [name]: text } };
  if (place === "query") {
    const search = new URLSearchParams(raw.search);
    search.set(name, text);
    return { ...raw, search: search.toString() };
  }
  return { ...raw, headers: { ...raw.headers, [name.toLowerCase()]: text } };
}

function faultsOf(operation: Operation, raw: RawRequest): readonly Fault[] {
  try {
    // Rules between members have a test of their own.
    parseRequest({ ...operation, rules: [] }, raw);
    return [];
  } catch (error) {
    if (error instanceof ValidationFault) return error.faults;
    throw error;
  }
}

/** Says what is wrong with how a case is judged; undefined = as it should be. */
async function wrongOf(operation: Operation, { limit, value, isGood, raw, loc }: Case): Promise<string | undefined> {
  const faults = faultsOf(operation, raw);
  const said = faults.map((fault) => `${fault.type} at ${fault.loc.join(".")}`).join(", ") || "accepted";
  const name = `${operation.operationId} ${loc.join(".")} ${limit}: ${JSON.stringify(value).slice(0, 60)}`;
  if (isGood !== (faults.length === 0)) return `${name} was ${said}`;
  if (!isGood && !faults.every((fault) => loc.every((part, index) => fault.loc[index] === part)))
    return `${name}: ${said}`;
  // Only the yes of zod binds the document for parameters: their texts are read first.
  const isBound = loc[0] === "body" || isGood;
  return isBound && (await judge(operation, raw)) !== isGood ? `${name}: the document says otherwise` : undefined;
}

async function wrongsOf(operation: Operation): Promise<string[]> {
  const found: string[] = [];
  for (const one of casesOf(operation)) {
    const wrong = await wrongOf(operation, one);
    if (wrong !== undefined) found.push(wrong);
  }
  return found;
}

describe("Every limit of the document", function () {
  this.timeout(300_000);

  for (const operation of OPERATIONS) {
    if (casesOf(operation).length === 0) continue;
    it(`of ${operation.operationId} holds at the limit and not one beyond it`, async () => {
      assert.deepEqual(faultsOf(operation, goodRequest(operation)), [], "the good request is none");
      assert.deepEqual(await wrongsOf(operation), []);
    });
  }

  it("has both kinds of cases, many of them", () => {
    const cases = OPERATIONS.flatMap(casesOf);
    assert.isAbove(cases.filter(({ isGood }) => isGood).length, 300);
    assert.isAbove(cases.filter(({ isGood }) => !isGood).length, 300);
  });

  it("is missed when one is off by one, in either direction (known bad)", async () => {
    const operation = OPERATIONS.find(({ operationId }) => operationId === "updateApiKey")!;
    for (const most of [99, 101]) {
      const body = (operation.body as z.ZodObject).extend({ name: z.string().min(1).max(most).nullable().optional() });
      assert.match(
        (await wrongsOf({ ...operation, body: body.meta(operation.body?.meta() ?? {}) })).join("\n"),
        /body\.name maxLength 100/,
      );
    }
  });
});
