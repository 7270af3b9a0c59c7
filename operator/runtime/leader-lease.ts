/**
 * Elects one leader among processes by a Lease.
 *
 * 1. A standby reads the Lease every 1.25 s and notes, on its own monotonic clock, when it last saw it renewed. Nobody's
 *    wall clock is ever compared with another's.
 * 2. It takes the Lease when nobody holds it, or when it saw no renewal for the holder's 15 s.
 * 3. The leader renews it as often. It leads for 10 s from the moment it *sent* a renewal that succeeded: a standby can
 *    have seen that renewal only later, and waits 15 s, so there are never two.
 * 4. On a clean stop the leader empties the Lease, and a standby takes over with its next read.
 */
import { KubeError, isAlreadyExists, isConflict } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { LEASES } from "../../adapters/kubernetes/resource-types.ts";
import type { Logger } from "../../adapters/log/logger.ts";
import { sleep, type Clock } from "./clock.ts";

/** The set-up of an election; `identity` is unique per process, not per host. */
type LeaderLeaseOptions = Readonly<{
  client: Pick<KubeClient, "get" | "create" | "patch">;
  namespace: string;
  name: string;
  identity: string;
  clock: Clock;
  logger: Logger;
  random?: () => number;
}>;

type Lease = KubeObject &
  Readonly<{
    spec?: {
      holderIdentity?: string | null;
      leaseDurationSeconds?: number | null;
      renewTime?: string | null;
      leaseTransitions?: number | null;
    };
  }>;

const LEASE_SECONDS = 15;
const RENEW_DEADLINE_MS = 10_000;
const PERIOD_MS = 1_250;
const CALL_TIMEOUT_MS = 4_000;
const CALL = { fieldManager: "berth-leader", timeoutMs: CALL_TIMEOUT_MS };

/** Holds, or waits for, the leadership of one Lease. */
export class LeaderLease {
  readonly #options: LeaderLeaseOptions;
  #lease: Lease | undefined;
  #seen: { renewal: string; atMs: number } | undefined;
  #leadsUntilMs = -Infinity;
  #leading = false;
  #answeredMs = -Infinity;

  constructor(options: LeaderLeaseOptions) {
    this.#options = options;
  }

  /** Tells whether this process leads at this very moment; ask before each push and patch. */
  isLeader(): boolean {
    return this.#leading && this.#options.clock.monotonicMs() < this.#leadsUntilMs;
  }

  /** Returns the time since the API server last answered for the lease; Infinity before it ever did. */
  get secondsSinceAnswer(): number {
    return (this.#options.clock.monotonicMs() - this.#answeredMs) / 1000;
  }

  /** Waits until this process leads; false when the signal aborted before. */
  async acquire(signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      await this.#attempt(() => this.#tryAcquire(), "Reading the lease failed");
      if (this.isLeader()) return true;
      await this.#pause(signal);
    }
    return false;
  }

  /** Keeps the leadership; resolves when it is lost, or when the signal aborts. A lost leader must stop working. */
  async keep(signal: AbortSignal): Promise<"lost" | "aborted"> {
    for (;;) {
      await this.#pause(signal, this.#leadsUntilMs);
      if (signal.aborted) return "aborted";
      if (this.isLeader()) await this.#attempt(() => this.#renew(), "Renewing the lease failed");
      if (this.isLeader()) continue;
      this.#leading = false;
      this.#options.logger.error("Lost the lease", { lease: this.#options.name });
      return "lost";
    }
  }

