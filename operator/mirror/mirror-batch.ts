import type { Logger } from "../../adapters/log/logger.ts";
import { codeOf } from "../../adapters/log/thrown.ts";
import { isDataFault } from "../../adapters/postgres/pool.ts";
import { EpochChangedError, type ResourceStore } from "../../adapters/postgres/resources/resource-store.ts";
import type { ProjectionContext } from "../../render/projection/custom-resource.ts";
import { projectResource, projectUnprojectable } from "../../render/projection/project-resource.ts";
import type { ResourceRow } from "../../render/projection/resource-row.ts";
import { compareVersions, versionOf } from "../runtime/resource-version.ts";
import { asResource, deriveContext, organizationOf, type MirrorLookups } from "./mirror-context.ts";
import type { MirrorMetrics } from "./mirror-metrics.ts";
import { NotRenderedYet } from "./remembered-values.ts";
import type { PendingChange } from "./pending-changes.ts";

/** What writing a batch needs. */
export type BatchPorts = Readonly<{
  store: Pick<ResourceStore, "mirror" | "mirroredVersions" | "oldestOwners">;
  lookups: MirrorLookups;
  logger: Logger;
  metrics?: MirrorMetrics;
}>;

/** What the rows of a batch are true to: the epoch, and how complete the caches were when it was taken. */
type Basis = Readonly<{ epoch: string; complete: Readonly<Record<string, string>> }>;

type Projected = Readonly<{ change: PendingChange; context: ProjectionContext; row: ResourceRow; isReplaced?: true }>;

/**
 * Writes a batch and returns the changes that must wait: for what they name (their namespace, cluster or database), for values
 * that are being rendered, or until the caches know as much as a list that somebody else applied.
 * A batch that Postgres refuses for its content is halved until the row at fault is alone; that one shows as Unprojectable.
 */
export async function writeBatch(
  changes: readonly PendingChange[],
  basis: Basis,
  ports: BatchPorts,
): Promise<PendingChange[]> {
  const news = await withoutStored(changes, basis, ports);
  const owners = await findOwners(news, ports);
  const waiting: PendingChange[] = [];
  const projected: Projected[] = [];
  for (const change of news) {
    const context = deriveContext(change, ports.lookups, owners);
    const found = context === undefined ? undefined : project(change, context, ports);
    if (found === undefined) waiting.push(change);
    else projected.push(...found);
  }
  return [...waiting, ...(await writeHalving(projected, basis, ports))];
}

/** Reports that rows are newer than what a complete list has: etcd was restored while nobody watched. */
export class RestoredError extends Error {
  override readonly name = "RestoredError";
}

/** After a restart nearly everything that the lists tell is stored already: neither rendered nor sent again. */
async function withoutStored(
  changes: readonly PendingChange[],
  { complete }: Basis,
  ports: BatchPorts,
): Promise<readonly PendingChange[]> {
  const listed = changes.filter((change) => change.isListed && !change.isDeleted);
  if (listed.length === 0) return changes;
  const stored = await ports.store.mirroredVersions(listed.map((change) => change.object.metadata.uid ?? ""));
  return changes.filter((change) => {
    const version = stored.get(change.object.metadata.uid ?? "");
    if (!change.isListed || change.isDeleted || version === undefined) return true;
    const order = compareVersions(versionOf(change.object), version);
    // Another leader may have mirrored what this copy does not know yet; up to where it is complete there is nothing newer.
    if (order < 0 && compareVersions(version, complete[change.kind] ?? "0") <= 0)
      throw new RestoredError("A row is newer than its object");
    return order > 0;
  });
}

async function findOwners(changes: readonly PendingChange[], ports: BatchPorts): Promise<ReadonlyMap<string, string>> {
  const organizations = new Set(changes.flatMap((change) => organizationOf(change, ports.lookups) ?? []));
  return organizations.size === 0 ? new Map<string, string>() : ports.store.oldestOwners([...organizations]);
}

/** Undefined while its values are being rendered. */
function project(change: PendingChange, context: ProjectionContext, ports: BatchPorts): Projected[] | undefined {
  try {
    return [{ change, context, row: projectResource(change.kind, asResource(change.object), context) }];
  } catch (error) {
    if (error instanceof NotRenderedYet) return undefined;
    return replaceRow({ change, context }, error, ports);
  }
}

function replaceRow(of: Omit<Projected, "row">, cause: unknown, ports: BatchPorts): Projected[] {
  const { change, context } = of;
  const { namespace, name, uid } = change.object.metadata;
  const object = { kind: change.kind, namespace, name, uid };
  try {
    const row = projectUnprojectable(change.kind, asResource(change.object), context);
    ports.logger.error("Cannot project an object, showing it as Unprojectable", { object, reason: codeOf(cause) });
    return [{ ...of, row, isReplaced: true }];
  } catch {
    ports.logger.error("Cannot project an object at all, leaving it out", { object, reason: codeOf(cause) });
    ports.metrics?.unprojectable.settle(change, false);
    return [];
  }
}

async function writeHalving(batch: readonly Projected[], basis: Basis, ports: BatchPorts): Promise<PendingChange[]> {
  try {
    return await write(batch, basis, ports);
  } catch (error) {
    if (error instanceof EpochChangedError || !isDataFault(error)) throw error;
    const [only] = batch;
    if (only === undefined) return [];
    if (batch.length === 1) return writeReplacement(only, error, basis, ports);
    const middle = Math.ceil(batch.length / 2);
    const first = await writeHalving(batch.slice(0, middle), basis, ports);
    return [...first, ...(await writeHalving(batch.slice(middle), basis, ports))];
  }
}

async function writeReplacement(
  only: Projected,
  cause: unknown,
  basis: Basis,
  ports: BatchPorts,
): Promise<PendingChange[]> {
  try {
    return await write(replaceRow(only, cause, ports), basis, ports);
  } catch (error) {
    if (error instanceof EpochChangedError || !isDataFault(error)) throw error;
    const { namespace, name, uid } = only.change.object.metadata;
    const object = { kind: only.change.kind, namespace, name, uid };
    ports.logger.error("Cannot store an object, leaving it out", { object, reason: codeOf(error) });
    ports.metrics?.unprojectable.settle(only.change, false);
    return [];
  }
}

/** Returns the changes that got no row. */
async function write(batch: readonly Projected[], basis: Basis, ports: BatchPorts): Promise<PendingChange[]> {
  const rows = batch.filter(({ change }) => !change.isDeleted).map(({ row }) => row);
  const deleted = batch.filter(({ change }) => change.isDeleted).map(({ row }) => row);
  const unplaced = new Set(await ports.store.mirror(basis.epoch, { rows, deleted, complete: basis.complete }));
  ports.metrics?.rows.inc(batch.length);
  for (const { change, isReplaced } of batch) ports.metrics?.unprojectable.settle(change, isReplaced !== true);
  return batch.filter(({ row, change }) => !change.isDeleted && unplaced.has(row.id)).map(({ change }) => change);
}
