import { z } from "zod";
import { ERRORS, type ErrorCode } from "../contract/errors.ts";
import type { Operation } from "../contract/rest/operation.ts";
import { codeSamples } from "./code-samples.ts";
import { exampleOf } from "./openapi-example.ts";
import { openapiSchema, type Components, type JsonSchema } from "./openapi-schema.ts";

/**
 * Derives the OpenAPI document from the operations:
 * 1. one path item per operation, under the prefix unless it says otherwise;
 * 2. parameters and bodies from their zod schemas, rules between members as text and as x-rules;
 * 3. an answer per status: success, 422, and one per status of the error codes;
 * 4. an example of every body: those of requests from the contract, those of answers derived;
 * 5. of each operation how it is called by curl, by the client and by berth.
 */
const PREFIX = "/api/v1";
const VERSION = "0.1.0";

const errorResponse = z
  .object({
    detail: z.string().meta({ description: "Sentence that a person can act on" }),
    code: z.string().meta({ description: "Stable word that programs can match" }),
    request_id: z.string().meta({ description: "Identifies the request in logs and the audit" }),
  })
  .meta({ component: "ErrorResponse", description: "Some codes add members, such as conflicts." });
const validationError = z
  .object({
    type: z.string().meta({ description: "Kind of the fault, in pydantic's words" }),
    loc: z
      .array(z.union([z.string(), z.int()]))
      .meta({ description: "path, query, header or body, then the way to the value" }),
    msg: z.string().meta({ description: "Sentence for people" }),
    input: z
      .json()
      .optional()
      .meta({ description: "What was sent; left out where it could hold a secret, cut at 1 KiB" }),
    ctx: z.record(z.string(), z.json()).optional().meta({ description: "Values of the sentence" }),
  })
  .meta({ component: "ValidationError" });
const httpValidationError = z
  .object({ detail: z.array(validationError).meta({ description: "Every fault of the request, at most 100" }) })
  .meta({ component: "HTTPValidationError" });

const SECURITY_SCHEMES = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-berth_session",
    description: "Login session; the cookie is berth_session on plain http",
  },
  bearer: { type: "http", scheme: "bearer", description: "API key: brt_…" },
  apiKey: { type: "apiKey", in: "header", name: "X-API-Key", description: "API key: brt_…" },
  serviceToken: { type: "apiKey", in: "header", name: "X-Service-Token", description: "The platform's own worker" },
};

/** Builds the OpenAPI 3.1 document of a list of operations. */
export function openapiDocument(operations: readonly Operation[]): JsonSchema {
  const components: Components = new Map();
  const known = Map.groupBy(operations, ({ group }) => group);
  for (const schema of [errorResponse, httpValidationError]) openapiSchema(schema, components);
  const paths: Record<string, JsonSchema> = {};
  for (const operation of operations) {
    const path = pathOf(operation);
    const item = (paths[path] ??= {});
    if (item[operation.method] !== undefined) throw new Error(`Two operations answer ${operation.method} ${path}`);
    item[operation.method] = operationObject(operation, { components, known: knownOf(known.get(operation.group)) });
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Berth",
      version: VERSION,
      description: "Container hosting platform. Every path also works without the prefix /api/v1.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    tags: [...new Set(operations.map((operation) => operation.group))].map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const pathOf = ({ unprefixed, path }: Operation): string => `${unprefixed ? "" : PREFIX}${path}`;

type Around = Readonly<{ components: Components; known: Readonly<Record<string, unknown>> }>;

/** Joins the examples of a group's requests; the first that has a member decides. */
function knownOf(group: readonly Operation[] = []): Around["known"] {
  const bodies = group.filter(({ body }) => body !== undefined).map(bodyExample) as Record<string, unknown>[];
  return Object.assign({}, ...bodies.toReversed()) as Around["known"];
}

function operationObject(operation: Operation, around: Around): JsonSchema {
  const { components } = around;
  const { operationId, group, summary, rules, body } = operation;
  const parameters = parameterObjects(operation, components);
  return {
    operationId,
    tags: [group],
    summary,
    description: descriptionOf(operation),
    security: securityOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          [operation.bodyType ?? "application/json"]: {
            schema: openapiSchema(body, components),
            example: bodyExample(operation),
          },
        },
      },
    }),
    responses: responsesOf(operation, around),
    ...(rules.length > 0 && { "x-rules": rules.map(({ name, message }) => ({ name, message })) }),
    "x-codeSamples": codeSamples(operation, {
      path: pathOf(operation),
      query: requiredQuery(operation, components),
      body: body && bodyExample(operation),
    }),
  };
}

function descriptionOf(operation: Operation): string {
  const { description, who, rules } = operation;
  const needs = needsOf(operation);
  const parts = [
    description,
    who.kind === "public" ? "Open to everyone." : undefined,
    needs.length > 0 ? `Needs ${needs.join(" and ")}.` : undefined,
    rules.length > 0 ? `Rules between members:\n${rules.map(({ message }) => `- ${message}`).join("\n")}` : undefined,
  ];
  return parts.filter((part) => part !== undefined).join("\n\n");
}

