import { once } from "node:events";
import { readFile } from "node:fs/promises";
import type { Server } from "node:https";
import { join } from "node:path";
import { applyManifests, type Persistence } from "../../cluster/apply-manifests.ts";
import type { KubeAccess, Manifest } from "../../cluster/kube-access.ts";
import type { PortBook } from "../../port-book.ts";
import { createMetricsApi } from "./metrics-api.ts";

/** A cluster with simulated nodes, whose control plane lies in a folder. */
type SimulatedCluster = Readonly<{ handle: string; dir: string; access: KubeAccess }>;

const NAMESPACE = "kube-system";
const SERVICE = "simulated-metrics";

/** Gives clusters with simulated nodes their metrics API, one server for each. */
export class SimulatedMetrics {
  readonly #ports: PortBook;
  readonly #servers = new Map<string, Readonly<{ server: Server; port: number }>>();

  constructor(ports: PortBook) {
    this.#ports = ports;
  }

  /** Begins with a cluster whose API server answers, which then passes questions on; can be repeated. */
  async attach(cluster: SimulatedCluster, persistence: Persistence): Promise<void> {
    const port = this.#servers.get(cluster.handle)?.port ?? (await this.#listen(cluster));
    await applyManifests(cluster.access, manifestsOf(port), persistence);
  }

  /** Ends with a cluster that stops. */
  detach(handle: string): void {
    const { server } = this.#servers.get(handle) ?? {};
    this.#servers.delete(handle);
    server?.close();
    server?.closeAllConnections();
  }

  /** Forgets the port of a cluster that is gone. */
  forget(handle: string): Promise<void> {
    return this.#ports.forget([portName(handle)]);
  }

  /** Ends with all clusters. */
  stop(): void {
    for (const handle of [...this.#servers.keys()]) this.detach(handle);
  }

  async #listen({ handle, dir, access }: SimulatedCluster): Promise<number> {
    const [key, cert] = await Promise.all([
      readFile(join(dir, "apiserver.key"), "utf8"),
      readFile(join(dir, "apiserver.crt"), "utf8"),
    ]);
    const port = await this.#ports.take(portName(handle));
    const server = createMetricsApi({ key, cert, access });
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    this.#servers.set(handle, { server, port });
    return port;
  }
}

function portName(handle: string): string {
  return `${handle}-metrics`;
}

function manifestsOf(port: number): readonly Manifest[] {
  return [
    // A young API server may not have made it yet.
    { apiVersion: "v1", kind: "Namespace", metadata: { name: NAMESPACE } },
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: SERVICE, namespace: NAMESPACE },
      // No pods are behind it: the aggregator takes such a name as it stands.
      spec: { type: "ExternalName", externalName: "127.0.0.1" },
    },
    {
      apiVersion: "apiregistration.k8s.io/v1",
      kind: "APIService",
      metadata: { name: "v1beta1.metrics.k8s.io" },
      spec: {
        service: { name: SERVICE, namespace: NAMESPACE, port },
        group: "metrics.k8s.io",
        version: "v1beta1",
        insecureSkipTLSVerify: true,
        groupPriorityMinimum: 100,
        versionPriority: 100,
      },
    },
  ];
}
