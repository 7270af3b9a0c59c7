import type { Input, Output as Answered } from "../client/main.ts";
import { readSeconds } from "./read-input.ts";
import type { Means } from "./means.ts";
import { FailedChange } from "./output/explain-fault.ts";

/** What all of them say of themselves. */
type Standing = Readonly<{ status: string; error_message: string | null }>;
type ReadId = "getCluster" | "getDatabase" | "getDatabaseBackup" | "getUpgrade";

/** What is waited for: a resource that is read by `id`, and the words of its status that end the wait. */
export type FollowedResource<Id extends ReadId> = Readonly<{
  id: Id;
  input: Input<Id>;
  name: string;
  good: readonly string[];
  bad: readonly string[];
  timeout: string;
}>;

/** Waits until a resource is as wanted, with its status in the line of progress; throws where it failed. */
export async function followResource<Id extends ReadId>(
  means: Means,
  { id, input, name, good, bad, timeout }: FollowedResource<Id>,
): Promise<Answered<Id>> {
  const { out, signal } = means;
  // The compiler cannot say what any of them answers.
  const wait = means.berth.waitFor as (...given: unknown[]) => Promise<unknown>;
  const isOver = (value: unknown): boolean => {
    if (value === undefined) return false;
    const { status } = value as Standing;
    out.progress(`${name}: ${status}`);
    return good.includes(status) || bad.includes(status);
  };
  try {
    const last = await wait(id, input, isOver, { timeoutMs: readSeconds(timeout), signal });
    const standing = last as Standing | undefined;
    if (good.includes(standing?.status ?? "")) return last as Answered<Id>;
    throw new FailedChange(
      `${name} is ${standing?.status ?? "gone"}: ${standing?.error_message ?? "no reason is told"}`,
    );
  } finally {
    out.endProgress();
  }
}

/** Waits until what was deleted is gone. */
export async function followDeletion<Id extends "getCluster" | "getDatabase" | "getDeployment">(
  means: Means,
  { id, input, name, timeout }: Readonly<{ id: Id; input: Input<Id>; name: string; timeout: string }>,
): Promise<void> {
  const isGone = (value: unknown): boolean => {
    if (value !== undefined) means.out.progress(`${name}: ${(value as Standing).status}`);
    return value === undefined;
  };
  try {
    await means.berth.waitFor(id, input, isGone, { timeoutMs: readSeconds(timeout), signal: means.signal });
  } finally {
    means.out.endProgress();
  }
}
