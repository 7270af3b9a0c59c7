import type { Output } from "../client/main.ts";
import type { WaitOptions } from "./commands/command.ts";
import { followResource } from "./follow-resource.ts";
import type { Means } from "./means.ts";

type Made = Readonly<{ id: string; name: string; status: string }>;

/** Tells of a cluster that was made or imported, once it runs unless nobody waits. */
export async function tellMadeCluster(means: Means, made: Output<"getCluster">, options: WaitOptions): Promise<void> {
  const input = { path: { cluster_id: made.id } };
  await tell(
    means,
    options.wait ? await followResource(means, { id: "getCluster", input, ...endsOf(made, options) }) : made,
  );
}

/** Tells of a database that was made or restored, once it runs unless nobody waits. */
export async function tellMadeDatabase(means: Means, made: Output<"getDatabase">, options: WaitOptions): Promise<void> {
  const input = { path: { database_id: made.id } };
  await tell(
    means,
    options.wait ? await followResource(means, { id: "getDatabase", input, ...endsOf(made, options) }) : made,
  );
}

function endsOf({ name }: Made, { timeout }: WaitOptions) {
  return { name, good: ["running"], bad: ["error"], timeout } as const;
}

function tell(means: Means, done: Made): Promise<void> {
  return means.out.result(done, { sentence: `${done.name}: ${done.status}`, name: done.name });
}
