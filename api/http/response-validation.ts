import type { RequestHandler } from "express";
import { middleware as openapiMiddleware } from "express-openapi-validator";
import type { Operation } from "../../contract/rest/operation.ts";
import {
  documentOf,
  oncePerDocument,
  run,
  standIn,
  VALIDATOR_FORMATS,
  withResponses,
  type OpenapiDocument,
} from "./request-validation.ts";

/**
 * The gateway's answers to the published document, in tests only (it costs as much as the answer itself):
 * 1. the status, the media type and the error code must be declared;
 * 2. the validator judges the body; members that the document does not name are refused here, clients must bear them.
 *    What all errors have is judged once for all operations: it would be compiled eight times for each.
 */
export type SentAnswer = Readonly<{ status: number; contentType: string | undefined; body: unknown }>;
export type ResponseCheck = (operation: Operation, answer: SentAnswer) => Promise<void>;

type Schema = { [key: string]: unknown };
type Declared = Readonly<
  Record<string, Readonly<{ content?: Readonly<Record<string, Readonly<{ schema: Schema }>>> }>>
>;

const FIRST_ERROR = 400;
const JSON_TYPE = "application/json";

const isError = (status: number): boolean => status >= FIRST_ERROR;

/** Makes the check; it throws with everything that is wrong with an answer. */
export const createResponseValidation = oncePerDocument((document, operations): ResponseCheck => {
  const report: Report = { faults: [] };
  const closed = closedDocument(documentOf(document, operations));
  const groups = Map.groupBy(operations, (operation) => operation.group);
  const note = (error: Error): unknown => report.faults.push(error);
  const results = withResponses(closed, (status) => !isError(status));
  const chains = new Map(
    [...groups].map(([group, members]) => [group, validatorOf(documentOf(results, members), note)]),
  );
  const ofErrors = validatorOf(errorDocument(closed), note);
  return async (operation, answer) => {
    const schema = declaredSchema(closed, operation, answer);
    if (schema === undefined) return;
    assertCode(operation, schema, answer);
    const [chain, asked, status] = isError(answer.status)
      ? [ofErrors, { ...operation, ...errorOperation(schema) }, 200]
      : [chains.get(operation.group) ?? [], operation, answer.status];
    const response = standInResponse(status);
    await run(chain, standIn(asked, { path: anyPath(operation), search: "", headers: {}, body: undefined }), response);
    // The middleware reports while json runs, so no other answer can come between these lines.
    report.faults = [];
    response.json(answer.body);
    const [fault] = report.faults;
    if (fault !== undefined) throw new Error(`${operation.operationId} ${answer.status}: ${fault.message}`);
  };
});

type ErrorOperation = Pick<Operation, "path" | "method" | "body"> & Readonly<{ schema: Schema }>;

/** Makes a document in which each schema that errors have is what one operation answers. */
function errorDocument(document: OpenapiDocument): OpenapiDocument {
  const errors = withResponses(document, isError).paths;
  const declared = Object.values(errors).flatMap((item) => Object.values(item) as { responses: Declared }[]);
  const schemas = declared
    .flatMap(({ responses }) => Object.values(responses))
    .map(({ content }) => content?.[JSON_TYPE]);
  const operations = schemas.flatMap((one) => (one === undefined ? [] : [errorOperation(one.schema)]));
  const paths = operations.map(({ path, method, schema }) => {
    const answer = { description: path, content: { [JSON_TYPE]: { schema } } };
    return [path, { [method]: { responses: { 200: answer } } }] as const;
  });
  return documentOf({ ...document, paths: Object.fromEntries(paths) }, operations);
}

/** Names what stands for all errors of a schema, whose codes are judged by themselves. */
function errorOperation(declared: Schema): ErrorOperation {
  const [schema = declared] = (declared["allOf"] ?? []) as readonly Schema[];
  return { path: `/${String(schema["$ref"]).split("/").at(-1) ?? ""}`, method: "get", body: undefined, schema };
}

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

/** Finds the schema of an answer; undefined where there is none to judge by. */
function declaredSchema(document: OpenapiDocument, operation: Operation, answer: SentAnswer): Schema | undefined {
  const item = document.paths[operation.path]?.[operation.method] as { responses: Declared } | undefined;
  const declared = item?.responses[String(answer.status)];
  if (declared === undefined) throw new Error(`${operation.operationId}: status ${answer.status} is not declared`);
  if (declared.content === undefined) {
    assertNoBody(operation, answer);
    return undefined;
  }
  const mediaType = mediaTypeOf(answer);
  const schema = declared.content[mediaType]?.schema;
  if (schema === undefined)
    throw new Error(`${operation.operationId} ${answer.status}: media type ${mediaType} is not declared`);
  return mediaType === JSON_TYPE ? schema : undefined;
}

function mediaTypeOf({ contentType }: SentAnswer): string {
  return contentType?.split(";")[0]?.trim() ?? "none";
}

function assertNoBody(operation: Operation, answer: SentAnswer): void {
  if (answer.body !== undefined) throw new Error(`${operation.operationId} ${answer.status}: has a body`);
}

// What all errors have is judged for all operations at once, so their codes are judged here.
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
