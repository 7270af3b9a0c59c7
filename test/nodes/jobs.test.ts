import { expect } from "chai";
import { BUSYBOX_IMAGE } from "../../local/images/tour-images.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { eventually } from "../support/eventually.ts";
import { runningCluster, startPlatform } from "../support/platform.ts";
import { canRunNodes, prepareRealNodes } from "../support/real-nodes.ts";

const DEADLINE_MS = 5 * 60_000;
/** Says what it was given, waits as its first word says, and ends with the second; told to end, it does at once. */
const SCRIPT = 'trap "exit 143" TERM; echo "given $1 $2"; sleep "$1" & wait; exit "$2"';
const COMMAND = ["sh", "-c", SCRIPT, "report"];
const UNDER_WAY = new Set(["pending", "running"]);

type Run = Readonly<{
  id: string;
  trigger: string;
  status: string;
  status_reason: string | null;
  exit_code: number | null;
  pod: string | null;
  args: string[] | null;
  duration_seconds: number | null;
  started_at: string | null;
  finished_at: string | null;
}>;

/** Jobs as people have them, each run a process of a real pod. */
describe("Jobs on a real node", function () {
  this.timeout(25 * 60_000);
  let berth: BerthClient;
  let clusterId: string;
  let report: string;
  let minutely: string;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    await prepareRealNodes();
    berth = await registerAccount((await startPlatform("real")).url);
    clusterId = await runningCluster(berth, "harbour");
    const job = { docker_image: BUSYBOX_IMAGE, command: COMMAND, cpu_request: 0.01, memory_request_mb: 16 };
    const scheduled = { app_type: "cron_job", schedule: "* * * * *", args: ["0", "0"] };
    [minutely, report] = await Promise.all([
      create({ ...job, ...scheduled, name: "minutely" }),
      create({ ...job, app_type: "job", name: "report", args: ["0", "0"], retries: 1 }),
    ]);
  });

  async function create(body: object): Promise<string> {
    const made = await berth.call<{ id: string; status: string }>("POST", "/deployments?wait=300", {
      cluster_id: clusterId,
      ...body,
    });
    expect([made.status, made.body.status], JSON.stringify(made.body)).to.deep.equal([201, "running"]);
    return made.body.id;
  }

  async function start(id: string, body: object): Promise<Run> {
    const { status, body: run } = await berth.call<Run>("POST", `/deployments/${id}/runs`, body);
    expect(status, JSON.stringify(run)).to.equal(201);
    return run;
  }

  const read = async (id: string, { id: run }: Run): Promise<Run> =>
    (await berth.call<Run>("GET", `/deployments/${id}/runs/${run}`)).body;

  /** Waits until a run has ended; what it ended with is told no sooner. */
  async function ended(id: string, run: Run): Promise<Run> {
    const early: Run[] = [];
    const end = await eventually(async () => {
      const seen = await read(id, run);
      const isUnderWay = UNDER_WAY.has(seen.status);
      if (isUnderWay && (seen.exit_code ?? seen.finished_at) !== null) early.push(seen);
      expect(isUnderWay, JSON.stringify(seen)).to.equal(false);
      return seen;
    }, DEADLINE_MS);
    expect(early).to.deep.equal([]);
    return end;
  }

  async function linesOf(id: string, { id: run }: Run): Promise<string> {
    return (await berth.call<string>("GET", `/deployments/${id}/logs?run=${run}`)).body;
  }

  it("end with the exit code of their command, and have its lines and how long it took", async () => {
    const run = await ended(report, await start(report, { args: ["2", "0"] }));
    expect(run).to.include({ status: "succeeded", status_reason: null, exit_code: 0, trigger: "request" });
    expect([run.args, (run.duration_seconds ?? 0) >= 2], JSON.stringify(run)).to.deep.equal([["2", "0"], true]);
    expect(await linesOf(report, run)).to.match(/given 2 0\n$/);
  });

  it("are tried again as often as they say, and fail with the exit code of the last try", async () => {
    const run = await ended(report, await start(report, { args: ["1", "3"] }));
    expect(run).to.include({ status: "failed", status_reason: "Error", exit_code: 3 });
    expect((await linesOf(report, run)).match(/given 1 3\n/g), "both tries").to.have.length(2);
    expect(run.duration_seconds, "from the first try to the last").to.be.at.least(2);
  });

  it("are ended when they took too long, and when somebody cancels them", async () => {
    const late = await start(report, { args: ["600", "0"], timeout_seconds: 3 });
    const unwanted = await start(report, { args: ["600", "0"] });
    await eventually(async () => expect((await read(report, unwanted)).status).to.equal("running"), DEADLINE_MS);
    await berth.call("POST", `/deployments/${report}/runs/${unwanted.id}/cancel`, {});
    // Kubernetes takes their pods away: how the command itself ended nobody sees.
    const none = { exit_code: null, pod: null };
    expect(await ended(report, late)).to.include({ status: "failed", status_reason: "DeadlineExceeded", ...none });
    expect(await ended(report, unwanted)).to.include({ status: "cancelled", ...none });
  });

  it("run by the clock, with the lines of each run", async () => {
    const [run] = await eventually(async () => {
      const { body } = await berth.call<{ runs: Run[] }>("GET", `/deployments/${minutely}/runs?status=succeeded`);
      const found = body.runs.filter(({ trigger }) => trigger === "schedule");
      expect(found, JSON.stringify(body)).to.not.deep.equal([]);
      return found;
    }, DEADLINE_MS);
    expect(run).to.deep.include({ exit_code: 0, args: ["0", "0"], status_reason: null });
    expect(await linesOf(minutely, run!)).to.match(/given 0 0\n$/);
    expect((await start(minutely, { args: ["1", "0"] })).trigger).to.equal("request");
  });
});
