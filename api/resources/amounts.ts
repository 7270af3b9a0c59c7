import { findExcess, type AmountWish, type Excess } from "../../adapters/postgres/resources/amount-store.ts";
import {
  askedByDatabase,
  askedByDeployment,
  askedByPreviewDatabase,
  askedTogether,
  type Asked,
} from "../../contract/asked.ts";
import { BerthError } from "../../contract/errors.ts";
import { AMOUNT_UNITS, amountLimits, type AmountQuota } from "../../contract/quotas.ts";
import type { DatabaseSpec } from "../../contract/resources/database-instance.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import type { ProjectedKind } from "../../render/projection/custom-resource.ts";
import type { Context } from "../http/context.ts";

/** A resource as it would be; one that is new may bring others with it. */
export type Sized = Readonly<{
  kind: ProjectedKind;
  organizationId: string;
  resourceId: string;
  spec: unknown;
  isNew?: true;
}>;

/** Tells whether amounts are limited for what is of this kind in an organization: then a write is sized before it is made. */
export async function hasAmounts(
  { services }: Context,
  { kind, organizationId }: Pick<Sized, "kind" | "organizationId">,
): Promise<boolean> {
  if (!isCounted(kind)) return false;
  return amountLimits((await services.identity.findOrganization(organizationId))?.quotas) !== undefined;
}

/** Finds out what a resource would take of its organization's amounts; undefined where nothing limits them. */
export async function amountsFor({ services }: Context, sized: Sized): Promise<AmountWish | undefined> {
  const { kind, organizationId, resourceId, spec, isNew = false } = sized;
  if (!isCounted(kind)) return undefined;
  const limits = amountLimits((await services.identity.findOrganization(organizationId))?.quotas);
  return limits && { organizationId, resourceId, asked: askedBy(kind, spec, isNew), limits };
}

/** Refuses what would ask for more than there may be, without taking it. */
export async function assertAmounts(context: Context, sized: Sized): Promise<void> {
  const wish = await amountsFor(context, sized);
  const excess = wish && (await findExcess(context.services.pool, wish));
  if (excess !== undefined) throw amountExceeded(excess);
}

type Counted = "Deployment" | "DatabaseInstance";

function isCounted(kind: ProjectedKind): kind is Counted {
  return kind === "Deployment" || kind === "DatabaseInstance";
}

function askedBy(kind: Counted, spec: unknown, isNew: boolean): Asked {
  if (kind === "DatabaseInstance") return askedByDatabase(spec as DatabaseSpec);
  const own = askedByDeployment(spec as DeploymentSpec);
  const { database } = (spec as DeploymentSpec).preview ?? {};
  // Later its database counts by itself (amount-store.ts).
  return isNew && database !== undefined ? askedTogether(own, askedByPreviewDatabase(database)) : own;
}

/** Says of each amount which members of a body make it. */
const MEMBERS: Readonly<Record<AmountQuota, string>> = {
  cpu: "cpu_request",
  memory_mb: "memory_request_mb",
  storage_gb: "storage_size_gb",
};

/** Makes the refusal of what asks for too much. */
export function amountExceeded({ quota, limit, others, before, after }: Excess): BerthError {
  const unit = AMOUNT_UNITS[quota];
  const member = MEMBERS[quota];
  const used = rounded(others + before);
  return new BerthError("quota_exceeded", {
    publicMessage:
      `${member}: the organization may ask for ${rounded(limit)} ${unit}; ${used} are asked for now, and with this it would be ` +
      `${rounded(others + after)}. Ask for less (${quota === "storage_gb" ? "smaller volumes" : `${member}, replicas, a cron_job's concurrency_policy`}), ` +
      `${quota === "storage_gb" ? "delete" : "stop or delete"} something, or have a platform admin raise quotas.${quota}.`,
  });
}

function rounded(amount: number): number {
  return Math.round(amount * 1000) / 1000;
}
