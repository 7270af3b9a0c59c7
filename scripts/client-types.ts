import { readFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";
import { z } from "zod";
import { ERRORS } from "../contract/errors.ts";
import { OPERATIONS } from "../contract/rest/all.ts";
import type { Operation } from "../contract/rest/operation.ts";

const DOCUMENT = new URL("../api/openapi.json", import.meta.url);
const HEAD = "// Generated from contract/ by make generate; do not edit.\n";
const PREFIX = "/api/v1";

type Node = { [member: string]: unknown };

/** Derives the types of every path from the published document, errors apart: those are one union of the client. */
export async function clientTypes(): Promise<string> {
  const document = JSON.parse(await readFile(DOCUMENT, "utf8")) as Node;
  const lean = withoutExamples(document, undefined) as Parameters<typeof openapiTS>[0];
  return HEAD + astToString(await openapiTS(lean));
}

/** Derives the table by which operations are called by their names. */
export function clientOperations(): string {
  // A WebSocket is no call: the client has functions of its own for those.
  const calls = OPERATIONS.filter(({ webSocket }) => webSocket !== true);
  const rows = calls.map((operation) => {
    const { operationId, method, path, idempotent, unprefixed, notWhileImpersonating, dryRun } = operation;
    const items = itemsOf(operation);
    const row = [
      `method: "${method.toUpperCase()}"`,
      `path: "${unprefixed === true ? "" : PREFIX}${path}"`,
      ...(idempotent === true ? ["idempotent: true"] : []),
      ...(items === undefined ? [] : [`items: "${items}"`]),
      ...roleOf(operation),
      ...(notWhileImpersonating === true ? ["own: true"] : []),
      ...(dryRun === true ? ["plans: true"] : []),
      ...secretsOf(operation),
    ];
    return `  ${operationId}: { ${row.join(", ")} },`;
  });
  const sockets = OPERATIONS.filter(({ webSocket }) => webSocket === true).map(socketRow);
  return `${HEAD}
/**
 * Every operation: how it is called, whether it takes Idempotency-Key, where the pages of a list have their items, the role that it needs,
 * whether nobody may do it as another user, whether it answers a plan (?dry_run), and which members of its body are secrets, at any depth.
 */
export const OPERATIONS = {
${rows.join("\n")}
} as const;

/** Every WebSocket, for which the client has functions of its own: the role that it needs, and whether nobody may open it as another user. */
export const SOCKETS = {
${sockets.join("\n")}
} as const;
`;
}

function socketRow(operation: Operation): string {
  const own = operation.notWhileImpersonating === true ? ["own: true"] : [];
  return `  ${operation.operationId}: { ${[...roleOf(operation), ...own].join(", ")} },`;
}

/** Derives the table of error codes and their statuses. */
export function clientErrors(): string {
  const rows = Object.entries(ERRORS).map(([code, { status }]) => `  ${code}: ${status},`);
  return `${HEAD}
/** The HTTP status of every error code. */
export const ERROR_STATUS = {
${rows.join("\n")}
} as const;
`;
}

function roleOf({ who }: Operation): string[] {
  if (who.kind === "role") return [`role: "${who.role}"`];
  return who.kind === "platformAdmin" ? ['role: "platformAdmin"'] : [];
}

function secretsOf({ body }: Operation): string[] {
  if (body === undefined) return [];
  const names = secretMembers(z.toJSONSchema(body, { io: "input", unrepresentable: "any" }));
  return names.length === 0 ? [] : [`secrets: [${[...new Set(names)].map((name) => JSON.stringify(name)).join(", ")}]`];
}

function secretMembers(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  const properties = Object.entries((node as Readonly<{ properties?: Node }>).properties ?? {});
  const own = properties.filter(([, schema]) => (schema as Node)["secret"] === true).map(([name]) => name);
  return [...own, ...Object.values(node).flatMap(secretMembers)];
}

/** Finds the member of a page that holds its items; undefined where the answer is no page. */
function itemsOf({ success, operationId }: Operation): string | undefined {
  const shape = (success.schema as { shape?: Record<string, { type?: string }> }).shape;
  if (shape?.["next_cursor"] === undefined) return undefined;
  const arrays = Object.keys(shape).filter((member) => shape[member]?.type === "array");
  if (arrays.length !== 1) throw new Error(`${operationId} answers pages with ${arrays.length} lists`);
  return arrays[0];
}

function withoutExamples(node: unknown, parent: string | undefined): unknown {
  if (Array.isArray(node)) return node.map((one) => withoutExamples(one, parent));
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node as Node)
      .filter(([member]) => parent === "properties" || (member !== "example" && member !== "examples"))
      .filter(([member]) => parent !== "responses" || member < "400")
      .map(([member, value]) => [member, withoutExamples(value, member)]),
  );
}
