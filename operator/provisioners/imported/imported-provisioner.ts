/**
 * Makes nothing: an imported cluster is there already. What it needs is a way in:
 *
 * 1. The credential that the cluster was imported with lies in the secret store, under the Cluster's id.
 * 2. With it the cluster is looked at, and registration makes an account of our own there.
 * 3. From then on our own account is used, also to renew its token; once it works, `ensure` removes the given credential.
 * 4. `remove` removes the credential of a cluster that was never registered; the cluster itself is left alone.
 *
 * A cluster that hangs holds no pass up for more than a moment: what it says later is news.
 */
import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { organizationSlug } from "../../../contract/identity.ts";
import type { SecretStore } from "../../../contract/secret-store.ts";
import { importPlace, readAccess, type ImportAccess } from "../../../render/import/cluster-login.ts";
import type { ClusterSecretAccess } from "../../delivery/cluster-secret.ts";
import type { TenantConnect } from "../../delivery/tenant-clients.ts";
import { sleep, type Clock } from "../../runtime/clock.ts";
import { outsidePass } from "../../runtime/pass.ts";
import type { ClusterOrder, ProviderAccess, ProviderObservation, Provisioner } from "../port.ts";
import { describeCluster, type ClusterDescription } from "./describe-cluster.ts";

/** Our own access to a cluster that is registered. */
type OwnAccess = Readonly<{ client: KubeClient; access: ClusterSecretAccess }>;

type Parts = Readonly<{
  store: Pick<SecretStore, "read" | "remove">;
  connect: TenantConnect;
  own: (handle: string) => OwnAccess | undefined;
  clock: Clock;
  /** Hears of a cluster that answered after the pass had gone on. */
  onNews: (handle: string) => void;
}>;
type Seen = ClusterDescription | "silent" | "refusing";
type Look = Readonly<{ by: unknown; seen: Seen; atMs: number }>;
type Looking = Readonly<{ by: unknown; answer: Promise<Seen> }>;

const FRESH_MS = 20_000;
const FRESH_FAULT_MS = 5_000;
const PATIENCE_MS = 1_000;
const NO_CREDENTIAL =
  "there is no credential for this cluster; delete it and import it with POST /clusters/import, which keeps one";

