import { PassThrough, type Readable } from "node:stream";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { NAMESPACES, PODS } from "../../adapters/kubernetes/resource-types.ts";
import type { Services } from "../../api/services.ts";
import type { TestGateway } from "../api/gateway.ts";

/** A pod whose log the test writes: the API server of the tests has no kubelets. */
export type PlayedLogs = Readonly<{
  /** What replaces the gateway's way to tenant clusters. */
  replace: (services: Services) => Partial<Services>;
  /** Makes the pod of a deployment; its log stays open. */
  open: (gateway: TestGateway, deploymentId: string) => Promise<PassThrough>;
}>;

/** Creates logs that a test writes. */
export function playLogs(): PlayedLogs {
  const log = new PassThrough();
  const withLogs = (client: KubeClient): KubeClient =>
    ({
      list: (...given: Parameters<KubeClient["list"]>) => client.list(...given),
      request: (...given: Parameters<KubeClient["request"]>) => client.request(...given),
      stream: (): Promise<Readable> => Promise.resolve(log),
      close: () => client.close(),
    }) as Partial<KubeClient> as KubeClient;
  return {
    replace: ({ tenantReader }) => ({
      tenantReader: { open: async (cluster) => withLogs(await tenantReader.open(cluster)) },
    }),
    async open({ services, kube }, deploymentId) {
      const { rows } = await services.pool.query<{ object_name: string }>(
        "SELECT object_name FROM resources WHERE id = $1",
        [deploymentId],
      );
      const namespace = rows[0]?.object_name ?? "";
      const metadata = { name: "web-1", namespace };
      const options = { fieldManager: "test" };
      await kube.create(NAMESPACES, { metadata: { name: namespace } }, options);
      await kube.create(PODS, { metadata, spec: { containers: [{ name: "app", image: "a" }] } }, options);
      const body = { status: { phase: "Running" } };
      await kube.patch(PODS, metadata, { kind: "merge", body }, { ...options, subresource: "status" });
      return log;
    },
  };
}
