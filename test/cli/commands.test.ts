import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { parse } from "yaml";
import { COMMANDS } from "../../cli/commands/all.ts";
import { eventually } from "../support/eventually.ts";
import { atTerminal, hasTerminal } from "../support/terminal.ts";
import { newDatabase, newDeployment } from "../api/client.ts";
import { startCliScene, type CliScene } from "./cli-scene.ts";

const run = promisify(execFile);
const MAIN = join(import.meta.dirname, "../../cli/main.ts");
/** Retitles, clears, and rings. */
const HOSTILE = "x\u001b]0;owned\u0007\u001b[2Jy\u009b31mz";
// eslint-disable-next-line no-control-regex -- These are what must not be there.
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

type Named = Readonly<{ id: string; name: string; status: string }>;

describe("commands, each against a gateway", function () {
  this.timeout(240_000);
  let scene: CliScene;
  const ran = new Set<string>();

  const ok = async (line: string): Promise<string> => {
    const args = line.split(" ");
    ran.add(args[0] ?? "");
    return scene.berth.ok(args);
  };
  const data = async <T>(line: string): Promise<T> => JSON.parse(await ok(`${line} -o json`)) as T;

  const keyNow = (): string => scene.berth.env["BERTH_API_KEY"] ?? "";

  before(async () => {
    scene = await startCliScene();
  });
  after(() => scene.stop());

  it("whoami, context: who, where, and never by which key", async () => {
    const told = await ok("whoami");
    expect(told).to.include(scene.account.email).and.to.include("an API key").and.not.include(scene.account.key);
    expect((await data<{ email: string }>("whoami")).email).to.equal(scene.account.email);
    expect(await ok("whoami -o name")).to.equal(`${scene.account.email}\n`);
    expect((await scene.berth.run(["context"])).stderr).to.include("berth login");
  });

  it("deploy: plans, asks, does it, and waits; again with nothing to do", async () => {
    const line = ["deploy", "shop", "--cluster", "harbour", "--image", "nginx:1", "--replicas", "2"];
    const nobody = await scene.berth.run(line);
    expect([nobody.code, nobody.stdout]).to.deep.equal([2, ""]);
    expect(nobody.stderr).to.include("shop would be created").and.include("--yes");
    expect((await scene.berth.run(line, { answer: "n" })).code).to.equal(2);
    expect(await data<Named[]>("status")).to.deep.equal([]);
    const done = await scene.whileArriving("shop", scene.berth.run(line, { answer: "y" }));
    expect([done.code, done.stdout.startsWith("shop: running")], done.stderr).to.deep.equal([0, true]);
    ran.add("deploy");
    const again = await scene.whileArriving("shop", scene.berth.run([...line, "--yes"]));
    expect([again.code, again.stderr]).to.deep.equal([0, "shop is as it is wished already.\n"]);
    expect(await ok("plan shop --image nginx:2"))
      .to.include("nginx:2")
      .and.include("-")
      .and.include("shop would change");
    expect((await data<Named[]>("status"))[0]).to.include({ name: "shop", status: "running" });
  });

  it("deploy -f: the custom resource that kubectl takes", async () => {
    const file = join(scene.berth.home, "berth.yaml");
    const spec = "spec: { cluster: harbour, appType: web_app, dockerImage: 'nginx:1', replicas: 1 }";
    writeFileSync(
      file,
      `apiVersion: hosting.berth.dev/v1alpha1\nkind: Deployment\nmetadata: { name: filed }\n${spec}\n`,
    );
    const done = await scene.whileArriving("filed", scene.berth.run(["deploy", "-f", file, "--yes"]));
    expect(done.code, done.stderr).to.equal(0);
    expect((await scene.berth.run(["deploy", "filed", "-f", file])).code).to.equal(2);
    const removed = scene.berth.run(["delete", "filed", "--yes"]);
    ran.add("delete");
    const [{ id }] = (await scene.account.call<{ deployments: [Named] }>("GET", "/deployments?q=filed")).body
      .deployments;
    await scene.finishDeleted(id);
    expect((await removed).stdout).to.equal("filed is gone.\n");
  });

  it("deploy: what failed and what did not come in time end apart", async () => {
    const { id } = await newDeployment(scene.account.call, scene.clusterId, { name: "weak" });
    await scene.tell(id, "failed", "The image is not there.");
    const failed = await scene.berth.run(["deploy", "weak", "--yes"]);
    expect([failed.code, failed.stderr]).to.deep.equal([
      1,
      'weak is as it is wished already.\nweak failed at "healthy": The image is not there.\n',
    ]);
    const late = await scene.berth.run(["scale", "weak", "3", "--timeout", "1"]);
    expect([late.code, late.stderr]).to.deep.equal([
      3,
      'weak was not done within 1 s. It goes on: see "berth status".\n',
    ]);
    const refused = await scene.berth.run(["deploy", "weak", "--replicas", "101", "--yes"]);
    expect([refused.code, refused.stderr.includes("replicas")]).to.deep.equal([1, true]);
    expect((await scene.berth.run(["scale", "weak", "many"])).code).to.equal(2);
  });

  it("deploy --rollback: what fails and what is late is taken back, and both still end as such", async () => {
    const imageOf = async (): Promise<string> => (await data<{ docker_image: string }>("status shop")).docker_image;
    const failing = scene.berth.run("deploy shop --image nginx:2 --yes --rollback".split(" "));
    await eventually(async () => expect(await imageOf()).to.equal("nginx:2"));
    const { id } = await data<Named>("status shop");
    await scene.tell(id, "failed", "The image is not there.");
    await eventually(async () => expect(await imageOf()).to.equal("nginx:1"));
    const failed = await scene.whileArriving("shop", failing);
    expect([failed.code, failed.stdout]).to.deep.equal([1, ""]);
    expect(failed.stderr.trimEnd().split("\n").slice(-3)).to.deep.equal([
      "shop goes back to revision 1.",
      "shop is back at revision 1: running",
      'shop failed at "healthy": The image is not there.',
    ]);
    let told = "";
    const tardy = scene.berth.run("deploy shop --image nginx:3 --yes --rollback --timeout 1".split(" "), {
      onOutput: (text) => (told += text),
    });
    await eventually(() => expect(told).to.include("goes back to revision"));
    const late = await scene.whileArriving("shop", tardy);
    expect([late.code, late.stderr.includes("is back at revision")], late.stderr).to.deep.equal([3, true]);
    expect(late.stderr).to.match(/\nshop did not run within 1 s, and was taken back\.\n$/);
    expect(await imageOf()).to.equal("nginx:1");
    const back = await scene.whileArriving("shop", scene.berth.run("rollback shop --to 1 --yes".split(" ")));
    ran.add("rollback");
    expect([back.code, back.stdout], back.stderr).to.deep.equal([0, "shop: running\n"]);
  });

  it("status, open, revisions, events: of one deployment", async () => {
    expect(await ok("status shop")).to.include("healthy ✓");
    expect(await ok("revisions shop")).to.match(/REVISION +CREATED[^]*\n1 /);
    expect(await ok("revisions shop 1")).to.include("nginx:1");
    expect(await data<unknown[]>("events shop")).to.be.an("array");
    const opened = await scene.berth.run(["open", "shop"]);
    ran.add("open");
    expect([0, 1]).to.include(opened.code);
    expect((await scene.berth.run(["rollback", "weak", "--yes"])).stderr).to.include("no revision before");
    const missing = await scene.berth.run(["status", "nothing"]);
    expect([missing.code, missing.stderr]).to.deep.equal([2, 'There is no deployment "nothing" that you may see.\n']);
  });

  it("env, scale, restart: a change, waited for", async () => {
    const change = async (...args: string[]): Promise<void> => {
      ran.add(args[0] ?? "");
      const { code, stderr } = await scene.whileArriving("shop", scene.berth.run(args));
      expect(code, stderr).to.equal(0);
    };
    await change("env", "shop", "LOG=info", "EMPTY=");
    expect(await ok("env shop")).to.match(/^EMPTY +"" /m);
    await change("env", "shop", "LOG=a=b", "--unset", "EMPTY");
    expect(await ok("env shop -o json").then((text) => JSON.parse(text) as unknown)).to.deep.equal([
      { name: "LOG", value: "a=b", secret_ref: null },
    ]);
    await change("scale", "shop", "3");
    await change("restart", "shop");
    ran.add("renew-certificate");
    expect((await scene.berth.run(["renew-certificate", "shop"])).stderr).to.include("no domain of its own");
    expect((await data<{ replicas: number }>("status shop")).replicas).to.equal(3);
    const nights = ["--stop", "0 20 * * MON-FRI", "--start", "0 8 * * MON-FRI"];
    await change("sleep", "shop", ...nights, "--zone", "Europe/Berlin");
    expect((await data<{ sleep: object }>("status shop")).sleep).to.deep.equal({
      stop_schedule: "0 20 * * MON-FRI",
      start_schedule: "0 8 * * MON-FRI",
      time_zone: "Europe/Berlin",
    });
    expect(await ok("sleep shop")).to.match(/^stops +0 20 \* \* MON-FRI\nstarts +0 8 .*\nzone +Europe\/Berlin\n/);
    await change("sleep", "shop", "--never");
    expect((await data<{ sleep: object | null }>("status shop")).sleep).to.equal(null);
    expect(await ok("sleep shop")).to.match(/^stops +never\n/);
    for (const wrong of [
      ["--stop", "0 20 * * *"],
      ["--never", ...nights],
    ])
      expect((await scene.berth.run(["sleep", "shop", ...wrong])).code).to.equal(2);
  });

  type Preview = Named & Readonly<{ docker_image: string; expires_at: string; environment_variables: object[] }>;
  const thePreview = async (): Promise<Preview> => {
    const [found, ...others] = await data<[Preview, ...Preview[]]>("preview list shop");
    expect(others).to.deep.equal([]);
    return found;
  };
  const leftMs = ({ expires_at: end }: Preview): number => Date.parse(end) - Date.now();

  it("preview: makes one, and gives it the next image and time", async () => {
    const line = "preview create shop --name shop-pr-7 --image nginx:7 --ttl 2h --env LOG=debug MODE=pr";
    const nobody = await scene.berth.run(line.split(" "));
    expect([nobody.code, nobody.stdout]).to.deep.equal([2, ""]);
    expect(nobody.stderr).to.include("shop-pr-7 would be a preview of shop:").and.include("--yes");
    const create = async (more: string): Promise<string> => {
      const { code, stdout, stderr } = await scene.whileArriving("shop-pr-7", scene.berth.run(more.split(" ")));
      expect(code, stderr).to.equal(0);
      return stdout;
    };
    expect(await create(`${line} --yes`)).to.match(/^shop-pr-7: running/);
    const made = await thePreview();
    expect(leftMs(made)).to.be.within(7_000_000, 7_200_000);
    await create("preview create shop --name shop-pr-7 --image nginx:8 --env MODE=again --yes");
    const again = await thePreview();
    expect([again.id, again.docker_image]).to.deep.equal([made.id, "nginx:8"]);
    expect(leftMs(again), "a day, unless it is said").to.be.above(86_000_000);
    expect(again.environment_variables).to.deep.equal([
      { name: "LOG", value: "debug", secret_ref: null },
      { name: "MODE", value: "again", secret_ref: null },
    ]);
  });

  it("preview: with a database of its own, which the plan tells of", async () => {
    await newDatabase(scene.account.call, scene.clusterId, { name: "ledger" });
    const line = "preview create shop --name shop-pr-9 --image nginx:9";
    const asked = async (more: string) => scene.berth.run(`${line} ${more}`.split(" "), { answer: "n" });
    const empty = await asked("--empty ledger --database-variable PG");
    expect([empty.code, empty.stderr], empty.stderr).to.satisfy(
      ([code, text]: [number, string]) => code === 2 && text.includes("Its own database begins empty: 10 GB"),
    );
    expect((await asked("--copy ledger")).stderr).to.include("no backup of ledger has completed");
    for (const wrong of ["--copy ledger --empty ledger", "--database-variable PG", "--copy no-such"])
      expect((await asked(wrong)).code, wrong).to.equal(2);
  });

  it("preview: lists, extends and ends one, and nothing else", async () => {
    expect(await ok("preview extend shop-pr-7 --ttl 90m")).to.match(/^shop-pr-7 ends at 2\d{3}-/);
    expect(await ok("preview list shop")).to.match(/ENDS\n *shop-pr-7 .* nginx:8 /);
    const wrong = ["delete shop --yes", "extend shop --ttl 1h", "extend shop-pr-7 --ttl soon", "delete no-such --yes"];
    for (const line of wrong) expect((await scene.berth.run(["preview", ...line.split(" ")])).code, line).to.equal(2);
    expect((await data<Named>("status shop")).status).to.equal("running");
    const { id } = await thePreview();
    const deleting = scene.berth.run("preview delete shop-pr-7 --yes --ignore-not-found".split(" "));
    await scene.finishDeleted(id);
    expect((await deleting).stdout).to.equal("shop-pr-7 is gone.\n");
    await eventually(async () => expect(await data("preview list shop")).to.deep.equal([]));
    expect(await ok("preview delete shop-pr-7 --yes --ignore-not-found")).to.equal("");
  });

  it("clusters, kubeconfig, import, promote", async () => {
    expect(await ok("clusters")).to.match(/NAME +STATUS.*\nharbour +running +dedicated/);
    expect((await data<Named>("clusters show harbour")).id).to.equal(scene.clusterId);
    expect(await ok("clusters nodes harbour -o json")).to.equal("[]\n");
    expect(await data("alerts --all")).to.be.an("array");
    expect(await data("clusters top harbour")).to.include({ reason: "NoMetricsApi" });
    const made = await scene.berth.ok(
      "clusters create pier --provider local --region local-1 --tier shared --no-wait".split(" "),
    );
    expect(made).to.equal("pier: pending\n");
    const pier = (await data<Named[]>("clusters")).find(({ name }) => name === "pier");
    await scene.gateway.settle("Cluster", pier?.id ?? "", "running");
    const kubeconfig = parse(await ok("kubeconfig harbour")) as { users: [{ user: { token: string } }] };
    expect(kubeconfig.users[0].user.token).to.be.a("string");
    const exec = parse(await ok("kubeconfig harbour --exec")) as { users: [{ user: { exec: { args: string[] } } }] };
    expect(JSON.stringify(exec)).not.to.include("token:").and.not.include(kubeconfig.users[0].user.token.slice(-20));
    const credential = JSON.parse(await ok(exec.users[0].user.exec.args.join(" "))) as Record<
      string,
      Record<string, string>
    >;
    expect(credential).to.include({ kind: "ExecCredential", apiVersion: "client.authentication.k8s.io/v1" });
    expect(credential["status"]?.["token"]).to.be.a("string");
    const preflight = await scene.berth.run(["import", "theirs", "--provider", "gke", "--region", "x", "--preflight"]);
    ran.add("import");
    expect([preflight.code, preflight.stderr.includes("kubeconfig")]).to.deep.equal([1, true]);
    const promoted = await scene.berth.run([
      "promote",
      "shop",
      "--to",
      "pier",
      "--name",
      "shop-two",
      "--yes",
      "--no-wait",
    ]);
    ran.add("promote");
    expect(promoted.stdout, promoted.stderr).to.include("shop-two on pier");
  });

  it("upgrade: asked for, scheduled, cancelled", async () => {
    const { id } = await data<{ id: string }>("upgrade request harbour --to 1.36.3");
    expect(await ok(`upgrade schedule ${id} 2036-01-31T03:00:00Z`)).to.include(id);
    expect(await ok("upgrade list harbour")).to.include("1.36.3");
    expect(await ok(`upgrade cancel ${id} -o name`)).to.equal(`${id}\n`);
  });

  it("db: made, shown, backed up, restored", async () => {
    const line = "db create orders --cluster harbour --engine postgresql --storage-size-gb 10 --no-wait";
    expect(await ok(line)).to.equal("orders: pending\n");
    const [{ id }] = await data<[Named]>("db");
    await scene.gateway.settle("DatabaseInstance", id, "running");
    expect(await ok("db show orders"))
      .to.include("postgresql")
      .and.include("password in");
    const backup = await scene.berth.run(["db", "backup", "orders", "--no-wait"]);
    expect([0, 1], backup.stderr).to.include(backup.code);
    expect(await data<unknown[]>("db backups orders")).to.be.an("array");
    expect(await data("db top orders")).to.include({ reason: "NoMetricsApi", pod_count: 0 });
    const restore = await scene.berth.run("db restore orders --to 2026-01-01T00:00:00Z --name before --yes".split(" "));
    expect([restore.code, restore.stderr.split("\n").length], restore.stderr).to.deep.equal([1, 2]);
    await newDatabase(scene.account.call, scene.clusterId, { name: "gone" });
    expect(await ok("db delete gone --yes --no-wait")).to.equal("gone is being deleted.\n");
  });

  it("secrets: a value goes in by standard input, and comes out nowhere", async () => {
    const first = await scene.berth.ok(["secrets", "set", "TOKEN"], { stdin: "correct horse\n" });
    expect(first).to.equal("TOKEN has version 1.\n");
    expect(await scene.berth.ok(["secrets", "set", "TOKEN"], { stdin: "battery staple" })).to.equal(
      "TOKEN has version 2.\n",
    );
    const said = await scene.berth.run(["secrets", "set", "TOKEN=horse"], { stdin: "" });
    expect([said.code, said.stderr.includes("standard input")]).to.deep.equal([2, true]);
    const listed = await ok("secrets -o yaml");
    expect(listed).to.include("TOKEN").and.not.include("horse").and.not.include("staple");
    expect(await ok("secrets delete TOKEN --yes")).to.equal("TOKEN is deleted.\n");
  });

  it("keys, members, audit, api", async () => {
    expect(await ok("keys"))
      .to.include("test")
      .and.not.include(scene.account.key);
    expect(await ok("members"))
      .to.include(scene.account.email)
      .and.include("owner");
    const { slug } = (await scene.account.session<{ slug: string }>("POST", "/organizations", { name: "Acme" })).body;
    const invited = `members invite new@example.org viewer --organization ${slug}`;
    expect((await data<{ role: string }>(invited)).role).to.equal("viewer");
    expect(await ok(`audit --limit 5 --organization ${slug}`))
      .to.include("createInvitation")
      .and.include(scene.account.email);
    expect(JSON.parse(await ok("api GET /deployments?limit=1"))).to.have.property("next_cursor");
    const made = await scene.berth.ok(["api", "POST", "/secrets", "-d", "{name: A, value: b}"]);
    expect(JSON.parse(made)).to.include({ name: "A", version: 1 });
  });

  it("logs, events -f: streams, until they end or somebody ends them", async () => {
    const [{ id }] = (await data<Named[]>("status")).filter(({ name }) => name === "shop") as [Named];
    await scene.logsOf(id, "hello", HOSTILE);
    const lines = await ok("logs shop --tail 10");
    expect(lines).to.include("web-1/app hello").and.not.match(OBEYED);
    const top = await scene.berth.run(["top", "shop"]);
    expect(top.stderr).to.include("no metrics API");
    expect(top.stdout).to.match(/POD +READY +CPU +LIMIT +MEMORY +LIMIT +RESTARTS.*\nweb-1 +no +- +- +- +- +0 +-/);
    expect(await data("top shop")).to.include({ state: "unavailable", pod_count: 1 });
    const ends = new AbortController();
    let heard = "";
    const following = scene.berth.run(["events", "-f", "-o", "json"], {
      signal: ends.signal,
      onOutput: (text) => (heard += text),
    });
    await eventually(async () => {
      await scene.tell(id, "running");
      await scene.account.session("PATCH", `/deployments/${id}`, { replicas: 1 });
      expect(heard).to.include(id);
    });
    ends.abort();
    expect((await following).code).to.be.oneOf([0, 130]);
    expect(JSON.parse(heard.split("\n")[0] ?? "")).to.have.nested.property("change.kind", "Deployment");
  });

  it("write nothing that a terminal obeys, whatever the server has", async () => {
    const { id } = await newDeployment(scene.account.call, scene.clusterId, {
      name: "eve",
      environment_variables: [{ name: "A", value: HOSTILE }],
    });
    await scene.tell(id, "failed", HOSTILE);
    await scene.account.session("PATCH", `/organizations/${scene.account.slug}`, { name: HOSTILE });
    await scene.account.session("POST", "/api-keys", { name: HOSTILE });
    const lines = [
      "whoami",
      "status",
      "status eve",
      "env eve",
      "keys",
      "logs shop",
      "api GET /organizations",
      `api GET /deployments/${id}`,
      "deploy eve --yes",
    ];
    let seen = 0;
    for (const line of lines)
      for (const format of ["table", "json", "yaml", "name"]) {
        const { stdout, stderr } = await scene.berth.run([...line.split(" "), "-o", format]);
        expect(stdout + stderr, `${line} -o ${format}`).not.to.match(OBEYED);
        if ((stdout + stderr).includes("owned")) seen += 1;
      }
    expect(seen, "what was looked for was there").to.be.at.least(12);
  });

  it("draw the chain on a terminal, ask there, and leave one line", async function () {
    if (!(await hasTerminal())) return this.skip();
    const env = { HOME: scene.berth.home, BERTH_URL: scene.gateway.url, BERTH_API_KEY: keyNow() };
    const line = `'${process.execPath}' '${MAIN}' deploy drawn --cluster harbour --image nginx:1`;
    const session = atTerminal([line], env).then(({ code, screen }) => ({
      code: code ?? 1,
      stdout: screen,
      stderr: "",
    }));
    const { code, stdout: screen } = await scene.whileArriving("drawn", session);
    expect(code, screen).to.equal(0);
    expect(screen)
      .to.include("Do it? [y/N]")
      .and.include("accepted")
      .and.include("\r\u001b[K")
      .and.match(/drawn: running[^\n]*\r\n$/);
  });

  it("completion: commands, options, their values, and names that are there", async () => {
    const complete = async (...words: string[]): Promise<string[]> => {
      const text = await scene.berth.ok(["__complete", "--", ...words]);
      return text.split("\n").filter((one) => one !== "");
    };
    expect(await complete("de")).to.deep.equal(["deploy", "delete"]);
    expect(await complete("clusters", "")).to.include.members(["list", "show", "create"]);
    expect(await complete("deploy", "--cl")).to.deep.equal(["--cluster", "--cluster-wide-rights"]);
    expect(await complete("-o", "")).to.include("json");
    expect(await complete("completion", "")).to.deep.equal(["bash", "zsh", "fish"]);
    expect(await complete("members", "role", "ada@example.org", "a")).to.deep.equal(["admin"]);
    // Names that do not come within two seconds are left out, so a busy machine may need another look.
    await eventually(async () => expect(await complete("deploy", "x", "--cluster", "har")).to.deep.equal(["harbour"]));
    await eventually(async () => expect(await complete("status", "sh")).to.include("shop"));
    await eventually(async () => expect(await complete("--organization", "")).to.include(scene.account.slug));
    expect(await complete("bogus", "")).to.deep.equal([]);
    const away = await scene.berth.run(["__complete", "--", "status", "sh"], { env: { BERTH_API_KEY: "brt_no" } });
    expect([away.code, away.stdout]).to.deep.equal([0, ""]);
    for (const shell of ["bash", "zsh", "fish"])
      expect(await ok(`completion ${shell}`)).to.include("berth __complete --");
    const script = `berth() { '${process.execPath}' '${MAIN}' "$@"; }; eval "$(berth completion bash)"; COMP_WORDS=(berth status sh); COMP_CWORD=2; _berth; echo "\${COMPREPLY[@]}"`;
    const env = { ...process.env, BERTH_URL: scene.gateway.url, BERTH_API_KEY: keyNow() };
    await eventually(async () => expect((await run("bash", ["-c", script], { env })).stdout).to.include("shop"));
  });

  it("keys: revoked and rotated; what is old works no more", async () => {
    expect((await scene.berth.run(["keys", "revoke", "nothing", "--yes"])).code).to.equal(2);
    const rotated = await data<{ key: string }>("keys rotate test --yes");
    expect(rotated.key).to.match(/^brt_/).and.not.equal(scene.account.key);
    const old = await scene.berth.run(["whoami"]);
    expect([old.code, old.stderr.includes("berth login")]).to.deep.equal([1, true]);
    scene.berth.setEnv({ BERTH_API_KEY: rotated.key });
  });

  it("are all run here", () => {
    // Those of pods are run by pod-commands.test.ts.
    const elsewhere = ["context", "cp", "exec", "login", "logout", "port-forward", "run", "runs"];
    expect(Object.keys(COMMANDS).filter((name) => !ran.has(name) && !elsewhere.includes(name))).to.deep.equal([]);
  });
});
