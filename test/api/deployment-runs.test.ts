import { PassThrough } from "node:stream";
import { expect } from "chai";
import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { JOBS, NAMESPACES, PODS, WORKLOADS } from "../../adapters/kubernetes/resource-types.ts";
import { CommandLine } from "../cli/run-cli.ts";
import { eventually } from "../support/eventually.ts";
import { newAccount, newCluster, newDeployment, newKey, type Account } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { placeOf } from "./find-object.ts";

type Run = Readonly<{
  id: string;
  status: string;
  exit_code: number | null;
  command: string[] | null;
  pod: string | null;
}>;
const BY = { fieldManager: "test" };
const STAMP = "2026-01-01T00:00:00.000000001Z";

/** The API server is a real one; what its controllers and nodes would do is done here. */
describe("runs of deployments", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let owner: Account;
  let id: string;
  let namespace: string;
  /** Breaks the next creation after it was done. */
  let isAnswerLost = false;
  let isOpen = false;
  const logs = new Map<string, string>();

  before(async () => {
    gateway = await startTestGateway({
      replace: ({ tenantReader }) => ({
        tenantReader: { open: async (cluster) => onTenant(await tenantReader.open(cluster)) },
      }),
    });
    owner = await newAccount(gateway.url);
    id = (await newDeployment(owner.call, await newCluster(owner.call), { name: "shop" })).id;
    namespace = (await placeOf(gateway, id)).name;
    await gateway.kube.create(NAMESPACES, { metadata: { name: namespace } }, BY);
  });
  after(() => gateway.stop());

  function onTenant(client: KubeClient): KubeClient {
    return {
      get: (...given: Parameters<KubeClient["get"]>) => client.get(...given),
      list: (...given: Parameters<KubeClient["list"]>) => client.list(...given),
      patch: (...given: Parameters<KubeClient["patch"]>) => client.patch(...given),
      create: async (...given: Parameters<KubeClient["create"]>) => {
        const made = await client.create(...given);
        if (!isAnswerLost) return made;
        isAnswerLost = false;
        throw new KubeError("POST /jobs", { status: 0, reason: "ECONNRESET" });
      },
      stream: (path: string) => {
        const log = logs.get(/pods\/([^/]+)\/log/.exec(path)?.[1] ?? "");
        if (log === undefined) throw new KubeError("GET /log", { status: 400, reason: "BadRequest" });
        const body = new PassThrough();
        body.write(log);
        // A simulated node keeps what is followed open for ever.
        if (!path.includes("follow=true") || !isOpen) body.end();
        return Promise.resolve(body);
      },
      close: () => client.close(),
    } as Partial<KubeClient> as KubeClient;
  }

  const path = (rest = ""): string => `/deployments/${id}/runs${rest}`;
  const jobs = async () => (await gateway.kube.list(JOBS, { namespace })).items;
  const read = async (run: string): Promise<Run> => (await owner.call<Run>("GET", path(`/${run}`))).body;

  async function start(body: object = { command: ["true"] }, headers: Record<string, string> = {}): Promise<Run> {
    const answer = await owner.call<Run>("POST", path(), body, headers);
    expect(answer.status, answer.text).to.equal(201);
    return answer.body;
  }

  /** Does what the Job controller, a scheduler and a kubelet do. */
  async function play(run: string, phase: string, state: object): Promise<string> {
    const job = (await jobs()).find(({ metadata }) => metadata.labels?.["hosting.berth.dev/run"] === run)!;
    const name = `${job.metadata.name}-abcde`;
    const { labels = {} } = job.metadata;
    const metadata = { name, namespace, labels: { ...labels, "job-name": job.metadata.name } };
    const present = await gateway.kube.get(PODS, { name, namespace });
    if (present === undefined)
      await gateway.kube.create(PODS, { metadata, spec: { containers: [{ name: "app", image: "a" }] } }, BY);
    const status = {
      phase,
      containerStatuses: [{ name: "app", image: "a", imageID: "", ready: false, restartCount: 0, state }],
    };
    const options = { ...BY, subresource: "status" };
    await gateway.kube.patch(PODS, { name, namespace }, { kind: "merge", body: { status } }, options);
    return name;
  }

  async function finish(run: string, exitCode: number, reason = "BackoffLimitExceeded"): Promise<void> {
    const state = {
      terminated: {
        exitCode,
        reason: exitCode === 0 ? "Completed" : "Error",
        startedAt: new Date(),
        finishedAt: new Date(),
      },
    };
    await play(run, exitCode === 0 ? "Succeeded" : "Failed", state);
    await endJob(run, exitCode === 0 ? undefined : reason);
  }

  async function endJob(run: string, reason: string | undefined): Promise<void> {
    const job = (await jobs()).find(({ metadata }) => metadata.labels?.["hosting.berth.dev/run"] === run)!;
    const at = new Date().toISOString();
    const is = (type: string) => ({
      type,
      status: "True",
      reason: reason ?? "CompletionsReached",
      lastProbeTime: at,
      lastTransitionTime: at,
    });
    const status =
      reason === undefined
        ? { startTime: at, completionTime: at, succeeded: 1, conditions: [is("SuccessCriteriaMet"), is("Complete")] }
        : { startTime: at, failed: 1, conditions: [is("FailureTarget"), is("Failed")] };
    const ref = { name: job.metadata.name, namespace };
    await gateway.kube.patch(JOBS, ref, { kind: "merge", body: { status } }, { ...BY, subresource: "status" });
  }

  async function endAll(): Promise<void> {
    for (const { id: run, status } of (await owner.call<{ runs: Run[] }>("GET", path())).body.runs)
      if (["pending", "running"].includes(status)) await finish(run, 0);
  }

  it("needs something that says what its pods are", async () => {
    const answer = await owner.call("POST", path(), {});
    expect([answer.status, answer.body["code"]]).to.deep.equal([409, "conflict"]);
    const labels = { "app.kubernetes.io/instance": namespace };
    const container = {
      name: "app",
      image: "shop:1",
      ports: [{ containerPort: 80 }],
      env: [{ name: "A", value: "b" }],
    };
    const template = { metadata: { labels }, spec: { containers: [container] } };
    const spec = { selector: { matchLabels: labels }, template };
    await gateway.kube.create(WORKLOADS, { metadata: { name: namespace, namespace }, spec }, BY);
  });

  it("is a Job of the deployment's pods, from pending to its end, with exit code, times and audit", async () => {
    const command = ["sh", "-c", "echo $(date)"];
    const run = await start({ command, timeout_seconds: 60, keep_seconds: 30 });
    expect(run).to.include({ status: "pending", image: "shop:1", timeout_seconds: 60, user_id: owner.userId });
    expect(run.command).to.deep.equal(command);
    const pod = await play(run.id, "Running", { running: { startedAt: new Date() } });
    expect(await read(run.id)).to.include({ status: "running", pod });
    await finish(run.id, 7);
    expect(await read(run.id)).to.include({ status: "failed", exit_code: 7, status_reason: "Error" });
    const etag = (await owner.call("GET", path(`/${run.id}`))).headers.get("etag") ?? "";
    expect((await owner.call("GET", path(`/${run.id}`), undefined, { "if-none-match": etag })).status).to.equal(304);
    const listed = await owner.call<{ runs: Run[] }>("GET", path("?status=failed"));
    expect(listed.body.runs.map((one) => one.id)).to.deep.equal([run.id]);
    expect((await owner.call<{ runs: Run[] }>("GET", path("?status=running"))).body.runs).to.deep.equal([]);
    const { rows } = await gateway.services.pool.query(
      "SELECT outcome, target_kind, changes FROM audit_entries WHERE action = 'createDeploymentRun' AND target_id = $1",
      [run.id],
    );
    const changes = { after: { deployment_id: id, command, args: null } };
    expect(rows).to.deep.equal([{ outcome: "succeeded", target_kind: "Run", changes }]);
  });

  it("leaves little of a long command in the audit log", async () => {
    const long = Array.from({ length: 60 }, (_, index) => `${index}${"\u{1F6A2}".repeat(1_000)}`);
    const run = await start({ command: ["./migrate", "--all", ...long], args: long });
    const { body, text } = await owner.call<{ entries: { changes: { after: { command: string[] } } }[] }>(
      "GET",
      `/organizations/${owner.slug}/audit?target_id=${run.id}`,
    );
    const kept = body.entries[0]?.changes.after.command ?? [];
    expect(kept.slice(0, 2)).to.deep.equal(["./migrate", "--all"]);
    expect(kept.at(-1)).to.match(/^… \([0-9]{6} more characters\)$/);
    expect(text.length).to.be.lessThan(10_000);
    await finish(run.id, 0);
  });

  it("is no pod of the deployment to logs and shells", async () => {
    const run = await start();
    logs.set(await play(run.id, "Running", { running: { startedAt: new Date() } }), `${STAMP} of the run\n`);
    expect((await owner.call("GET", `/deployments/${id}/logs`)).text).to.equal("");
    const shell = await owner.call("GET", `/deployments/${id}/exec`);
    expect([shell.status, shell.body["code"]]).to.deep.equal([409, "no_pod_running"]);
    expect((await owner.call("GET", `/deployments/${id}/logs?run=${run.id}`)).text).to.contain("of the run");
    await finish(run.id, 0);
  });

  it("has a log that ends with it, though its node keeps it open", async () => {
    const run = await start();
    logs.set(await play(run.id, "Running", { running: { startedAt: new Date() } }), `${STAMP} open\n`);
    isOpen = true;
    const reading = owner.call("GET", `/deployments/${id}/logs?run=${run.id}&follow=true`);
    await finish(run.id, 0);
    expect((await reading).text).to.contain("open");
    isOpen = false;
  });

  it("starts once for an Idempotency-Key, also where the answer was lost", async () => {
    const before = (await jobs()).length;
    const headers = { "idempotency-key": "once" };
    const body = { command: ["a"] };
    isAnswerLost = true;
    const lost = await owner.call("POST", path(), body, headers);
    expect([lost.status, lost.body["code"]]).to.deep.equal([503, "outcome_unknown"]);
    const again = await start(body, headers);
    expect((await start(body, headers)).id).to.equal(again.id);
    expect((await jobs()).length).to.equal(before + 1);
    await endAll();
  });

  it("is cancelled, and what has ended stays as it ended", async () => {
    const run = await start();
    const answer = await owner.call<Run>("POST", path(`/${run.id}/cancel`));
    expect(answer.status, answer.text).to.equal(200);
    const job = (await jobs()).find(({ metadata }) => metadata.labels?.["hosting.berth.dev/run"] === run.id);
    expect(job?.["spec"]).to.include({ activeDeadlineSeconds: 1 });
    await endJob(run.id, "DeadlineExceeded");
    expect(await read(run.id)).to.include({ status: "cancelled" });
    expect((await owner.call<Run>("POST", path(`/${run.id}/cancel`))).body.status).to.equal("cancelled");
    const done = await start();
    await finish(done.id, 0);
    expect((await owner.call<Run>("POST", path(`/${done.id}/cancel`))).body.status).to.equal("succeeded");
  });

  it("bounds how many are under way", async () => {
    for (let made = 0; made < 10; made += 1) await start();
    const answer = await owner.call("POST", path(), {});
    expect([answer.status, answer.text.includes("10 runs")], answer.text).to.deep.equal([409, true]);
    await endAll();
    await finish((await start()).id, 0);
  });

  it("is for members with the scope of shells, where the organization has them", async () => {
    const status = async (account: Pick<Account, "call">, method = "POST", rest = ""): Promise<number> =>
      (await account.call(method, path(rest), method === "POST" && rest === "" ? {} : undefined)).status;
    const viewer = await newAccount(gateway.url);
    const row = [owner.organizationId, viewer.userId, "viewer"];
    await gateway.services.pool.query("INSERT INTO memberships VALUES ($1, $2, $3)", row);
    expect([await status(viewer), await status(viewer, "GET")]).to.deep.equal([403, 200]);
    expect(await status(await newAccount(gateway.url), "GET")).to.equal(404);
    const { key } = await newKey(owner.session, { scopes: ["deployments:read", "deployments:write"] });
    const narrow = (method: string, rest: string, body?: object) =>
      owner.call(method, path(rest), body, { authorization: `Bearer ${key}` });
    expect((await narrow("POST", "", {})).status).to.equal(403);
    expect((await narrow("GET", "")).status).to.equal(200);
    const organization = `/organizations/${owner.slug}`;
    const run = await start();
    await owner.session("PATCH", organization, { exec_enabled: false });
    for (const rest of ["", `/${run.id}/cancel`]) {
      const off = await owner.call("POST", path(rest), rest === "" ? {} : undefined);
      expect([off.status, off.body["code"]]).to.deep.equal([403, "exec_switched_off"]);
    }
    await owner.session("PATCH", organization, { exec_enabled: true });
    await finish(run.id, 0);
  });

  it("refuses what it cannot be", async () => {
    for (const body of [
      { command: [] },
      { command: ["\u0000"] },
      { timeout_seconds: 0 },
      { keep_seconds: -1 },
      { image: "x" },
    ])
      expect((await owner.call("POST", path(), body)).status, JSON.stringify(body)).to.equal(422);
    expect((await owner.call("GET", path(`/${id}`))).status).to.equal(404);
    expect((await owner.call("POST", path(`/${id}/cancel`))).status).to.equal(404);
    expect((await owner.call("GET", `/deployments/${id}/logs?run=${id}`)).status).to.equal(404);
  });

  it("is berth run: its lines, its exit status, and its end with Ctrl-C", async () => {
    const berth = new CommandLine({ BERTH_URL: gateway.url, BERTH_API_KEY: owner.key });
    const known = new Set((await owner.call<{ runs: Run[] }>("GET", path())).body.runs.map((one) => one.id));
    const newest = (): Promise<string> =>
      eventually(async () => {
        const { runs } = (await owner.call<{ runs: Run[] }>("GET", path())).body;
        const found = runs.find((one) => !known.has(one.id));
        if (found === undefined) throw new Error("it has not begun");
        known.add(found.id);
        return found.id;
      });
    try {
      const running = berth.run(["run", "shop", "--", "./migrate", "--all"]);
      const first = await newest();
      expect((await read(first)).command).to.deep.equal(["./migrate", "--all"]);
      logs.set(await play(first, "Running", { running: { startedAt: new Date() } }), `${STAMP} one\n${STAMP} two\n`);
      await finish(first, 42);
      expect(await running).to.deep.equal({ code: 42, stdout: "one\ntwo\n", stderr: "" });
      const ends = new AbortController();
      const hanging = berth.run(["run", "shop", "--", "hang"], { signal: ends.signal });
      const second = await newest();
      ends.abort();
      expect((await hanging).code).to.equal(130);
      await endJob(second, "DeadlineExceeded");
      expect(await berth.ok(["runs", "shop"])).to.match(new RegExp(`${second} +cancelled`));
      const third = (await berth.ok(["run", "shop", "--detach", "-o", "name"])).trim();
      expect(await berth.ok(["runs", "shop", "--cancel", third])).to.contain("being ended");
    } finally {
      berth.close();
    }
  });
});
