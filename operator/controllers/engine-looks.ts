import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { MYSQL_CLUSTERS, POSTGRESQL_CLUSTERS, SERVICES } from "../../adapters/kubernetes/resource-types.ts";
import { DATABASE_DEFAULTS, TIER_REPLICAS } from "../../contract/resources/database-engines.ts";
import type { DatabaseSpec } from "../../contract/resources/database-instance.ts";
import { engineResourceName, externalService } from "../../render/database-names.ts";
import { readMysql, readPostgresql, type EngineView } from "../machines/database/engine-view.ts";
import type { Clock } from "../runtime/clock.ts";
import { readEndpoint } from "./engine-endpoint.ts";

type Subject = Readonly<{ handle: string; id: string; spec: DatabaseSpec }>;
type Service = KubeObject &
  Readonly<{ status?: { loadBalancer?: { ingress?: readonly Readonly<{ ip?: string; hostname?: string }>[] } } }>;
type Known = Readonly<{ view: EngineView; atMs: number }>;

const CALL = { timeoutMs: 5_000 } as const;
const FRESH_MS = 2_000;

/**
 * Asks tenant clusters what the engines' operators say, each database at most every two seconds. Nobody waits for an
 * answer, so that a cluster that hangs holds up no other; whoever is concerned is told when it is another one.
 */
export class EngineLooks {
  readonly #clock: Clock;
  readonly #onNews: (handle: string) => void;
  readonly #known = new Map<string, Known>();
  readonly #asked = new Set<string>();

  constructor(clock: Clock, onNews: (handle: string) => void) {
    this.#clock = clock;
    this.#onNews = onNews;
  }

  look(client: KubeClient | undefined, subject: Subject): EngineView {
    const { handle } = subject;
    const known = this.#known.get(handle);
    const isFresh = known !== undefined && this.#clock.monotonicMs() - known.atMs < FRESH_MS;
    if (!isFresh && !this.#asked.has(handle)) void this.#ask(client, subject, known?.view);
    return known?.view ?? UNASKED;
  }

  forget(handle: string): void {
    this.#known.delete(handle);
  }

  async #ask(client: KubeClient | undefined, subject: Subject, before: EngineView | undefined): Promise<void> {
    const { handle } = subject;
    this.#asked.add(handle);
    const view = client === undefined ? NOT_REGISTERED : await ask(client, subject);
    this.#asked.delete(handle);
    this.#known.set(handle, { view, atMs: this.#clock.monotonicMs() });
    if (JSON.stringify(view) !== JSON.stringify(before)) this.#onNews(handle);
  }
}

const UNASKED: EngineView = { kind: "unasked" };
const NOT_REGISTERED: EngineView = { kind: "unreachable", message: "The cluster is not registered" };

async function ask(client: KubeClient, subject: Subject): Promise<EngineView> {
  const { handle, id, spec } = subject;
  const { engine } = spec;
  const type = engine === "postgresql" ? POSTGRESQL_CLUSTERS : MYSQL_CLUSTERS;
  const name = engineResourceName({ engine, id });
  const wanted = TIER_REPLICAS[spec.tier ?? DATABASE_DEFAULTS.tier];
  try {
    const found = await client.get(type, { namespace: handle, name }, CALL);
    if (found === undefined) return { kind: "absent" };
    const status = found["status"] as Readonly<Record<string, unknown>> | undefined;
    const read = (engine === "postgresql" ? readPostgresql : readMysql)(status, wanted);
    const externalHost = spec.externalAccess === true ? await hostOf(client, subject) : undefined;
    const endpoint = await readEndpoint(client, { handle, id, engine }, CALL);
    return { kind: "present", ...read, externalHost, endpoint };
  } catch (error) {
    return { kind: "unreachable", message: error instanceof Error ? error.message : "It does not answer" };
  }
}

async function hostOf(client: KubeClient, { handle, id, spec }: Subject): Promise<string | undefined> {
  const name = externalService({ engine: spec.engine, id });
  const service = await client.get<Service>(SERVICES, { namespace: handle, name }, CALL);
  const [first] = service?.status?.loadBalancer?.ingress ?? [];
  return first?.hostname ?? first?.ip;
}
