import { access, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { createKubeClient, type KubeClient, type KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import {
  NAMESPACES,
  SECRETS,
  VELERO_BACKUPS,
  VELERO_LOCATIONS,
  VELERO_SCHEDULES,
} from "../../adapters/kubernetes/resource-types.ts";
import { BERTH_NAMESPACE } from "../../local/parts/context.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { handleOf, type DeploymentBody } from "../support/deployment-scene.ts";
import { startCustomerCluster, type CustomerCluster } from "../support/customer-cluster.ts";
import { kubeconfigOf } from "../support/customer-kubeconfig.ts";
import { findBinaries } from "../support/embedded-binaries.ts";
import { eventually } from "../support/eventually.ts";
import { startOwnPlatform, type OwnPlatform } from "../support/own-platform.ts";
import { reachWithKubectl, type Kubectl } from "../support/real-cluster.ts";
import { canRunNodes, prepareRealNodes } from "../support/real-nodes.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";
import { insist, untilGone, untilRunning } from "../support/story.ts";
import {
  installBundleVelero,
  reachWithVelero,
  readVeleroValues,
  type VeleroCommand,
} from "../support/velero/install.ts";
import { prepareVelero, VELERO_IMAGES } from "../support/velero/programs.ts";
import {
  findStorageProgram,
  startBackupStorage,
  STORAGE,
  type BackupStorage,
} from "../support/velero/start-storage.ts";

type Kept = KubeObject & Readonly<{ status?: Readonly<{ phase?: string; message?: string; startTimestamp?: string }> }>;
type Told = Readonly<{ status: string; reason: string; message: string }>;

/** Berth looks every four minutes by itself. */
const PATIENCE_MS = 6 * 60_000;
const FILE = "/data/orders.txt";
const BACKUP = "by-hand";
const SMALL = { cpu_request: 0.01, memory_request_mb: 16 };

/** What Berth delivers for backups, taken and given back by the real Velero beside an S3 server that is not Amazon's. */
describe("Backups of deployments by the real Velero", function () {
  this.timeout(40 * 60_000);
  stopAtFailure(this);
  let platform: OwnPlatform;
  let management: KubeClient;
  let berth: BerthClient;
  let customer: CustomerCluster;
  let tenant: KubeClient;
  let kubectl: Kubectl;
  let velero: VeleroCommand;
  let storage: BackupStorage;
  let clusterId: string;
  let shop: DeploymentBody;
  let handle: string;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    await prepareRealNodes();
    const command = await prepareVelero();
    const program = await findStorageProgram();
    platform = await startOwnPlatform({
      BERTH_BACKUPS_URL: `s3://${STORAGE.bucket}/berth`,
      BERTH_BACKUPS_ENDPOINT: STORAGE.endpoint,
      BERTH_BACKUPS_ACCESS: "keys",
    });
    management = createKubeClient({ kubeconfigPath: platform.stack.connection.kubeconfig });
    berth = await registerAccount(platform.url);
    // Of the clusters that can be had here those that a customer brings have a bundle with Velero.
    customer = await startCustomerCluster(platform, "customer");
    ({ tenant } = customer);
    const kubeconfig = join(platform.homeDir, "customer.kubeconfig");
    await writeFile(kubeconfig, kubeconfigOf(customer.access), { mode: 0o600 });
    ({ id: clusterId } = await insist<{ id: string }>(berth, "POST", "/clusters/import", {
      name: "quay",
      kubeconfig: kubeconfigOf(customer.access),
      provider: "local",
      region: "local-1",
      acknowledge_bundle_install: true,
    }));
    ({ kubectl } = reachWithKubectl(await (await findBinaries(["kubectl"]))("kubectl"), kubeconfig));
    velero = reachWithVelero(command, kubeconfig);
    const { hostname: address } = new URL(customer.access.server);
    storage = await startBackupStorage(tenant, { dir: platform.homeDir, address, program });
    await soon(async () => {
      const shown = await insist<{ status: string }>(berth, "GET", `/clusters/${clusterId}`);
      expect(shown.status, JSON.stringify(shown)).to.equal("running");
    });
  });
  after(async () => {
    await (customer as CustomerCluster | undefined)?.stop();
    await (storage as BackupStorage | undefined)?.stop();
    await (management as KubeClient | undefined)?.close();
    await (platform as OwnPlatform | undefined)?.stop();
  });

  const soon = <T>(probe: () => T | Promise<T>): Promise<T> => eventually(probe, PATIENCE_MS, 500);
  const inVelero = (name: string): { namespace: string; name: string } => ({ namespace: "velero", name });

  /** Runs a script in the one pod of a namespace. */
  const inPod = (namespace: string, script: string): Promise<string> =>
    soon(async () => {
      const [pod = ""] = (await kubectl("-n", namespace, "get", "pods", "--output=name")).trim().split("\n");
      return (await kubectl("-n", namespace, "exec", pod, "--", "sh", "-c", script)).trim();
    });

  const becomes = (phase: string): Promise<void> =>
    soon(async () => {
      const found = await tenant.get<Kept>(VELERO_LOCATIONS, inVelero("default"));
      expect(found?.status?.phase, JSON.stringify(found?.status)).to.equal(phase);
    });

  const told = (reason: string): Promise<Told> =>
    soon(async () => {
      const { conditions } = await insist<DeploymentBody>(berth, "GET", `/deployments/${shop.id}`);
      const found = conditions.find(({ type }) => type === "BackedUp");
      expect(found?.reason, JSON.stringify(found)).to.equal(reason);
      return found as Told;
    });

  /** A change has Berth look anew. */
  const keepFor = (days: number): Promise<unknown> =>
    insist(berth, "PATCH", `/deployments/${shop.id}`, {
      backups: { enabled: true, schedule: "daily", retention_days: days },
    });

  it("have a place on the cluster, which Velero reaches by keys of the cluster's own", async () => {
    const values = await soon(() => readVeleroValues(management));
    expect(values.initContainers.map(({ image }) => image)).to.deep.equal([VELERO_IMAGES.plugin]);
    const name = `berth-backups-${values.cluster}`;
    const stringData = { cloud: storage.keys };
    const secret = { metadata: { namespace: BERTH_NAMESPACE, name }, stringData };
    await management.create(SECRETS, secret, { fieldManager: "test" });
    await soon(async () => expect(await tenant.get(SECRETS, inVelero("berth-backups"))).to.not.equal(undefined));
    await installBundleVelero(tenant, velero, values);
    await becomes("Available");
  });

  it("are scheduled as asked, and told as awaited until there is one", async () => {
    const made = await insist<DeploymentBody>(berth, "POST", "/deployments", {
      ...SMALL,
      name: "shop",
      cluster_id: clusterId,
      app_type: "container",
      docker_image: "busybox:1.37",
      command: ["sh", "-c", "touch /data/started && exec sleep 100000"],
      volumes: [{ path: "/data", sizeGb: 1 }],
      environment_variables: [{ name: "TOKEN", secret_ref: "token" }],
      backups: { enabled: true, schedule: "daily", retention_days: 7 },
    });
    await insist(berth, "POST", "/secrets", { name: "token", value: "its own", deployment_id: made.id });
    await untilRunning(berth, made.id, PATIENCE_MS);
    shop = await insist<DeploymentBody>(berth, "GET", `/deployments/${made.id}`);
    handle = handleOf(shop);
    await soon(async () => {
      const schedule = await tenant.get<Kept>(VELERO_SCHEDULES, inVelero(handle));
      expect(schedule?.status?.phase, JSON.stringify(schedule?.status)).to.equal("Enabled");
    });
    await told("NoneYet");
    await inPod(handle, `echo "first order" > ${FILE}`);
  });

  it("hold what lies on the volume, in the folder of this cluster alone, and Berth names the newest", async () => {
    await velero("backup", "create", BACKUP, "--from-schedule", handle, "--wait");
    const found = await tenant.get<Kept>(VELERO_BACKUPS, inVelero(BACKUP));
    expect(found?.status?.phase, await velero("backup", "describe", BACKUP, "--details")).to.equal("Completed");
    const volumes = JSON.parse(await kubectl("-n", "velero", "get", "podvolumebackups", "--output=json")) as {
      items: { spec: { volume: string }; status: { phase: string; progress?: { totalBytes?: number } } }[];
    };
    expect(volumes.items.map(({ status }) => status.phase)).to.deep.equal(["Completed"]);
    const { organizations } = await insist<{ organizations: { slug: string }[] }>(berth, "GET", "/auth/me");
    const folder = `berth/org-${organizations[0]?.slug ?? ""}/clusters/${clusterId}`;
    await access(join(storage.bucketDir, folder, "backups", BACKUP, "velero-backup.json"));
    await keepFor(8);
    const { message } = await told("BackedUp");
    expect(message).to.contain(String(found?.status?.startTimestamp).slice(0, 16));
  });

  it("are told as impossible while the place does not answer, with what Velero says, and no longer afterwards", async () => {
    await storage.stop();
    await becomes("Unavailable");
    await keepFor(9);
    const { status, message } = await told("LocationUnavailable");
    expect(status).to.equal("False");
    expect(message).to.match(/cannot reach where backups go: .*(refused|unreachable|timeout|BackupStorageLocation)/i);
    await storage.start();
    await becomes("Available");
    await keepFor(10);
    await told("BackedUp");
  });

  it("come back beside what runs, by the guide's own command", async () => {
    await inPod(handle, `echo "second order" >> ${FILE}`);
    const mapped = `${handle}:restored`;
    await velero("restore", "create", "beside", "--from-backup", BACKUP, "--namespace-mappings", mapped, "--wait");
    expect(await inPod("restored", `cat ${FILE}; echo "$TOKEN"`)).to.equal("first order\nits own");
    expect(await inPod(handle, `cat ${FILE}`)).to.equal("first order\nsecond order");
    await kubectl("delete", "namespace", "restored", "--wait=false");
  });

  it("bring a namespace back that was deleted with its volume", async () => {
    expect((await berth.call("DELETE", `/deployments/${shop.id}?delete_volumes=true`)).status).to.be.within(200, 202);
    await untilGone(berth, shop.id, PATIENCE_MS);
    await soon(async () => expect(await tenant.get(NAMESPACES, { name: handle })).to.equal(undefined));
    // With the Schedule goes what Argo CD takes for its own, by the annotations that Velero copies; Velero finds it in the bucket.
    await soon(async () => {
      const kept = await tenant.get<Kept>(VELERO_BACKUPS, inVelero(BACKUP));
      expect(kept?.status?.phase).to.equal("Completed");
    });
    await velero("restore", "create", "back", "--from-backup", BACKUP, "--wait");
    expect(await inPod(handle, `cat ${FILE}; echo "$TOKEN"`)).to.equal("first order\nits own");
  });
});
