import { followEvents, type BerthEvent, type EventChoice } from "./follow-events.ts";
import { followLogs, type LogChoice, type LogLine } from "./follow-logs.ts";
import { OPERATIONS } from "./generated/operations.ts";
import type { Arguments, CallOptions, Input, Item, ListId, OperationId, Output } from "./operation-types.ts";
import { pause } from "./pause.ts";
import { Calls, type Answer, type BerthOptions, type CallParts } from "./calls.ts";
import { EXEC_PROTOCOL, shellQuery, toShell, type Shell, type ShellWish } from "./shell.ts";
import { TUNNEL_PROTOCOL, toTunnel, tunnelTarget, type Tunnel, type TunnelWish } from "./tunnel.ts";
import { waitFor } from "./wait-for.ts";

type Operations = { readonly [Id in OperationId]: (...input: Arguments<Id>) => Promise<Output<Id>> };

/** The client: every operation by its name, and what goes over more than one request. Refused calls throw a BerthError. */
export type Berth = Operations &
  Readonly<{
    /** Calls an operation and answers its head too. */
    ask: <Id extends OperationId>(id: Id, ...input: Arguments<Id>) => Promise<Answer<Id>>;
    /** Yields the items of a list over all its pages, one page at a time. */
    pages: <Id extends ListId>(id: Id, ...input: Arguments<Id>) => AsyncGenerator<Item<Id>, void>;
    /** Yields changes as they happen, over broken connections too. */
    events: (choice?: EventChoice) => AsyncGenerator<BerthEvent, void>;
    /** Yields the log lines of a deployment, over broken connections too. */
    logs: (deploymentId: string, choice?: LogChoice) => AsyncGenerator<LogLine, void>;
    /** Runs a command in a pod of a deployment. */
    exec: (deploymentId: string, wish?: ShellWish) => Promise<Shell>;
    /** Opens a connection to a port of a pod, or to a database. */
    tunnel: (wish: TunnelWish) => Promise<Tunnel>;
    /**
     * Reads until `until` says so, at once after each change, and throws WaitTimeout after `timeoutMs` (10 minutes when unset).
     * `until(undefined)` is asked of what does not exist (any more); where it says no, that is a refusal.
     */
    waitFor: <Id extends OperationId>(
      id: Id,
      input: Input<Id>,
      until: (value: Output<Id> | undefined) => boolean,
      options?: CallOptions & Readonly<{ timeoutMs?: number }>,
    ) => Promise<Output<Id> | undefined>;
  }>;

const WAIT_TIMEOUT_MS = 600_000;
/** Streams say every 15 s that they live. */
const SILENCE_MS = 45_000;
const MEANS = {
  pause,
  random: Math.random,
  silenceMs: SILENCE_MS,
  wallMs: Date.now,
  monotonicMs: () => performance.now(),
};

/** Creates a client. */
export function createBerth(options: BerthOptions): Berth {
  const call = new Calls(options);
  const ask: Berth["ask"] = (id, ...[input, { signal } = {}]) => call.answer(id, input, signal);
  const named = Object.fromEntries(
    Object.keys(OPERATIONS).map((id) => [
      id,
      async (input: object, { signal }: CallOptions = {}) => (await call.answer(id as OperationId, input, signal)).data,
    ]),
  );
  const events: Berth["events"] = (choice = {}) =>
    followEvents((query, signal) => call.stream("streamEvents", { query }, signal), choice, MEANS);
  return Object.assign(named as Operations, {
    ask,
    events,
    pages: (id: ListId, input = {}, { signal }: CallOptions = {}) => call.pages(id, input, signal),
    logs: (deploymentId: string, choice: LogChoice = {}) => {
      const path = { deployment_id: deploymentId };
      return followLogs((query, signal) => call.stream("streamDeploymentLogs", { path, query }, signal), choice, MEANS);
    },
    exec: async (deploymentId: string, wish: ShellWish = {}) => {
      const path = `/deployments/${encodeURIComponent(deploymentId)}/exec`;
      return toShell(await call.socket(path, shellQuery(wish), { protocol: EXEC_PROTOCOL, signal: wish.signal }));
    },
    tunnel: async (wish: TunnelWish) => {
      const { path, query } = tunnelTarget(wish);
      return toTunnel(await call.socket(path, query, { protocol: TUNNEL_PROTOCOL, signal: wish.signal }));
    },
    waitFor: (
      id: OperationId,
      input: object,
      until: (value: unknown) => boolean,
      { timeoutMs, signal }: WaitOptions = {},
    ) =>
      waitFor({
        read: () => call.readIfThere(id, input, { until, signal }),
        until,
        events: (over) => events({ query: { id: resourceIdOf(input) }, signal: over }),
        timeoutMs: timeoutMs ?? WAIT_TIMEOUT_MS,
        signal,
      }),
  }) as unknown as Berth;
}

type WaitOptions = CallOptions & Readonly<{ timeoutMs?: number }>;

/** The id of the one resource that a read is about, by which its events are told. */
function resourceIdOf({ path }: CallParts): string | undefined {
  const ids = Object.values(path ?? {}).filter((value) => typeof value === "string");
  return ids.length === 1 ? ids[0] : undefined;
}
