/**
 * Derives who has which name on a host: one virtual cluster each, whatever its tenants write. Names under the platform's domain
 * are their deployments' for ever; an own domain is that of the deployment that has proven it, and that had it first.
 */
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import type { DeploymentStatus } from "../../contract/resources/deployment.ts";
import { isDomainActive } from "../custom-domain.ts";

type Published = Readonly<{
  metadata?: Readonly<{ creationTimestamp?: string; uid?: string }>;
  spec: Pick<DeploymentSpec, "customDomain">;
  status?: DeploymentStatus | undefined;
}>;
/** A virtual cluster, as far as its deployments have names. */
export type NamedCluster<T extends Published = Published> = Readonly<{
  handle: string;
  /** Under which its deployments have their names. */
  domain: string;
  deployments: readonly T[];
}>;
/** The names of a host, each with the virtual cluster whose it is. */
export type HostNames = ReadonlyMap<string, string>;
/** Whose a name is: a deployment's, by its handle, on a virtual cluster. */
export type NameOwner = Readonly<{ cluster: string; deployment: string }>;
/** The names of a host, each with the deployment whose it is. */
export type HostOwners = ReadonlyMap<string, NameOwner>;

/** Derives whose each name is; `isTaken` says of an own domain that another deployment has it, and had it first. */
export function deriveHostOwners<T extends Published>(
  clusters: readonly NamedCluster<T>[],
  isTaken: (deployment: T, domain: string) => boolean,
): HostOwners {
  const given = clusters
    .flatMap(({ handle: cluster, domain, deployments }) => deployments.map((one) => ({ cluster, domain, one })))
    // No two have one handle (contract/identity.ts); if they had, the younger would not have the other one's name.
    .toSorted((first, second) => (sinceOf(first.one) < sinceOf(second.one) ? 1 : -1))
    .flatMap(({ cluster, domain, one: { status } }) => {
      const { handle: deployment } = status ?? {};
      return deployment === undefined ? [] : [[`${deployment}.${domain}`, { cluster, deployment }] as const];
    });
  const proven = clusters.flatMap(({ handle: cluster, deployments }) =>
    deployments
      .filter((one) => isDomainActive(one) && !isTaken(one, one.spec.customDomain ?? ""))
      .map(({ spec, status }) => [spec.customDomain ?? "", { cluster, deployment: status?.handle ?? "" }] as const),
  );
  // The later one counts: nobody proves the name of another's deployment away from it.
  return new Map([...proven, ...given]);
}

function sinceOf({ metadata: { creationTimestamp = "", uid = "" } = {} }: Published): string {
  return `${creationTimestamp} ${uid}`;
}

/** Derives whose each name is as far as virtual clusters are concerned. */
export function deriveHostNames<T extends Published>(...of: Parameters<typeof deriveHostOwners<T>>): HostNames {
  return clustersOf(deriveHostOwners(...of));
}

/** Derives which virtual cluster each name is of. */
export function clustersOf(owners: HostOwners): HostNames {
  return new Map([...owners].map(([name, { cluster }]) => [name, cluster]));
}

/** Lists the names of one virtual cluster, as they stand on its namespace. */
export function formatAllowedHosts(names: HostNames, cluster: string): string {
  const own = [...names].filter(([, handle]) => handle === cluster);
  return own
    .map(([name]) => name)
    .toSorted()
    .join(" ");
}

/** Tells what of a deployment bears on the names of its host. */
export function namesPrint({ spec, status }: Published): string {
  const { handle = "", customDomain } = status ?? {};
  return [handle, isDomainActive({ spec, status }) ? (customDomain?.provenAt ?? "") : "", spec.customDomain].join(" ");
}

type Rule = Readonly<{ host?: string }>;
type Tls = Readonly<{ hosts?: readonly string[] }>;
/** The part of an Ingress that names hosts. */
export type IngressHosts = Readonly<{ rules?: readonly Rule[] | undefined; tls?: readonly Tls[] | undefined }>;

/**
 * Cuts out of an Ingress of a virtual cluster the names that are another's; undefined where there are none, `nothing` where
 * nothing else is left. A name that is nobody's is let be: a status that was lost must take no application off the network.
 */
export function withoutForeignNames(
  { rules = [], tls = [] }: IngressHosts,
  names: HostNames,
  cluster: string,
): IngressHosts | "nothing" | undefined {
  const isForeign = (host: string | undefined): boolean => (names.get(host ?? "") ?? cluster) !== cluster;
  const hosts = [...rules.map(({ host }) => host), ...tls.flatMap((one) => one.hosts ?? [])];
  if (!hosts.some(isForeign)) return undefined;
  const left = rules.filter(({ host }) => !isForeign(host));
  if (left.length === 0) return "nothing";
  const kept = tls.map((one) => ({ ...one, hosts: one.hosts?.filter((host) => !isForeign(host)) ?? [] }));
  return { rules: left, tls: kept.filter(({ hosts: some }) => some.length > 0) };
}
