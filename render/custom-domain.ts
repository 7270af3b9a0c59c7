import { organizationSlug } from "../contract/identity.ts";
import type { DeploymentStatus } from "../contract/resources/deployment.ts";
import type { DeploymentSpec } from "../contract/resources/deployment-spec.ts";

type Domain = Readonly<{ spec: Pick<DeploymentSpec, "customDomain">; status?: DeploymentStatus | undefined }>;

/** What cert-manager writes on each Secret and request that it makes: of which Certificate they are. */
export const MADE_OF = "cert-manager.io/certificate-name";

/** Derives the name of the TXT record that proves a domain. */
export function domainRecordName(domain: string): string {
  return `_berth.${domain}`;
}

/** Derives what that record says: whose the domain is. Slugs never change and are never given out again. */
export function domainRecordValue(namespace: string): string {
  return `berth-organization=${organizationSlug(namespace)}`;
}

/** Tells whether a deployment's own domain was proven, and is not another one's by now. */
export function isDomainActive({ spec, status }: Domain): boolean {
  return spec.customDomain !== undefined && status?.customDomain?.name === spec.customDomain;
}

/** Derives the Secret, and by cert-manager's custom the Certificate, of the platform's name of a deployment. */
export function certificateName(handle: string): string {
  return `${handle}-tls`;
}

/** Derives the Secret, and by cert-manager's custom the Certificate, of a deployment's own domain. */
export function domainCertificateName(handle: string): string {
  return `${handle}-domain-tls`;
}
