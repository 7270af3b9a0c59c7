import { createServer, type IncomingMessage, type Server } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { expect } from "chai";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { JOBS } from "../../adapters/kubernetes/resource-types.ts";
import { newId } from "../../api/identity/new-id.ts";
import { KeptLines } from "../../api/logs/kept-lines.ts";
import { releaseRunId } from "../../api/runs/release-run.ts";
import { deriveHandle } from "../../contract/identity.ts";
import { SecretText } from "../../contract/secret-text.ts";
import { eventually } from "../support/eventually.ts";
import { listen } from "../support/listen.ts";
import { runWorkload } from "../support/run-workload.ts";
import { newAccount, newCluster, newDeployment, type Account, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { placeOf } from "./find-object.ts";

/** As the real store answers (test/nodes/log-history.test.ts). */
const row = (seconds: number, message: string): string =>
  JSON.stringify({
    _time: new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString(),
    _msg: message,
    "kubernetes.pod_name": "gone-1",
    "kubernetes.container_name": "app",
  });

describe("logs that were kept", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let store: Server;
  let call: Client;
  let account: Account;
  let id: string;
  let cluster: string;
  let address: ConstructorParameters<typeof KeptLines>[0];
  let answer: Readonly<{ status: number; body: string }>;
  let hold: Promise<void> | undefined;
  const asked: { parameters: URLSearchParams; authorization: string | undefined }[] = [];

  before(async () => {
    store = createServer((request: IncomingMessage, response) => {
      void (async () => {
        const { authorization } = request.headers;
        asked.push({ parameters: new URLSearchParams(await textOf(request)), authorization });
        await hold;
        response.writeHead(answer.status).end(answer.body);
      })();
    });
    const url = `http://127.0.0.1:${await listen(store)}`;
    address = { kind: "victoria-logs", url, token: new SecretText("store-token"), clusterField: "cluster" };
    gateway = await startTestGateway({ replace: () => ({ keptLines: new KeptLines(address) }) });
    account = await newAccount(gateway.url);
    ({ call } = account);
    const clusterId = await newCluster(call);
    ({ id } = await newDeployment(call, clusterId, { name: "told" }));
    cluster = deriveHandle("Cluster", await objectName(clusterId), clusterId);
  });
  beforeEach(() => {
    asked.length = 0;
    answer = { status: 200, body: "" };
    hold = undefined;
  });
  after(async () => {
    await gateway.stop();
    store.closeAllConnections();
    store.close();
  });

  const objectName = async (of: string): Promise<string> => (await placeOf(gateway, of)).name;
  const read = (query: string) =>
    call<{ error?: { code: string; message: string } }>("GET", `/deployments/${id}/logs?${query}`);

  it("are told oldest first, also of pods that are gone, in the form of live ones", async () => {
    answer = { status: 200, body: `${row(2, "second")}\n${row(1, "first")}\n` };
    expect((await read("history=true&timestamps=true")).text).to.equal(
      "2026-01-01T00:00:01.000Z gone-1/app first\n2026-01-01T00:00:02.000Z gone-1/app second\n",
    );
    expect(asked.map(({ authorization }) => authorization)).to.deep.equal(["Bearer store-token"]);
  });

  it("are asked for by cluster and namespace, whatever the reader asks for", async () => {
    for (const q of ["x", '" | delete _msg', "*", "%00"]) await read(`q=${encodeURIComponent(q)}&tail=5`);
    const namespace = deriveHandle("Deployment", await objectName(id), id);
    for (const { parameters } of asked) {
      const [only = "", ...more] = parameters.getAll("extra_stream_filters");
      expect(JSON.parse(only)).to.deep.equal({ cluster, "kubernetes.pod_namespace": namespace });
      expect(more).to.deep.equal([]);
      expect(parameters.get("limit")).to.equal("5");
    }
    expect(asked).to.have.length(4);
  });

  it("are those of a time", async () => {
    await read("since=2026-01-01T00:00:00Z&until=2026-01-02T00:00:00%2B01:00");
    const [{ parameters } = { parameters: new URLSearchParams() }] = asked;
    const nanoseconds = (time: string): string => `${Date.parse(time)}000000`;
    expect(parameters.get("start")).to.equal(nanoseconds("2026-01-01T00:00:00Z"));
    expect(parameters.get("end")).to.equal(nanoseconds("2026-01-01T23:00:00Z"));
  });

  it("are lines: one that has several stands as several, and one without end is cut", async () => {
    answer = { status: 200, body: `${row(1, "one\nshop-2/app two")}\n${row(2, "x".repeat(20_000))}\n` };
    const lines = (await read("history=true")).text.split("\n");
    expect(lines.slice(0, 2)).to.deep.equal(["gone-1/app one", "gone-1/app shop-2/app two"]);
    expect(lines[2]).to.have.length("gone-1/app ".length + 16_384);
  });

  it("are refused with what to do where the question makes no sense", async () => {
    const refused = [
      ["until=2026-01-01T00:00:00Z&since=2026-01-02T00:00:00Z", "since must lie before until"],
      ["until=1m&since=40d", "31 days"],
      ["until=2026-02-30T00:00:00Z", "no time"],
      ["history=true&follow=true", "leave out history, until and q"],
      [`q=${"x".repeat(257)}`, "256"],
      ["q=", "q"],
    ];
    for (const [query = "", words = ""] of refused) {
      const { status, text } = await read(query);
      expect([query, status]).to.deep.equal([query, 422]);
      expect(text).to.contain(words);
    }
    expect(asked).to.deep.equal([]);
  });

  it("are found of a run whose Job is gone, of those of this deployment alone", async () => {
    const namespace = deriveHandle("Deployment", await objectName(id), id);
    await runWorkload(gateway.kube, namespace, namespace);
    const made = await call<{ id: string }>("POST", `/deployments/${id}/runs`, { command: ["true"] });
    expect(made.status, made.text).to.equal(201);
    const [job] = (await gateway.kube.list(JOBS, { namespace })).items;
    const name = job?.metadata.name ?? "";
    await gateway.kube.delete(JOBS, { namespace, name }, { propagation: "Background" });
    const run = `run=${made.body.id}`;
    expect((await read(run)).status, "live, it is gone").to.equal(404);
    answer = { status: 200, body: `${row(1, "it was done")}\n` };
    expect((await read(`history=true&${run}`)).text).to.equal("gone-1/app it was done\n");
    expect(name).to.match(/^told-/);
    expect([...(asked.at(-1)?.parameters.values() ?? [])].join(" ")).to.contain(name);

    const questions = asked.length;
    const other = await newDeployment(call, await newCluster(call), { name: "other" });
    expect((await call("GET", `/deployments/${other.id}/logs?history=true&${run}`)).status).to.equal(404);
    expect((await read(`history=true&run=${newId()}`)).status).to.equal(404);
    const stranger = await newAccount(gateway.url);
    expect((await stranger.call("GET", `/deployments/${id}/logs?history=true&${run}`)).status).to.equal(404);
    expect(asked).to.have.length(questions);
  });

  it("are found of a run by a schedule whose Job is gone, by the id that it was listed with", async () => {
    const name = deriveHandle("Deployment", await objectName(id), id);
    const ownerReferences = [{ apiVersion: "batch/v1", kind: "CronJob", name, uid: newId() }];
    const labels = { "hosting.berth.dev/run": "schedule" };
    await expectKept("schedule", { name: `${name}-29000000`, labels, ownerReferences });
  });

  it("are found of a release command whose Job is gone, by the id that it was listed with", async () => {
    const handle = deriveHandle("Deployment", await objectName(id), id);
    const name = `${handle}-0011223344`;
    const run = releaseRunId({ deploymentId: id, handle }, name) ?? "";
    const labels = { "hosting.berth.dev/run": run, "hosting.berth.dev/release": "true" };
    await expectKept("release", { name, labels });
  });

  /** Has a Job that goes, and expects its lines by the deployment's route and no other one's. */
  async function expectKept(trigger: string, { name, labels, ...metadata }: KubeObject["metadata"]): Promise<void> {
    const namespace = deriveHandle("Deployment", await objectName(id), id);
    const spec = { template: { spec: { restartPolicy: "Never", containers: [{ name: "app", image: "shop:1" }] } } };
    const job = { ...metadata, name, namespace, labels: { "hosting.berth.dev/id": id, ...labels } };
    await gateway.kube.create(JOBS, { metadata: job, spec }, { fieldManager: "test" });
    const { body } = await call<{ runs: { id: string; trigger: string }[] }>("GET", `/deployments/${id}/runs`);
    const run = body.runs.find((one) => one.trigger === trigger)?.id ?? "";
    await gateway.kube.delete(JOBS, { namespace, name }, { propagation: "Background" });
    expect((await read(`run=${run}`)).status, "live, it is gone").to.equal(404);
    answer = { status: 200, body: `${row(1, "it was so")}\n` };
    expect((await read(`history=true&run=${run}`)).text).to.equal("gone-1/app it was so\n");
    expect([...(asked.at(-1)?.parameters.values() ?? [])].join(" ")).to.contain(`^${name}-`);

    const questions = asked.length;
    const other = await newDeployment(call, await newCluster(call), { name: `other-${trigger}` });
    expect((await call("GET", `/deployments/${other.id}/logs?history=true&run=${run}`)).status).to.equal(404);
    const stranger = await newAccount(gateway.url);
    expect((await stranger.call("GET", `/deployments/${id}/logs?history=true&run=${run}`)).status).to.equal(404);
    expect(asked).to.have.length(questions);
  }

  it("are none of a pod that cannot be, without a question", async () => {
    expect((await read(`history=true&pod=${encodeURIComponent('a"}')}`)).text).to.equal("");
    expect(asked).to.deep.equal([]);
  });

  it("tell of a store that is away or says too much, and nothing of what it said", async () => {
    answer = { status: 500, body: "canary of the store" };
    const away = await read("history=true");
    expect(away.status).to.equal(503);
    expect(away.text).to.contain("log_store_unavailable").and.not.contain("canary");
    answer = { status: 200, body: "no JSON\n" };
    expect((await read("history=true")).status).to.equal(503);
    answer = { status: 200, body: `${row(1, "x".repeat(9 * 2 ** 20))}\n` };
    const large = await read("history=true");
    expect([large.status, large.text]).to.satisfy(
      ([status, text]: [number, string]) => status === 422 && text.includes("8 MiB"),
    );
  });

  it("are read a few at a time by one person", async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    hold = promise;
    const all = Promise.all(Array.from({ length: 3 }, () => read("history=true")));
    await eventually(() => expect(asked).to.have.length(3));
    expect((await read("history=true")).status).to.equal(429);
    resolve(undefined);
    expect((await all).map(({ status }) => status)).to.deep.equal([200, 200, 200]);
  });

  it("are no more than were asked for, whatever one of them has in it: the newest", async () => {
    answer = {
      status: 200,
      body: `${row(1, "old\nolder")}\n${row(2, `${"\n".repeat(250_000)}a\r\nb\n`)}\n${row(3, "c")}\n`,
    };
    const many = (await read("history=true&tail=4")).text;
    expect(many).to.equal(["a", "b", "", "c"].map((text) => `gone-1/app ${text}\n`).join(""));
    answer = { status: 200, body: `${row(1, "\n1")}\n${row(2, "2\n")}\n` };
    const all = ["", "1", "2", ""].map((text) => `gone-1/app ${text}\n`);
    for (const tail of [1, 2, 3, 4, 9])
      expect((await read(`history=true&tail=${tail}`)).text, String(tail)).to.equal(all.slice(-tail).join(""));
  });

  it("count as read until their reader is gone, also while nobody takes them", async () => {
    answer = { status: 200, body: `${row(1, "one\ntwo")}\n` };
    const lines = new KeptLines(address);
    const scope = { cluster, namespace: "told" };
    const readers = Array.from({ length: 3 }, () => new AbortController());
    const begin = (signal: AbortSignal) => lines.read("person", scope, { history: true }, signal);
    const [held] = await Promise.all(readers.map(({ signal }) => begin(signal)));
    const refused = await begin(new AbortController().signal).catch((error: unknown) => error);
    expect(refused).to.include({ code: "rate_limited" });
    expect([...(held ?? [])].map(({ text }) => text)).to.deep.equal(["one", "two"]);
    expect(await begin(new AbortController().signal).catch((error: unknown) => error)).to.include({
      code: "rate_limited",
    });
    readers[0]?.abort();
    await begin(AbortSignal.abort()).catch(() => undefined);
    expect([...(await begin(new AbortController().signal))]).to.have.length(2);
  });

  it("are another's secret", async () => {
    const other = await newAccount(gateway.url);
    expect((await other.call("GET", `/deployments/${id}/logs?history=true`)).status).to.equal(404);
    expect(asked).to.deep.equal([]);
  });

  it("are not there where the platform has no store", async () => {
    const bare = await startTestGateway();
    try {
      const own = await newAccount(bare.url);
      const made = await newDeployment(own.call, await newCluster(own.call), { name: "told" });
      const { status, text } = await own.call("GET", `/deployments/${made.id}/logs?q=x`);
      expect(status).to.equal(409);
      expect(text).to.contain("logs_not_kept").and.contain("BERTH_LOGS_URL");
    } finally {
      await bare.stop();
    }
  });
});
