import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { createBerthClient, registerAccount, type BerthClient } from "../support/berth-client.ts";
import { FRONT_NAMESPACE, openChartFront } from "../support/chart-front.ts";
import { BEFORE_BERTH, startChartScene, type ChartScene } from "../support/chart-scene.ts";
import { eventually } from "../support/eventually.ts";
import { canRunNodes } from "../support/real-nodes.ts";
import { SteadyLoad } from "../support/steady-load.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";

type Pod = Readonly<{
  metadata: { name: string; uid: string };
  spec: { nodeName: string };
  status: {
    podIP: string;
    initContainerStatuses: { restartCount: number }[];
    containerStatuses: { restartCount: number; ready: boolean; imageID: string }[];
  };
}>;

const NAMESPACE = "berth-system";
const PATIENCE_MS = 10 * 60_000;
const IMAGE_BYTES_MAX = 180_000_000;
/** Between two requests. */
const PAUSE_MS = 50;
const PROCESSES = ["gateway", "operator"] as const;

/** Each step depends on the one before, as in the life of an installation. */
describe("Berth by its own chart on real nodes", function () {
  this.timeout(40 * 60_000);
  stopAtFailure(this);
  let scene: ChartScene;
  let berth: BerthClient;
  let url: string;
  let written = 0;
  let begunMs: number;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    scene = await startChartScene();
  });
  after(() => (scene as ChartScene | undefined)?.stop());

  const kubectl = (...args: string[]): Promise<string> => scene.cluster.kubectl(...args);
  const soon = <T>(probe: () => Promise<T>): Promise<T> => eventually(probe, PATIENCE_MS, 500);
  const podsOf = async (selector: string, namespace = NAMESPACE): Promise<readonly Pod[]> => {
    const listed = await kubectl("-n", namespace, "get", "pods", "-l", selector, "-o", "json");
    return (JSON.parse(listed) as { items: Pod[] }).items;
  };
  const addressOf = async (selector: string, namespace: string): Promise<string> =>
    (await podsOf(selector, namespace))[0]?.status.podIP ?? expect.fail(`no pod ${selector}`);
  const podsOfProcess = (name: string): Promise<readonly Pod[]> => podsOf(`app.kubernetes.io/component=${name}`);

  it("is installed by the guide's commands, while its Postgres is only on its way", async () => {
    for (const step of BEFORE_BERTH) await scene.follow(step);
    begunMs = Date.now();
    await scene.follow("helm install berth");
    for (const name of PROCESSES) {
      const pods = await podsOfProcess(name);
      expect(pods).to.have.length(2);
      // It waited for Postgres, instead of falling over it.
      const restarts = pods.flatMap(({ status }) => [...status.initContainerStatuses, ...status.containerStatuses]);
      expect(restarts.map(({ restartCount }) => restartCount)).to.deep.equal([0, 0, 0, 0]);
      expect(new Set(pods.map(({ spec }) => spec.nodeName)).size, "one on each node").to.equal(2);
    }
  });

  it("lets people in by an ingress controller", async () => {
    const [postgres] = await podsOf("cnpg.io/cluster=berth-postgres");
    url = await openChartFront(scene, postgres?.spec.nodeName);
    const password = await scene.follow("get secret berth-admin");
    const admin = { email: "admin@example.org", password };
    await soon(async () =>
      expect((await createBerthClient(url).call("POST", "/auth/login", admin)).status).to.equal(200),
    );
    report(`from helm install to the first sign-in: ${Math.round((Date.now() - begunMs) / 1000)} s`);
    berth = await registerAccount(url);
  });

  it("keeps strangers out, whom its policies and Argo CD's do not name", async () => {
    await scene.cluster.apply(shell("stranger", "default"));
    await scene.cluster.apply(shell("stranger", FRONT_NAMESPACE));
    await soon(() => kubectl("-n", "default", "wait", "--for=condition=Ready", "pod/stranger", "--timeout=5s"));
    await soon(() => kubectl("-n", FRONT_NAMESPACE, "wait", "--for=condition=Ready", "pod/stranger", "--timeout=5s"));
    const ask = (namespace: string, address: string): Promise<string> => {
      const command = `timeout 5 nc -w 3 ${address.replace(":", " ")} < /dev/null`;
      return kubectl("-n", namespace, "exec", "stranger", "--", "sh", "-c", command).then(
        () => "open",
        () => "closed",
      );
    };
    const [gateway, operator, repoServer, redis] = await Promise.all([
      addressOf("app.kubernetes.io/component=gateway", NAMESPACE),
      addressOf("app.kubernetes.io/component=operator", NAMESPACE),
      addressOf("app.kubernetes.io/name=argocd-repo-server", "argocd"),
      addressOf("app.kubernetes.io/name=argocd-redis", "argocd"),
    ]);
    await soon(async () => expect(await ask(FRONT_NAMESPACE, `${gateway}:8080`)).to.equal("open"));
    for (const address of [
      `${gateway}:8080`,
      `${gateway}:9090`,
      `${operator}:9090`,
      `${repoServer}:8081`,
      `${redis}:6379`,
    ])
      expect(await ask("default", address), address).to.equal("closed");
    expect(await ask(FRONT_NAMESPACE, `${gateway}:9090`), "metrics").to.equal("closed");
  });

  it("runs as nobody in particular, who can write nowhere, in images without a shell", async () => {
    const script = `const fs = require("node:fs");
      const tries = ["/app/x", "/x", "/tmp/x"].map((path) => {
        try { fs.writeFileSync(path, ""); return path; } catch (error) { return error.code; }
      });
      console.log(JSON.stringify({ uid: process.getuid(), tries, shell: fs.existsSync("/bin/sh") }));`;
    for (const name of PROCESSES) {
      const [pod] = await podsOfProcess(name);
      const command = ["exec", pod?.metadata.name ?? "", "-c", name, "--", "/usr/local/bin/node", "--eval", script];
      const said = JSON.parse(await kubectl("-n", NAMESPACE, ...command)) as object;
      expect(said).to.deep.equal({ uid: 65532, tries: ["EROFS", "EROFS", "EROFS"], shell: false });
      const bytes = scene.sizes[name];
      report(`image of the ${name}: ${Math.round(bytes / 1e6)} MB`);
      expect(bytes).to.be.at.most(IMAGE_BYTES_MAX);
    }
  });

  /** Asks and writes all the while, and holds every accepted write against what is there in the end. */
  async function undisturbed(disturb: () => Promise<unknown>): Promise<void> {
    const names: string[] = [];
    const load = new SteadyLoad(async () => {
      const { status, body } = await berth.call("GET", "/clusters");
      return { status, text: JSON.stringify(body) };
    }, PAUSE_MS);
    await load.answers(100);
    let isOver = false;
    const disturbance = disturb().finally(() => (isOver = true));
    const writes = (async () => {
      do {
        const name = `written-${(written += 1)}`;
        const { status, body } = await berth.call("POST", "/secrets", { name, value: "canary" });
        expect(status, JSON.stringify(body)).to.equal(201);
        names.push(name);
        await load.answers(20);
      } while (!isOver);
    })();
    await Promise.all([disturbance, writes]);
    await load.answers(100);
    expect(await load.end()).to.deep.equal([]);
    const { body } = await berth.call<{ secrets: { name: string }[] }>("GET", "/secrets?limit=200");
    expect(body.secrets.map(({ name }) => name)).to.include.members(names);
    report(`${names.length} writes accepted meanwhile`);
  }

  it("loses no request and no write while all its pods are replaced", () =>
    undisturbed(async () => {
      await kubectl("-n", NAMESPACE, "rollout", "restart", "deployment");
      for (const name of PROCESSES)
        await soon(() => kubectl("-n", NAMESPACE, "rollout", "status", `deployment/berth-${name}`, "--timeout=20s"));
    }));

  it("loses none while it is upgraded by the guide's command", async () => {
    const path = join(scene.workDir, "charts/berth/Chart.yaml");
    await writeFile(path, (await readFile(path, "utf8")).replaceAll("ersion: 0.1.0", "ersion: 0.2.0"));
    await undisturbed(() => scene.follow("helm upgrade berth"));
    const images = await kubectl("-n", NAMESPACE, "get", "pods", "-o", "jsonpath={.items[*].spec.containers[*].image}");
    expect(images).to.contain("berth-gateway:0.2.0").and.to.contain("berth-operator:0.2.0");
    report(`memory of the pods:\n${await kubectl("top", "pods", "-A", "--sort-by=memory")}`);
  });
});

function report(line: string): void {
  console.log(`      ${line.trimEnd().replaceAll("\n", "\n        ")}`);
}

function shell(name: string, namespace: string): object {
  const container = { name: "shell", image: "busybox:1.37", command: ["sleep", "36000"] };
  const spec = { terminationGracePeriodSeconds: 1, containers: [container] };
  return { apiVersion: "v1", kind: "Pod", metadata: { name, namespace }, spec };
}
