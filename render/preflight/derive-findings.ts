/**
 * Derives what an import would meet, from what the bundle would bring along and what was found on the cluster
 * (docs/adr/0029). Nothing is asked and nothing is changed here:
 *
 * 1. who has the cluster already; 2. what of the bundle it has of its own, which is left out (docs/adr/0135); 3. collisions
 * with the objects of the rest, the kinds of the Gateway API before all; 4. what around them would stop it; 5. what it lacks; 6. what GKE Autopilot makes it do without.
 */
import type { OwnComponent } from "../../contract/resources/own-components.ts";
import type { BundleFootprint } from "./bundle-footprint.ts";
import type { ClusterFacts, Registration } from "./cluster-facts.ts";
import { findCollisions } from "./find-collisions.ts";
import { findGatewayApi, othersGatewayApi } from "./gateway-api.ts";
import { findLacks } from "./find-lacks.ts";
import { findSurroundings } from "./find-surroundings.ts";
import { findingOn, findingOnCluster, SEVERITIES, type Finding } from "./finding.ts";
import { findOwn, leftToCluster } from "./own-copies.ts";

/** What an import is judged by. */
export type PreflightInput = Readonly<{
  bundle: BundleFootprint;
  facts: ClusterFacts;
  registration: Registration;
  /** What the customer says. */
  isAutopilot: boolean;
  /** What the customer says to have of the bundle; undefined where it is to be found out. */
  said?: readonly OwnComponent[] | undefined;
}>;

/** Derives the findings, the gravest first. */
export function deriveFindings(input: PreflightInput): readonly Finding[] {
  const { bundle, facts, said } = input;
  const left = new Set<string>(leftToCluster(bundle, facts, said));
  const brought = bundle.filter(({ component, isOfOtherWay = false }) => !isOfOtherWay && !left.has(component));
  const others = new Set(othersGatewayApi(brought, facts.objects));
  const rest = { ...facts, objects: facts.objects.filter((object) => !others.has(object)) };
  const findings = [
    ...registered(input),
    ...autopilot(input),
    ...findOwn(bundle, facts, said),
    ...findGatewayApi([...others]),
    ...findCollisions(brought, rest),
    ...findSurroundings(brought, facts),
    ...findLacks(bundle, facts),
  ];
  return sortFindings(findings);
}

/** Puts the gravest first. */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  return SEVERITIES.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
}

/** Codes that no platform admin can override: there would be nothing to import, or two who own it or definitions in it. */
const FINAL: ReadonlySet<string> = new Set([
  "already_registered",
  "management_cluster",
  "unreachable",
  "credential_refused",
  "permission_missing",
  "gateway_api_exists",
]);

/** Tells whether a finding keeps a cluster out whatever a platform admin says. */
export function isFinal({ code }: Finding): boolean {
  return FINAL.has(code);
}

/** Makes the finding of a cluster that could not be looked at. */
export function unseen(code: "unreachable" | "credential_refused"): Finding {
  return findingOnCluster(
    code === "unreachable"
      ? {
          severity: "error",
          code,
          message: "The cluster's API server does not answer, or its certificate is not of the given authority.",
          remedy: "Make sure that the server can be reached from here, and that the kubeconfig is current.",
        }
      : {
          severity: "error",
          code,
          message: "The cluster's API server refuses the given credential.",
          remedy: "Give a credential that has not ended and may read the cluster.",
        },
  );
}

function registered({ registration }: PreflightInput): Finding[] {
  if (registration === "free") return [];
  const isManagement = registration === "management";
  return [
    findingOnCluster({
      severity: "error",
      code: isManagement ? "management_cluster" : "already_registered",
      message: isManagement
        ? "This is the platform's own management cluster."
        : "This cluster is registered already, here or by another organization.",
      remedy: isManagement ? "Import another cluster." : "Delete it where it is registered first.",
    }),
  ];
}

function autopilot({ bundle, facts, isAutopilot }: PreflightInput): Finding[] {
  const told = facts.servesAutopilot === isAutopilot ? [] : [mistaken(isAutopilot)];
  const skipped = bundle.filter((component) => component.skipped !== undefined);
  return [
    ...told,
    ...skipped.map(({ component, namespace, skipped: why = "" }) =>
      findingOn(
        { kind: "Component", name: component, namespace },
        {
          severity: "info",
          code: "skipped_on_autopilot",
          message: `The component ${component} is left out: ${why}.`,
          remedy: "Nothing needs to be done.",
        },
      ),
    ),
  ];
}

function mistaken(isAutopilot: boolean): Finding {
  return findingOnCluster(
    isAutopilot
      ? {
          severity: "warning",
          code: "autopilot_not_found",
          message: "is_autopilot is set, but nothing on the cluster shows that it is one of GKE Autopilot.",
          remedy: "Leave is_autopilot out unless you know better: components are left out because of it.",
        }
      : {
          severity: "error",
          code: "autopilot_undeclared",
          message: "This is a cluster of GKE Autopilot, which refuses some components of the bundle.",
          remedy: "Repeat with is_autopilot: true.",
        },
  );
}
