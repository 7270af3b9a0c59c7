import { hasPlan, type Call, type Plan } from "./call.ts";
import { client } from "./client.ts";
import { tryOut, type PlannedId } from "./try-out.ts";

/** Makes the call, and answers what it answered. */
export async function perform({ id, input }: Call): Promise<unknown> {
  return (await client.ask(id as "getMe", input as never)).data;
}

/** Asks what a call would do; nothing where the operation cannot say it. */
export async function askPlan(call: Call, signal?: AbortSignal): Promise<Plan | undefined> {
  if (!hasPlan(call)) return undefined;
  return ((await tryOut(call.id as PlannedId, call.input as never, signal)) as Readonly<{ plan?: Plan }>).plan;
}
