import type { CallParts } from "../../client/calls.ts";
import { OPERATIONS } from "../../client/generated/operations.ts";
import type { OperationId, Output } from "../../client/operation-types.ts";
import type { OwnedInput } from "./owned-input.ts";

/** A call that is about to be made: what a dialog shows the plan of, says as a command, and then does. */
export type Call = Readonly<{ id: OperationId; input: CallParts }>;

/** What a dry run says that a write would do. */
export type Plan = NonNullable<Output<"stopDeployment">["plan"]>;

/** Makes a call of an operation's name and input. */
export function toCall<Id extends OperationId>(id: Id, input: OwnedInput<Id>): Call {
  return { id, input };
}

/** Tells whether an operation can say what it would do. */
export function hasPlan({ id }: Call): boolean {
  return "plans" in OPERATIONS[id];
}
