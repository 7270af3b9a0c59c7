import { randomBytes } from "node:crypto";
import { CUSTOM_RESOURCE_DEFINITIONS, NAMESPACES } from "../../adapters/kubernetes/resource-types.ts";
import type { KubeClient, KubeObject, ResourceType } from "../../adapters/kubernetes/kube-client.ts";
import { eventually } from "./eventually.ts";

/** Names a kind for tests: any spec, a status subresource, a generation. */
export const WIDGETS: ResourceType = {
  group: "test.berth.dev",
  version: "v1",
  plural: "widgets",
  kind: "Widget",
  namespaced: true,
};

/** A widget. */
export type Widget = KubeObject & Readonly<{ spec?: Record<string, unknown>; status?: Record<string, unknown> }>;

/** Makes a widget to be created. */
export function widget(namespace: string, name: string, rest: Record<string, unknown> = {}): Widget {
  const { metadata = {}, ...members } = rest as { metadata?: Record<string, unknown> };
  return {
    apiVersion: "test.berth.dev/v1",
    kind: "Widget",
    metadata: { namespace, name, ...metadata },
    spec: { size: 1 },
    ...members,
  };
}

/** Makes the kind known to an API server and creates a namespace of its own for a test; returns the namespace. */
export async function prepareWidgets(client: KubeClient): Promise<string> {
  const namespace = `t-${randomBytes(5).toString("hex")}`;
  const schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const widgetDefinition = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "widgets.test.berth.dev" },
    spec: {
      group: "test.berth.dev",
      scope: "Namespaced",
      names: { plural: "widgets", kind: "Widget", singular: "widget", listKind: "WidgetList" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: { type: "object", properties: { spec: schema, status: schema } } },
        },
      ],
    },
  };
  const options = { fieldManager: "test" };
  const ref = { name: widgetDefinition.metadata.name };
  await client.patch(
    CUSTOM_RESOURCE_DEFINITIONS,
    ref,
    { kind: "apply", body: widgetDefinition },
    { ...options, force: true },
  );
  await client.create(NAMESPACES, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } }, options);
  await eventually(() => client.list(WIDGETS, { namespace }));
  return namespace;
}
