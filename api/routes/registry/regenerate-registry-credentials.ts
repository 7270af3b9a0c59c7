import type { RegistryClient } from "../../../adapters/registry/registry-client.ts";
import {
  findRegistryCredential,
  replaceRegistryCredential,
} from "../../../adapters/postgres/resources/registry-credential-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import { idSuffix } from "../../../contract/identity.ts";
import type { regenerateRegistryCredentials } from "../../../contract/rest/registry.ts";
import { assertUser } from "../../http/authenticate.ts";
import { assertRole } from "../../http/authorize.ts";
import type { Answer, Context, Handler } from "../../http/context.ts";
import { describeFault } from "../../http/describe-fault.ts";
import { activeMembership } from "../../identity/active-organization.ts";
import { newId } from "../../identity/new-id.ts";
import {
  ROBOT_PREFIX,
  makePullLogin,
  projectOf,
  registryLease,
  type RegistryOwner,
} from "../../registry/pull-login.ts";
import { registryCredentialBody } from "../../registry/registry-credential-body.ts";
import { auditedWrite } from "../../resources/audited-write.ts";
import { underLease } from "../../resources/under-lease.ts";

/**
 * Makes new registry credentials, so that a failure never leaves none:
 * 1. a new robot in the organization's project, which pushes and pulls; its password is in the answer and nowhere else;
 * 2. another one that only pulls; its password goes into the secret store, from where deployments get it;
 * 3. their record in the place of the old one;
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
  const lease = registryLease(organizationId, id);
  return underLease(
    { pool, log: context.log },
    lease,
    "New credentials are being made already; repeat shortly.",
    async () => {
      const written = { kind: "RegistryCredential", id, organizationId, isSecret: true };
      const answer = await auditedWrite(context, written, () => regenerate(context, registry, { owner, id }));
      await removeOthers(context, registry, owner);
      return { ...answer, headers: { "Cache-Control": "no-store" } };
    },
  );
};

async function regenerate(
  context: Context,
  registry: RegistryClient,
  { owner, id }: Readonly<{ owner: RegistryOwner; id: string }>,
): Promise<Answer> {
  const { organizationId, slug } = owner;
  const project = projectOf(slug);
  await registry.ensureProject(project);
  const actions = ["push", "pull"] as const;
  const robot = await registry.createRobot(project, {
    name: `${ROBOT_PREFIX}${idSuffix(id)}`,
    actions,
    days: undefined,
  });
  const { services, requestId } = context;
  const pull = await makePullLogin({ services, registry, requestId }, owner);
  const { id: robotId, username, expiresAt } = robot;
  const credential = { id, organizationId, robotId, project, username, expiresAt, ...pull };
  const kept = await replaceRegistryCredential(context.services.pool, credential);
  return { body: { ...registryCredentialBody(kept, registry.host), password: robot.secret.reveal() } };
}

async function removeOthers(
  { services, log }: Context,
  registry: RegistryClient,
  { organizationId, slug }: RegistryOwner,
): Promise<void> {
  try {
    const current = await findRegistryCredential(services.pool, organizationId);
    for (const { id, username } of await registry.listRobots(projectOf(slug)))
      if (id !== current?.robotId && id !== current?.pullRobotId && username.includes(ROBOT_PREFIX))
        await registry.deleteRobot(id);
  } catch (error) {
    log.warn("An old robot of the registry is left; the next regeneration removes it", { fault: describeFault(error) });
  }
}
