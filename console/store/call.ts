import type { CallParts } from "../../client/calls.ts";
import { OPERATIONS } from "../../client/generated/operations.ts";
import type { Input, OperationId, Output } from "../../client/operation-types.ts";
import { berth } from "./berth.ts";

/** A call that is about to be made: what a dialog shows the plan of, says as a command, and then does. */
export type Call = Readonly<{ id: OperationId; input: CallParts }>;

/** What a dry run says that a write would do. */
export type Plan = NonNullable<Output<"stopDeployment">["plan"]>;

/** Makes a call of an operation's name and input. */
export function toCall<Id extends OperationId>(id: Id, input: Input<Id>): Call {
  return { id, input };
}

/** Makes the call, and answers what it answered. */
export async function perform({ id, input }: Call): Promise<unknown> {
  return (await berth.ask(id as "getMe", input as never)).data;
}

/** Tells whether an operation can say what it would do. */
export function hasPlan({ id }: Call): boolean {
  return "plans" in OPERATIONS[id];
}

/** Asks what a call would do; nothing where the operation cannot say it. */
export async function askPlan(call: Call): Promise<Plan | undefined> {
  if (!hasPlan(call)) return undefined;
  const query = { ...call.input.query, dry_run: true };
  const told = (await perform({ ...call, input: { ...call.input, query } })) as Readonly<{ plan?: Plan }>;
  return told.plan;
}
