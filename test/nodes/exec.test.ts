import { expect } from "chai";
import { isBerthError, type Berth, type Shell } from "../../client/main.ts";
import { UNPRIVILEGED_NGINX_IMAGE } from "../../local/images/tour-images.ts";
import type { TestGateway } from "../api/gateway.ts";
import { CommandLine } from "../cli/run-cli.ts";
import { eventually } from "../support/eventually.ts";
import { canRunNodes } from "../support/real-nodes.ts";
import { startShellScene, type ShellScene } from "../support/shell-scene.ts";

const MEBIBYTE = 1024 * 1024;
const DEADLINE_MS = 180_000;

/** The whole way: the client, the gateway with its own token for the cluster, API server, kubelet, containerd, a process. */
describe("Shells, runs and tunnels on a real node", function () {
  this.timeout(15 * 60_000);
  let scene: ShellScene;
  let gateway: TestGateway;
  let berth: Berth;
  let id: string;
  let key: string;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    scene = await startShellScene();
    ({ gateway, berth, id, key } = scene);
    const { namespace, cluster } = scene;
    await cluster.kubectl("-n", namespace, "create", "secret", "generic", "web-secrets", "--from-literal=TOKEN=opens");
    const deployment = ["create", "deployment", namespace, `--image=${UNPRIVILEGED_NGINX_IMAGE}`, "--replicas=0"];
    await cluster.kubectl("-n", namespace, ...deployment);
    await cluster.kubectl("-n", namespace, "set", "env", `deployment/${namespace}`, "--from=secret/web-secrets");
  });

  after(() => scene?.stop());

  async function readAll(shell: Shell): Promise<Record<"stdout" | "stderr", Buffer>> {
    const parts = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
    for await (const { stream, data } of shell.output) parts[stream].push(data);
    return { stdout: Buffer.concat(parts.stdout), stderr: Buffer.concat(parts.stderr) };
  }

  it("runs a command, keeps its outputs apart, and has its exit code", async () => {
    const shell = await berth.exec(id, { command: ["sh", "-c", "echo out; echo err >&2; exit 42"], stdin: false });
    const { stdout, stderr } = await readAll(shell);
    expect([stdout.toString(), stderr.toString(), await shell.exited]).to.deep.equal(["out\n", "err\n", 42]);
  });

  it("gives a terminal of the size that is said, and a new one", async () => {
    const shell = await berth.exec(id, { command: ["sh"], tty: true });
    let text = "";
    const reading = (async () => {
      for await (const { data } of shell.output) text += Buffer.from(data).toString();
    })();
    for (const [columns, rows] of [
      [91, 33],
      [120, 40],
    ] as const) {
      await eventually(async () => {
        shell.resize({ columns, rows });
        await shell.write("stty size\n");
        expect(text).to.contain(`${rows} ${columns}`);
      }, DEADLINE_MS);
    }
    await shell.write("exit 3\n");
    await reading;
    expect(await shell.exited).to.equal(3);
  });

  it("carries a mebibyte there and back", async () => {
    const shell = await berth.exec(id, { command: ["cat"] });
    const sent = Buffer.alloc(MEBIBYTE, "0123456789abcdef\n");
    const reading = readAll(shell);
    await shell.write(sent);
    shell.endInput();
    const { stdout } = await reading;
    expect(stdout.equals(sent)).to.equal(true);
    expect(await shell.exited).to.equal(0);
  });

  it("debugs a pod from beside it: its processes and its network are seen, by nobody who is root", async () => {
    const script =
      "id -u; ps | grep -c '[n]ginx: master'; wget -q -O - localhost:8080 | grep -o 'Welcome to nginx' | head -n 1; exit 7";
    const shell = await berth.exec(id, { command: ["sh", "-c", script], stdin: false, debug: true });
    const { stdout } = await readAll(shell);
    const [user, ...seen] = stdout.toString().trim().split("\n");
    expect([seen, await shell.exited]).to.deep.equal([["1", "Welcome to nginx"], 7]);
    expect(Number(user)).to.be.greaterThan(0);
  });

  it("runs a command once, with the secrets of a deployment that is stopped, and has its lines and exit code", async () => {
    const cli = new CommandLine({ BERTH_URL: gateway.url, BERTH_API_KEY: key });
    try {
      const line = ["run", id, "--", "sh", "-c", "echo $TOKEN $(echo it) $$; sleep 2; echo last; exit 42"];
      const { code, stdout, stderr } = await cli.run(line);
      expect([code, stdout.split("\n").length, stderr]).to.deep.equal([42, 3, ""]);
      expect(stdout).to.match(/^opens it \d+\nlast\n$/);
      expect(await cli.run(["run", id, "--", "true"])).to.include({ code: 0, stdout: "" });
      const late = await cli.run(["run", id, "--timeout", "2", "--", "sleep", "600"]);
      expect([late.code, late.stderr.includes("DeadlineExceeded")], late.stderr).to.deep.equal([1, true]);
    } finally {
      cli.close();
    }
  });

  it("cancels a run, and takes one away when its time has come", async () => {
    const path = { deployment_id: id };
    const body = { command: ["sleep", "600"], keep_seconds: 1 };
    const run = await berth.createDeploymentRun({ path, body });
    const at = { path: { ...path, run_id: run.id } };
    await eventually(async () => expect((await berth.getDeploymentRun(at)).status).to.equal("running"), DEADLINE_MS);
    await berth.cancelDeploymentRun(at);
    await eventually(async () => {
      const { runs } = (await berth.listDeploymentRuns({ path })) as { runs: { id: string; status: string }[] };
      const statuses = runs.filter((one) => one.id === run.id).map(({ status }) => status);
      expect(statuses).to.satisfy((seen: string[]) => seen.length === 0 || seen[0] === "cancelled");
    }, DEADLINE_MS);
    const isGone = (fault: unknown): boolean => isBerthError(fault) && fault.status === 404;
    await eventually(
      async () => expect(await berth.getDeploymentRun(at).then(() => false, isGone)).to.equal(true),
      DEADLINE_MS,
    );
  });

  it("reaches a pod's web server through a tunnel, and says where nobody listens", async () => {
    const tunnel = await berth.tunnel({ deployment: id, port: 8080 });
    await tunnel.write(Buffer.from("GET / HTTP/1.1\r\nHost: pod\r\nConnection: close\r\n\r\n"));
    let text = "";
    for await (const data of tunnel.data) text += Buffer.from(data).toString();
    expect(text).to.match(/^HTTP\/1\.1 200 /);
    const none = await berth.tunnel({ deployment: id, port: 9 });
    for await (const data of none.data) expect.fail(Buffer.from(data).toString());
    expect((await none.closed).reason).to.equal("port_refused");
  });
});
