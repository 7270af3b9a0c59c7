import { PassThrough } from "node:stream";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { PODS } from "../../adapters/kubernetes/resource-types.ts";
import { WORKLOAD_SPEC } from "./run-workload.ts";

const LOG = ["listening on :80", "connected to orders", "ready to serve"]
  .map((line, second) => `2026-01-14T08:00:0${second}.000000000Z ${line}\n`)
  .join("");
/** Of the application itself; runs have pods of their own. */
const POD = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "shop-1", uid: "1", creationTimestamp: "2026-01-14T08:00:00Z" },
  spec: { containers: [{ name: "app" }] },
  status: { phase: "Running" },
};
const FOUND: Readonly<Record<string, unknown>> = {
  deployments: ["front", "front-of-old"].map((name) => ({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, namespace: "legacy", uid: name },
    spec: { ...WORKLOAD_SPEC, replicas: 1 },
    status: { replicas: 1, readyReplicas: 1 },
  })),
};

/** Stands before a tenant cluster of the tests, which all of them share: of what concerns all of it, it says the same in each run. */
export function picturedTenant(client: KubeClient): KubeClient {
  return {
    get: (...given: Parameters<KubeClient["get"]>) => client.get(...given),
    list: (...[type, options]: Parameters<KubeClient["list"]>) =>
      type.plural === PODS.plural && options?.labelSelector?.startsWith("!")
        ? Promise.resolve({ items: [POD], resourceVersion: "1" })
        : client.list(type, options),
    create: (...given: Parameters<KubeClient["create"]>) => client.create(...given),
    request: (...given: Parameters<KubeClient["request"]>) => {
      const listed = /^\/apis\/apps\/v1\/(\w+)$/.exec(given[1])?.[1];
      return listed === undefined ? client.request(...given) : Promise.resolve({ items: FOUND[listed] ?? [] });
    },
    stream: () => {
      const log = new PassThrough();
      log.write(LOG);
      return Promise.resolve(log);
    },
    close: () => client.close(),
  } as Partial<KubeClient> as KubeClient;
}
