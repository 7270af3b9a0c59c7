import {
  readMany,
  countMany,
  type ListFilter,
  type ReadRow,
} from "../../adapters/postgres/resources/resource-reads.ts";
import { BerthError } from "../../contract/errors.ts";
import { authorizeUser } from "../http/authorize.ts";
import { assertUser } from "../http/authenticate.ts";
import type { Answer, Context } from "../http/context.ts";
import { decodeCursor, encodeCursor, limitOf, type ListQuery } from "../http/cursor.ts";
import { textOf } from "./resource-text.ts";
import type { PrincipalRecord, Credential } from "../../adapters/postgres/identity/principal.ts";

/** Reads one resource: authentication, membership and row in one statement. */
export async function hotRead(context: Context, kind: ListFilter["kind"], id: string): Promise<ReadRow> {
  const found = await context.services.reads.one(kind, credentialOf(context), id);
  noteCaller(context, found?.principal);
  if (found?.row === undefined) throw new BerthError("not_found");
  return found.row;
}

/** Lists resources: authentication, membership and page in one statement. */
export async function hotList(context: Context, filter: ListFilter, query: ListQuery, plural: string): Promise<Answer> {
  const { pool } = context.services;
  const credential = credentialOf(context);
  const limit = limitOf(query);
  const after = decodeCursor(query.cursor);
  const found = await readMany(pool, credential, filter, { limit, ...(after && { after }) });
  noteCaller(context, found?.principal);
  if (found?.isMember !== true) throw new BerthError("not_found");
  const last = found.rows.at(-1);
  const next = found.hasMore && last !== undefined ? encodeCursor(last) : null;
  const total = query.count === true ? `,"total":${await countMany(pool, credential, filter)}` : "";
  const items = found.rows.map((row) => textOf(filter.kind, row)).join(",");
  return { text: `{"${plural}":[${items}],"next_cursor":${JSON.stringify(next)}${total}}` };
}

function credentialOf({ proof, principal }: Context): Credential {
  if (proof.kind === "credential") return proof.credential;
  assertUser(principal);
  throw new BerthError("unauthenticated");
}

function noteCaller(context: Context, principal: PrincipalRecord | undefined): void {
  if (principal === undefined) throw new BerthError("unauthenticated");
  context.noteValid(principal);
  authorizeUser(context.operation, principal);
}
