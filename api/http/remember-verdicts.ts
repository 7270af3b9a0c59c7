import type { Operation } from "../../contract/rest/operation.ts";
import type { RawRequest } from "./parse-request.ts";
import { CANONICAL_UUID } from "../../contract/rest/formats.ts";

/** Tells whether the published document accepts a request. */
export type Judge = (operation: Operation, raw: RawRequest) => Promise<boolean>;

const KEPT_MAX = 1_000;

/**
 * Asks the published document once per form of a request without a body: asked each time, it would make a read two
 * fifths dearer (docs/benchmarks.md). Ids of one form are judged alike, so that they need not be told apart; everything
 * else of the request is part of the key. Only acceptance is kept.
 */
export function rememberVerdicts(judge: Judge): Judge {
  const accepted = new Set<string>();
  return async (operation, raw) => {
    const key = keyOf(operation, raw);
    if (key !== undefined && accepted.has(key)) return true;
    const isAccepted = await judge(operation, raw);
    if (key === undefined || !isAccepted) return isAccepted;
    if (accepted.size >= KEPT_MAX) accepted.clear();
    accepted.add(key);
    return true;
  };
}

function keyOf(operation: Operation, { path, search, headers, body }: RawRequest): string | undefined {
  if (operation.body !== undefined || body !== undefined) return undefined;
  let key = `${operation.operationId} ${search}`;
  for (const name in path) key += ` ${CANONICAL_UUID.test(path[name] ?? "") ? "uuid" : (path[name] ?? "")}`;
  for (const name in operation.parameters.header.shape) key += ` ${String(headers[name])}`;
  return key;
}
