import type { AcmeIssuer } from "../../contract/certificate-settings.ts";
import type { JsonMap } from "../text/yaml-text.ts";
import type { BundleComponent, Installation } from "./component.ts";

/** Where a binding's key lies on each cluster, for the issuer that Berth makes there; cert-manager looks beside itself. */
export const ACME_BINDING = { namespace: "cert-manager", name: "berth-acme-binding", key: "key" } as const;

/** What answers an authority there stands in a namespace of a virtual cluster, whose quota has no ports of nodes. */
const ON_HOSTS = { serviceType: "ClusterIP" };

/** Makes the issuer of applications' certificates where the installation says from what. */
export const CERTIFICATE_ISSUER: BundleComponent = {
  component: "certificate-issuer",
  purpose: "Makes the issuer that applications' certificates come from, where the platform says which authority.",
  chart: "certificate-issuer",
  versions: { stable: "1.0.0", latest: "1.0.0" },
  namespace: ACME_BINDING.namespace,
  values: {},
  valuesUnder: ({ clusterIssuer, acme }) => ({
    ...(clusterIssuer === undefined ? {} : { name: clusterIssuer }),
    acme: acme === undefined ? null : describeAcme(acme),
  }),
  valuesOn: {
    "standard-both": { handOn: true },
    "standard-gateway": { challenges: "gateway" },
    "imported-both": { handOn: true },
    "imported-gateway": { challenges: "gateway" },
    host: ON_HOSTS,
    "host-both": { ...ON_HOSTS, handOn: true },
    "host-gateway": { ...ON_HOSTS, challenges: "gateway" },
  },
  profiles: ["standard", "imported"],
  footprint: { clusterIssuers: ["berth"] },
};

/** The binding's key goes by another way: this is read in Git. */
function describeAcme({ directory, email, ca, binding }: AcmeIssuer): JsonMap {
  return {
    directory,
    ...(email === undefined ? {} : { email }),
    ...(ca === undefined ? {} : { ca }),
    ...(binding === undefined ? {} : { bindingKeyId: binding.keyId }),
  };
}

/** Derives which issuer the Gateway's own listener names: the one that Berth makes cannot answer for all names of a domain. */
export function gatewayIssuer({ clusterIssuer, acme }: Installation): JsonMap {
  if (acme !== undefined || clusterIssuer === "") return { clusterIssuer: null };
  return clusterIssuer === undefined ? {} : { clusterIssuer };
}
