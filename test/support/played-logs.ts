import { PassThrough, type Readable } from "node:stream";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { NAMESPACES, PODS } from "../../adapters/kubernetes/resource-types.ts";
import type { Services } from "../../api/services.ts";
import type { TestGateway } from "../api/gateway.ts";
import { placeOf } from "../api/find-object.ts";

/** The log of a pod, to which a test writes. */
export type PlayedLog = Readonly<{ write: (text: string, container?: string) => void }>;

/** Pods whose logs the test writes: the API server of the tests has no kubelets. */
type PlayedLogs = Readonly<{
  /** What replaces the gateway's way to tenant clusters. */
  replace: (services: Services) => Partial<Services>;
  /** Makes the pod of a deployment; its log stays open. */
  open: (gateway: TestGateway, deploymentId: string, containers?: readonly string[]) => Promise<PlayedLog>;
}>;

const OPTIONS = { fieldManager: "test" };
const FIRST = "app";

/** Creates logs that a test writes: who asks is told what was written before, and goes on with what comes. */
export function playLogs(): PlayedLogs {
  const written = new Map<string, string>();
  const readers = new Map<PassThrough, string>();
  const open = (path: string): Readable => {
    const { pathname, searchParams } = new URL(path, "http://cluster");
    const source = `${pathname}/${searchParams.get("container")}`;
    const reader = new PassThrough();
    readers.set(reader, source);
    reader.on("close", () => readers.delete(reader));
    reader.write(written.get(source) ?? "");
    return reader;
  };
  const write = (source: string, text: string): void => {
    written.set(source, (written.get(source) ?? "") + text);
    for (const [reader, of] of readers) if (of === source) reader.write(text);
  };
  return {
    replace: ({ tenantReader }) => ({
      tenantReader: { open: async (cluster) => withLogs(await tenantReader.open(cluster), open) },
    }),
    async open(gateway, deploymentId, containers = [FIRST]) {
      const namespace = await makePod(gateway, deploymentId, containers);
      const path = `/api/v1/namespaces/${namespace}/pods/web-1/log`;
      return { write: (text, container = FIRST) => write(`${path}/${container}`, text) };
    },
  };
}

function withLogs(client: KubeClient, open: (path: string) => Readable): KubeClient {
  return {
    list: (...given: Parameters<KubeClient["list"]>) => client.list(...given),
    request: (...given: Parameters<KubeClient["request"]>) => client.request(...given),
    stream: (path: string): Promise<Readable> => Promise.resolve(open(path)),
    close: () => client.close(),
  } as Partial<KubeClient> as KubeClient;
}

async function makePod(gateway: TestGateway, deploymentId: string, containers: readonly string[]): Promise<string> {
  const { kube } = gateway;
  const { name: namespace } = await placeOf(gateway, deploymentId);
  const metadata = { name: "web-1", namespace };
  await kube.create(NAMESPACES, { metadata: { name: namespace } }, OPTIONS);
  const spec = { containers: containers.map((name) => ({ name, image: "a" })) };
  await kube.create(PODS, { metadata, spec }, OPTIONS);
  const body = { status: { phase: "Running" } };
  await kube.patch(PODS, metadata, { kind: "merge", body }, { ...OPTIONS, subresource: "status" });
  return namespace;
}
