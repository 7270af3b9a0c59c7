import { isIP } from "node:net";
import { ADDRESS_CLASSES } from "./address-rule.ts";
import { createAddressGuard, isRange, type AddressGuard } from "./address-guard.ts";

/** Whether Argo CD may fetch charts from somewhere; `unresolved` where DNS names no address. */
export type ChartHostVerdict = "allowed" | "refused" | "unresolved";

/** Answers all addresses of a name; none for a name that has none, and throws when nobody answers. */
export type ResolveAddresses = (name: string) => Promise<readonly string[]>;

/** Judges where the charts of an organization, known by its namespace, are to come from. */
export type JudgeChartHost = (url: string, namespace: string) => Promise<ChartHostVerdict>;

/** What of hosts only this installation knows. */
export type ChartHostRules = Readonly<{
  /** Hosts that are not judged any further, and ranges of private addresses. */
  allowed: readonly string[];
  /** Hosts of the platform itself: the delivery repository, the secret store, the gateway. */
  own: readonly string[];
  /** Host of the platform's registry, with its port: there an organization has its own project only. */
  registry: string | undefined;
}>;

const DENIED = ADDRESS_CLASSES.filter((name) => name !== "public");
/** Names that no DNS outside knows: with the search list of a pod they lead to services. */
const INSIDE = /^[^.]+$|\.(svc|local|localhost|internal|intranet|lan|home|corp|arpa)$/;
/** How Argo CD reads what is neither is not for us to guess. */
const PLAIN_PATH = /^(\/[a-z0-9]+([._-]+[a-z0-9]+)*)*\/?$/;

/** Creates the judge; whoever asks again asks DNS again, since what a name means is its owner's to change. */
export function createChartHostJudge(rules: ChartHostRules, resolve: ResolveAddresses): JudgeChartHost {
  const allowed = rules.allowed.filter(isRange);
  const guard = createAddressGuard({ denied: DENIED, allowed });
  const named = new Set(rules.allowed.filter((word) => !isRange(word)));
  const own = new Set([
    ...rules.own,
    ...(rules.registry === undefined ? [] : [rules.registry.replace(/:[0-9]+$/, "")]),
  ]);
  return async (url, namespace) => {
    const place = parse(url);
    if (place === undefined) return "refused";
    const name = place.hostname.replace(/\.$/, "");
    if (place.host === rules.registry) return isOwnProject(place, namespace) ? "allowed" : "refused";
    if (named.has(name)) return "allowed";
    if (own.has(name) || INSIDE.test(name)) return "refused";
    if (isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0) return isAllowed(guard, name) ? "allowed" : "refused";
    return judgeName(guard, resolve, name);
  };
}

/** OCI has no rules of its own for hosts; in those of https every spelling of an address comes out as one. */
function parse(url: string): URL | undefined {
  const text = url.replace(/^oci:/, "https:");
  return URL.canParse(text) ? new URL(text) : undefined;
}

function isOwnProject({ pathname }: URL, namespace: string): boolean {
  return PLAIN_PATH.test(pathname) && `${pathname}/`.startsWith(`/${namespace}/`);
}

async function judgeName(guard: AddressGuard, resolve: ResolveAddresses, name: string): Promise<ChartHostVerdict> {
  const addresses = await resolve(name).catch(() => []);
  if (addresses.length === 0) return "unresolved";
  return addresses.every((address) => isAllowed(guard, address)) ? "allowed" : "refused";
}

function isAllowed(guard: AddressGuard, address: string): boolean {
  try {
    guard.assertHost(address);
    return true;
  } catch {
    return false;
  }
}
