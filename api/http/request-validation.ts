import type { NextFunction, Request, RequestHandler, Response } from "express";
import { middleware as openapiMiddleware } from "express-openapi-validator";
import { errorOf } from "../../adapters/log/thrown.ts";
import { BerthError } from "../../contract/errors.ts";
import { FORMATS } from "../../contract/rest/formats.ts";
import type { Operation, ParsedRequest } from "../../contract/rest/operation.ts";
import { parseRequest, type RawRequest } from "./parse-request.ts";
import { rememberVerdicts, type Judge } from "./remember-verdicts.ts";
import { queryTexts, readQuery } from "./query-values.ts";

/**
 * Validates requests twice, by the published document and by zod:
 * 1. zod makes the typed request or the 422; a refusal must cost no more than an answer, so it ends here;
 * 2. the document's validator says yes or no; there is one per group, since it compiles a pattern per path on every request.
 *    Each is made when its group is first asked for: what it compiles of a group is kept for as long as the process runs;
 * 3. no from the document and yes from zod is a fault of the contract: 500, and a failing test.
 * The validator gets a stand-in for the request, so that nothing it rewrites reaches a handler.
 */
export type OpenapiDocument = Readonly<{ paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> }>;
export type RequestParser = <O extends Operation>(operation: O, raw: RawRequest) => Promise<ParsedRequest<O>>;

const PREFIX = "/api/v1";

/** Makes the function that validates and types every request of the gateway. */
export function createRequestValidation(document: OpenapiDocument, operations: readonly Operation[]): RequestParser {
  const isAccepted = rememberVerdicts(createJudge(document, operations));
  return async (operation, raw) => {
    const parsed = parseRequest(operation, raw);
    if (!(await isAccepted(operation, raw)))
      throw new BerthError("internal", { message: `The document refuses what zod accepts: ${operation.operationId}` });
    return parsed;
  };
}

/** Makes the function that asks the document alone. */
export const createJudge = oncePerDocument((document, operations): Judge => {
  const groups = Map.groupBy(operations, (operation) => operation.group);
  const questions = questionsOf(document);
  const chains = new Map(
    [...groups].map(([group, members]) => [group, once(validatorOf(documentOf(questions, members)))] as const),
  );
  return async (operation, raw) => {
    const chain = chains.get(operation.group);
    if (chain === undefined) throw new Error(`No validator for group ${operation.group}`);
    try {
      await run(chain(), standIn(operation, raw));
      return true;
    } catch (error) {
      if ((error as { status?: number }).status === 400) return false;
      throw error;
    }
  };
});

/** Makes a thing once for each document and list: what the validator compiles is the same for every gateway of a process. */
export function oncePerDocument<T extends object>(
  make: (document: OpenapiDocument, operations: readonly Operation[]) => T,
): (document: OpenapiDocument, operations: readonly Operation[]) => T {
  const made = new WeakMap<OpenapiDocument, WeakMap<readonly Operation[], T>>();
  return (document, operations) => {
    const ofDocument = made.get(document) ?? new WeakMap<readonly Operation[], T>();
    const thing = ofDocument.get(operations) ?? make(document, operations);
    made.set(document, ofDocument.set(operations, thing));
    return thing;
  };
}

/**
 * Cuts the document down to some operations and to the schemas that these name, and takes the prefix off their paths: the
 * validator walks through all of its document anew for each operation that it compiles.
 */
export function documentOf(
  document: OpenapiDocument,
  operations: readonly Pick<Operation, "path" | "method">[],
): OpenapiDocument {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { path, method } of operations) {
    const item = document.paths[path] ?? document.paths[PREFIX + path] ?? {};
    paths[path] = { ...paths[path], [method]: item[method] };
  }
  const { components } = document as OpenapiDocument & { components: { schemas: Record<string, unknown> } };
  return {
    ...document,
    paths,
    components: { ...components, schemas: namedBy(paths, components.schemas) },
  } as OpenapiDocument;
}

/** Cuts a document down to what is asked: the validator would compile each answer that the document names, too. */
function questionsOf(document: OpenapiDocument): OpenapiDocument {
  return withResponses(document, () => false);
}

/** Cuts a document down to some of its answers, by their statuses. */
export function withResponses(document: OpenapiDocument, has: (status: number) => boolean): OpenapiDocument {
  const cut = (described: unknown): unknown => {
    if (typeof described !== "object" || described === null || !("responses" in described)) return described;
    const responses = Object.entries(described.responses as object).filter(([status]) => has(Number(status)));
    return { ...described, responses: Object.fromEntries(responses) };
  };
  const items = Object.entries(document.paths).map(([path, item]) => {
    const methods = Object.entries(item).map(([method, described]) => [method, cut(described)] as const);
    return [path, Object.fromEntries(methods)] as const;
  });
  return { ...document, paths: Object.fromEntries(items) };
}

/** Makes a thing when it is first asked for, and forgets what it was made of. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  let pending: (() => T) | undefined = make;
  return () => {
    made ??= pending?.() as T;
    pending = undefined;
    return made;
  };
}

function namedBy(start: unknown, schemas: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const named = new Map<string, unknown>();
  const visit = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
      if (named.has(name)) continue;
      named.set(name, schemas[name]);
      visit(schemas[name]);
    }
  };
  visit(start);
  return Object.fromEntries(named);
}

/** Lists the formats for the validator: the same functions that zod asks. */
export const VALIDATOR_FORMATS = Object.fromEntries(
  Object.entries(FORMATS).map(([name, validate]) => [name, { type: "string" as const, validate }]),
);

function validatorOf(document: OpenapiDocument): () => RequestHandler[] {
  return () =>
    openapiMiddleware({
      apiSpec: document as never,
      validateApiSpec: false,
      validateRequests: { allowUnknownQueryParameters: true },
      validateResponses: false,
      validateSecurity: false,
      fileUploader: false,
      formats: VALIDATOR_FORMATS,
    });
}

/** Makes what the validator looks at of a request. */
export function standIn(operation: Operation, raw: RawRequest): Record<string, unknown> {
  const path = operation.path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) =>
    encodeURIComponent(raw.path[name] ?? ""),
  );
  const query = readQuery(operation.parameters.query, queryTexts(raw.search));
  return {
    app: { enabled: () => false, param: () => undefined },
    method: operation.method.toUpperCase(),
    baseUrl: "",
    path,
    url: path,
    originalUrl: path,
    params: {},
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    headers: { ...raw.headers, "content-type": contentTypeOf(operation) },
    // The validator lets a missing body pass where every member is optional; null it refuses.
    body: operation.body === undefined ? undefined : (raw.body ?? null),
  };
}

function contentTypeOf({ body, bodyType }: Operation): string | undefined {
  return body === undefined ? undefined : (bodyType ?? "application/json");
}

/** Runs middlewares over a stand-in until all went through or one refused. */
export async function run(chain: readonly RequestHandler[], request: object, response: object = {}): Promise<void> {
  for (const step of chain) {
    await new Promise<void>((resolve, reject) => {
      const refuse = (error: unknown): void => reject(errorOf(error));
      const next: NextFunction = (error?: unknown) => (error === undefined ? resolve() : refuse(error));
      try {
        void Promise.resolve(step(request as Request, response as Response, next)).catch(refuse);
      } catch (error) {
        refuse(error);
      }
    });
  }
}
