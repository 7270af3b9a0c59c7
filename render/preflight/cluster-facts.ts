import type { ProgramSettings } from "../bundle/component.ts";

/** An object that was found on a cluster, with what findings need to know of it. */
export type FoundObject = Readonly<{
  kind: string;
  name: string;
  namespace?: string;
  labels: Readonly<Record<string, string>>;
  annotations: Readonly<Record<string, string>>;
  deleting?: boolean;
  /** Of workloads whether one of their pods is, of APIServices whether somebody answers. */
  available?: boolean;
  /** Of workloads. */
  images?: readonly string[];
  /** Of workloads of programs that are asked for it. */
  settings?: ProgramSettings;
  /** Of webhook configurations: whether one of them, when it is away, refuses objects in every namespace. */
  failsClosed?: boolean;
}>;

/** What a preflight saw of a cluster. */
export type ClusterFacts = Readonly<{
  kubernetesVersion: string;
  nodeCount: number;
  /** Whether it serves the API group that only GKE Autopilot has. */
  servesAutopilot: boolean;
  /** What the given credential may not do and would have to, in words. */
  missingPermissions: readonly string[];
  objects: readonly FoundObject[];
  /** What of the kinds that Berth needs of components is served, as `<plural>.<group>/<version>`. */
  served: readonly string[];
  /** Kinds of which there were too many to look at all of them. */
  cutKinds: readonly string[];
}>;

/** Who has registered the cluster already. */
export type Registration = "free" | "registered" | "management";
