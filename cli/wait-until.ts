import { WaitTimeout, type Input, type Schemas } from "../client/main.ts";
import type { Means } from "./means.ts";
import { LateChange } from "./output/explain-fault.ts";
import { readSeconds } from "./read-input.ts";

/** What can be waited for, and what each of them answers. */
export type Answers = Readonly<{
  getDeployment: Schemas["DeploymentResponse"];
  getDeploymentStatus: Schemas["DeploymentStatusResponse"];
  getCluster: Schemas["ClusterResponse"];
  getDatabase: Schemas["DatabaseResponse"];
  getDatabaseBackup: Schemas["DatabaseBackupResponse"];
  getUpgrade: Schemas["UpgradeRequestResponse"];
}>;
type ReadId = keyof Answers;

/** What shows how far something has come, by the operation that reads it. */
const LOOKS = {
  getDeployment: "status",
  getDeploymentStatus: "status",
  getCluster: "clusters show",
  getDatabase: "db show",
  getDatabaseBackup: "db backups",
  getUpgrade: "upgrade list",
} as const satisfies Readonly<Record<ReadId, string>>;
/** What is waited for: how it is read, what people call it, and for how many seconds. */
export type Waited<Id extends ReadId> = Readonly<{ id: Id; input: Input<Id>; name: string; timeout: string }>;

type Wait<Id extends ReadId> = (
  id: Id,
  input: Input<Id>,
  isOver: (value: Answers[Id] | undefined) => boolean,
  options: Readonly<{ timeoutMs: number; signal: AbortSignal }>,
) => Promise<Answers[Id] | undefined>;

/** Reads until it is over; progress that is drawn meanwhile is taken away in the end, however that comes. */
export async function waitUntil<Id extends ReadId>(
  means: Means,
  { id, input, name, timeout }: Waited<Id>,
  isOver: (value: Answers[Id] | undefined) => boolean,
): Promise<Answers[Id] | undefined> {
  const { berth, out, signal } = means;
  const timeoutMs = readSeconds(timeout, "--timeout");
  try {
    // The compiler cannot say that what one of them answers is what it answers.
    const wait = berth.waitFor as unknown as Wait<Id>;
    return await wait(id, input, isOver, { timeoutMs, signal });
  } catch (fault) {
    const goesOn = `It goes on: see "berth ${LOOKS[id]}".`;
    if (fault instanceof WaitTimeout) throw new LateChange(`${name} was not done within ${timeout} s. ${goesOn}`);
    if (signal.aborted) out.note(`${name} is waited for no more. ${goesOn}`);
    throw fault;
  } finally {
    out.endProgress();
  }
}
