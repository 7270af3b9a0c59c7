import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import type { OwnComponent } from "../../contract/resources/own-components.ts";
import type { ClusterBody } from "../../render/projection/project-cluster.ts";
import { wantedComponents } from "../../render/bundle/wanted-components.ts";
import { describeCluster } from "./show-bundle.ts";

/** Tells what the bundle lets go of and what it brings when a cluster names other components as its own. */
export function planOwnComponents({ body }: StoredResource, own: readonly OwnComponent[] | undefined): string[] {
  if (own === undefined) return [];
  const cluster = body as unknown as ClusterBody;
  const before = broughtTo(cluster);
  const after = broughtTo({ ...cluster, own_components: [...own] });
  return [
    ...before.filter((component) => !after.includes(component)).map(letGo),
    ...after.filter((component) => !before.includes(component)).map(bring),
  ];
}

function broughtTo(cluster: ClusterBody): readonly string[] {
  const wanted = wantedComponents(describeCluster(cluster));
  return wanted.filter(({ skipped }) => skipped === undefined).map(({ definition }) => definition.component);
}

const letGo = (component: string): string =>
  `The bundle lets go of ${component}: what it made there stays and is the cluster's own, and newer versions of it come from nobody here.`;

const bring = (component: string): string =>
  `The bundle brings ${component}: whatever the cluster still has of it under the same names is overwritten, so remove that first.`;
