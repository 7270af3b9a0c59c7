import { WaitTimeout, type Input, type OperationId, type Output } from "../client/main.ts";
import type { Means } from "./means.ts";
import { LateChange } from "./output/explain-fault.ts";
import { readSeconds } from "./read-input.ts";

/** What shows how far something has come, by the operation that reads it. */
const LOOKS = {
  getDeployment: "status",
  getDeploymentStatus: "status",
  getCluster: "clusters show",
  getDatabase: "db show",
  getDatabaseBackup: "db backups",
  getUpgrade: "upgrade list",
} as const satisfies { readonly [Id in OperationId]?: string };
/** What can be waited for. */
export type ReadId = keyof typeof LOOKS;

/** What is waited for: how it is read, what people call it, and for how many seconds. */
export type Waited<Id extends ReadId> = Readonly<{ id: Id; input: Input<Id>; name: string; timeout: string }>;

/** Reads until it is over; progress that is drawn meanwhile is taken away in the end, however that comes. */
export async function waitUntil<Id extends ReadId>(
  means: Means,
  { id, input, name, timeout }: Waited<Id>,
  isOver: (value: Output<Id> | undefined) => boolean,
): Promise<Output<Id> | undefined> {
  const { berth, out, signal } = means;
  const timeoutMs = readSeconds(timeout);
  try {
    return await berth.waitFor(id, input, isOver, { timeoutMs, signal });
  } catch (fault) {
    if (!(fault instanceof WaitTimeout)) throw fault;
    throw new LateChange(`${name} was not done within ${timeout} s. It goes on: see "berth ${LOOKS[id]}".`);
  } finally {
    out.endProgress();
  }
}
