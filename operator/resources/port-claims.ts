import { isStaged } from "../../contract/resources/staged-import.ts";
import { ageOf, publicPortKeyOf, type DeploymentObject } from "./objects.ts";

type Deployments = Readonly<{ byIndex: (index: "publicPort", word: string) => readonly DeploymentObject[] }>;

/**
 * Finds the deployment whose a number at a cluster's Gateway is; undefined where it is the given one's. Who had it first
 * keeps it; of several who ask, the oldest gets it.
 */
export function findPortHolder(
  deployments: Deployments,
  object: DeploymentObject,
  publicPort: number,
): DeploymentObject | undefined {
  const own = claimOf(object, publicPort);
  const others = deployments
    .byIndex("publicPort", publicPortKeyOf(object, publicPort))
    .filter(({ metadata }) => metadata.uid !== object.metadata.uid);
  const holders = others.filter((other) => {
    const claim = claimOf(other, publicPort);
    return claim !== undefined && (own === undefined || claim < own);
  });
  const asking = own === undefined ? others.filter((other) => isAsking(other) && ageOf(other) < ageOf(object)) : [];
  return [...holders, ...asking][0];
}

function claimOf({ metadata, status }: DeploymentObject, publicPort: number): string | undefined {
  const found = status?.publicPorts?.find((one) => one.publicPort === publicPort);
  return found && `${found.claimedAt} ${metadata.uid ?? ""}`;
}

/** What goes, and what is not the platform's yet, gets no number any more, or not yet. */
function isAsking({ metadata, spec }: DeploymentObject): boolean {
  return metadata.deletionTimestamp === undefined && !isStaged(spec);
}
