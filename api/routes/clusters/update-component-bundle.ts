import { listWithPublicPorts, type StoredResource } from "../../../adapters/postgres/resources/resource-rows.ts";
import type { OwnComponent } from "../../../contract/resources/own-components.ts";
import type { updateComponentBundle } from "../../../contract/rest/cluster-bundle.ts";
import type { ClusterRouting } from "../../../render/bundle/component.ts";
import { planOwnComponents } from "../../clusters/plan-own-components.ts";
import { changeCluster, loadCluster } from "../../clusters/change-cluster.ts";
import type { Context, Handler } from "../../http/context.ts";

type Wish = Readonly<{ routing: ClusterRouting | undefined; ownComponents: readonly OwnComponent[] | undefined }>;

const NO_INGRESS =
  "The platform's Ingress controller goes: an Ingress of a chart or of a workload that was taken over answers no more. With both it stays.";

const OWN_CERT_MANAGER =
  "cert-manager is the cluster's own: names at the Gateway get certificates by it only if it is of version 1.20 or newer and started with enableGatewayAPI, enableGatewayAPIListenerSet and the feature gate ListenerSets.";

/** Changes what a cluster has of the component bundle: channel, way of requests, what it has of its own; the operator stamps its registration anew. */
export const handle: Handler<typeof updateComponentBundle> = async (context, { path, body, query, headers }) => {
  const row = await loadCluster(context, path.cluster_id);
  const { version } = body;
  const routing = body.routing ?? undefined;
  const ownComponents = body.own_components === null ? [] : body.own_components;
  const spec = {
    ...(version === undefined ? {} : { componentBundleVersion: version }),
    ...(routing === undefined ? {} : { routing }),
    ...(ownComponents === undefined ? {} : { ownComponents }),
  };
  const warnings = query.dry_run === true ? await warningsOf(context, row, { routing, ownComponents }) : [];
  return changeCluster(context, { row, spec, query, ifMatch: headers["if-match"], warnings });
};

async function warningsOf(context: Context, row: StoredResource, wish: Wish): Promise<string[]> {
  return [...(await routingWarnings(context, row, wish.routing)), ...planOwnComponents(row, wish.ownComponents)];
}

/** What an import's preflight looks at nobody has looked at here. */
function ownCertificates({ own_components: own }: StoredResource["body"]): string[] {
  return Array.isArray(own) && own.includes("cert-manager") ? [OWN_CERT_MANAGER] : [];
}

async function routingWarnings(
  { services }: Context,
  { id, body }: StoredResource,
  routing: ClusterRouting | undefined,
): Promise<string[]> {
  if (routing === "gateway") return [NO_INGRESS, ...ownCertificates(body)];
  if (routing === undefined) return [];
  if (routing === "both") return ownCertificates(body);
  const names = await listWithPublicPorts(services.pool, id);
  if (names.length === 0) return [];
  return [
    `Nobody takes connections for the public ports of ${names.join(", ")} any more: their condition PortsPublic says GatewayMissing.`,
  ];
}
