import { BerthError } from "../../../contract/errors.ts";
import type { ClusterSpec } from "../../../contract/resources/cluster.ts";
import type { importCluster } from "../../../contract/rest/cluster-imports.ts";
import type { ParsedRequest } from "../../../contract/rest/operation.ts";
import { SecretText } from "../../../contract/secret-text.ts";
import { formatAccess, importPlace, type ImportAccess } from "../../../render/import/cluster-login.ts";
import { isFinal } from "../../../render/preflight/derive-findings.ts";
import type { Finding } from "../../../render/preflight/finding.ts";
import { findAtProvider, readKubeconfig } from "../../clusters/imports/find-access.ts";
import { runPreflight } from "../../clusters/imports/run-preflight.ts";
import { makeCluster, type NewCluster } from "../../clusters/make-cluster.ts";
import { assertUser } from "../../http/authenticate.ts";
import { assertRole } from "../../http/authorize.ts";
import type { Context, Handler } from "../../http/context.ts";
import { activeMembership } from "../../identity/active-organization.ts";
import { newId } from "../../identity/new-id.ts";
import { auditOf } from "../../resources/audit-of.ts";
import { ensureStore } from "../../secrets/secret-scope.ts";

type Body = ParsedRequest<typeof importCluster>["body"];
type Import = Readonly<{ body: Body; owner: NewCluster["owner"]; access: ImportAccess }>;

/**
 * Imports a cluster: the preflight judges it, its credential goes to the secret store, and only then there is a Cluster
 * that the operator finds it by. An attempt that was cut off between the two is finished by its repetition.
 */
export const handle: Handler<typeof importCluster> = async (context, { body, query }) => {
  const user = assertUser(context.principal);
  const membership = activeMembership(user, body.organization_id);
  assertRole(membership.role, "admin");
  if (body.override_preflight === true && !user.isPlatformAdmin)
    throw new BerthError("forbidden", { publicMessage: "Only platform admins may override the preflight." });
  await context.services.importLimit.assertAllowed(membership.organizationId);
  const owner = { organizationId: membership.organizationId, slug: membership.slug, userId: user.userId };
  const access = readKubeconfig(body) ?? (await findAtProvider(context, body, owner));
  const of: Import = { body, owner, access };
  const made: NewCluster = {
    owner,
    name: body.name,
    spec: specOf(body),
    check: () => check(context, of),
    prepare: (id) => prepare(context, of, id),
    undo: async (id) => {
      await context.services.secrets.remove(...importPlace(owner.slug, id));
    },
    warnings: ["The component bundle is installed onto the cluster, but for own_components."],
  };
  return makeCluster(context, made, query);
};

function specOf(body: Body): ClusterSpec {
  const { provider, region, cloud_credential_id: credential, provider_cluster_id: id } = body;
  return {
    provider,
    region,
    tier: "dedicated",
    // Which it gets is the preflight's to find out.
    routing: body.routing ?? "ingress",
    ...(typeof credential === "string" ? { cloudCredentialId: credential } : {}),
    imported: {
      ...(typeof id === "string" ? { providerClusterId: id } : {}),
      isAutopilot: body.is_autopilot === true,
      overridePreflight: body.override_preflight === true,
    },
  };
}

/** What of the bundle is left out, and which way in there is, is decided by what is there, once: from then on it is the cluster's to say. */
async function check(
  context: Context,
  { body, owner, access }: Import,
): Promise<Required<Pick<ClusterSpec, "ownComponents" | "routing">>> {
  const { findings, ownComponents, routing } = await runPreflight(context, access, {
    ...body,
    organizationId: owner.organizationId,
  });
  const conflicts = findings.filter(({ severity }) => severity === "error");
  const registered = conflicts.find(({ code }) => code === "already_registered" || code === "management_cluster");
  if (registered !== undefined) throw new BerthError("already_registered", { publicMessage: registered.message });
  const inTheWay = body.override_preflight === true ? conflicts.filter(isFinal) : conflicts;
  if (inTheWay.length > 0)
    throw new BerthError("import_conflicts", { ...sentenceOf(inTheWay), details: { conflicts } });
  return { ownComponents: [...ownComponents], routing };
}

/** Where an override would not help, nobody is sent to ask for one. */
function sentenceOf(findings: readonly Finding[]): Readonly<{ publicMessage?: string }> {
  const [first] = findings;
  return findings.length === 1 && first !== undefined && isFinal(first) ? { publicMessage: first.message } : {};
}

/** Keeps the credential where the operator will look for it; a repetition finds its own there. */
async function prepare(context: Context, { body, owner, access }: Import, id: string): Promise<void> {
  const { ledger, secrets } = context.services;
  if (body.override_preflight === true) {
    const target = { kind: "Cluster", id, organizationId: owner.organizationId, name: body.name };
    const entry = { ...auditOf(context, { ...target, members: ["override_preflight"] }), action: "overridePreflight" };
    await ledger.audit({ ...entry, id: newId() }, "succeeded");
  }
  await ensureStore(context, owner);
  const secret = { value: new SecretText(formatAccess(access)), requestId: context.requestId };
  await secrets.create(...importPlace(owner.slug, id), secret);
}
