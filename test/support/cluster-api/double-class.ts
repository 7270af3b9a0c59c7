import { parse } from "yaml";
import { clusterApiType } from "../../../operator/provisioners/cluster-api/cluster-api-types.ts";
import type { DoubleStore, Found } from "./double-objects.ts";

type Patch = { op: string; path: string; valueFrom: { variable?: string; template?: string } };
type Class = {
  infrastructure: { templateRef: { apiVersion: string; kind: string; name: string } };
  patches: { definitions: { selector: { kind: string }; jsonPatches: Patch[] }[] }[];
};

/** Reads variables of a topology. */
export function readValues(variables: readonly { name: string; value: unknown }[]): Map<string, unknown> {
  return new Map(variables.map(({ name, value }) => [name, value]));
}

/** Makes a HetznerCluster of the class's template and its patches; a patch without its place is an error, as in JSON Patch. */
export async function makeInfrastructure(
  store: DoubleStore,
  cluster: Found,
  values: ReadonlyMap<string, unknown>,
): Promise<{ metadata: Record<string, unknown> } & Record<string, unknown>> {
  const { classRef } = (cluster["spec"] as unknown as { topology: { classRef: { name: string } } }).topology;
  const found = await store.client.get(
    clusterApiType({ apiVersion: "cluster.x-k8s.io/v1beta2", kind: "ClusterClass" }),
    {
      namespace: store.namespace,
      name: classRef.name,
    },
  );
  if (found === undefined) throw new Error(`There is no ClusterClass ${classRef.name}`);
  const { infrastructure, patches } = found["spec"] as Class;
  const ref = { namespace: store.namespace, name: infrastructure.templateRef.name };
  const template = await store.client.get(clusterApiType(infrastructure.templateRef), ref);
  if (template === undefined) throw new Error(`There is no template ${ref.name}`);
  const made = structuredClone(template) as unknown as Record<string, unknown>;
  const { kind } = infrastructure.templateRef;
  const definitions = patches.flatMap((patch) => patch.definitions).filter(({ selector }) => selector.kind === kind);
  for (const patch of definitions.flatMap(({ jsonPatches }) => jsonPatches)) apply(made, patch, values);
  const { spec } = (made["spec"] as { template: { spec: object } }).template;
  return {
    apiVersion: infrastructure.templateRef.apiVersion,
    kind: "HetznerCluster",
    metadata: {
      name: cluster.metadata.name,
      namespace: store.namespace,
      labels: { "cluster.x-k8s.io/cluster-name": cluster.metadata.name },
    },
    spec,
  };
}

function apply(
  object: Record<string, unknown>,
  { op, path, valueFrom }: Patch,
  values: ReadonlyMap<string, unknown>,
): void {
  const parts = path.split("/").slice(1);
  const last = parts.pop() ?? "";
  let at: Record<string, unknown> = object;
  for (const part of parts) at = at[part] as Record<string, unknown>;
  if (op === "replace" && !(last in at)) throw new Error(`A patch replaces ${path}, which is not there`);
  at[last] =
    valueFrom.template === undefined ? need(values, valueFrom.variable ?? "") : fill(valueFrom.template, values);
}

function fill(template: string, values: ReadonlyMap<string, unknown>): unknown {
  return parse(template.replace(/\{\{ \.(\w+) \}\}/g, (_all, name: string) => String(need(values, name))));
}

function need(values: ReadonlyMap<string, unknown>, name: string): unknown {
  if (!values.has(name)) throw new Error(`The topology has no variable ${name}`);
  return values.get(name);
}
