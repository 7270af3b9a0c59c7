import type { WaitOptions } from "./commands/command.ts";
import { confirm } from "./confirm.ts";
import { followDeletion } from "./follow-resource.ts";
import type { Means } from "./means.ts";
import type { Waited } from "./wait-until.ts";

type Deletable = "getCluster" | "getDatabase" | "getDeployment";
/** How people say how a deletion goes. */
export type DeleteOptions = WaitOptions & Readonly<{ yes?: boolean }>;
/** What is deleted: how it is read, what people are asked, and what does it. */
type Deletion<Id extends Deletable> = Omit<Waited<Id>, "timeout"> &
  Readonly<{ question: string; send: () => Promise<unknown> }>;

/** Deletes what people agree to lose, and tells when it is gone. */
export async function deleteResource<Id extends Deletable>(
  means: Means,
  { question, send, ...deleted }: Deletion<Id>,
  { yes, wait, timeout }: DeleteOptions,
): Promise<void> {
  const { name } = deleted;
  await confirm(means, question, yes);
  const answer = await send();
  if (wait) await followDeletion(means, { ...deleted, timeout });
  await means.out.result(answer, { sentence: `${name} is ${wait ? "gone" : "being deleted"}.`, name });
}
