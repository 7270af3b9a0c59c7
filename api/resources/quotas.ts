import { countUsed, hasRoom, type Room } from "../../adapters/postgres/resources/quota-store.ts";
import { BerthError } from "../../contract/errors.ts";
import { quotaOf, type Quota } from "../../contract/quotas.ts";
import type { Context } from "../http/context.ts";

/** What one more is wanted of. */
export type Counted = Readonly<{ quota: Quota; kind: Room["kind"]; ownerId: string }>;

/** Finds out how many there may be; the place itself is taken when the write begins (write-ledger.ts). */
export async function roomFor({ services }: Context, { quota, kind, ownerId }: Counted): Promise<Room> {
  const organization = kind === "ApiKey" ? null : await services.identity.findOrganization(ownerId);
  return { kind, ownerId, most: quotaOf(quota, organization?.quotas, services.config.quotaFactor) };
}

/** Finds out how many clusters their maker may have in all organizations; undefined where a platform admin has set the organization's quota. */
export async function userRoomFor(
  { services }: Context,
  { kind, ownerId }: Counted,
  userId: string,
): Promise<Room | undefined> {
  if (kind !== "Cluster") return undefined;
  const organization = await services.identity.findOrganization(ownerId);
  const isSet =
    typeof (organization?.quotas as Readonly<Record<string, unknown>> | undefined)?.["clusters"] === "number";
  const most = quotaOf("clustersPerUser", undefined, services.config.quotaFactor);
  return isSet ? undefined : { kind, of: "user", ownerId: userId, most };
}

/** Finds out how many previews there may be among the deployments of an organization. */
export async function previewRoom({ services }: Context, ownerId: string): Promise<Room> {
  const organization = await services.identity.findOrganization(ownerId);
  const most = quotaOf("previews", organization?.quotas, services.config.quotaFactor);
  return { kind: "Deployment", of: "preview", ownerId, most };
}

/** Refuses one more when there are as many as there may be, with those that come `before` it, without taking a place. */
export async function assertRoom(context: Context, counted: Counted, before = 0): Promise<void> {
  const room = await roomFor(context, counted);
  if (!(await hasRoom(context.services.pool, { ...room, most: room.most - before }))) throw quotaExceeded(room);
}

const NEARLY_USED = 0.8;

/** Warns when one more leaves little of what there may be. */
export async function quotaWarnings(context: Context, counted: Counted): Promise<string[]> {
  const room = await roomFor(context, counted);
  const used = 1 + (await countUsed(context.services.pool, room));
  if (used < NEARLY_USED * room.most) return [];
  return [`With this ${used} of ${room.most} are used that the organization may have of kind ${room.kind}.`];
}

/** Makes the refusal of one more. */
export function quotaExceeded({
  kind,
  of,
  most,
}: Readonly<{ kind: string; of?: Room["of"]; most: number }>): BerthError {
  if (of === "preview")
    return new BerthError("quota_exceeded", {
      publicMessage: `The organization may have ${most} previews at a time; end one or ask for more.`,
    });
  const owner = of === "user" || kind === "ApiKey" || kind === "Organization" ? "You" : "The organization";
  return new BerthError("quota_exceeded", {
    publicMessage: `${owner} may have ${most} of kind ${kind}; delete one or ask for more.`,
  });
}
