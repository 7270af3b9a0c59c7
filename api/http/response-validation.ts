import type { RequestHandler } from "express";
import { middleware as openapiMiddleware } from "express-openapi-validator";
import type { Operation } from "../../contract/rest/operation.ts";
import {
  documentOf,
  oncePerDocument,
  run,
  standIn,
  VALIDATOR_FORMATS,
  type OpenapiDocument,
} from "./request-validation.ts";

/**
 * The gateway's answers to the published document, in tests only (it costs as much as the answer itself):
 * 1. the status, the media type and the error code must be declared;
 * 2. the validator judges the body; members that the document does not name are refused here, clients must bear them.
 */
export type SentAnswer = Readonly<{ status: number; contentType: string | undefined; body: unknown }>;
export type ResponseCheck = (operation: Operation, answer: SentAnswer) => Promise<void>;

type Schema = { [key: string]: unknown };
type Declared = Readonly<
  Record<string, Readonly<{ content?: Readonly<Record<string, Readonly<{ schema: Schema }>>> }>>
>;

/** Makes the check; it throws with everything that is wrong with an answer. */
export const createResponseValidation = oncePerDocument((document, operations): ResponseCheck => {
  const report: Report = { faults: [] };
  const closed = closedDocument(documentOf(document, operations));
  const groups = Map.groupBy(operations, (operation) => operation.group);
  const note = (error: Error): unknown => report.faults.push(error);
  const chains = new Map(
    [...groups].map(([group, members]) => [group, validatorOf(documentOf(closed, members), note)]),
  );
  return async (operation, answer) => {
    const content = declaredContent(closed, operation, answer.status);
    if (content === undefined) {
      assertNoBody(operation, answer);
      return;
    }
    const mediaType = answer.contentType?.split(";")[0]?.trim() ?? "none";
    const schema = content[mediaType]?.schema;
    if (schema === undefined)
      throw new Error(`${operation.operationId} ${answer.status}: media type ${mediaType} is not declared`);
    if (mediaType !== "application/json") return;
    assertCode(operation, schema, answer);
    const response = standInResponse(answer.status);
    await run(
      chains.get(operation.group) ?? [],
      standIn(operation, { path: anyPath(operation), search: "", headers: {}, body: undefined }),
      response,
    );
    // The middleware reports while json runs, so no other answer can come between these lines.
    report.faults = [];
    response.json(answer.body);
    const [fault] = report.faults;
    if (fault !== undefined) throw new Error(`${operation.operationId} ${answer.status}: ${fault.message}`);
  };
});

type Report = { faults: Error[] };

function validatorOf(document: OpenapiDocument, onError: (error: Error) => unknown): RequestHandler[] {
  return openapiMiddleware({
    apiSpec: document as never,
    validateApiSpec: false,
    validateRequests: false,
    validateResponses: { onError: (error) => void onError(error), allErrors: true },
    validateSecurity: false,
    fileUploader: false,
    formats: VALIDATOR_FORMATS,
  });
}

function anyPath(operation: Operation): Record<string, string> {
  return Object.fromEntries(Object.keys(operation.parameters.path.shape).map((name) => [name, "any"]));
}

function standInResponse(status: number): { json: (body: unknown) => unknown } {
  return {
    statusCode: status,
    headersSent: false,
    getHeaders: () => ({ "content-type": "application/json" }),
    json: (body: unknown) => body,
  } as { json: (body: unknown) => unknown };
}

function declaredContent(document: OpenapiDocument, operation: Operation, status: number): Declared[string]["content"] {
  const item = document.paths[operation.path]?.[operation.method] as { responses: Declared } | undefined;
  const declared = item?.responses[String(status)];
  if (declared === undefined) throw new Error(`${operation.operationId}: status ${status} is not declared`);
  return declared.content;
}

function assertNoBody(operation: Operation, answer: SentAnswer): void {
  if (answer.body !== undefined) throw new Error(`${operation.operationId} ${answer.status}: has a body`);
}

// The middleware lets every 5xx pass, so the code is judged here.
function assertCode(operation: Operation, schema: Schema, answer: SentAnswer): void {
  const [, own] = (schema["allOf"] ?? []) as readonly { properties?: { code?: { enum: readonly unknown[] } } }[];
  const codes = own?.properties?.code?.enum;
  const code = (answer.body as { code?: unknown } | null)?.code;
  if (codes !== undefined && !codes.includes(code))
    throw new Error(`${operation.operationId} ${answer.status}: code ${String(code)} is not declared`);
}

function closedDocument(document: OpenapiDocument): OpenapiDocument {
  const { components, ...rest } = document as OpenapiDocument & { components: { schemas: Record<string, Schema> } };
  // Error answers may carry members of their code.
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => [name, name === "ErrorResponse" ? schema : closed(schema)] as const,
  );
  return { ...rest, components: { ...components, schemas: Object.fromEntries(schemas) } } as OpenapiDocument;
}

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== "object" || value === null) return value;
  const schema = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, closed(member)] as const));
  return isOpenObject(schema) ? { ...schema, additionalProperties: false } : schema;
}

// A member that is called "properties" or "type" is a schema, so an object, never this form.
function isOpenObject(schema: Schema): boolean {
  const isObject = schema["type"] === "object" || (Array.isArray(schema["type"]) && schema["type"].includes("object"));
  return isObject && typeof schema["properties"] === "object" && schema["additionalProperties"] === undefined;
}
