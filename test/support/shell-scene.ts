/** A pod on a real node and a gateway that knows it as a deployment's: what sessions in pods are tried on. */
import { createKubeClient, type KubeClient } from "../../adapters/kubernetes/kube-client.ts";
import type { Services } from "../../api/services.ts";
import { createBerth, type Berth } from "../../client/main.ts";
import { BUSYBOX_IMAGE, UNPRIVILEGED_NGINX_IMAGE } from "../../local/images/tour-images.ts";
import { issueReaderCredential } from "../../operator/delivery/reader-credential.ts";
import { issueTenantCredential } from "../../operator/delivery/tenant-credential.ts";
import { newAccount, newCluster, newDeployment } from "../api/client.ts";
import { startTestGateway, type TestGateway } from "../api/gateway.ts";
import { startDnsServer, type DnsServer } from "./dns-server.ts";
import { eventually } from "./eventually.ts";
import { startRealCluster, type RealCluster } from "./real-cluster.ts";
import { placeOf } from "../api/find-object.ts";
import { startWhole, type Stops } from "./start-whole.ts";

/** The gateway, the cluster behind it, and the deployment `id` whose one pod is `web` in `namespace`. */
export type ShellScene = Readonly<{
  cluster: RealCluster;
  gateway: TestGateway;
  /** The cluster's administrator. */
  admin: KubeClient;
  berth: Berth;
  /** Resolves what its pods ask for of the outside. */
  dns: DnsServer;
  id: string;
  key: string;
  namespace: string;
  stop: () => Promise<void>;
}>;

/** What of the gateway is other than usual. */
type Changes = Readonly<{ env?: Readonly<Record<string, string>>; replace?: Partial<Services> }>;

const DEADLINE_MS = 180_000;

/** Starts a cluster of one node with a pod of nginx, and a gateway beside it with the rights that it has on tenant clusters. */
export function startShellScene(changes: Changes = {}): Promise<ShellScene> {
  return startWhole((stops) => start(changes, stops));
}

async function start({ env, replace }: Changes, stops: Stops): Promise<Omit<ShellScene, "stop">> {
  const dns = await startDnsServer();
  stops.push(() => dns.close());
  const cluster = await startRealCluster({ nodes: 1, resolvers: dns.address });
  stops.push(() => cluster.stop());
  const { access } = cluster;
  const server = { server: access.server, caData: Buffer.from(access.caPem).toString("base64") };
  const admin = createKubeClient({ ...server, token: access.token ?? "" });
  stops.push(() => admin.close());
  await issueTenantCredential(admin, Date.now());
  const { token } = await issueReaderCredential(admin, Date.now());
  const gateway = await startTestGateway({
    env: { BERTH_DEBUG_IMAGE: BUSYBOX_IMAGE, ...env },
    replace: () => ({
      tenantReader: { open: () => Promise.resolve(createKubeClient({ ...server, token })) },
      ...replace,
    }),
  });
  stops.push(() => gateway.stop());
  const { call, key } = await newAccount(gateway.url);
  const { id } = await newDeployment(call, await newCluster(call));
  const { name: namespace } = await placeOf(gateway, id);
  await runPod(cluster, namespace);
  return { cluster, gateway, admin, dns, berth: createBerth({ url: gateway.url, key }), id, key, namespace };
}

async function runPod({ kubectl }: RealCluster, namespace: string): Promise<void> {
  await kubectl("create", "namespace", namespace);
  await kubectl("-n", namespace, "run", "web", `--image=${UNPRIVILEGED_NGINX_IMAGE}`, "--port=8080");
  await eventually(
    () => kubectl("-n", namespace, "wait", "pod/web", "--for=condition=Ready", "--timeout=30s"),
    DEADLINE_MS,
  );
}
