import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import { CLUSTERS, NAMESPACES } from "../../../adapters/kubernetes/resource-types.ts";
import { clusterResource } from "../../../contract/resources/cluster.ts";
import type { OwnComponent } from "../../../contract/resources/own-components.ts";
import type { PreflightImportResponse } from "../../../contract/rest/cluster-imports.ts";
import type { ImportAccess } from "../../../render/import/cluster-login.ts";
import type { ClusterRouting } from "../../../render/bundle/component.ts";
import { judgeImport, type Judged } from "../../../render/preflight/choose-routing.ts";
import type { Registration } from "../../../render/preflight/cluster-facts.ts";
import { unseen } from "../../../render/preflight/derive-findings.ts";
import type { Context } from "../../http/context.ts";
import { translateKubeFault } from "../../resources/kube-faults.ts";
import { addressRefused, type ImportSource } from "./find-access.ts";
import { readClusterFacts, type ClusterLook } from "./read-cluster-facts.ts";
import { withoutEndSlashes } from "../../../contract/without-end-slashes.ts";

/** What a preflight found. */
type Preflight = Readonly<{
  kubernetesVersion: string | null;
  nodeCount: number | null;
}> &
  Judged;
type Asked = ImportSource &
  Readonly<{
    is_autopilot?: boolean | null | undefined;
    own_components?: readonly OwnComponent[] | null | undefined;
    routing?: ClusterRouting | null | undefined;
    organizationId: string;
  }>;

const DEADLINE_MS = 60_000;

/** Looks at a cluster and derives what its import would meet; changes nothing anywhere. */
export async function runPreflight(context: Context, access: ImportAccess, asked: Asked): Promise<Preflight> {
  const { importLimit } = context.services;
  const look = await importLimit.inTurn(asked.organizationId, () => lookAt(context, access, asked));
  const said = asked.own_components ?? undefined;
  // The front of local clusters plays the controller of Gateways on those alone that were made here.
  const usual = asked.provider === "local" ? "ingress" : context.services.config.clusterRouting;
  const routing = asked.routing ?? undefined;
  if (typeof look === "string") {
    const judged = { routing: routing ?? "ingress", ownComponents: said ?? [], findings: [unseen(look)] };
    return { kubernetesVersion: null, nodeCount: null, ...judged };
  }
  const { uid, facts } = look;
  const registration = await findRegistration(context, access.server, uid).catch((error: unknown) => {
    throw translateKubeFault(error, clusterResource);
  });
  const isAutopilot = asked.is_autopilot === true;
  const judged = judgeImport({ provider: asked.provider, facts, said, registration, isAutopilot, routing, usual });
  return { kubernetesVersion: facts.kubernetesVersion, nodeCount: facts.nodeCount, ...judged };
}

/** Makes the body of a preflight's answer. */
export function preflightBody({
  kubernetesVersion,
  nodeCount,
  ownComponents,
  routing,
  findings,
}: Preflight): PreflightImportResponse {
  return {
    ok: findings.every(({ severity }) => severity !== "error"),
    kubernetes_version: kubernetesVersion,
    node_count: nodeCount,
    own_components: [...ownComponents],
    routing,
    findings: [...findings],
    checked_at: new Date().toISOString(),
  };
}

async function lookAt(
  context: Context,
  access: ImportAccess,
  asked: Asked,
): Promise<ClusterLook | "unreachable" | "credential_refused"> {
  const client = context.services.connectCluster(access);
  const signal = AbortSignal.any([AbortSignal.timeout(DEADLINE_MS), context.signalOfClient()]);
  try {
    return await readClusterFacts(client, signal);
  } catch (error) {
    if (!(error instanceof KubeError)) throw error;
    if (error.reason === "RefusedAddressError") return addressRefused(asked);
    context.log.debug("A cluster could not be looked at", { reason: error.reason, status: error.status });
    return error.status === 401 || error.status === 403 ? "credential_refused" : "unreachable";
  } finally {
    await client.close();
  }
}

type ClusterObject = KubeObject & Readonly<{ status?: Readonly<{ clusterUid?: string; endpoint?: string }> }>;

/** Whose cluster it is already, by identity or by address; another organization's counts as well. */
async function findRegistration({ services }: Context, server: string, uid: string): Promise<Registration> {
  const [management, clusters] = await Promise.all([
    services.kube.get(NAMESPACES, { name: "kube-system" }),
    services.kube.list<ClusterObject>(CLUSTERS),
  ]);
  if (management?.metadata.uid === uid) return "management";
  const taken = clusters.items.some(
    ({ status: { clusterUid, endpoint } = {} }) =>
      clusterUid === uid || (endpoint !== undefined && withoutEndSlashes(endpoint) === server),
  );
  return taken ? "registered" : "free";
}
