import { once } from "node:events";
import { connect } from "node:net";
import { expect } from "chai";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { NAMESPACES, NODES, PODS } from "../../adapters/kubernetes/resource-types.ts";
import { createBerth, isBerthError, type SessionEnded } from "../../client/main.ts";
import { EXEC_PROTOCOL, TUNNEL_PROTOCOL } from "../../contract/rest/pod-access.ts";
import { eventually } from "../support/eventually.ts";
import { frame, startPodSockets, type PodSocketDouble } from "../support/pod-socket-double.ts";
import { askSocket, openSocket, type Opened, type Refused } from "../support/socket-client.ts";
import {
  clientOf,
  newAccount,
  newCluster,
  newDatabase,
  newDeployment,
  newKey,
  PASSWORD,
  personOf,
  type Account,
  type Person,
} from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { placeOf } from "./find-object.ts";

const MEBIBYTE = 1024 * 1024;

describe("shells in pods and tunnels to them", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let pods: PodSocketDouble;
  let owner: Account;
  let clusterId: string;
  let id: string;
  let handle: string;

  before(async () => {
    pods = await startPodSockets();
    gateway = await startTestGateway({
      env: { BERTH_SHELLS_PER_USER: "3" },
      replace: ({ tenantReader }) => ({
        tenantReader: { open: async (cluster) => withPods(await tenantReader.open(cluster)) },
      }),
    });
    owner = await newAccount(gateway.url);
    clusterId = await newCluster(owner.call);
    id = (await newDeployment(owner.call, clusterId, { name: "shop" })).id;
    handle = await handleOf(id);
    await gateway.kube.create(NAMESPACES, { metadata: { name: handle } }, { fieldManager: "test" });
    await newPod(handle, "shop-1");
  });
  after(async () => {
    await gateway.stop();
    await pods.stop();
  });
  afterEach(async () => {
    pods.refuse(undefined);
    for (const socket of pods.open) socket.terminate();
    await eventually(() => expect(pods.open.size).to.equal(0));
  });

  /** The API server has no kubelets: their sockets are the double's. */
  function withPods(client: KubeClient): KubeClient {
    return {
      list: (...given: Parameters<KubeClient["list"]>) => client.list(...given),
      get: (...given: Parameters<KubeClient["get"]>) => client.get(...given),
      close: () => client.close(),
      dial: pods.dial,
    } as Partial<KubeClient> as KubeClient;
  }

  const handleOf = async (record: string): Promise<string> => (await placeOf(gateway, record)).name;

  async function newPod(
    namespace: string,
    name: string,
    more: Readonly<{ nodeName?: string; labels?: Record<string, string> }> = {},
  ): Promise<void> {
    const { labels = {}, nodeName = "node-1" } = more;
    const spec = { nodeName, containers: ["app", "helper"].map((one) => ({ name: one, image: "a" })) };
    const metadata = { name, namespace, labels };
    await gateway.kube.create(PODS, { metadata, spec }, { fieldManager: "test" });
    const body = { status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] } };
    const options = { fieldManager: "test", subresource: "status" };
    await gateway.kube.patch(PODS, { name, namespace }, { kind: "merge", body }, options);
  }

  const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
  function execUrl(command: readonly string[], more: Record<string, string> = {}, of = id): string {
    const query = new URLSearchParams({ command: JSON.stringify(command), ...more });
    return `${gateway.url}/deployments/${of}/exec?${query.toString()}`;
  }
  const run = (command: readonly string[], more: Record<string, string> = {}, key = owner.key): Promise<Opened> =>
    openSocket(execUrl(command, more), bearer(key), [EXEC_PROTOCOL]);
  async function refusal(url: string, options = bearer(owner.key)): Promise<string> {
    const answer = await askSocket(url, options);
    if (!("status" in answer)) throw new Error("It was taken");
    return `${answer.status} ${String((answer as Refused).body["code"])}`;
  }

  it("runs a command and says how it ended", async () => {
    const shell = await run(["echo", "hello", "world & more"]);
    expect(await shell.closed).to.equal("1000 completed");
    expect([shell.socket.protocol, shell.textOf(1)]).to.deep.equal([EXEC_PROTOCOL, "hello world & more"]);
    expect(JSON.parse(shell.textOf(3))).to.include({ status: "Success" });
    const asked = pods.asked.at(-1)!;
    expect(asked.pathname).to.equal(`/api/v1/namespaces/${handle}/pods/shop-1/exec`);
    expect(asked.searchParams.getAll("command")).to.deep.equal(["echo", "hello", "world & more"]);
    expect(Object.fromEntries(asked.searchParams)).to.include({
      container: "app",
      stdin: "true",
      stdout: "true",
      stderr: "true",
      tty: "false",
    });
    const failing = await run(["exit", "3"]);
    expect(await failing.closed).to.equal("1000 completed");
    expect(failing.textOf(3)).to.contain('"message":"3"');
    const warning = await run(["warn", "careful"]);
    expect(await warning.closed).to.equal("1000 completed");
    expect(warning.textOf(2)).to.equal("careful");
  });

  it("passes input, its end and the terminal's size on, and no channel that is not the pod's", async () => {
    const shell = await run(["cat"], { tty: "true", container: "helper", pod: "shop-1" });
    expect(Object.fromEntries(pods.asked.at(-1)!.searchParams)).to.include({
      container: "helper",
      tty: "true",
      stderr: "false",
    });
    shell.socket.send(frame(0, "typed "));
    shell.socket.send(frame(4, '{"Width":120,"Height":40}'));
    await eventually(() => expect(shell.textOf(1)).to.equal('typed <{"Width":120,"Height":40}>'));
    shell.socket.send(Buffer.from([255, 0]));
    expect(await shell.closed).to.equal("1000 completed");
    const babble = await run(["babble"]);
    expect(await babble.closed).to.equal("1000 completed");
    expect([...new Set(babble.messages.map(([channel]) => channel))]).to.deep.equal([1, 3]);
  });

  it("carries a mebibyte both ways, unchanged", async () => {
    const shell = await run(["cat"]);
    const sent = Buffer.alloc(MEBIBYTE, "0123456789abcdef\n");
    for (let at = 0; at < sent.length; at += 32_768) shell.socket.send(frame(0, sent.subarray(at, at + 32_768)));
    shell.socket.send(Buffer.from([255, 0]));
    expect(await shell.closed).to.equal("1000 completed");
    expect(shell.textOf(1) === sent.toString()).to.equal(true);
  });

  it("keeps a pod waiting for a person who does not read, and loses nothing", async () => {
    const bytes = 64 * MEBIBYTE;
    const shell = await run(["flood", String(bytes)]);
    shell.socket.pause();
    let before = -1;
    await eventually(() => {
      const was = before;
      before = pods.written();
      expect(before, "it has come to rest").to.equal(was).and.to.be.above(0);
    });
    expect(pods.written(), "what sockets and buffers hold").to.be.below(bytes / 2);
    shell.socket.resume();
    expect(await shell.closed).to.equal("1000 completed");
    expect(shell.textOf(1).length).to.equal(bytes);
  });

  it("is what the client makes of it: commands, tunnels, refusals by their code", async () => {
    const berth = createBerth({ url: gateway.url, key: owner.key });
    const shell = await berth.exec(id, { command: ["cat"] });
    await shell.write("x".repeat(MEBIBYTE));
    shell.endInput();
    let bytes = 0;
    for await (const { stream, data } of shell.output) bytes += stream === "stdout" ? data.length : 0;
    expect([bytes, await shell.exited]).to.deep.equal([MEBIBYTE, 0]);
    const failing = await berth.exec(id, { command: ["exit", "7"] });
    for await (const { stream } of failing.output) expect.fail(stream);
    expect(await failing.exited).to.equal(7);
    const dying = await berth.exec(id, { command: ["die"] });
    for await (const { stream } of dying.output) expect.fail(stream);
    expect(await dying.exited.catch((error: unknown) => (error as SessionEnded).reason)).to.equal("pod_lost");
    const tunnel = await berth.tunnel({ deployment: id, port: 8080 });
    await tunnel.write(Buffer.from("ping"));
    for await (const data of tunnel.data) {
      expect(Buffer.from(data).toString()).to.equal("ping");
      tunnel.close();
    }
    expect(await tunnel.closed).to.include({ code: 1000, reason: "completed" });
    const refused = await berth.exec(id, { pod: "other" }).catch((error: unknown) => error);
    expect(isBerthError(refused) && refused.code).to.equal("no_pod_running");
  });

  it("is a tunnel to a port, and says where nobody listens", async () => {
    const url = `${gateway.url}/deployments/${id}/port-forward?port=`;
    const tunnel = await openSocket(`${url}8080`, bearer(owner.key), [TUNNEL_PROTOCOL]);
    expect([tunnel.socket.protocol, pods.asked.at(-1)!.searchParams.get("ports")]).to.deep.equal([
      TUNNEL_PROTOCOL,
      "8080",
    ]);
    tunnel.socket.send(Buffer.from("GET /"));
    await eventually(() => expect(Buffer.concat(tunnel.messages).toString()).to.equal("GET /"));
    tunnel.socket.close();
    await eventually(() => expect(pods.open.size).to.equal(0));
    expect(await (await openSocket(`${url}1`, bearer(owner.key))).closed).to.equal("4006 port_refused");
    expect(await (await openSocket(`${url}2`, bearer(owner.key))).closed).to.equal("1000 completed");
  });

  it("leads to a database's primary server", async () => {
    const database = await newDatabase(owner.call, clusterId);
    await gateway.settle("DatabaseInstance", database.id, "running", { connectionHost: "postgres-rw.x.svc" });
    const namespace = await handleOf(database.id);
    await gateway.kube.create(NAMESPACES, { metadata: { name: namespace } }, { fieldManager: "test" });
    const labels = { "cnpg.io/cluster": "postgres" };
    await newPod(namespace, "postgres-2", { labels: { ...labels, "cnpg.io/instanceRole": "replica" } });
    const url = `${gateway.url}/databases/${database.id}/port-forward`;
    expect(await refusal(url)).to.equal("409 no_pod_running");
    await newPod(namespace, "postgres-1", { labels: { ...labels, "cnpg.io/instanceRole": "primary" } });
    const tunnel = await openSocket(url, bearer(owner.key));
    expect(pods.asked.at(-1)!.href).to.contain(`/${namespace}/pods/postgres-1/portforward?ports=5432`);
    tunnel.socket.close();
  });

  it("refuses in HTTP what cannot be", async () => {
    expect(await refusal(execUrl(["ls"], { pod: "other" }))).to.equal("409 no_pod_running");
    expect(await refusal(execUrl(["ls"], { container: "other" }))).to.equal("409 no_pod_running");
    for (const bad of ["ls", "[]", '["a", "b"]', '["\\u0000"]', '["\\ud800"]', '{"a":1}', `["${"x".repeat(9_000)}"]`])
      expect(
        (await askSocket(
          `${gateway.url}/deployments/${id}/exec?command=${encodeURIComponent(bad)}`,
          bearer(owner.key),
        )) as Refused,
        bad,
      ).to.include({ status: 422 });
    expect(await refusal(`${gateway.url}/deployments/${id}/port-forward?port=0`)).to.contain("422");
    const plain = await owner.call("GET", `/deployments/${id}/exec`);
    expect([plain.status, plain.body["code"], plain.headers.get("upgrade")]).to.deep.equal([
      426,
      "upgrade_required",
      "websocket",
    ]);
    for (const status of [403, 404, 500]) {
      pods.refuse(status);
      const answer = (await askSocket(execUrl(["ls"]), bearer(owner.key))) as Refused;
      expect([answer.status, answer.body["code"]]).to.deep.equal([503, "cluster_unreachable"]);
      expect(JSON.stringify(answer.body)).not.to.contain("a text of the cluster");
    }
  });

  it("says of simulated nodes that nothing runs there", async () => {
    const labels = { "hosting.berth.dev/simulated": "true" };
    await gateway.kube.create(NODES, { metadata: { name: "simulated", labels } }, { fieldManager: "test" });
    const other = await newDeployment(owner.call, clusterId);
    const namespace = await handleOf(other.id);
    await gateway.kube.create(NAMESPACES, { metadata: { name: namespace } }, { fieldManager: "test" });
    await newPod(namespace, "web-1", { nodeName: "simulated" });
    expect(await refusal(execUrl(["ls"], {}, other.id))).to.equal("409 nodes_simulated");
  });

  it("is for members and their keys with the scope, and for no page of another site", async () => {
    const viewer = await newAccount(gateway.url);
    const row = [owner.organizationId, viewer.userId, "viewer"];
    await gateway.services.pool.query("INSERT INTO memberships VALUES ($1, $2, $3)", row);
    expect(await refusal(execUrl(["ls"]), bearer(viewer.key))).to.equal("403 forbidden");
    expect(await refusal(execUrl(["ls"]), bearer((await newAccount(gateway.url)).key))).to.equal("404 not_found");
    const narrow = await newKey(owner.session, { scopes: ["deployments:write"] });
    expect(await refusal(execUrl(["ls"]), bearer(narrow.key))).to.equal("403 forbidden");
    const wide = await newKey(owner.session, { scopes: ["exec:write"] });
    expect(await (await run(["echo"], {}, wide.key)).closed).to.equal("1000 completed");
    expect(await refusal(execUrl(["ls"]), { headers: {} } as never)).to.equal("401 unauthenticated");
    const cookie = { cookie: owner.cookie };
    const foreign = { headers: { ...cookie, origin: "https://evil.example" } };
    expect(await refusal(execUrl(["ls"]), foreign as never)).to.equal("403 csrf_refused");
    const own = { headers: { ...cookie, origin: gateway.url } };
    expect(await (await openSocket(execUrl(["echo"]), own)).closed).to.equal("1000 completed");
  });

  it("ends at once what a person may not any more: key, role, organization's switch, deployment", async () => {
    const key = await newKey(owner.session);
    const byKey = await run(["hang"], {}, key.key);
    expect((await owner.session("DELETE", `/api-keys/${key.id}`)).status).to.equal(200);
    expect(await byKey.closed).to.equal("4001 access_ended");
    const path = `/organizations/${owner.slug}`;
    const before = await run(["hang"]);
    expect((await owner.session("PATCH", path, { exec_enabled: false })).body).to.include({ exec_enabled: false });
    expect(await before.closed).to.equal("4001 access_ended");
    expect(await refusal(execUrl(["ls"]))).to.equal("403 exec_switched_off");
    expect((await owner.session("PATCH", path, { exec_enabled: true })).body).to.include({ exec_enabled: true });
    const member = await newAccount(gateway.url);
    await gateway.services.pool.query("INSERT INTO memberships VALUES ($1, $2, 'member')", [
      owner.organizationId,
      member.userId,
    ]);
    const asMember = await run(["hang"], {}, member.key);
    expect((await owner.session("PATCH", `${path}/members/${member.userId}`, { role: "viewer" })).status).to.equal(200);
    expect(await asMember.closed).to.equal("4001 access_ended");
    const { rows } = await gateway.services.pool.query<{ changes: unknown }>(
      "SELECT changes FROM audit_entries WHERE action = 'updateOrganization' AND organization_id = $1",
      [owner.organizationId],
    );
    expect(JSON.stringify(rows)).to.contain('"exec_enabled":false');
  });

  async function signIn({ email }: Account): Promise<Person> {
    const signedIn = await clientOf(gateway.url)("POST", "/auth/login", { email, password: PASSWORD });
    return personOf(gateway.url, email, signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "");
  }
  const runInBrowser = ({ cookie }: Person, command: readonly string[], of = id): Promise<Opened> =>
    openSocket(execUrl(command, {}, of), { headers: { cookie, origin: gateway.url } }, [EXEC_PROTOCOL]);
  async function expectAlive({ socket, textOf }: Opened): Promise<void> {
    socket.send(frame(0, "still here"));
    await eventually(() => expect(textOf(1)).to.equal("still here"));
  }

  it("ends with the session that opened it: signed out here, from another device, and everywhere else", async () => {
    const [left, ended, other] = [await signIn(owner), await signIn(owner), await signIn(owner)];
    const [ofLeft, ofEnded, ofOther] = [
      await runInBrowser(left, ["hang"]),
      await runInBrowser(ended, ["hang"]),
      await runInBrowser(other, ["cat"]),
    ];
    expect((await left.session("POST", "/auth/logout")).status).to.equal(200);
    expect(await ofLeft.closed).to.equal("4001 access_ended");
    const { body } = await ended.session<{ sessions: { id: string; is_current: boolean }[] }>("GET", "/auth/sessions");
    const current = body.sessions.find((one) => one.is_current)?.id;
    expect((await other.session("DELETE", `/auth/sessions/${current}`)).status).to.equal(200);
    expect(await ofEnded.closed).to.equal("4001 access_ended");
    await expectAlive(ofOther);
    const [kept, byKey] = [await runInBrowser(owner, ["cat"]), await run(["cat"])];
    expect((await owner.session("DELETE", "/auth/sessions")).status).to.equal(200);
    expect(await ofOther.closed).to.equal("4001 access_ended");
    await expectAlive(kept);
    await expectAlive(byKey);
  });

  it("ends when its member is removed or leaves, by whatever they came, and nowhere else", async () => {
    const path = `/organizations/${owner.slug}/members`;
    for (const leaves of [false, true]) {
      const member = await newAccount(gateway.url);
      await gateway.services.pool.query("INSERT INTO memberships VALUES ($1, $2, 'member')", [
        owner.organizationId,
        member.userId,
      ]);
      const own = await newDeployment(
        member.call,
        await newCluster(member.call, { organization_id: member.organizationId }),
      );
      const namespace = await handleOf(own.id);
      await gateway.kube.create(NAMESPACES, { metadata: { name: namespace } }, { fieldManager: "test" });
      await newPod(namespace, "web-1");
      const shells = [await run(["hang"], {}, member.key), await runInBrowser(member, ["hang"])];
      const elsewhere = await runInBrowser(member, ["cat"], own.id);
      const { session } = leaves ? member : owner;
      expect((await session("DELETE", `${path}/${member.userId}`)).status).to.equal(200);
      for (const shell of shells) expect(await shell.closed).to.equal("4001 access_ended");
      await expectAlive(elsewhere);
      expect(await refusal(execUrl(["ls"]), bearer(member.key))).to.equal("404 not_found");
      elsewhere.socket.close();
    }
  });

  it("ends with its deployment", async () => {
    const other = await newDeployment(owner.call, clusterId);
    const namespace = await handleOf(other.id);
    await gateway.kube.create(NAMESPACES, { metadata: { name: namespace } }, { fieldManager: "test" });
    await newPod(namespace, "web-1");
    const shell = await openSocket(execUrl(["hang"], {}, other.id), bearer(owner.key));
    await owner.call("DELETE", `/deployments/${other.id}`);
    await gateway.finish("Deployment", other.id);
    expect(await shell.closed).to.equal("4002 gone");
  });

  it("says that the pod went, and ends with the person", async () => {
    expect(await (await run(["die"])).closed).to.equal("1011 pod_lost");
    const left = await run(["hang"]);
    left.socket.terminate();
    await eventually(() => expect(pods.open.size).to.equal(0));
  });

  it("bounds how many a person has open, and gives places back", async () => {
    const three = [await run(["hang"]), await run(["hang"]), await run(["hang"])];
    expect(await refusal(execUrl(["ls"]))).to.equal("429 rate_limited");
    three[0]!.socket.close();
    await eventually(async () => expect(await (await run(["echo"])).closed).to.equal("1000 completed"));
    // What was refused, or broke while it opened, holds no place.
    pods.refuse(500);
    for (let times = 0; times < 4; times += 1)
      expect(await refusal(execUrl(["ls"]))).to.equal("503 cluster_unreachable");
    pods.refuse(undefined);
    expect(await (await run(["echo"])).closed).to.equal("1000 completed");
  });

  const hostile: readonly (readonly [what: string, message: string | Buffer, ending: string])[] = [
    ["a text", "text", "1008 unknown_message"],
    ["an empty message", Buffer.alloc(0), "1008 unknown_message"],
    ["a channel of the pod's", frame(1, "out"), "1008 unknown_message"],
    ["a status", frame(3, "{}"), "1008 unknown_message"],
    ["a size without a terminal", frame(4, '{"Width":1,"Height":1}'), "1008 unknown_message"],
    ["the end of another channel", Buffer.from([255, 1]), "1008 unknown_message"],
    ["a message without a bound", Buffer.alloc(65 * 1024), "1009 "],
  ];
  for (const [what, message, ending] of hostile)
    it(`ends with whoever sends ${what}`, async () => {
      const shell = await run(["cat"]);
      shell.socket.send(message);
      expect(await shell.closed).to.equal(ending);
      await eventually(() => expect(pods.open.size).to.equal(0));
    });

  it("bears handshakes that are none", async () => {
    const { port, pathname, search } = new URL(execUrl(["hang"]));
    const head = `GET ${pathname}${search} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${owner.key}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`;
    for (const rest of [
      "",
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: short\r\n",
      "Sec-WebSocket-Version: 8\r\n",
    ]) {
      const socket = connect(Number(port), "127.0.0.1");
      socket.write(`${head}${rest}\r\n`);
      const [answer] = (await once(socket, "data")) as [Buffer];
      expect(answer.toString()).to.match(/^HTTP\/1.1 426 /);
      socket.destroy();
    }
    const leaving = connect(Number(port), "127.0.0.1");
    leaving.write(
      `${head}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString("base64")}\r\n\r\n`,
    );
    leaving.destroy();
    await eventually(() => expect(pods.open.size).to.equal(0));
  });

  it("has the command in the audit log, and nothing that went through", async () => {
    const shell = await run(["cat", "--password-file"], { tty: "true" });
    shell.socket.send(frame(0, "typed-secret"));
    await eventually(() => expect(shell.textOf(1)).to.equal("typed-secret"));
    shell.socket.close();
    // What was refused before is told in sums, which may be written after this shell began.
    const { rows } = await gateway.services.pool.query<{ changes: unknown }>(
      "SELECT changes FROM audit_entries WHERE action = 'execInDeployment' AND target_id = $1 AND outcome = 'succeeded' ORDER BY created_at DESC",
      [id],
    );
    expect(rows[0]).to.deep.equal({
      changes: { after: { pod: "shop-1", container: "app", command: ["cat", "--password-file"], tty: true } },
    });
    const all = await gateway.services.pool.query("SELECT * FROM audit_entries");
    expect(JSON.stringify(all.rows)).not.to.contain("typed-secret");
  });
});
