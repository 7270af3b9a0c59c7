import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import type { ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { CERTIFICATES, DNS_ENDPOINTS, IMAGE_UPDATERS } from "../../adapters/kubernetes/resource-types.ts";
import { API_VERSIONS } from "../../render/cluster-api/manifest.ts";
import { fault, ok, type Check, type Finding } from "./check.ts";

/** What else the settings name; what is undefined is not used, and not looked at. */
export type OutsideParts = Readonly<{
  client: Pick<KubeClient, "request">;
  /** Lists the regions of the simulated cloud. */
  localRegions?: (() => Promise<readonly unknown[]>) | undefined;
  /** Lists the locations of Hetzner with the platform's own token. */
  hetznerLocations?: (() => Promise<readonly unknown[]>) | undefined;
  clusterApi: boolean;
  imageUpdater: boolean;
  externalDns: boolean;
  /** Whether cert-manager beside the operator makes certificates for all names of a cluster. */
  certManager: boolean;
  resolveTxt: (name: string) => Promise<readonly string[]>;
}>;

/** Nobody may ever own this name (RFC 2606): that it does not exist is the answer of a server that works. */
const NO_NAME = "berth-doctor.invalid";
const area = "outside";

/** Looks at what makes clusters, at what rolls images out, and at who answers for domains. */
export function outsideChecks(parts: OutsideParts): readonly Check[] {
  const { client, localRegions, hetznerLocations, clusterApi, imageUpdater, externalDns, certManager } = parts;
  return [
    ...(localRegions === undefined
      ? []
      : [cloudCheck("simulated cloud", "BERTH_LOCAL_CLOUD_URL and its token", localRegions)]),
    ...(hetznerLocations === undefined
      ? []
      : [cloudCheck("Hetzner", "BERTH_HETZNER_TOKEN and the way to api.hetzner.cloud", hetznerLocations)]),
    ...(clusterApi ? [servedCheck(client, "Cluster API", Object.values(API_VERSIONS), CLUSTER_API)] : []),
    ...(imageUpdater ? [servedCheck(client, "image updater", [versionOf(IMAGE_UPDATERS)], UPDATER)] : []),
    ...(externalDns ? [servedCheck(client, "ExternalDNS", [versionOf(DNS_ENDPOINTS)], EXTERNAL_DNS)] : []),
    ...(certManager ? [servedCheck(client, "cert-manager", [versionOf(CERTIFICATES)], CERT_MANAGER)] : []),
    {
      area,
      name: "DNS",
      remedy: DNS,
      look: () => lookAtDns(parts.resolveTxt),
    },
  ];
}

const CERT_MANAGER = "install cert-manager (docs/guides/certificates.md), or unset BERTH_WILDCARD_ISSUER";
const CLUSTER_API = "install Cluster API with Hetzner's provider (docs/guides/hetzner-clusters.md)";
const DNS = "check BERTH_DNS_SERVERS: without them no domain of a deployment is verified";
const EXTERNAL_DNS = "install ExternalDNS with its CRD (docs/guides/cluster-life.md), or set BERTH_DNS=manual";
const UPDATER = "install Argo CD Image Updater 1.x, or unset BERTH_IMAGE_UPDATER";

const versionOf = ({ group, version }: ResourceType): string => `${group}/${version}`;

function cloudCheck(name: string, settings: string, list: () => Promise<readonly unknown[]>): Check {
  const remedy = `check ${settings}`;
  const look = async (): Promise<Finding> => {
    const places = await list().catch(told);
    if (typeof places === "string") return fault(places, remedy);
    return places.length === 0 ? fault("it offers no region", remedy) : ok(`${places.length} regions`);
  };
  return { area, name, remedy, look };
}

/** Our adapters' own messages name the system and nothing else. */
function told(error: unknown): string {
  return error instanceof Error ? error.message : "it does not answer";
}

function servedCheck(client: OutsideParts["client"], name: string, versions: readonly string[], remedy: string): Check {
  const isServed = async (version: string): Promise<boolean> => {
    try {
      await client.request("GET", `/apis/${version}`);
      return true;
    } catch (error) {
      if (error instanceof KubeError && error.status === 404) return false;
      throw error;
    }
  };
  const look = async (): Promise<Finding> => {
    const served = await Promise.all(versions.map(isServed));
    const missing = versions.filter((_, index) => served[index] !== true);
    return missing.length === 0 ? ok("served") : fault(`not served: ${missing.join(", ")}`, remedy);
  };
  return { area, name, remedy: "check BERTH_KUBECONFIG", look };
}

async function lookAtDns(resolveTxt: OutsideParts["resolveTxt"]): Promise<Finding> {
  try {
    await resolveTxt(NO_NAME);
    return ok("answers");
  } catch (error) {
    const { code } = error as Readonly<{ code?: unknown }>;
    const why = typeof code === "string" ? ` (${code})` : "";
    return fault(`no answer${why}`, DNS);
  }
}
