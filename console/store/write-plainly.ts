import type { Output } from "../../client/operation-types.ts";
import type { PLAIN_WRITES } from "../view/plain-writes.ts";
import { client } from "./client.ts";
import type { OwnedArguments } from "./owned-input.ts";

/** Makes one of the few writes that nothing is shown of before; everything else is a Call. */
export async function writePlainly<Id extends keyof typeof PLAIN_WRITES>(
  id: Id,
  ...input: OwnedArguments<Id>
): Promise<Output<Id>> {
  return (await client.ask(id, ...input)).data;
}
