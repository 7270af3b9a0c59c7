import { X509Certificate } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { Resolver } from "node:dns/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { createRecordLookup } from "../../adapters/dns/record-lookup.ts";
import { createKubeClient } from "../../adapters/kubernetes/kube-client.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { CERTIFICATES } from "../../adapters/kubernetes/resource-types.ts";
import type { ClusterContext } from "../../operator/controllers/cluster/context.ts";
import { createNameLooks, lookAtNames, publishNames, withdrawNames } from "../../operator/controllers/cluster/names.ts";
import {
  createWildcardLooks,
  lookAtWildcard,
  requestWildcard,
  wildcardSecret,
} from "../../operator/controllers/cluster/wildcard.ts";
import { wildcardCondition } from "../../operator/machines/cluster/wildcard.ts";
import type { ClusterObject } from "../../operator/resources/objects.ts";
import { startApiServer, type ApiServer } from "../support/api-server.ts";
import { applyAll } from "../support/apply-all.ts";
import { eventually } from "../support/eventually.ts";
import { createFakeClock } from "../support/fake-clock.ts";
import { freePorts } from "../support/free-ports.ts";
import { runGuarded, type Guarded } from "../support/guarded-process.ts";
import {
  skipWithoutLastMile,
  findLastMilePrograms,
  readLastMileCrds,
  type LastMilePrograms,
} from "../support/last-mile/programs.ts";
import {
  startAcmeServer,
  startNameServer,
  type AcmeServer,
  type NameServer,
} from "../support/last-mile/start-servers.ts";

type Manifests = Parameters<typeof applyAll>[1];

const DEADLINE_MS = 5 * 60_000;

/** Waits as long as the programs may take, which look by themselves every other second. */
const inTime = <T>(work: () => Promise<T>): Promise<T> => eventually(work, DEADLINE_MS, 500);
const OWN = "last-mile";
const HANDLE = "one-abcdefghij";
/** Its challenges the zone refuses. */
const REFUSED = "two-abcdefghij";
const HOST = `shop.${HANDLE}.apps.test`;
const ADDRESS = "127.0.0.1";

