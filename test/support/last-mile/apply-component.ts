import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import { pick, renderChart, type Rendered } from "../helm.ts";
import type { RealCluster } from "../real-cluster.ts";
import type { Component } from "./envoy-gateway.ts";
import { IMAGES } from "./gateway-images.ts";

const COMPONENTS = fileURLToPath(new URL("../../../charts/components", import.meta.url));

/** Brings one of Berth's own components to a cluster as Argo CD does; `dir` is for what is only needed meanwhile. */
export async function applyComponent(
  { component, ...of }: Component,
  { cluster, dir }: Readonly<{ cluster: RealCluster; dir: string }>,
): Promise<void> {
  const file = join(dir, `${component}.yaml`);
  await writeFile(file, stringify(of.helm.values));
  const items = await renderChart(join(COMPONENTS, of.chart, of.version), [file], of.namespace);
  await cluster.apply({ apiVersion: "v1", kind: "Namespace", metadata: { name: of.namespace } });
  await cluster.apply({ apiVersion: "v1", kind: "List", items: items.map(withOwnEnvoy) });
}

/** A Gateway's class decides by itself what runs it: the image that is there, in the place of the release's own. */
function withOwnEnvoy(item: Rendered): object {
  if (item.kind !== "EnvoyProxy") return item;
  const { kubernetes } = pick(item, "spec.provider") as Readonly<{ kubernetes: { envoyDeployment: object } }>;
  const envoyDeployment = { ...kubernetes.envoyDeployment, container: { image: IMAGES.envoy } };
  const provider = { type: "Kubernetes", kubernetes: { ...kubernetes, envoyDeployment } };
  return { ...item, spec: { provider } };
}
