import type { RegistryClient } from "../../../adapters/registry/harbor-client.ts";
import {
  findRegistryCredential,
  replaceRegistryCredential,
} from "../../../adapters/postgres/registry-credential-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import { idSuffix } from "../../../contract/identity.ts";
import type { regenerateRegistryCredentials } from "../../../contract/rest/registry.ts";
import { SecretText } from "../../../contract/secret-text.ts";
import { assertUser } from "../../http/authenticate.ts";
import { assertRole } from "../../http/authorize.ts";
import type { Answer, Context, Handler } from "../../http/context.ts";
import { describeFault } from "../../http/describe-fault.ts";
import { activeMembership } from "../../identity/active-organization.ts";
import { newId } from "../../identity/new-id.ts";
import { dockerConfig, registryCredentialBody, registryPlace } from "../../registry/registry-credential-body.ts";
import { auditedWrite } from "../../resources/audited-write.ts";
import { underLease } from "../../resources/under-lease.ts";
import { ensureStore } from "../../secrets/secret-scope.ts";

type Owner = Readonly<{ organizationId: string; slug: string }>;

/**
 * Makes new registry credentials, so that a failure never leaves none:
 * 1. a new robot in the organization's project;
 * 2. its password into the secret store, from where deployments get it;
 * 3. its record in the place of the old one;
 * 4. every other robot of ours goes. What fails here, or was cut off before, goes with the next regeneration.
 */
export const handle: Handler<typeof regenerateRegistryCredentials> = async (context, { query }) => {
  const owner = activeMembership(assertUser(context.principal), query.organization_id);
  assertRole(owner.role, "admin");
  const { registry, pool } = context.services;
  if (registry === undefined) throw new BerthError("registry_not_configured");
  const { organizationId } = owner;
  const { abandoned } = context.repeat ?? {};
  const id = abandoned?.recordId ?? newId();
  const known = await findRegistryCredential(pool, organizationId);
  if (known?.id === id) throw new BerthError("secret_already_returned");
  const lease = { name: `registry/${organizationId}`, holder: id, seconds: LEASE_SECONDS };
  return underLease(context, lease, "New credentials are being made already; repeat shortly.", async () => {
    const written = { kind: "RegistryCredential", id, organizationId, isSecret: true };
    const answer = await auditedWrite(context, written, () => regenerate(context, registry, { owner, id }));
    await removeOthers(context, registry, owner);
    return { ...answer, headers: { "Cache-Control": "no-store" } };
  });
};

/** Longer than all calls of one regeneration may take together. */
const LEASE_SECONDS = 120;

async function regenerate(
  context: Context,
  registry: RegistryClient,
  { owner, id }: Readonly<{ owner: Owner; id: string }>,
): Promise<Answer> {
  const { organizationId, slug } = owner;
  const project = projectOf(slug);
  await registry.ensureProject(project);
  const robot = await registry.createRobot(project, robotName(id));
  await storePassword(context, registry.host, owner, robot);
  const { id: robotId, username, expiresAt } = robot;
  const credential = { id, organizationId, robotId, project, username, expiresAt };
  const kept = await replaceRegistryCredential(context.services.pool, credential);
  return { body: { ...registryCredentialBody(kept, registry.host), password: robot.secret.reveal() } };
}

async function storePassword(
  context: Context,
  host: string,
  owner: Owner,
  { username, secret }: Readonly<{ username: string; secret: SecretText }>,
): Promise<void> {
  const { secrets } = context.services;
  await ensureStore(context, owner);
  const [scope, name] = registryPlace(owner.slug);
  const value = new SecretText(dockerConfig(host, username, secret.reveal()));
  const written = { value, requestId: context.requestId };
  const seen = await secrets.find(scope, name);
  const done =
    seen === undefined ? await secrets.create(scope, name, written) : await secrets.replace(scope, seen, written);
  if (done === undefined)
    throw new BerthError("conflict", { publicMessage: "The stored credentials changed at the same time; repeat." });
}

async function removeOthers(
  { services, log }: Context,
  registry: RegistryClient,
  { organizationId, slug }: Owner,
): Promise<void> {
  try {
    const current = await findRegistryCredential(services.pool, organizationId);
    for (const { id, username } of await registry.listRobots(projectOf(slug)))
      if (id !== current?.robotId && username.includes(ROBOT_PREFIX)) await registry.deleteRobot(id);
  } catch (error) {
    log.warn("An old robot of the registry is left; the next regeneration removes it", { fault: describeFault(error) });
  }
}

const ROBOT_PREFIX = "berth-";

function robotName(id: string): string {
  return `${ROBOT_PREFIX}${idSuffix(id)}`;
}

/** Slugs are never used again, so that no project passes on to another organization. */
function projectOf(slug: string): string {
  return `org-${slug}`;
}
