import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { connectCloud } from "../support/stack-cloud.ts";
import type { LocalCluster } from "../../adapters/providers/local-cloud-protocol.ts";
import { applyManifests } from "../../local/cluster/apply-manifests.ts";
import { callKube } from "../../local/cluster/kube-access.ts";
import type { KubeAccess, Manifest } from "../../local/cluster/kube-access.ts";
import { connectionPath } from "../../local/connection.ts";
import { startStack } from "../../local/stack.ts";
import type { Stack } from "../../local/stack.ts";
import { eventually } from "../support/eventually.ts";
import { readKubeAccess } from "./read-kube-access.ts";

const run = promisify(execFile);

const workload = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: default }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [{ name: web, image: nginx, volumeMounts: [{ name: data, mountPath: /data }] }]
      volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }]
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data, namespace: default }
spec: { accessModes: [ReadWriteMany], resources: { requests: { storage: 1Gi } } }
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: web, namespace: default }
spec:
  rules: [{ host: web.apps.localhost, http: { paths: [{ path: /, pathType: Prefix, backend: { service: { name: web, port: { number: 80 } } } }] } }]
`;

describe("the embedded stack", function () {
  this.timeout(30 * 60_000);
  let home: string;
  let stack: Stack;
  let management: KubeAccess;

  before(async () => {
    home = await mkdtemp(join(tmpdir(), "berth-stack-"));
    stack = await startStack({
      homeDir: home,
      nodes: "simulated",
      only: ["postgres", "management", "argocd", "git", "cloud"],
    });
    management = await readKubeAccess(stack.connection.kubeconfig);
  });

  after(async () => {
    await stack.stop();
    await rm(home, { recursive: true, force: true });
  });

  const cloud = (): ReturnType<typeof connectCloud> => connectCloud(stack.cloud);
  const get = async (access: KubeAccess, path: string): Promise<Record<string, never>> => {
    const { status, body } = await callKube(access, { path });
    expect(status, path).to.equal(200);
    return body as Record<string, never>;
  };

  async function makeCluster(handle: string): Promise<LocalCluster> {
    const spec = {
      tier: "shared" as const,
      region: "local-1",
      server_type: "small",
      node_count: 2,
      kubernetes_version: "1.36",
      autoscaling: null,
    };
    await cloud().putCluster(handle, spec);
    return eventually(async () => {
      const cluster = await cloud().getCluster(handle);
      expect(cluster?.state, cluster?.reason).to.equal("running");
      return cluster!;
    }, 300_000);
  }

  async function push(file: string, content: string): Promise<void> {
    const dir = await mkdtemp(join(tmpdir(), "berth-push-"));
    const { url, token, branch } = stack.connection.git;
    const remote = url.replace("http://", `http://berth:${token}@`);
    const git = (...args: string[]): Promise<unknown> =>
      run("git", ["-C", dir, "-c", "user.name=t", "-c", "user.email=t@localhost", ...args]);
    await git("clone", "--quiet", "--branch", branch, remote, ".");
    await run("mkdir", ["-p", join(dir, "demo")]);
    await run("sh", ["-c", 'cat > "$0" <<E\n$1\nE\n', join(dir, "demo", file), content]);
    await git("add", ".");
    await git("commit", "--quiet", "-m", "Demo");
    await git("push", "--quiet", "origin", branch);
    await rm(dir, { recursive: true });
  }

  it("delivers a commit to ready pods on a cluster of the simulated cloud, and takes both away again", async () => {
    const cluster = await makeCluster("demo");
    const access = {
      server: cluster.server!,
      caPem: Buffer.from(cluster.ca_data!, "base64").toString(),
      token: cluster.admin_token!,
    };
    await push("web.yaml", workload);
    await applyManifests(management, deliver(access, stack.connection.git.url));
    await eventually(async () => {
      const { status } = await get(management, "/apis/argoproj.io/v1alpha1/namespaces/argocd/applications/demo");
      expect(status).to.have.nested.property("sync.status", "Synced");
      expect(status).to.have.nested.property("health.status", "Healthy");
    });
    const deployment = await get(access, "/apis/apps/v1/namespaces/default/deployments/web");
    expect(deployment["status"]).to.have.property("readyReplicas", 2);

    await speakToPods(access);

    const asked = { ...management, token: access.token };
    expect((await callKube(asked, { path: "/api" })).status, "a token of one cluster on another").to.equal(401);
    expect((await callKube({ ...access, token: undefined }, { path: "/api" })).status, "no token").to.equal(401);

    await callKube(management, {
      method: "DELETE",
      path: "/apis/argoproj.io/v1alpha1/namespaces/argocd/applications/demo",
    });
    await eventually(async () => {
      const { status } = await callKube(access, { path: "/apis/apps/v1/namespaces/default/deployments/web" });
      expect(status).to.equal(404);
    });
    await cloud().deleteCluster("demo");
    await eventually(async () => expect(await cloud().getCluster("demo")).to.equal(undefined));
  });

  async function speakToPods(access: KubeAccess): Promise<void> {
    const pods = (await get(access, "/api/v1/namespaces/default/pods"))["items"] as unknown as {
      metadata: { name: string };
    }[];
    const logs = await callKube(access, { path: `/api/v1/namespaces/default/pods/${pods[0]!.metadata.name}/log` });
    expect(logs.body).to.contain("Simulated pod");
    const minted = await callKube(access, {
      method: "POST",
      path: "/api/v1/namespaces/default/serviceaccounts/default/token",
      body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { expirationSeconds: 600 } },
    });
    const { token } = (minted.body as { status: { token: string } }).status;
    expect((await callKube({ ...access, token }, { path: "/api" })).status, "a minted token").to.equal(200);
    expect((await callKube({ ...management, token }, { path: "/api" })).status, "the same token elsewhere").to.equal(
      401,
    );
  }

  it("deploys nothing by way of the project default and the management cluster", async () => {
    const source = { repoURL: stack.connection.git.url, targetRevision: "main", path: "demo" };
    const app = application("smuggled", {
      project: "default",
      source,
      destination: { name: "management", namespace: "default" },
    });
    await push("smuggled.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: smuggled, namespace: default }\n");
    await applyManifests(management, [app]);
    await eventually(async () => {
      const { status } = await get(management, "/apis/argoproj.io/v1alpha1/namespaces/argocd/applications/smuggled");
      expect(JSON.stringify(status)).to.contain("InvalidSpecError");
    });
    expect((await callKube(management, { path: "/api/v1/namespaces/default/configmaps/smuggled" })).status).to.equal(
      404,
    );
  });

  it("keeps the connection file private, complete and true when a child is restarted", async () => {
    const path = connectionPath(home);
    expect((await stat(path)).mode & 0o777).to.equal(0o600);
    const before = stack.pid("git");
    stack.kill("git", "SIGKILL");
    await eventually(async () => {
      const { processes } = JSON.parse(await readFile(path, "utf8")) as { processes: Record<string, number> };
      expect(processes["git"]).to.be.a("number").and.not.equal(before);
    });
  });

  it("refuses a second start in the same home folder with one sentence", async () => {
    const again = await startStack({ homeDir: home, nodes: "simulated", only: ["git"] }).catch(
      (error: unknown) => error as Error,
    );
    expect(again).to.be.instanceOf(Error).with.property("message").that.contains("runs in").and.not.contains("\n");
  });

  it("keeps clusters, data and addresses over a restart", async () => {
    const before = await makeCluster("kept");
    const connection = stack.connection;
    await stack.stop();
    const begun = performance.now();
    stack = await startStack({
      homeDir: home,
      nodes: "simulated",
      only: ["postgres", "management", "argocd", "git", "cloud"],
    });
    console.log(`      second start: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    expect({ ...stack.connection, processes: {} }).to.deep.equal({ ...connection, processes: {} });
    const after = await makeCluster("kept");
    expect({ ...after, nodes: [] }).to.deep.equal({ ...before, nodes: [] });
    await cloud().deleteCluster("kept");
    await eventually(async () => expect(await cloud().getCluster("kept")).to.equal(undefined));
  });
});

function application(name: string, spec: Record<string, unknown>): Manifest {
  const syncPolicy = { automated: { prune: true, selfHeal: true } };
  const metadata = { name, namespace: "argocd", finalizers: ["resources-finalizer.argocd.argoproj.io"] };
  return { apiVersion: "argoproj.io/v1alpha1", kind: "Application", metadata, spec: { ...spec, syncPolicy } };
}

function deliver(access: KubeAccess & { token: string }, repoURL: string): Manifest[] {
  const encode = (text: string): string => Buffer.from(text).toString("base64");
  const config = { bearerToken: access.token, tlsClientConfig: { caData: encode(access.caPem) } };
  const metadata = { name: "demo", namespace: "argocd", labels: { "argocd.argoproj.io/secret-type": "cluster" } };
  const data = { name: encode("demo"), server: encode(access.server), config: encode(JSON.stringify(config)) };
  const destinations = [{ name: "demo", namespace: "*" }];
  return [
    { apiVersion: "v1", kind: "Secret", metadata, data },
    {
      apiVersion: "argoproj.io/v1alpha1",
      kind: "AppProject",
      metadata: { name: "demo", namespace: "argocd" },
      spec: { destinations, sourceRepos: [repoURL] },
    },
    application("demo", {
      project: "demo",
      source: { repoURL, targetRevision: "main", path: "demo" },
      destination: { name: "demo", namespace: "default" },
    }),
  ];
}
