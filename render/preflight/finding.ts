import type { FoundObject } from "./cluster-facts.ts";
import { ownerOf } from "./object-owner.ts";

/** States how much a finding weighs: an error keeps the cluster from being imported. */
export const SEVERITIES = ["error", "warning", "info"] as const;

/** One thing that an import would meet. */
export type Finding = Readonly<{
  severity: (typeof SEVERITIES)[number];
  code: string;
  kind: string;
  name: string;
  namespace: string | null;
  /** Whose it is, as far as labels and annotations say. */
  owner: string | null;
  message: string;
  remedy: string;
}>;

/** What is to be told of an object. */
export type Told = Pick<Finding, "severity" | "code" | "message" | "remedy">;

/** Makes a finding about an object, as something of a component where one is given. */
export function findingOn(
  object: Pick<FoundObject, "kind" | "name" | "namespace">,
  told: Told,
  component?: string,
): Finding {
  const { kind, name, namespace } = object;
  const { severity, code, message, remedy } = told;
  const owner = "labels" in object ? ownerOf(object as FoundObject, component)?.name : undefined;
  return { severity, code, kind, name, namespace: namespace ?? null, owner: owner ?? null, message, remedy };
}

/** Makes a finding about the cluster as a whole. */
export function findingOnCluster(told: Told): Finding {
  return findingOn({ kind: "Cluster", name: "cluster" }, told);
}
