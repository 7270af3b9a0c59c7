import type { Answer } from "../../client/calls.ts";
import type { Berth } from "../../client/create-berth.ts";
import type { OPERATIONS } from "../../client/generated/operations.ts";
import type { Arguments, OperationId } from "../../client/operation-types.ts";
import { client } from "./client.ts";

/** An operation that changes nothing. */
export type ReadId = {
  [Id in OperationId]: (typeof OPERATIONS)[Id] extends { method: "GET" } ? Id : never;
}[OperationId];

/** What pages read by. What writes is a Call, which a dialog shows as plan and command first (docs/adr/0101). */
export type Reader = Pick<Berth, ReadId | "pages" | "events" | "logs" | "exec"> &
  Readonly<{ ask: <Id extends ReadId>(id: Id, ...input: Arguments<Id>) => Promise<Answer<Id>> }>;

/** The client, as far as it reads. */
export const berth: Reader = client;
