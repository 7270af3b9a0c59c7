import type { Answer } from "../../client/calls.ts";
import type { Berth } from "../../client/create-berth.ts";
import type { OPERATIONS } from "../../client/generated/operations.ts";
import type { Item, ListId, OperationId, Output } from "../../client/operation-types.ts";
import { client } from "./client.ts";
import type { OwnedArguments } from "./owned-input.ts";

/** An operation that changes nothing. */
export type ReadId = {
  [Id in OperationId]: (typeof OPERATIONS)[Id] extends { method: "GET" } ? Id : never;
}[OperationId];

/** What pages read by. What writes is a Call, which a dialog shows as plan and command first (docs/adr/0101). */
type Reader = Pick<Berth, "events" | "logs" | "exec"> &
  Readonly<{ [Id in ReadId]: (...input: OwnedArguments<Id>) => Promise<Output<Id>> }> &
  Readonly<{
    ask: <Id extends ReadId>(id: Id, ...input: OwnedArguments<Id>) => Promise<Answer<Id>>;
    pages: <Id extends ListId>(id: Id, ...input: OwnedArguments<Id>) => AsyncGenerator<Item<Id>, void>;
  }>;

/** The client, as far as it reads. */
export const berth: Reader = client;
