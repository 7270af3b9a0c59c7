import { createHmac } from "node:crypto";
import type { Earlier, RepeatableRequest } from "../../adapters/postgres/requests/idempotency-store.ts";
import { BerthError } from "../../contract/errors.ts";
import type { FlagHeaders, FlagQuery } from "../../contract/rest/operation.ts";
import type { Answer, Context, Repeat } from "./context.ts";
import type { Principal } from "./principal.ts";
import { refusedValue } from "./refused-value.ts";

type Input = Readonly<{ path: unknown; query: unknown; headers: unknown; body: unknown }>;
type Found = Readonly<{ repeat: Repeat; earlier: Earlier }>;

/** Looks up earlier attempts of a request that carries an Idempotency-Key; dry runs leave no trace and find none. */
export async function prepareRepeat(context: Context, input: Input): Promise<Found | undefined> {
  const key = (input.headers as FlagHeaders)["idempotency-key"];
  if (key === undefined || (input.query as FlagQuery).dry_run === true) return undefined;
  const request: RepeatableRequest = {
    principal: principalKey(context.principal),
    key,
    operation: context.operation.operationId,
    fingerprint: fingerprint(context.services.fingerprintKey, input),
  };
  const earlier = await context.services.ledger.findEarlier(request);
  const abandoned = earlier.kind === "abandoned" ? { abandoned: earlier.work } : {};
  return { repeat: { request, ...abandoned }, earlier };
}

/** Answers a request whose earlier attempt has ended, refuses one that cannot go on; undefined = go on. */
export function replayOf(found: Found | undefined): Answer | undefined {
  switch (found?.earlier.kind) {
    case "answered":
      if (found.earlier.body === null) throw new BerthError("secret_already_returned");
      return { status: found.earlier.status, body: found.earlier.body, headers: { "Idempotency-Replayed": "true" } };
    case "running":
      throw new BerthError("still_running", { retryAfterSeconds: 1 });
    case "otherRequest":
      throw refusedValue(["header", "idempotency-key"], "this key was used for another request");
    case "none":
    case "abandoned":
    case undefined:
      return undefined;
  }
}

/** Keys see only their own attempts: a limited one must not learn what its owner did. */
function principalKey(principal: Principal): string {
  if (principal.kind !== "user") return principal.kind;
  return principal.via === "session" ? `user:${principal.userId}` : `key:${principal.credentialId}`;
}

/** A keyed hash: a body may hold secrets, which a plain one would let people guess. */
function fingerprint(key: Buffer, { path, query, body }: Input): Buffer {
  return createHmac("sha256", key)
    .update(JSON.stringify([path, query, body]))
    .digest();
}
