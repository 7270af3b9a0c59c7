import { z } from "zod";
import { OPERATIONS } from "../../contract/rest/all.ts";
import type { Operation } from "../../contract/rest/operation.ts";

/** An id that no record has. */
const NOBODY = "9b2f6c1e-5d43-4c8a-9f10-3e7d2b8a6c55";

/** Operations that answer with a stream: it ends only with the connection. */
export const isStream = ({ success }: Operation): boolean => success.contentType === "text/event-stream";

/** Lists the operations that take a JSON body. */
export const OPERATIONS_WITH_BODY = OPERATIONS.filter(
  ({ body, bodyType }) => body !== undefined && bodyType === undefined,
);

/** Writes the path of an operation with ids of records that do not exist, or with the given ones. */
export function pathOf(operation: Operation, ids: Readonly<Record<string, string>> = {}): string {
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => ids[name] ?? placeholder(name));
  const search = operation.body === undefined ? "" : neededQuery(operation, ids);
  return search === "" ? path : `${path}?${search}`;
}

/** Writes the query that an operation cannot do without. */
export function neededQuery({ parameters }: Operation, ids: Readonly<Record<string, string>> = {}): string {
  const needed = Object.entries(parameters.query.shape).filter(([, schema]) => !z.safeParse(schema, undefined).success);
  return needed.map(([name]) => `${name}=${ids[name] ?? placeholder(name)}`).join("&");
}

const placeholder = (name: string): string => (name.endsWith("_id") ? NOBODY : "nobody");

/** Takes the document's own example of a body. */
export function exampleOf(operation: Operation): unknown {
  return (operation.body?.meta()?.["examples"] as readonly unknown[] | undefined)?.[0];
}

/** Writes the document's own example of a body as it is sent: a form as its text and type, anything else for a client to make JSON of. */
export function sentExampleOf(operation: Operation): Readonly<{ body: unknown; headers: Record<string, string> }> {
  const body = exampleOf(operation);
  if (operation.bodyType === undefined) return { body, headers: {} };
  const text = new URLSearchParams(body as Record<string, string>).toString();
  return { body: text, headers: { "content-type": operation.bodyType } };
}

/** Names who may send an operation: anyone, a session, or a key. */
export function callerNameOf(operation: Operation): "anonymous" | "session" | "key" {
  if (operation.who.kind === "public") return "anonymous";
  return operation.sessionOnly === true ? "session" : "key";
}