/** Berth's own objects, and the programs that they are for: the way to a pod is not part of it. */
describe("DNS and certificates by the real programs", function () {
  this.timeout(15 * 60_000);
  const running: Guarded[] = [];
  const warned: unknown[] = [];
  let dir: string;
  let api: ApiServer;
  let client: KubeClient;
  let zone: NameServer;
  let acme: AcmeServer;
  let clusters: Readonly<Record<string, ClusterObject>>;

  before(async function () {
    await skipWithoutLastMile(this);
    const programs = await findLastMilePrograms();
    dir = await mkdtemp(join(tmpdir(), "berth-last-mile-"));
    api = await startApiServer();
    client = createKubeClient(api);
    zone = await startNameServer(join(dir, "bind"), [HANDLE]);
    acme = await startAcmeServer(join(dir, "pebble"), programs.pebble, zone.port);
    running.push(zone.process, acme.process);
    await applyAll(client, await readLastMileCrds());
    await eventually(() => client.get(CERTIFICATES, { namespace: OWN, name: "none" }));
    await applyAll(client, issuerObjects());
    await startControllers(programs);
    clusters = { [HANDLE]: clusterOf(HANDLE), [REFUSED]: clusterOf(REFUSED) };
  });
  after(async () => {
    for (const one of running) await one.kill();
    await client?.close();
    await api?.stop();
    if (dir !== undefined) await rm(dir, { recursive: true, force: true });
  });

  function issuerObjects(): readonly (Manifests[number] & Readonly<Record<string, unknown>>)[] {
    const { url: server, caBundle } = acme;
    const rfc2136 = {
      nameserver: `127.0.0.1:${zone.port}`,
      tsigKeyName: "cert-manager",
      tsigAlgorithm: "HMACSHA256",
      tsigSecretSecretRef: { name: "rfc2136", key: "key" },
    };
    const of = (name: string) => ({ name, namespace: OWN });
    return [
      { apiVersion: "v1", kind: "Namespace", metadata: { name: OWN } },
      { apiVersion: "v1", kind: "Secret", metadata: of("rfc2136"), stringData: { key: zone.challengesSecret } },
      {
        apiVersion: "cert-manager.io/v1",
        kind: "Issuer",
        metadata: of("dns"),
        spec: {
          acme: {
            server,
            caBundle,
            email: "operator@apps.test",
            privateKeySecretRef: { name: "account" },
            solvers: [{ dns01: { rfc2136 } }],
          },
        },
      },
    ];
  }

  async function startControllers({ certManager, externalDns }: LastMilePrograms): Promise<void> {
    const [metrics = 0, live = 0] = await freePorts(2);
    const dns = [
      `EXTERNAL_DNS_RFC2136_TSIG_SECRET=${zone.recordsSecret}`,
      externalDns,
      `--kubeconfig=${api.kubeconfig}`,
      "--source=crd",
      "--provider=rfc2136",
      "--rfc2136-host=127.0.0.1",
      `--rfc2136-port=${zone.port}`,
      "--rfc2136-zone=apps.test",
      "--rfc2136-tsig-keyname=external-dns",
      "--rfc2136-tsig-secret-alg=hmac-sha256",
      "--rfc2136-axfr",
      "--domain-filter=apps.test",
      "--registry=txt",
      "--txt-owner-id=berth",
      "--txt-prefix=_owner.",
      "--txt-wildcard-replacement=any",
      "--policy=sync",
      "--interval=2s",
      "--managed-record-types=A",
      `--metrics-address=127.0.0.1:${metrics}`,
    ];
    const certificates = [
      `--kubeconfig=${api.kubeconfig}`,
      `--recursive-nameservers=127.0.0.1:${zone.port}`,
      "--dns01-recursive-nameservers-only",
      "--dns01-check-retry-period=2s",
      `--listen=127.0.0.1:${live}`,
    ];
    running.push(runGuarded({ command: "env", flags: dns, cwd: dir }));
    running.push(runGuarded({ command: certManager, flags: certificates, cwd: dir }));
    await Promise.resolve();
  }

  function clusterOf(handle: string): ClusterObject {
    return {
      metadata: { namespace: OWN, name: handle, uid: "u-1" },
      spec: { provider: "hetzner", region: "fsn1", tier: "dedicated", routing: "gateway", namesUnder: "cluster" },
      status: { handle },
    } as unknown as ClusterObject;
  }

  /** As a pass has it that has looked at nothing yet. */
  function contextNow(): ClusterContext {
    const clock = createFakeClock();
    const lookUp = createRecordLookup({
      servers: [`127.0.0.1:${zone.port}`],
      isAllowed: () => true,
      port: zone.port,
    });
    const settings = {
      wildcardIssuer: { kind: "Issuer", name: "dns" },
      appsDomain: "apps.test",
      operatorNamespace: OWN,
      dns: "external-dns",
    };
    const logger = { warn: (...all: unknown[]) => warned.push(all) };
    const names = createNameLooks(lookUp, clock, () => undefined);
    const wildcards = createWildcardLooks(clock, () => undefined);
    return { client, clock, settings, logger, names, wildcards } as unknown as ClusterContext;
  }

  function clusterNamed(handle: string): ClusterObject {
    const found = clusters[handle];
    if (found === undefined) throw new Error(`There is no ${handle}`);
    return found;
  }

  /** What a new look sees, as soon as it has been answered. */
  async function look<V extends Readonly<{ kind: string }>>(ask: () => V | undefined): Promise<V> {
    return eventually(() => {
      const view = ask();
      if (view === undefined || view.kind === "unasked") throw new Error("not asked yet");
      return view;
    });
  }

  async function held(handle: string): Promise<Readonly<Record<string, string>>> {
    return inTime(async () => {
      const context = contextNow();
      const object = clusterNamed(handle);
      const view = await look(() => lookAtWildcard(context, object));
      const secret = wildcardSecret(context, object);
      if (secret === undefined) throw new Error(JSON.stringify(wildcardCondition(view, "current", Date.now())));
      return Object.fromEntries(Object.entries(secret.values).map(([key, value]) => [key, value.reveal()]));
    });
  }

  it("make the record of a cluster that Berth asks for, and Berth sees that its names lead there", async () => {
    const [context, object] = [contextNow(), clusterNamed(HANDLE)];
    const first = await look(() => lookAtNames(context, object, ADDRESS));
    expect(first, "before").to.include({ endpoint: "stale", verdict: "nowhere" });
    await publishNames(context, object, first);
    expect(warned).to.deep.equal([]);
    await inTime(async () => {
      const now = contextNow();
      const seen = await look(() => lookAtNames(now, object, ADDRESS));
      expect(seen).to.include({ kind: "seen", endpoint: "current", verdict: "points" });
    });
  });

  it("make the certificate for all its names, with which a server answers under a name of the zone", async () => {
    await requestWildcard(contextNow(), clusterNamed(HANDLE));
    const { "tls.crt": cert = "", "tls.key": key = "" } = await held(HANDLE);
    const server = createServer({ cert, key }, (_asked, answer) => answer.end("harbour"));
    await new Promise<void>((resolve) => server.listen(0, ADDRESS, resolve));
    try {
      expect(await fetchThroughZone(server, acme.root)).to.deep.equal([200, "harbour"]);
      const refused = await fetchThroughZone(server, undefined).catch((error: unknown) => String(error));
      expect(refused, "a known bad").to.match(/self-signed certificate|unable to/);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  function fetchThroughZone(server: Server, ca: string | undefined): Promise<[number | undefined, string]> {
    const resolver = new Resolver();
    resolver.setServers([`127.0.0.1:${zone.port}`]);
    const { port } = server.address() as AddressInfo;
    return resolver.resolve4(HOST).then(
      ([host]) =>
        new Promise((resolve, reject) => {
          const asked = request(
            { host, port, servername: HOST, headers: { host: HOST }, ca, agent: false },
            (answer) => {
              let text = "";
              answer.setEncoding("utf8").on("data", (piece: string) => (text += piece));
              answer.on("end", () => resolve([answer.statusCode, text]));
            },
          );
          asked.on("error", reject).end();
        }),
    );
  }

  it("bring another certificate when it is renewed", async () => {
    const before = new X509Certificate((await held(HANDLE))["tls.crt"] ?? "").serialNumber;
    const ref = { namespace: OWN, name: `wildcard-${HANDLE}` };
    const issuing = { type: "Issuing", status: "True", reason: "ManuallyTriggered", message: "renewal asked for" };
    const { status } = (await client.get<KubeObject & { status: { conditions: object[] } }>(CERTIFICATES, ref)) ?? {};
    const conditions = [...(status?.conditions ?? []), { ...issuing, lastTransitionTime: "2026-01-01T00:00:00Z" }];
    const by = { fieldManager: "test", subresource: "status" } as const;
    await client.patch(CERTIFICATES, ref, { kind: "merge", body: { status: { conditions } } }, by);
    await inTime(async () => {
      expect(new X509Certificate((await held(HANDLE))["tls.crt"] ?? "").serialNumber).to.not.equal(before);
    });
  });

  it("are told of with what helps where the zone refuses the issuer's solver", async () => {
    await requestWildcard(contextNow(), clusterNamed(REFUSED));
    await inTime(async () => {
      const context = contextNow();
      const view = await look(() => lookAtWildcard(context, clusterNamed(REFUSED)));
      const { status, message = "" } = wildcardCondition(view, undefined, Date.now());
      expect([status, message].join(" ")).to.match(/^False .*refuses the issuer's solver.*REFUSED/s);
    });
  });

  it("remove the record when Berth withdraws it", async () => {
    await withdrawNames(contextNow(), clusterNamed(HANDLE));
    await inTime(async () => {
      const now = contextNow();
      const seen = await look(() => lookAtNames(now, clusterNamed(HANDLE), ADDRESS));
      expect(seen).to.include({ endpoint: "stale", verdict: "nowhere" });
    });
  });
});
