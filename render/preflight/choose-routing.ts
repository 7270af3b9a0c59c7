import type { OwnComponent } from "../../contract/resources/own-components.ts";
import type { ClusterRouting } from "../bundle/component.ts";
import { bundleFootprint } from "./bundle-footprint.ts";
import { deriveFindings, sortFindings, type PreflightInput } from "./derive-findings.ts";
import { findingOnCluster, type Finding } from "./finding.ts";
import { leftToCluster } from "./own-copies.ts";

/** What an import asks for. */
type Asked = Omit<PreflightInput, "bundle"> &
  Readonly<{
    provider: string;
    /** How requests are to come; undefined where it is to be found out. */
    routing: ClusterRouting | undefined;
    /** What new clusters of this installation get. */
    usual: ClusterRouting;
  }>;

/** What would come of an import. */
export type Judged = Readonly<{
  routing: ClusterRouting;
  ownComponents: readonly OwnComponent[];
  findings: readonly Finding[];
}>;

/**
 * Judges an import in the way of requests that is asked for; where none is, in the one that new clusters get, unless what is on the
 * cluster is in that way alone: then it begins at Ingress, and is told why (docs/adr/0145).
 */
export function judgeImport({ provider, routing: asked, usual, ...input }: Asked): Judged {
  const judge = (routing: ClusterRouting): Judged => {
    const bundle = bundleFootprint(provider, input.isAutopilot, routing);
    const ownComponents = leftToCluster(bundle, input.facts, input.said);
    return { routing, ownComponents, findings: deriveFindings({ bundle, ...input }) };
  };
  if (asked !== undefined) return judge(asked);
  const first = judge("ingress");
  if (usual === "ingress" || input.isAutopilot) return first;
  const wished = judge(usual);
  const known = new Set(first.findings.map(keyOf));
  const obstacles = wished.findings.filter((finding) => isInTheWay(finding) && !known.has(keyOf(finding)));
  if (obstacles.length === 0) return wished;
  return { ...first, findings: sortFindings([...first.findings, byIngress(obstacles)]) };
}

/** What is left to the cluster and cannot serve is told as a warning only: a Gateway would still not work by it. */
function isInTheWay({ severity, code }: Finding): boolean {
  return severity === "error" || code === "own_component_cannot_serve";
}

const keyOf = ({ code, kind, name, message }: Finding): string => [code, kind, name, message].join(" ");

function byIngress(obstacles: readonly Finding[]): Finding {
  const [first, ...others] = obstacles.map(({ message }) => message);
  const more = others.length === 0 ? "" : ` And ${others.length} more.`;
  return findingOnCluster({
    severity: "info",
    code: "routes_by_ingress",
    message: `Deployments are reached by Ingress, since a Gateway would meet: ${first ?? ""}${more}`,
    remedy:
      "Nothing needs to be done. Ask for routing: gateway to see all that is in its way, or move there later, by both.",
  });
}
