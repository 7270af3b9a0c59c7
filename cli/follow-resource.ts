import type { Means } from "./means.ts";
import { FailedChange } from "./output/explain-fault.ts";
import { waitUntil, type Answers, type Waited } from "./wait-until.ts";

/** What all of them say of themselves. */
type Standing = Readonly<{ status: string; error_message: string | null }>;
type StandingId = "getCluster" | "getDatabase" | "getDatabaseBackup" | "getUpgrade";

/** What is waited for, and the words of its status that end the wait. */
type FollowedResource<Id extends StandingId> = Waited<Id> &
  Readonly<{ good: readonly string[]; bad: readonly string[] }>;

/** Waits until a resource is as wanted, with its status in the line of progress; throws where it failed. */
export async function followResource<Id extends StandingId>(
  means: Means,
  { good, bad, ...waited }: FollowedResource<Id>,
): Promise<Answers[Id]> {
  const { name } = waited;
  const last = await waitUntil(means, waited, (value) => {
    if (value === undefined) return false;
    const { status, error_message: trouble } = value as Standing;
    means.out.progress(`${name}: ${status}`);
    const isOver = good.includes(status) || bad.includes(status);
    if (!isOver && (trouble ?? "") !== "") means.out.news(`${name} is ${status}: ${trouble}`);
    return isOver;
  });
  const { status, error_message: reason } = last as Standing;
  if (good.includes(status)) return last as Answers[Id];
  throw new FailedChange(`${name} is ${status}: ${reason ?? "no reason is told"}`);
}

/** Waits until what was deleted is gone. */
export async function followDeletion<Id extends "getCluster" | "getDatabase" | "getDeployment">(
  means: Means,
  waited: Waited<Id>,
): Promise<void> {
  await waitUntil(means, waited, (value) => {
    if (value !== undefined) means.out.progress(`${waited.name}: ${value.status}`);
    return value === undefined;
  });
}
