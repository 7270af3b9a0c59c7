import { setTimeout as delay } from "node:timers/promises";
import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import { DEPLOYMENTS } from "../../../adapters/kubernetes/resource-types.ts";
import { handledName } from "../../../contract/identity.ts";
import type { Scene } from "./at-rest.ts";
import type { Change, ChangeLedger, Members, Outcome } from "./change-ledger.ts";

/** A page that shows the newest change, from every pod. */
const PAGE = 'mkdir -p /tmp/www && printf "%s" "$ROUND" > /tmp/www/index.html && exec httpd -f -p 8080 -h /tmp/www';
/** What REST is given for an application whose page shows the variable ROUND; name and cluster are to be added. */
export const PAGE_SPEC = {
  app_type: "web_app",
  docker_image: "busybox:1.37",
  command: ["sh", "-c", PAGE],
  container_port: 8080,
  cpu_request: 0.01,
  memory_request_mb: 16,
  health_checks: { readiness: { type: "http", path: "/", period_seconds: 1 } },
} as const;
const PAUSE_MS_MAX = 1_500;
const REPLICAS_SHARE = 0.2;
const REPLACED_SHARE = 0.06;

type Target = Readonly<{ name: string; id: string }>;
type Shown = Readonly<{ id: string; endpoint_url: string | null }>;

/** Makes changes of applications that pods of real nodes serve, by REST and by the Kubernetes API in turn, and writes each down with its answer. */
export class NodeChanges {
  readonly #scene: Scene;
  readonly #ledger: ChangeLedger;
  readonly #random: () => number;
  readonly #targets: Target[] = [];
  /** Addresses of what was deleted: nobody is to answer there. */
  readonly gone: string[] = [];
  #made = 0;
  #values = 0;

  constructor(scene: Scene, ledger: ChangeLedger, random: () => number) {
    this.#scene = scene;
    this.#ledger = ledger;
    this.#random = random;
  }

  /** Changes one of so many applications after the other until so many more changes are accepted, or the signal comes. */
  async make(count: number, targets: number, signal: AbortSignal): Promise<void> {
    const end = this.#ledger.accepted + count;
    while (this.#ledger.accepted < end && !signal.aborted) {
      if (this.#targets.length < targets) await this.#create();
      else if (this.#random() < REPLACED_SHARE) await this.#delete();
      else await this.#set();
      await delay(this.#random() * PAUSE_MS_MAX, undefined, { signal }).catch(() => undefined);
    }
  }

  async #create(): Promise<void> {
    const name = `c-${(this.#made += 1)}`;
    const round = this.#next();
    const change: Change = { name, kind: "create", members: { round, replicas: "1" } };
    const environment_variables = [{ name: "ROUND", value: round }];
    const body = { ...PAGE_SPEC, name, cluster_id: this.#scene.clusterId, replicas: 1, environment_variables };
    const made = await this.#rest<Shown>(change, "POST", "/deployments", body);
    if (made !== undefined) this.#targets.push({ name, id: made.id });
  }

  async #set(): Promise<void> {
    const target = this.#pick();
    const round = this.#next();
    const replicas = 1 + Math.floor(this.#random() * 3);
    const isScaled = this.#random() < REPLICAS_SHARE;
    const members: Members = { round, ...(isScaled ? { replicas: String(replicas) } : {}) };
    const change: Change = { name: target.name, kind: "set", members };
    const variables = [{ name: "ROUND", value: round }];
    if (this.#random() < 0.5) {
      const body = { environment_variables: variables, ...(isScaled ? { replicas } : {}) };
      await this.#rest(change, "PATCH", `/deployments/${target.id}`, body);
    } else await this.#kube(change, target, { environmentVariables: variables, ...(isScaled ? { replicas } : {}) });
  }

  async #delete(): Promise<void> {
    const target = this.#pick();
    const { body: before } = await this.#scene.berth.call<Shown>("GET", `/deployments/${target.id}`);
    const change: Change = { name: target.name, kind: "delete", members: {} };
    if ((await this.#rest(change, "DELETE", `/deployments/${target.id}`)) === undefined) return;
    this.#targets.splice(this.#targets.indexOf(target), 1);
    // One that was not delivered yet has no address.
    if (before.endpoint_url !== null) this.gone.push(before.endpoint_url);
  }

  async #rest<T>(change: Change, method: string, path: string, body?: object): Promise<T | undefined> {
    const answer = await this.#scene.berth.call<T & { code?: unknown }>(method, path, body);
    if (answer.status >= 400) {
      this.#ledger.note(change, { kind: "refused", why: `${answer.status} ${String(answer.body.code)}` });
      return undefined;
    }
    const version = /^(?:W\/)?"(\d+)\./.exec(answer.headers.get("etag") ?? "")?.[1];
    this.#ledger.note(change, { kind: "accepted", ...(version === undefined ? {} : { version: Number(version) }) });
    return answer.body;
  }

  async #kube(change: Change, { name, id }: Target, spec: object): Promise<void> {
    const { management, namespace } = this.#scene;
    const ref = { namespace, name: handledName(name, id) };
    const patch = { kind: "merge", body: { spec } } as const;
    const outcome = await management.patch(DEPLOYMENTS, ref, patch, { fieldManager: "chaos", strict: true }).then(
      ({ metadata }): Outcome => ({ kind: "accepted", version: metadata.generation }),
      (error: unknown): Outcome => {
        if (!(error instanceof KubeError)) throw error;
        return { kind: "refused", why: error.reason };
      },
    );
    this.#ledger.note(change, outcome);
  }

  #pick(): Target {
    return this.#targets[Math.floor(this.#random() * this.#targets.length)]!;
  }

  #next(): string {
    return String((this.#values += 1));
  }
}
