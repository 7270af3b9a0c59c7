import type { IncomingHttpHeaders } from "node:http";
import type { z } from "zod";
import type { Operation, ParsedRequest } from "../../contract/rest/operation.ts";
import { brokenRules } from "../../contract/rest/rules.ts";
import { readQuery, queryTexts } from "./query-values.ts";
import { mayShowSecret } from "./schema-at.ts";
import { faultsOf, type Location } from "./validation-errors.ts";
import { ValidationFault, valueFault, type Fault } from "./validation-fault.ts";

/** What arrived: decoded path parameters, the query string, the headers, and the body (undefined = none was sent). */
export type RawRequest = Readonly<{
  path: Readonly<Record<string, string>>;
  search: string;
  headers: IncomingHttpHeaders;
  body: unknown;
}>;

type Read = Readonly<{ value: unknown; faults: readonly Fault[] }>;

/**
 * Validates a request against its operation and types it; throws every fault at once, in the order path, query, header, body:
 * 1. texts of the query become numbers and booleans;
 * 2. zod judges each part;
 * 3. a body that zod accepts must obey the operation's rules.
 */
export function parseRequest<O extends Operation>(operation: O, raw: RawRequest): ParsedRequest<O> {
  const { parameters } = operation;
  const texts = queryTexts(raw.search);
  const path = read("path", parameters.path, raw.path, raw.path);
  const query = read("query", parameters.query, readQuery(parameters.query, texts), texts);
  const header = read("header", parameters.header, raw.headers, raw.headers);
  const body = readBody(operation, raw.body);
  const faults = [path, query, header, body].flatMap((part) => part.faults);
  if (faults.length > 0) throw new ValidationFault(faults);
  return { path: path.value, query: query.value, headers: header.value, body: body.value } as ParsedRequest<O>;
}

function read(location: Location, schema: z.ZodType, value: unknown, sent: unknown): Read {
  const result = schema.safeParse(value);
  if (result.success) return { value: result.data, faults: [] };
  return { value: undefined, faults: faultsOf(result.error.issues, { location, schema, sent }) };
}

function readBody(operation: Operation, sent: unknown): Read {
  const schema = operation.body;
  if (schema === undefined) return { value: undefined, faults: [] };
  // FastAPI takes null for a body that is missing.
  const result = read("body", schema, sent ?? undefined, sent ?? undefined);
  if (result.faults.length > 0) return result;
  const faults = brokenRules(operation.rules, result.value).map((rule) => {
    const input = rule.path.reduce<unknown>(
      (value, part) => (value as Record<string | number, unknown> | undefined)?.[part],
      sent,
    );
    return valueFault(
      ["body", ...rule.path],
      rule.message,
      mayShowSecret(schema, rule.path) ? undefined : (input ?? null),
    );
  });
  return { value: result.value, faults };
}
