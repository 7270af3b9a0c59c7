import { z } from "zod";

/** Names the components of the bundle that an imported cluster may have of its own (docs/adr/0135). */
export const OWN_COMPONENTS = [
  "cert-manager",
  "cloudnative-pg",
  "envoy-gateway",
  "external-secrets",
  "ingress-nginx",
  "metrics-server",
  "moco",
  "plugin-barman-cloud",
  "velero",
] as const;

/** A component of the bundle that a cluster may have of its own. */
export type OwnComponent = (typeof OWN_COMPONENTS)[number];

/** A list of them, as people write it. */
export const ownComponents = z.array(z.enum(OWN_COMPONENTS)).max(OWN_COMPONENTS.length);
