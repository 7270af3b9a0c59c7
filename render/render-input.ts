import type { Remembered, ResourceMetadata } from "./resource-file.ts";
import type { DeploymentSpec } from "../contract/resources/deployment-spec.ts";
import type { ClusterPlace } from "./projection/custom-resource.ts";

/** Everything that a deployment's files depend on. */
export type RenderDeploymentInput = Readonly<{
  metadata: ResourceMetadata;
  handle: string;
  spec: DeploymentSpec;
  /** What was said of it, where `spec` has what the clock makes of a sleep schedule; Git keeps what was said. */
  declared?: DeploymentSpec;
  cluster: ClusterPlace;
  platform: Readonly<{
    appsDomain: string;
    repoUrl: string;
    branch: string;
    argocdNamespace: string;
    /** AppProject of the organization: `organizationProject(namespace)`; that of a deployment follows from it. */
    project: string;
    chartVersion: string;
    /** Secret store of the cluster; kubernetes when unset. */
    secretsDriver?: "kubernetes" | "vault";
    /** Host of the platform's registry. */
    registryHost?: string | undefined;
    /** Unset: the chart's own default; empty: people bring certificates. */
    clusterIssuer?: string | undefined;
    ingressClassName?: string;
  }>;
  /** Of the secrets that the pods get; another one restarts them. */
  secretsRevision?: string | undefined;
  /** Whether the TXT record of spec.customDomain was seen; the domain is routed only then (docs/adr/0026). */
  customDomainActive?: boolean;
  /** The numbers of its public ports that are its own: another deployment has those that it waits for (docs/adr/0124). */
  publicPorts?: readonly number[] | undefined;
  remembered?: Remembered;
}>;

/** One file of the delivery repository. */
export type RenderedFile = Readonly<{ path: string; content: string }>;
