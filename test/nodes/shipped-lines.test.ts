import { mkdtemp, readFile, rm } from "node:fs/promises";
import { request as forward } from "node:http";
import { createServer, type Server } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { LINE_CHARACTERS_MAX } from "../../api/logs/split-log.ts";
import { BUSYBOX_IMAGE } from "../../local/images/tour-images.ts";
import { ensureCertificates } from "../../local/registry/certificates.ts";
import { deriveHandle } from "../../contract/identity.ts";
import { applyAll } from "../support/apply-all.ts";
import { eventually } from "../support/eventually.ts";
import { findFluentBit, makeFluentBitImage } from "../support/fluent-bit-image.ts";
import { GuidesCollector } from "../support/guides-collector.ts";
import { hangUp } from "../support/listen.ts";
import { canRunNodes, prepareRealNodes } from "../support/real-nodes.ts";
import { startShellScene, type ShellScene } from "../support/shell-scene.ts";
import { startVictoriaLogs } from "../support/victoria-logs/victoria-logs.ts";
import type { VictoriaStore } from "../support/victoria/start-victoria.ts";

const PATIENCE_MS = 5 * 60_000;
const STORE_HOST = "lines.store.test";
const OTHER_HOST = "other.store.test";
const TOKEN = "token-of-the-collector";
/** The store has all of what the runtime had cut; a reader is told as much as of any line. */
const LONG = "x".repeat(LINE_CHARACTERS_MAX);
const HOSTILE = '{"kubernetes":{"pod_namespace":"other","pod_name":"other"},"cluster":"other","log":"other"}';
/** A pod's own program: what it prints is as long as the runtime cuts, or wants to be another's. */
const PRINTS = [
  "echo first",
  "echo second >&2",
  `echo '${HOSTILE}'`,
  "head -c 20000 /dev/zero | tr '\\0' x",
  "echo",
  "sleep 100000",
].join("; ");

/** The collector of the guide as it stands there, by the real Fluent Bit, from a pod's file to the route that people ask. */
describe("log lines that Fluent Bit ships from a real node", function () {
  this.timeout(20 * 60_000);
  let scene: ShellScene;
  let store: VictoriaStore;
  let dir: string;
  const doors: Server[] = [];
  const tokens = new Set<string>();
  let program: string | undefined;

  before(async function () {
    program = findFluentBit();
    if (program === undefined) {
      console.log("    BERTH_TEST_FLUENT_BIT names no Fluent Bit (CONTRIBUTING.md says how it is built)");
      this.skip();
    }
    if (!(await canRunNodes())) this.skip();
    await prepareRealNodes();
    dir = await mkdtemp(join(tmpdir(), "berth-shipped-"));
    store = await startVictoriaLogs();
    scene = await startShellScene({ env: { BERTH_LOGS_URL: store.url } });
    scene.dns.names.set(STORE_HOST, { a: [scene.cluster.hostAddress] });
  });
  after(async () => {
    await scene?.stop();
    for (const door of doors) door.close().closeAllConnections();
    await store?.stop();
    if (dir !== undefined) await rm(dir, { recursive: true, force: true });
  });

  /** The door of the store: it takes what comes with the token, and passes it on. */
  async function openDoor(certificate: Readonly<{ keyFile: string; certificateFile: string }>): Promise<void> {
    const tls = { key: await readFile(certificate.keyFile), cert: await readFile(certificate.certificateFile) };
    const door = createServer(tls, (request, response) => {
      tokens.add(request.headers.authorization ?? "");
      const { method, url = "", headers } = request;
      const passed = forward(new URL(url, store.url), { method: method ?? "POST", headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500);
        answer.pipe(response);
      });
      request.pipe(passed);
    });
    doors.push(door);
    await new Promise<void>((resolve, reject) =>
      door.on("error", reject).listen(443, scene.cluster.hostAddress, resolve),
    );
  }

  async function closeDoors(): Promise<void> {
    for (const door of doors.splice(0)) {
      await hangUp(door);
    }
  }

  async function applyGuide(): Promise<void> {
    const { rows } = await scene.gateway.services.pool.query<{ id: string; object_name: string }>(
      "SELECT id, object_name FROM resources WHERE kind = 'Cluster'",
    );
    const [{ id, object_name: name } = { id: "", object_name: "" }] = rows;
    const guide = new GuidesCollector(deriveHandle("Cluster", name, id), STORE_HOST);
    const ca = await ensureCertificates(dir, [STORE_HOST]);
    const container = (guide.manifests as unknown as { spec?: { template?: Template } }[]).find(
      ({ spec }) => spec?.template !== undefined,
    )?.spec?.template?.spec.containers[0];
    await makeFluentBitImage(scene.cluster.images, container?.image ?? "", program ?? "", ca.caFile);
    const [namespace, ...rest] = guide.manifests;
    await applyAll(scene.admin, [namespace!]);
    const { kubectl } = scene.cluster;
    await kubectl("-n", "berth-logs", "create", "secret", "generic", "store", `--from-literal=token=${TOKEN}`);
    await applyAll(scene.admin, rest);
    await eventually(
      () => kubectl("-n", "berth-logs", "rollout", "status", "daemonset/collector", "--timeout=30s"),
      PATIENCE_MS,
    );
  }

  async function history(): Promise<string[]> {
    const { gateway, id, key } = scene;
    const url = `${gateway.url}/deployments/${id}/logs?history=true&pod=shop`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`logs answered ${answer.status} ${text}`);
    return text.split("\n").filter((line) => line !== "");
  }

  it("are given to no host but the one that is named, whatever authority vouches for it", async () => {
    await openDoor(await ensureCertificates(dir, [OTHER_HOST]));
    await applyGuide();
    const { kubectl } = scene.cluster;
    const { namespace } = scene;
    await kubectl("-n", namespace, "run", "shop", `--image=${BUSYBOX_IMAGE}`, "--", "sh", "-c", PRINTS);
    const said = (): Promise<string> => kubectl("-n", "berth-logs", "logs", "daemonset/collector");
    await eventually(async () => expect(await said()).to.match(/verification failed.*hostname mismatch/i), PATIENCE_MS);
    expect([...tokens]).to.deep.equal([]);
    expect(await history()).to.deep.equal([]);
  });

  it("are found by their deployment's route when their pod is gone, each once and as one text", async () => {
    await closeDoors();
    await openDoor(await ensureCertificates(dir, [STORE_HOST]));
    const wanted = ["first", "second", HOSTILE, LONG].map((text) => `shop/shop ${text}`);
    await eventually(async () => expect(await history()).to.have.members(wanted), PATIENCE_MS);
    const { kubectl } = scene.cluster;
    await kubectl("-n", scene.namespace, "delete", "pod", "shop", "--wait=true", "--grace-period=1");
    expect(await history()).to.have.members(wanted);
    expect([...tokens]).to.deep.equal([`Bearer ${TOKEN}`]);
  });
});

type Template = Readonly<{ spec: Readonly<{ containers: readonly Readonly<{ image: string }>[] }> }>;
