import { findMetered } from "../../adapters/postgres/resources/usage-store.ts";
import { askedByCluster, askedByDatabase, askedByDeployment, type Asked } from "../../contract/asked.ts";
import type { ClusterSpec } from "../../contract/resources/cluster.ts";
import type { DatabaseSpec } from "../../contract/resources/database-instance.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { HOURS_OF_MONTH } from "../../contract/rest/usage.ts";
import type { MonthlyCost } from "../../contract/rest/values.ts";
import type { ProjectedKind } from "../../render/projection/custom-resource.ts";
import type { Context } from "../http/context.ts";
import { ListPrices } from "../providers/list-prices.ts";
import type { Owners } from "./projection-port.ts";

type Metered = "Cluster" | "Deployment" | "DatabaseInstance";
/** A resource as it would be; `id` is that of one that is there. */
type Rehearsal = Readonly<{
  kind: ProjectedKind;
  owners: Owners;
  spec: unknown;
  body: Readonly<Record<string, unknown>>;
  id?: string;
}>;
type Amounts = Pick<Asked, "nodes" | "storageGb"> & Readonly<{ serverType: string }>;

const ASKED_BY: Readonly<Record<Metered, (spec: never) => Asked>> = {
  Cluster: (spec: ClusterSpec) => askedByCluster(spec),
  Deployment: (spec: DeploymentSpec) => askedByDeployment(spec),
  DatabaseInstance: (spec: DatabaseSpec) => askedByDatabase(spec),
};

/** Says what a write changes of what its nodes and storage cost in a month; null where one of them has no price. */
export async function monthlyCostOf(context: Context, rehearsal: Rehearsal): Promise<MonthlyCost | null> {
  const { kind, spec, body, id } = rehearsal;
  const place = placeOf(rehearsal);
  if (!isMetered(kind) || place === undefined) return null;
  const prices = new ListPrices(context.services.providers);
  const known = id === undefined ? undefined : await findMetered(context.services.pool, id);
  const before = known === undefined ? 0 : await monthOf(prices, place, known);
  const serverType = typeof body["server_type"] === "string" ? body["server_type"] : "";
  const after = await monthOf(prices, place, { ...ASKED_BY[kind](spec as never), serverType });
  if (before === undefined || after === undefined) return null;
  return { currency: "EUR", before: before.toFixed(2), after: after.toFixed(2), change: changeOf(before, after) };
}

type Place = Pick<ClusterSpec, "provider" | "region">;

/** Nodes of a shared cluster are its host's, and those of one that was not made here are not ours to price. */
function placeOf({ kind, owners, spec, body }: Rehearsal): Place | undefined {
  if (kind !== "Cluster") return owners.cluster;
  return body["tier"] === "shared" || body["is_imported"] === true ? undefined : (spec as ClusterSpec);
}

function monthOf(prices: ListPrices, { provider, region }: Place, asked: Amounts): Promise<number | undefined> {
  const hours = { nodeHours: asked.nodes * HOURS_OF_MONTH, storageGbHours: asked.storageGb * HOURS_OF_MONTH };
  return prices.costOf({ provider, region, serverType: asked.serverType }, hours);
}

/** The difference of what is shown, so that the three add up. */
function changeOf(before: number, after: number): string {
  const cents = Math.round(Number(after.toFixed(2)) * 100) - Math.round(Number(before.toFixed(2)) * 100);
  return (cents / 100).toFixed(2);
}

function isMetered(kind: ProjectedKind): kind is Metered {
  return kind in ASKED_BY;
}
