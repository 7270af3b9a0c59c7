import type { OPERATIONS } from "../../client/generated/operations.ts";
import type { Input, OperationId, Output } from "../../client/operation-types.ts";
import { client } from "./client.ts";

/** An operation that can say what it would do. */
export type PlannedId = {
  [Id in OperationId]: (typeof OPERATIONS)[Id] extends { plans: true } ? Id : never;
}[OperationId];

/** Asks what a write would do, which it does not. */
export async function tryOut<Id extends PlannedId>(
  id: Id,
  input: Input<Id>,
  signal?: AbortSignal,
): Promise<Output<Id>> {
  const query = { ...input.query, dry_run: true };
  return (await client.ask(id, { ...input, query }, signal && { signal })).data;
}