/** The provisioner of imported clusters. */
export class ImportedProvisioner implements Provisioner {
  readonly #parts: Parts;
  readonly #looks = new Map<string, Look>();
  readonly #looking = new Map<string, Looking>();
  /** Handles whose given credential was seen gone. */
  readonly #cleared = new Set<string>();
  /** Handles that were asked for without a credential. */
  readonly #orphaned = new Set<string>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async observe(order: ClusterOrder): Promise<ProviderObservation> {
    const own = this.#parts.own(order.handle);
    if (own !== undefined) return this.#observeOwn(order, own);
    let given: ImportAccess | undefined;
    try {
      given = await this.#given(order);
    } catch {
      return { kind: "unreachable", message: "The secret store does not answer" };
    }
    if (given !== undefined) return this.#observeGiven(order, given);
    const { region } = order.spec;
    return this.#orphaned.has(order.handle) ? { kind: "failed", message: NO_CREDENTIAL, region } : { kind: "absent" };
  }

  async ensure(order: ClusterOrder): Promise<void> {
    if (this.#parts.own(order.handle) !== undefined) {
      await this.#parts.store.remove(...placeOf(order));
      this.#cleared.add(order.handle);
    } else if ((await this.#given(order)) === undefined) this.#orphaned.add(order.handle);
  }

  async remove(order: ClusterOrder): Promise<void> {
    await this.#parts.store.remove(...placeOf(order));
    for (const known of [this.#looks, this.#looking, this.#cleared, this.#orphaned]) known.delete(order.handle);
  }

  async #observeOwn(order: ClusterOrder, { client, access }: OwnAccess): Promise<ProviderObservation> {
    const seen = await this.#look(order.handle, client, () => describeCluster(client));
    if (seen === "silent") return { kind: "unreachable", message: "Its API server does not answer" };
    if (seen === "refusing")
      return { kind: "unreachable", message: "Its API server refuses our account; detach it and import it again" };
    const { server, caData, token } = access;
    return ready(order, seen, { matches: await this.#isCleared(order), access: { server, caData, token } });
  }

  /** Its creation has a deadline, and its deletion need not wait: a silent one counts as one that is being made. */
  async #observeGiven(order: ClusterOrder, given: ImportAccess): Promise<ProviderObservation> {
    const seen = await this.#look(order.handle, given.server, async () => {
      const client = this.#parts.connect(given);
      try {
        return await describeCluster(client);
      } finally {
        await client.close();
      }
    });
    const { region } = order.spec;
    if (seen === "silent") return { kind: "creating", step: "Its API server does not answer", region };
    if (seen === "refusing") return { kind: "creating", step: "Its API server refuses the given credential", region };
    return ready(order, seen, { matches: true, access: given });
  }

  /** Looks anew when the last look is old or was by another way; waits a moment for the answer. */
  async #look(handle: string, by: unknown, look: () => Promise<ClusterDescription>): Promise<Seen> {
    const { clock } = this.#parts;
    const last = this.#last(handle, by);
    if (last !== undefined && this.#isFresh(last)) return last.seen;
    const running = this.#looking.get(handle);
    const answer = running !== undefined && running.by === by ? running.answer : this.#start(handle, by, look);
    const seen = await Promise.race([answer, sleep(clock, PATIENCE_MS)]);
    return seen ?? (last === undefined ? "silent" : last.seen);
  }

  #last(handle: string, by: unknown): Look | undefined {
    const known = this.#looks.get(handle);
    return known !== undefined && known.by === by ? known : undefined;
  }

  #isFresh({ seen, atMs }: Look): boolean {
    const freshMs = typeof seen === "string" ? FRESH_FAULT_MS : FRESH_MS;
    return this.#parts.clock.monotonicMs() - atMs < freshMs;
  }

  #start(handle: string, by: unknown, look: () => Promise<ClusterDescription>): Promise<Seen> {
    const answer = outsidePass(look).catch(faultOf);
    const looking: Looking = { by, answer };
    this.#looking.set(handle, looking);
    const before = this.#looks.get(handle)?.seen;
    const onSeen = (seen: Seen): void => {
      if (this.#looking.get(handle) !== looking) return;
      this.#looking.delete(handle);
      this.#looks.set(handle, { by, seen, atMs: this.#parts.clock.monotonicMs() });
      if (typeof seen !== typeof before) this.#parts.onNews(handle);
    };
    answer.then(onSeen).catch(() => undefined);
    return answer;
  }

  async #given(order: ClusterOrder): Promise<ImportAccess | undefined> {
    if (this.#cleared.has(order.handle)) return undefined;
    const text = await this.#parts.store.read(...placeOf(order));
    return text === undefined ? undefined : readAccess(text.reveal());
  }

  /** A store that is away is asked again with the next pass; meanwhile nothing is amiss with the cluster. */
  async #isCleared(order: ClusterOrder): Promise<boolean> {
    if (this.#cleared.has(order.handle)) return true;
    try {
      if ((await this.#parts.store.read(...placeOf(order))) !== undefined) return false;
      this.#cleared.add(order.handle);
      return true;
    } catch {
      return true;
    }
  }
}

function faultOf(error: unknown): Seen {
  return error instanceof KubeError && (error.status === 401 || error.status === 403) ? "refusing" : "silent";
}

type Way = Readonly<{ matches: boolean; access: ProviderAccess }>;

function ready({ spec }: ClusterOrder, description: ClusterDescription, { matches, access }: Way): ProviderObservation {
  return {
    kind: "ready",
    region: spec.region,
    endpoint: access.server,
    step: "",
    ...description,
    matches,
    imported: true,
    access: () => access,
  };
}

function placeOf({ namespace, id }: ClusterOrder): ReturnType<typeof importPlace> {
  return importPlace(organizationSlug(namespace), id);
}