  /** Gives the leadership back, so that a standby need not wait; call it when all work has stopped. */
  async release(): Promise<void> {
    if (!this.isLeader()) return;
    this.#leading = false;
    await this.#attempt(async () => {
      this.#lease = await this.#read();
      if (this.#lease?.spec?.holderIdentity !== this.#options.identity) return;
      await this.#write({ holderIdentity: null, renewTime: null, leaseDurationSeconds: 1 });
    }, "Releasing the lease failed");
  }

  async #tryAcquire(): Promise<void> {
    const sentMs = this.#options.clock.monotonicMs();
    this.#lease = await this.#read();
    if (this.#lease === undefined) this.#lease = await this.#create();
    else if (this.#isFree(this.#lease)) {
      const leaseTransitions = (this.#lease.spec?.leaseTransitions ?? 0) + 1;
      await this.#write({ ...this.#claim(), acquireTime: this.#stamp(), leaseTransitions });
    } else return;
    this.#leading = true;
    this.#leadsUntilMs = sentMs + RENEW_DEADLINE_MS;
    this.#options.logger.info("Acquired the lease", { lease: this.#options.name, identity: this.#options.identity });
  }

  async #renew(): Promise<void> {
    const sentMs = this.#options.clock.monotonicMs();
    try {
      await this.#write(this.#claim());
      this.#leadsUntilMs = sentMs + RENEW_DEADLINE_MS;
    } catch (error) {
      if (!isConflict(error)) throw error;
      // Someone wrote: another leader, or ourselves in a call whose answer was lost.
      this.#lease = await this.#read();
      if (this.#lease?.spec?.holderIdentity !== this.#options.identity) this.#leading = false;
    }
  }

  /** Tells whether nobody holds the lease, or its holder was not seen renewing for as long as it promised to. */
  #isFree(lease: Lease): boolean {
    const { holderIdentity, leaseDurationSeconds, renewTime } = lease.spec ?? {};
    if (!holderIdentity || holderIdentity === this.#options.identity) return true;
    const nowMs = this.#options.clock.monotonicMs();
    const renewal = `${holderIdentity} ${renewTime ?? ""}`;
    if (this.#seen?.renewal !== renewal) {
      this.#seen = { renewal, atMs: nowMs };
      return false;
    }
    return nowMs - this.#seen.atMs >= (leaseDurationSeconds ?? LEASE_SECONDS) * 1000;
  }

  #read(): Promise<Lease | undefined> {
    const { client, namespace, name } = this.#options;
    return client.get<Lease>(LEASES, { namespace, name }, { timeoutMs: CALL_TIMEOUT_MS });
  }

  #create(): Promise<Lease> {
    const { client, namespace, name } = this.#options;
    const spec = { ...this.#claim(), acquireTime: this.#stamp(), leaseTransitions: 0 };
    const body = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { namespace, name }, spec };
    return client.create<Lease>(LEASES, body, CALL);
  }

  /** Takes no signal: a call broken off half-way would leave the lease held, by whom we could not tell. */
  async #write(spec: Record<string, unknown>): Promise<void> {
    const { client, namespace, name } = this.#options;
    const body = { metadata: { resourceVersion: this.#lease?.metadata.resourceVersion }, spec };
    this.#lease = await client.patch<Lease>(LEASES, { namespace, name }, { kind: "merge", body }, CALL);
  }

  #claim(): Record<string, unknown> {
    return {
      holderIdentity: this.#options.identity,
      leaseDurationSeconds: LEASE_SECONDS,
      renewTime: this.#stamp(),
    };
  }

  /** Kubernetes reads a MicroTime only with all six digits. */
  #stamp(): string {
    return new Date(this.#options.clock.nowMs()).toISOString().replace("Z", "000Z");
  }

  async #attempt(call: () => Promise<void>, fault: string): Promise<void> {
    try {
      await call();
      this.#answeredMs = this.#options.clock.monotonicMs();
    } catch (error) {
      if (isConflict(error) || isAlreadyExists(error)) return; // Another one was faster.
      const reason = error instanceof KubeError ? error.message : String(error);
      this.#options.logger.warn(fault, { lease: this.#options.name, reason });
    }
  }

  /** Spreads the reads of several standbys, and ends with the leadership at the latest. */
  #pause(signal: AbortSignal, untilMs = Infinity): Promise<void> {
    const { clock, random = Math.random } = this.#options;
    const periodMs = PERIOD_MS * (0.8 + 0.4 * random());
    return sleep(clock, Math.min(periodMs, Math.max(0, untilMs - clock.monotonicMs())), signal);
  }
}
