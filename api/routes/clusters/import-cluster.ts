import { CLUSTERS } from "../../../adapters/kubernetes/resource-types.ts";
import { BerthError } from "../../../contract/errors.ts";
import { clusterResource, type ClusterSpec } from "../../../contract/resources/cluster.ts";
import type { importCluster } from "../../../contract/rest/cluster-imports.ts";
import type { ParsedRequest } from "../../../contract/rest/operation.ts";
import { SecretText } from "../../../contract/secret-text.ts";
import { formatAccess, importPlace, type ImportAccess } from "../../../render/import/cluster-login.ts";
import { isFinal } from "../../../render/preflight/derive-findings.ts";
import type { Finding } from "../../../render/preflight/finding.ts";
import { findAtProvider, readKubeconfig } from "../../clusters/imports/find-access.ts";
import { runPreflight } from "../../clusters/imports/run-preflight.ts";
import { assertUser } from "../../http/authenticate.ts";
import { assertRole } from "../../http/authorize.ts";
import type { Context, Handler } from "../../http/context.ts";
import { activeMembership } from "../../identity/active-organization.ts";
import { newId } from "../../identity/new-id.ts";
import { auditOf } from "../../resources/audit-of.ts";
import { createResource, dryRunCreate, type Wanted } from "../../resources/create-resource.ts";
import { planCluster } from "../../resources/dry-run-plan.ts";
import { textOf } from "../../resources/resource-text.ts";
import { writtenAnswer } from "../../resources/written-answer.ts";
import { ensureStore } from "../../secrets/secret-scope.ts";

type Body = ParsedRequest<typeof importCluster>["body"];
type Owner = Readonly<{ organizationId: string; slug: string; userId: string }>;
type Import = Readonly<{ body: Body; owner: Owner; access: ImportAccess }>;

/**
 * Imports a cluster: the preflight judges it, its credential goes to the secret store, and only then there is a Cluster
 * that the operator finds it by. An attempt that was cut off between the two is finished by its repetition.
 */
export const handle: Handler<typeof importCluster> = async (context, { body, query }) => {
  const given = readKubeconfig(body);
  const user = assertUser(context.principal);
  const membership = activeMembership(user, body.organization_id);
  assertRole(membership.role, "admin");
  if (body.override_preflight === true && !user.isPlatformAdmin)
    throw new BerthError("forbidden", { publicMessage: "Only platform admins may override the preflight." });
  await context.services.importLimit.assertAllowed(membership.organizationId);
  const owner = { organizationId: membership.organizationId, slug: membership.slug, userId: user.userId };
  const access = given ?? (await findAtProvider(context, body, owner));
  const wanted = wantedCluster(context, { body, owner, access });
  const { owners } = wanted;
  if (query.dry_run === true) {
    const row = context.services.projection.toRow("Cluster", await dryRunCreate(context, wanted), owners);
    const would = JSON.parse(textOf("Cluster", row)) as Record<string, unknown>;
    return {
      status: 200,
      body: { ...would, plan: planCluster(["The component bundle is installed onto the cluster."]) },
    };
  }
  const object = await createResource(context, wanted);
  return writtenAnswer(context, { kind: "Cluster", object, owners }, query.wait);
};

function wantedCluster(context: Context, of: Import): Wanted {
  const { body, owner } = of;
  const owners = { organizationId: owner.organizationId, userId: owner.userId };
  return {
    definition: clusterResource,
    kind: "Cluster",
    type: CLUSTERS,
    organization: owner,
    owners,
    nameOf: () => body.name,
    spec: specOf(body),
    quota: "clusters",
    check: () => check(context, of),
    prepare: (id) => prepare(context, of, id),
    undo: async (id) => {
      await context.services.secrets.remove(...importPlace(owner.slug, id));
    },
    answer: (object) => {
      const row = context.services.projection.toRow("Cluster", object, owners);
      return { status: 201, body: JSON.parse(textOf("Cluster", row)) as unknown };
    },
  };
}

function specOf(body: Body): ClusterSpec {
  const { provider, region, cloud_credential_id: credential, provider_cluster_id: id } = body;
  return {
    provider,
    region,
    tier: "dedicated",
    ...(typeof credential === "string" ? { cloudCredentialId: credential } : {}),
    imported: {
      ...(typeof id === "string" ? { providerClusterId: id } : {}),
      isAutopilot: body.is_autopilot === true,
      overridePreflight: body.override_preflight === true,
    },
  };
}

async function check(context: Context, { body, access }: Import): Promise<void> {
  const { findings } = await runPreflight(context, access, body);
  const conflicts = findings.filter(({ severity }) => severity === "error");
  const registered = conflicts.find(({ code }) => code === "already_registered" || code === "management_cluster");
  if (registered !== undefined) throw new BerthError("already_registered", { publicMessage: registered.message });
  const inTheWay = body.override_preflight === true ? conflicts.filter(isFinal) : conflicts;
  if (inTheWay.length > 0)
    throw new BerthError("import_conflicts", { ...sentenceOf(inTheWay), details: { conflicts } });
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
