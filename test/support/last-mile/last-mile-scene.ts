import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRecordLookup } from "../../../adapters/dns/record-lookup.ts";
import { createKubeClient } from "../../../adapters/kubernetes/kube-client.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { CERTIFICATES } from "../../../adapters/kubernetes/resource-types.ts";
import type { ClusterContext } from "../../../operator/controllers/cluster/context.ts";
import { createNameLooks } from "../../../operator/controllers/cluster/names.ts";
import { createWildcardLooks, lookAtWildcard, wildcardSecret } from "../../../operator/controllers/cluster/wildcard.ts";
import { wildcardCondition } from "../../../operator/machines/cluster/wildcard.ts";
import type { ClusterObject } from "../../../operator/resources/objects.ts";
import { startApiServer, type ApiServer } from "../api-server.ts";
import { applyAll } from "../apply-all.ts";
import { eventually } from "../eventually.ts";
import { createFakeClock, type FakeClock } from "../fake-clock.ts";
import { freePorts } from "../free-ports.ts";
import { runGuarded, type Guarded } from "../guarded-process.ts";
import { findLastMilePrograms, readLastMileCrds } from "./programs.ts";
import { startAcmeServer, startNameServer, WITH_BRIEF, type AcmeServer, type NameServer } from "./start-servers.ts";

const DEADLINE_MS = 5 * 60_000;

/** Waits as long as the programs may take, which look by themselves every other second. */
export const inTime = <T>(work: () => Promise<T>): Promise<T> => eventually(work, DEADLINE_MS, 500);

/** The operator's own namespace here. */
export const OWN = "last-mile";

/** Names the issuer of a cluster's own, which proves names by DNS as all of them do here: without nodes nothing answers HTTP. */
export const CLUSTER_ISSUER = "own";

/** Names the one whose certificates end after seconds. */
export const BRIEF_ISSUER = "brief";

type Options = Readonly<{ handles: readonly string[]; records?: boolean }>;
type Values = Readonly<Record<string, string>>;

/** Berth's own objects on an API server, and the programs that they are for. */
export class LastMileScene {
  /** What the operator's log would have. */
  readonly warned: unknown[] = [];
  readonly client: KubeClient;
  readonly zone: NameServer;
  readonly acme: AcmeServer;
  readonly #stops: (() => Promise<unknown>)[];
  #clockUrl: string | undefined;

  private constructor(
    stops: (() => Promise<unknown>)[],
    parts: Readonly<{ client: KubeClient; zone: NameServer; acme: AcmeServer }>,
  ) {
    this.#stops = stops;
    this.client = parts.client;
    this.zone = parts.zone;
    this.acme = parts.acme;
  }

  /** Starts everything; the zone takes challenges of these handles alone. */
  static async start({ handles, records = false }: Options): Promise<LastMileScene> {
    const programs = await findLastMilePrograms();
    const stops: (() => Promise<unknown>)[] = [];
    const dir = await mkdtemp(join(tmpdir(), "berth-last-mile-"));
    stops.push(() => rm(dir, { recursive: true, force: true }));
    try {
      const api = await startApiServer();
      stops.push(() => api.stop());
      const client = createKubeClient(api);
      stops.push(() => client.close());
      const zone = await startNameServer(join(dir, "bind"), handles);
      const acme = await startAcmeServer(join(dir, "pebble"), {
        command: programs.pebble,
        dnsPort: zone.port,
        profiles: WITH_BRIEF,
      });
      stops.push(zone.process.kill, acme.process.kill);
      const scene = new LastMileScene(stops, { client, zone, acme });
      await applyAll(client, await readLastMileCrds());
      await eventually(() => client.get(CERTIFICATES, { namespace: OWN, name: "none" }));
      await applyAll(client, scene.#issuers());
      await scene.#startCertManager(api, { command: programs.certManager, cwd: dir });
      if (records) await scene.#startExternalDns(api, { command: programs.externalDns, cwd: dir });
      return scene;
    } catch (error) {
      for (const stop of stops.toReversed()) await stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.toReversed()) await stop();
  }

  /** Sets how far the clock of cert-manager's controllers is ahead; it runs on from there. */
  async setClockAhead(aheadMs: number): Promise<void> {
    const { ok, status } = await fetch(`${this.#clockUrl}?ahead=${Math.ceil(aheadMs / 1000)}s`, { method: "POST" });
    if (!ok) throw new Error(`cert-manager does not set its clock: ${status}`);
  }

  #issuers() {
    const { url: server, caBundle } = this.acme;
    const rfc2136 = {
      nameserver: `127.0.0.1:${this.zone.port}`,
      tsigKeyName: "cert-manager",
      tsigAlgorithm: "HMACSHA256",
      tsigSecretSecretRef: { name: "rfc2136", key: "key" },
    };
    const of = (name: string) => ({ name, namespace: OWN });
    const issuer = (privateKey: string, profile = "default") => ({
      acme: {
        server,
        profile,
        caBundle,
        email: "operator@apps.test",
        privateKeySecretRef: { name: privateKey },
        solvers: [{ dns01: { rfc2136 } }],
      },
    });
    const group = "cert-manager.io/v1";
    return [
      { apiVersion: "v1", kind: "Namespace", metadata: { name: OWN } },
      { apiVersion: "v1", kind: "Secret", metadata: of("rfc2136"), stringData: { key: this.zone.challengesSecret } },
      { apiVersion: group, kind: "Issuer", metadata: of("dns"), spec: issuer("account") },
      { apiVersion: group, kind: "ClusterIssuer", metadata: { name: CLUSTER_ISSUER }, spec: issuer("own-account") },
      {
        apiVersion: group,
        kind: "ClusterIssuer",
        metadata: { name: BRIEF_ISSUER },
        spec: issuer("brief-account", "brief"),
      },
    ];
  }

