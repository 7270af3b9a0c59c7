import type { DeploymentObject } from "./objects.ts";

type Deployments = Readonly<{ byIndex: (index: "domain", word: string) => readonly DeploymentObject[] }>;

/** Tells whether another deployment has proven a domain, and did so first, whichever organization and cluster it is in. */
export function isDomainTaken(deployments: Deployments, object: DeploymentObject, domain: string): boolean {
  const own = claimOf(object, domain);
  return deployments
    .byIndex("domain", domain)
    .filter(({ metadata }) => metadata.uid !== object.metadata.uid)
    .map((other) => claimOf(other, domain))
    .some((claim) => claim !== undefined && (own === undefined || claim < own));
}

function claimOf({ metadata, status }: DeploymentObject, domain: string): string | undefined {
  const { customDomain } = status ?? {};
  return customDomain?.name === domain ? `${customDomain.provenAt} ${metadata.uid ?? ""}` : undefined;
}
