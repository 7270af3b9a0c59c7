import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { translateTenantFault } from "../clusters/tenant-reader.ts";
import type { Services } from "../services.ts";
import type { LineQueue } from "./line-queue.ts";
import { LogSources, type LogPlace, type LogWish } from "./log-sources.ts";

/** Lines that come from pods, and how their cluster is left. */
export type LiveLines = Readonly<{ run: (signal: AbortSignal) => Promise<void>; close: () => Promise<void> }>;

/** Looks for the pods whose lines are read; rejects where their cluster does not answer. */
export async function openLiveLines(
  { tenantReader }: Pick<Services, "tenantReader">,
  { cluster, ...of }: Readonly<{ cluster: StoredResource; place: LogPlace; wish: LogWish }>,
  queue: LineQueue,
): Promise<LiveLines> {
  const client = await tenantReader.open(cluster).catch((error: unknown) => {
    throw translateTenantFault(error);
  });
  try {
    const sources = new LogSources(client, of, queue);
    const pods = await sources.look();
    return { run: (signal) => sources.run(pods, signal), close: () => client.close() };
  } catch (error) {
    await client.close();
    throw translateTenantFault(error);
  }
}
