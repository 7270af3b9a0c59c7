import type { IAppProject } from "@kubernetes-models/argo-cd/argoproj.io/v1alpha1/AppProject";
import { LABELS } from "../../contract/identity.ts";

/** Formats a project of Argo CD that is ours. */
export function formatProject(namespace: string, name: string, spec: IAppProject["spec"]): IAppProject {
  return {
    apiVersion: "argoproj.io/v1alpha1",
    kind: "AppProject",
    metadata: { name, namespace, labels: { [LABELS.managed]: "true" } },
    spec,
  };
}
