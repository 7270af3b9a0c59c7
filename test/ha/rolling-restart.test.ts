import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect } from "chai";
import { createKubeClient } from "../../adapters/kubernetes/kube-client.ts";
import { installDefinitions } from "../api/gateway.ts";
import { sharedApiServer } from "../support/api-server.ts";
import { startBalancingProxy, type BalancingProxy } from "../support/balancing-proxy.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { eventually } from "../support/eventually.ts";
import { freePorts } from "../support/free-ports.ts";
import { createDatabase } from "../support/postgres.ts";

const MAIN = join(import.meta.dirname, "../../api/main.ts");
const CLIENTS = 6;
const { PATH, NODE_COMPILE_CACHE } = process.env;

type Traffic = { answered: number; failed: string[]; slowest: number };

/** Two gateways, one database, one API server, and a proxy that sends nothing twice. */
describe("Two gateways behind a load balancer", function () {
  this.timeout(900_000);
  const gateways = new Map<string, ChildProcess>();
  let env: Record<string, string>;
  let proxy: BalancingProxy;
  let berth: BerthClient;
  let slug: string;
  let backends: string[];

  const start = (url: string): void => {
    const child = spawn(process.execPath, [MAIN], {
      env: { PATH, NODE_COMPILE_CACHE, ...env, BERTH_PORT: new URL(url).port },
      stdio: ["ignore", "ignore", "inherit"],
    });
    gateways.set(url, child);
  };
  const end = async (url: string, signal: "SIGTERM" | "SIGKILL"): Promise<number | null> => {
    const child = gateways.get(url)!;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const gone = once(child, "exit") as Promise<[number | null]>;
    child.kill(signal);
    return (await gone)[0];
  };
  const allReady = (): Promise<void> =>
    eventually(() => void expect(proxy.ready()).to.have.members(backends), 300_000, 100);

  before(async () => {
    const apiServer = await sharedApiServer();
    const kube = createKubeClient({ kubeconfigPath: apiServer.kubeconfig });
    await installDefinitions(kube);
    await kube.close();
    env = {
      BERTH_POSTGRES_URL: await createDatabase(),
      BERTH_KUBECONFIG: apiServer.kubeconfig,
      BERTH_REGISTRATION: "open",
      BERTH_LOG_LEVEL: "error",
      BERTH_RATE_LIMIT_PER_SECOND: "100000",
      BERTH_RATE_LIMIT_BURST: "100000",
      BERTH_WAITS_PER_USER: "100000",
      BERTH_WRITES_PER_MINUTE: "100000",
      BERTH_QUOTA_FACTOR: "1000",
      BERTH_DRAIN_SECONDS: "6",
    };
    backends = (await freePorts(2)).map((port) => `http://127.0.0.1:${port}`);
    for (const url of backends) start(url);
    proxy = await startBalancingProxy(backends);
    await allReady();
    berth = await registerAccount(proxy.url);
    const own = await berth.call<{ organizations: { slug: string }[] }>("GET", "/organizations");
    slug = own.body.organizations[0]?.slug ?? "";
  });
  after(async () => {
    await Promise.all([...gateways.keys()].map((url) => end(url, "SIGKILL")));
    await (proxy as BalancingProxy | undefined)?.close();
  });

  /** Reads and writes all the time while something happens; every answer but the expected one is a failed request. */
  const underTraffic = async (during: () => Promise<void>): Promise<Traffic> => {
    const traffic: Traffic = { answered: 0, failed: [], slowest: 0 };
    let isOver = false;
    const ask = async (client: number): Promise<void> => {
      for (let round = 0; !isOver; round += 1) {
        const startedAtMs = performance.now();
        const asked =
          round % 3 === 2
            ? berth.call("PATCH", `/organizations/${slug}`, { name: `Round ${client}-${round}` })
            : berth.call("GET", "/auth/me");
        const said = await asked.then(
          ({ status, body }) => (status === 200 ? "" : `${status} ${JSON.stringify(body)}`),
          String,
        );
        traffic.slowest = Math.max(traffic.slowest, performance.now() - startedAtMs);
        if (said === "") traffic.answered += 1;
        else traffic.failed.push(said);
      }
    };
    const clients = Promise.all(Array.from({ length: CLIENTS }, (_, client) => ask(client)));
    await during().finally(() => (isOver = true));
    await clients;
    return traffic;
  };

  it("are restarted one after the other without one failed request", async () => {
    const traffic = await underTraffic(async () => {
      for (const url of backends) {
        const before = proxy.served.get(url) ?? 0;
        expect(await end(url, "SIGTERM"), "exit code").to.equal(0);
        start(url);
        await allReady();
        await eventually(() => void expect(proxy.served.get(url)).to.be.greaterThan(before + 5));
      }
    });
    expect(traffic.failed).to.deep.equal([]);
    expect(traffic.answered).to.be.greaterThan(50);
  });

  it("say so before they go: readiness first, while everything is still answered", async () => {
    const [url = ""] = backends;
    const ending = end(url, "SIGTERM");
    await eventually(async () => {
      const readiness = await fetch(`${url}/readyz`);
      expect([readiness.status, await readiness.text()].join(" ")).to.match(/^503 .*this gateway is stopping/s);
    });
    const served = await fetch(`${url}/healthz`);
    expect([served.status, served.headers.get("connection")]).to.deep.equal([200, "close"]);
    expect(await ending).to.equal(0);
    start(url);
    await allReady();
  });

  it("are missed when one is killed: the proxy repeats nothing, so this test would see a lost request", async () => {
    const [url = ""] = backends;
    const traffic = await underTraffic(async () => {
      await end(url, "SIGKILL");
      await eventually(() => void expect(proxy.ready()).to.have.length(1));
    });
    expect(traffic.failed.length).to.be.greaterThan(0);
  });
});