function needsOf({ who, scope, sessionOnly, verifiedOnly }: Operation): string[] {
  const needs = [
    who.kind === "role" ? `role ${who.role} or higher` : undefined,
    who.kind === "platformAdmin" ? "a platform admin" : undefined,
    scope === undefined ? undefined : `scope ${scope} of an API key that has scopes`,
    sessionOnly ? "a login session" : undefined,
    verifiedOnly ? "a verified e-mail address where the platform sends mail" : undefined,
  ].filter((need) => need !== undefined);
  return needs.length === 0 && who.kind === "user" ? ["a signed-in user"] : needs;
}

function securityOf({ who, sessionOnly, serviceToken }: Operation): JsonSchema[] {
  if (who.kind === "public") return [];
  const users = sessionOnly ? [{ session: [] }] : [{ session: [] }, { bearer: [] }, { apiKey: [] }];
  return serviceToken ? [...users, { serviceToken: [] }] : users;
}

function parameterObjects({ parameters }: Operation, components: Components): JsonSchema[] {
  const places = [
    ["path", parameters.path],
    ["query", parameters.query],
    ["header", parameters.header],
  ] as const;
  return places.flatMap(([place, { shape }]) =>
    Object.entries(shape).map(([name, member]) => {
      const { description, ...schema } = openapiSchema(member as z.ZodType, components);
      if (description === undefined) throw new Error(`Parameter ${name} has no description`);
      // Ids and prefixes may hold characters that a URL allows unescaped.
      return {
        name: place === "header" ? headerName(name) : name,
        in: place,
        required: place === "path" || !(member as z.ZodType).safeParse(undefined).success,
        description,
        ...(place === "query" && { allowReserved: true }),
        schema,
      };
    }),
  );
}

/** Gives each query parameter that cannot be left out a value. */
function requiredQuery({ parameters }: Operation, components: Components): Readonly<Record<string, unknown>> {
  const required = Object.entries(parameters.query.shape).filter(
    ([, member]) => !(member as z.ZodType).safeParse(undefined).success,
  );
  return Object.fromEntries(
    required.map(([name, member]) => [name, exampleOf(openapiSchema(member as z.ZodType, components), components)]),
  );
}

function headerName(name: string): string {
  return name.replaceAll(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}

function responsesOf(operation: Operation, around: Around): JsonSchema {
  const { success, concurrency, dryRun, errors, redirects, webSocket } = operation;
  const headers = {
    "X-Request-Id": header("Identifies the request"),
    ...(concurrency && { ETag: header("Version of the resource") }),
  };
  const answer = {
    description: success.description,
    headers,
    // What follows are messages, which OpenAPI has no words for.
    ...(webSocket !== true && { content: contentOf(operation, around) }),
  };
  const statuses = [...new Set(errors.map((code) => ERRORS[code].status))];
  return {
    ...(dryRun &&
      success.status === 201 && { "200": { ...answer, description: "Dry run: the would-be resource and its plan" } }),
    [success.status]: answer,
    ...(redirects && {
      "302": { description: "The same for a client that prefers HTML", headers: { Location: header("Where to go") } },
    }),
    ...(concurrency === "read" && { "304": { description: "The resource still has the ETag of If-None-Match" } }),
    "422": {
      description: "The request is invalid",
      content: json(
        { $ref: "#/components/schemas/HTTPValidationError" },
        { example: { detail: [VALIDATION_EXAMPLE] } },
      ),
    },
    ...Object.fromEntries(
      statuses.map((status) => [status, errorAnswer(errors.filter((code) => ERRORS[code].status === status))]),
    ),
  };
}

function errorAnswer(codes: readonly ErrorCode[]): JsonSchema {
  const retries = codes.some((code) => [429, 503].includes(ERRORS[code].status));
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].sentence}`).join("\n\n"),
    ...(retries && { headers: { "Retry-After": header("Seconds until a repetition makes sense") } }),
    content: json(
      {
        allOf: [
          { $ref: "#/components/schemas/ErrorResponse" },
          { type: "object", properties: { code: { type: "string", enum: codes } } },
        ],
      },
      { examples: Object.fromEntries(codes.map((code) => [code, { value: errorExample(code) }])) },
    ),
  };
}

function errorExample(code: ErrorCode): JsonSchema {
  return { detail: ERRORS[code].sentence, code, request_id: "01970000-0000-7000-8000-000000000009" };
}

/** The path of a request is the one part that many operations have; the form is the same everywhere. */
const VALIDATION_EXAMPLE = {
  type: "int_parsing",
  loc: ["query", "limit"],
  msg: "Input should be a valid integer, unable to parse string as an integer",
  input: "many",
};

function bodyExample({ operationId, body }: Operation): unknown {
  const examples = body?.meta()?.["examples"];
  if (!Array.isArray(examples)) throw new Error(`The body of ${operationId} has no example`);
  return examples[0];
}

function contentOf({ success }: Operation, { components, known }: Around): JsonSchema {
  const { contentType = "application/json", alternativeType, schema } = success;
  const answer = openapiSchema(schema, components);
  const example = contentType === "application/json" ? { example: exampleOf(answer, components, known) } : {};
  return {
    [contentType]: { schema: answer, ...example },
    ...(alternativeType !== undefined && { [alternativeType]: { schema: { type: "string" } } }),
  };
}

function json(schema: JsonSchema, examples: JsonSchema = {}): JsonSchema {
  return { "application/json": { schema, ...examples } };
}

function header(description: string): JsonSchema {
  return { description, schema: { type: "string" } };
}
