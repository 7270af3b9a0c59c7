/**
 * Makes what clusters pull an organization's images with: a robot of its own, which can pull and nothing else, and ends by
 * itself. Whoever reads it on a cluster replaces no image with it. It is made anew when half of its time is over; the one
 * before goes on until its end, for clusters that cannot be reached now.
 */
import {
  listDuePulls,
  notePullRobot,
  type PullRobot,
} from "../../adapters/postgres/resources/registry-credential-store.ts";
import { recordAudit, type AuditEntry } from "../../adapters/postgres/requests/audit-store.ts";
import type { RegistryClient } from "../../adapters/registry/registry-client.ts";
import { BerthError } from "../../contract/errors.ts";
import { idSuffix } from "../../contract/identity.ts";
import { SecretText } from "../../contract/secret-text.ts";
import { describeFault } from "../http/describe-fault.ts";
import { newId } from "../identity/new-id.ts";
import { underLease } from "../resources/under-lease.ts";
import { ensureStore } from "../secrets/secret-scope.ts";
import type { Services } from "../services.ts";
import { dockerConfig, registryPlace } from "./registry-credential-body.ts";

/** Whose registry credentials are meant. */
export type RegistryOwner = Readonly<{ organizationId: string; slug: string }>;
type Parts = Readonly<{ services: Services; registry: RegistryClient; requestId: string }>;

/** Begins the names of all robots of ours, and of those that pull. */
export const ROBOT_PREFIX = "berth-";
const PULL_PREFIX = `${ROBOT_PREFIX}pull-`;
/** Longer than all calls of one regeneration may take together. */
const LEASE_SECONDS = 120;
const PULL_DAYS = 30;
const RENEW_DAYS = 15;
const AT_ONCE = 5;

/** Derives the project of an organization; slugs are never used again, so that none passes on to another organization. */
export function projectOf(slug: string): string {
  return `org-${slug}`;
}

/** Names the lease under which an organization's credentials change. */
export function registryLease(
  organizationId: string,
  holder: string,
): { name: string; holder: string; seconds: number } {
  return { name: `registry/${organizationId}`, holder, seconds: LEASE_SECONDS };
}

/** Makes a robot that pulls, and puts its password where deployments get it from. */
export async function makePullLogin(parts: Parts, owner: RegistryOwner): Promise<PullRobot> {
  const { registry } = parts;
  const name = `${PULL_PREFIX}${idSuffix(newId())}`;
  const robot = await registry.createRobot(projectOf(owner.slug), { name, actions: ["pull"], days: PULL_DAYS });
  await storePassword(parts, owner, dockerConfig(registry.host, robot.username, robot.secret.reveal()));
  // A registry that shows no end keeps to the one that was asked for.
  const expiresAt = robot.expiresAt ?? new Date(Date.now() + PULL_DAYS * 86_400_000);
  return { pullRobotId: robot.id, pullExpiresAt: expiresAt };
}

async function storePassword({ services, requestId }: Parts, owner: RegistryOwner, config: string): Promise<void> {
  const { secrets } = services;
  await ensureStore({ services }, owner);
  const [scope, name] = registryPlace(owner.slug);
  const written = { value: new SecretText(config), requestId };
  const seen = await secrets.find(scope, name);
  const done =
    seen === undefined ? await secrets.create(scope, name, written) : await secrets.replace(scope, seen, written);
  if (done === undefined)
    throw new BerthError("conflict", { publicMessage: "The stored credentials changed at the same time; repeat." });
}

/** Makes anew what clusters pull with, where half of its time is over; what fails is tried again with the next sweep. */
export async function renewPullLogins(services: Services): Promise<void> {
  const { registry, pool, log } = services;
  if (registry === undefined) return;
  for (const owner of await listDuePulls(pool, RENEW_DAYS, AT_ONCE))
    await renew({ services, registry, requestId: "registry-renewal" }, owner).catch((error: unknown) => {
      log.info("A cluster's login of the registry could not be renewed; it is tried again", {
        fault: describeFault(error),
      });
    });
}

async function renew(parts: Parts, owner: RegistryOwner): Promise<void> {
  const { services, registry } = parts;
  const busy = "The credentials are being changed already.";
  await underLease(services, registryLease(owner.organizationId, newId()), busy, async () => {
    await notePullRobot(services.pool, owner.organizationId, await makePullLogin(parts, owner));
    await recordAudit(services.pool, renewedEntry(parts, owner), "succeeded");
    for (const { id, username, expiresAt } of await registry.listRobots(projectOf(owner.slug)))
      if (username.includes(PULL_PREFIX) && expiresAt !== null && expiresAt.getTime() < Date.now())
        await registry.deleteRobot(id);
  });
}

/** Nobody asked for it: the actor is the platform itself. */
function renewedEntry({ requestId }: Parts, { organizationId }: RegistryOwner): AuditEntry {
  return {
    id: newId(),
    requestId,
    action: "renewPullLogin",
    principal: "platform",
    organizationId,
    targetKind: "RegistryCredential",
    targetId: null,
    actorUserId: null,
    impersonatorId: null,
    changes: undefined,
    sourceAddress: null,
  };
}
