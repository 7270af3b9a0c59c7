import type { ResourceType } from "../../adapters/kubernetes/kube-object.ts";

/** Names the Deployments of Kubernetes, which run on tenant clusters. */
export const WORKLOADS: ResourceType = {
  group: "apps",
  version: "v1",
  plural: "deployments",
  kind: "Deployment",
  namespaced: true,
};
