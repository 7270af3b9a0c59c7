import type { OPERATIONS } from "../../client/generated/operations.ts";
import type { OperationId, Output } from "../../client/operation-types.ts";
import { client } from "./client.ts";
import type { OwnedInput } from "./owned-input.ts";

/** An operation that can say what it would do. */
export type PlannedId = {
  [Id in OperationId]: (typeof OPERATIONS)[Id] extends { plans: true } ? Id : never;
}[OperationId];

/** Asks what a write would do, which it does not. */
export async function tryOut<Id extends PlannedId>(
  id: Id,
  input: OwnedInput<Id>,
  signal?: AbortSignal,
): Promise<Output<Id>> {
  const query = { ...input.query, dry_run: true };
  return (await client.ask(id, { ...input, query }, signal && { signal })).data;
}
