/*
 * Measures how long it takes until an address answers (`node bench/reachable.ts`, as root on Linux), on pods that really run:
 * 1. PATCH of a deployment by REST until the platform has seen the change answer at its address, as a stranger asks it: the whole
 *    chain with the real Argo CD, at the embedded platform's front;
 * 2. the same at Envoy Gateway, with a double in the place of Argo CD, also with a startup probe that asks each 5 s, as all did once;
 * 3. an own domain from the moment its proof was seen until the platform has seen it answer: the certificate by HTTP-01 of a real
 *    authority that speaks ACME, DNS by BIND, Envoy Gateway.
 * `chain` measures the first alone, `gateway` the others.
 */
import type { DeploymentSpec } from "../contract/resources/deployment-spec.ts";
import type { DeploymentStatus } from "../contract/resources/deployment.ts";
import { UNPRIVILEGED_NGINX_IMAGE } from "../local/images/tour-images.ts";
import { registerAccount, type BerthClient } from "../test/support/berth-client.ts";
import { runEndings } from "../test/support/endings.ts";
import { GatewayDeployments } from "../test/support/last-mile/gateway-deployments.ts";
import { ORGANIZATIONS, OWN_ZONE, startGatewayScene } from "../test/support/last-mile/gateway-scene.ts";
import { runningCluster, startPlatform } from "../test/support/platform.ts";
import { prepareRealNodes } from "../test/support/real-nodes.ts";
import { reachRow, whenSo } from "./reachable-in-turn.ts";
import { printTable } from "./report.ts";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? "30");
const DOMAINS = Number(process.env["BENCH_DOMAINS"] ?? "20");
const WITHIN_MS = 5 * 60_000;
const EVERY_MS = 50;
const [NAMESPACE] = ORGANIZATIONS;
const [, , asked] = process.argv;
const PROBES = { readiness: { type: "http", path: "/", period_seconds: 1 } } as const;

type Chain = Readonly<{ generation: number; reachable: { state: string; generation: number | null } | null }>;

/** Measures the whole chain; a round that was not yet seen to answer ends nothing. */
async function patchUntilReachable(berth: BerthClient, id: string): Promise<number[]> {
  const took: number[] = [];
  const isReached = async (newerThan: number): Promise<boolean> => {
    const { generation, reachable } = (await berth.call<Chain>("GET", `/deployments/${id}/status`)).body;
    return generation > newerThan && reachable?.state === "yes" && reachable.generation === generation;
  };
  await whenSo(() => isReached(0), WITHIN_MS, EVERY_MS);
  for (let round = 0; round < ROUNDS; round += 1) {
    const { generation } = (await berth.call<Chain>("GET", `/deployments/${id}/status`)).body;
    const startedAtMs = Date.now();
    const environment_variables = [{ name: "ROUND", value: String(round) }];
    const { status } = await berth.call("PATCH", `/deployments/${id}`, { environment_variables });
    if (status >= 300) throw new Error(`PATCH answered ${status}`);
    took.push((await whenSo(() => isReached(generation), WITHIN_MS, EVERY_MS)) - startedAtMs);
  }
  return took;
}

async function measureChain(): Promise<number[]> {
  const { url } = await startPlatform("real");
  const berth = await registerAccount(url);
  const made = await berth.call<{ id: string }>("POST", "/deployments", {
    name: "shop",
    cluster_id: await runningCluster(berth, "harbour"),
    app_type: "web_app",
    container_port: 8080,
    docker_image: UNPRIVILEGED_NGINX_IMAGE,
    health_checks: PROBES,
  });
  return patchUntilReachable(berth, made.body.id);
}

/** Answers when the newest change of a deployment was seen to answer. */
function reached(behind: GatewayDeployments, name: string): Promise<number> {
  const isReached = async (): Promise<boolean> => {
    const { metadata, status } = (await behind.stored(name)) ?? { metadata: { name } };
    const told = status?.conditions?.find(({ type }) => type === "Reachable");
    return told?.status === "True" && told.observedGeneration === metadata.generation;
  };
  return whenSo(isReached, WITHIN_MS, EVERY_MS);
}

/** Answers when the proof of a domain was seen. */
async function proven(behind: GatewayDeployments, name: string, domain: string): Promise<number> {
  const found = async (): Promise<DeploymentStatus["customDomain"]> => (await behind.statusOf(name)).customDomain;
  await whenSo(async () => (await found())?.name === domain, WITHIN_MS, EVERY_MS);
  return Date.parse((await found())?.provenAt ?? "");
}

/** Changes it again and again; how soon a pod that has started counts as such is the startup probe's, unless something is said. */
async function changeAtEnvoy(behind: GatewayDeployments, name: string, startup: Startup = {}): Promise<number[]> {
  const readiness = { enabled: true, type: "http", path: "/ready", periodSeconds: 1 } as const;
  await behind.create(name, { healthChecks: { readiness, ...startup } });
  await reached(behind, name);
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAtMs = Date.now();
    await behind.change(name, { environmentVariables: [{ name: "ROUND", value: String(round) }] });
    took.push((await reached(behind, name)) - startedAtMs);
  }
  return took;
}

type Startup = Pick<NonNullable<DeploymentSpec["healthChecks"]>, "startup">;
const EACH_5_S: Startup = { startup: { enabled: true, type: "http", path: "/ready", periodSeconds: 5 } };

/** Its address is the domain alone, so that nothing else can be seen to answer. */
async function proveDomains(behind: GatewayDeployments): Promise<number[]> {
  const domains = Array.from({ length: DOMAINS }, (_, index) => `d${index}.${OWN_ZONE}`);
  await behind.publish(
    ...domains.flatMap((domain) => [...behind.proofOf(domain, NAMESPACE), behind.leadsHere(domain)]),
  );
  await behind.create("api", { appType: "api" });
  const took: number[] = [];
  for (const customDomain of domains) {
    await behind.change("api", { customDomain });
    const provenAtMs = await proven(behind, "api", customDomain);
    took.push((await reached(behind, "api")) - provenAtMs);
  }
  return took;
}

async function measureGateway(): Promise<Rows> {
  const scene = await startGatewayScene();
  try {
    const behind = new GatewayDeployments(scene);
    return [
      reachRow("change to reachable, Envoy Gateway, Argo CD doubled", await changeAtEnvoy(behind, "shop")),
      reachRow("the same, its start asked for each 5 s", await changeAtEnvoy(behind, "slow", EACH_5_S)),
      reachRow("own domain proven to reachable, Envoy Gateway", await proveDomains(behind)),
    ];
  } finally {
    await scene.stop();
  }
}

type Rows = readonly ReturnType<typeof reachRow>[];
const PARTS = {
  chain: async (): Promise<Rows> => [reachRow("PATCH to reachable, the whole chain", await measureChain())],
  gateway: measureGateway,
} as const;

try {
  await prepareRealNodes();
  for (const [name, measure] of Object.entries(PARTS)) {
    if (asked !== undefined && asked !== name) continue;
    printTable(`Until an address answers: ${name}`, await measure());
    await runEndings();
  }
} finally {
  await runEndings();
}