  async #startCertManager(api: ApiServer, program: Readonly<{ command: string; cwd: string }>): Promise<void> {
    const [port = 0] = await freePorts(1);
    this.#clockUrl = `http://127.0.0.1:${port}/clock`;
    const flags = [
      `--kubeconfig=${api.kubeconfig}`,
      `--cluster-resource-namespace=${OWN}`,
      `--recursive-nameservers=127.0.0.1:${this.zone.port}`,
      "--dns01-recursive-nameservers-only",
      "--dns01-check-retry-period=2s",
      "--stepped-clock",
      `--listen=127.0.0.1:${port}`,
    ];
    this.#run({ ...program, flags });
  }

  async #startExternalDns(api: ApiServer, { command, cwd }: Readonly<{ command: string; cwd: string }>): Promise<void> {
    const [metrics = 0] = await freePorts(1);
    const flags = [
      `EXTERNAL_DNS_RFC2136_TSIG_SECRET=${this.zone.recordsSecret}`,
      command,
      `--kubeconfig=${api.kubeconfig}`,
      "--source=crd",
      "--provider=rfc2136",
      "--rfc2136-host=127.0.0.1",
      `--rfc2136-port=${this.zone.port}`,
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
    this.#run({ command: "env", flags, cwd });
  }

  #run(what: Parameters<typeof runGuarded>[0]): void {
    const running: Guarded = runGuarded(what);
    this.#stops.push(running.kill);
  }

  /** As a pass has it that has looked at nothing yet. */
  context(clock: FakeClock = createFakeClock()): ClusterContext {
    const lookUp = createRecordLookup({
      servers: [`127.0.0.1:${this.zone.port}`],
      isAllowed: () => true,
      port: this.zone.port,
    });
    const settings = {
      wildcardIssuer: { kind: "Issuer", name: "dns" },
      appsDomain: "apps.test",
      operatorNamespace: OWN,
      dns: "external-dns",
    };
    const logger = { warn: (...all: unknown[]) => this.warned.push(all) };
    const names = createNameLooks(lookUp, clock, () => undefined);
    const wildcards = createWildcardLooks(clock, () => undefined);
    return { client: this.client, clock, settings, logger, names, wildcards } as unknown as ClusterContext;
  }

  /** Waits for the key and certificate that Berth would bring to a cluster now. */
  async held(handle: string): Promise<Values> {
    return inTime(async () => {
      const context = this.context();
      const object = clusterOf(handle);
      const view = await look(() => lookAtWildcard(context, object));
      const secret = wildcardSecret(context, object);
      if (secret === undefined) throw new Error(JSON.stringify(wildcardCondition(view, "current", Date.now())));
      return Object.fromEntries(Object.entries(secret.values).map(([key, value]) => [key, value.reveal()]));
    });
  }
}

/** A cluster with names of its own and a Gateway. */
export function clusterOf(handle: string): ClusterObject {
  return {
    metadata: { namespace: OWN, name: handle, uid: "u-1" },
    spec: { provider: "hetzner", region: "fsn1", tier: "dedicated", routing: "gateway", namesUnder: "cluster" },
    status: { handle },
  } as unknown as ClusterObject;
}

/** What a new look sees, as soon as it has been answered. */
export async function look<V extends Readonly<{ kind: string }>>(ask: () => V | undefined): Promise<V> {
  return eventually(() => {
    const view = ask();
    if (view === undefined || view.kind === "unasked") throw new Error("not asked yet");
    return view;
  });
}
