import type { TenantApi, TenantObject } from "./databases/tenant-api.ts";

type Service = TenantObject &
  Readonly<{
    spec: Readonly<{ type?: string; clusterIP?: string }>;
    status?: Readonly<{ loadBalancer?: Readonly<{ ingress?: readonly Readonly<{ ip?: string }>[] }> }>;
  }>;

/** Gives Services that are to be reached from outside an address that this machine reaches: the cluster's own of it. */
export async function openServices(api: TenantApi): Promise<void> {
  const services = (await api.list<Service>("/api/v1/services")) ?? [];
  for (const { metadata, spec, status } of services) {
    const [current] = status?.loadBalancer?.ingress ?? [];
    if (spec.type !== "LoadBalancer" || spec.clusterIP === undefined || current?.ip === spec.clusterIP) continue;
    const path = `/api/v1/namespaces/${metadata.namespace}/services/${metadata.name}`;
    // The nodes answer at that address already, and need not be told of it.
    await api.writeStatus(path, { loadBalancer: { ingress: [{ ip: spec.clusterIP, ipMode: "Proxy" }] } });
  }
}
