/**
 * Keeps on each cluster the Secrets that are the platform's own: what cert-manager, the Gateway and Velero there need, and Git must not hold.
 * Memory spares looks and decides nothing: after a restart all is brought once more, which changes nothing.
 */
import { createHash } from "node:crypto";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { NAMESPACES, SECRETS } from "../../adapters/kubernetes/resource-types.ts";
import type { Logger } from "../../adapters/log/logger.ts";
import { messageOf } from "../../adapters/log/thrown.ts";
import { FIELD_MANAGERS, LABELS } from "../../contract/identity.ts";
import type { SecretText } from "../../contract/secret-text.ts";
import type { Clock } from "../runtime/clock.ts";

/** A Secret that shall lie on a cluster. */
export type PlatformSecret = Readonly<{
  namespace: string;
  name: string;
  type: "Opaque" | "kubernetes.io/tls";
  values: Readonly<Record<string, SecretText>>;
}>;

/** How a cluster stands to them. */
type PlatformSecretsView = "current" | "stale" | "failed";

type Memory = Readonly<{ print: string | undefined; atMs: number }>;

/** What was brought is believed so long: then somebody may have removed it. */
const BELIEVED_MS = 10 * 60_000;
const RETRY_MS = 30_000;
const CALL = { timeoutMs: 10_000 } as const;

/** Brings the platform's own Secrets to clusters. */
export class PlatformSecrets {
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #memory = new Map<string, Memory>();

  constructor(clock: Clock, logger: Logger) {
    this.#clock = clock;
    this.#logger = logger;
  }

  view(cluster: string, wanted: readonly PlatformSecret[]): PlatformSecretsView {
    if (wanted.length === 0) return "current";
    const memory = this.#memory.get(cluster);
    const ageMs = this.#clock.monotonicMs() - (memory?.atMs ?? -Infinity);
    if (memory?.print === printOf(wanted)) return ageMs < BELIEVED_MS ? "current" : "stale";
    return memory !== undefined && memory.print === undefined && ageMs < RETRY_MS ? "failed" : "stale";
  }

  /** Makes the cluster hold them; a fault is remembered for the view, not thrown: nothing else waits for it. */
  async push(cluster: string, client: KubeClient, wanted: readonly PlatformSecret[]): Promise<void> {
    let print: string | undefined = printOf(wanted);
    try {
      for (const secret of wanted) await apply(client, secret);
    } catch (error) {
      print = undefined;
      this.#logger.warn("The platform's Secrets could not be brought to a cluster", {
        cluster,
        error: messageOf(error),
      });
    }
    this.#memory.set(cluster, { print, atMs: this.#clock.monotonicMs() });
  }

  forget(cluster: string): void {
    this.#memory.delete(cluster);
  }
}

/** The namespace comes with its component, which may come later. */
async function apply(client: KubeClient, { namespace, name, type, values }: PlatformSecret): Promise<void> {
  const options = { fieldManager: FIELD_MANAGERS.operator, force: true, ...CALL };
  const around = { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } };
  if ((await client.get(NAMESPACES, { name: namespace }, CALL)) === undefined)
    await client.patch(NAMESPACES, { name: namespace }, { kind: "apply", body: around }, options);
  const data = Object.entries(values).map(([key, value]) => [key, Buffer.from(value.reveal()).toString("base64")]);
  const body = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { namespace, name, labels: { [LABELS.managed]: "true" } },
    type,
    data: Object.fromEntries(data) as Record<string, string>,
  };
  await client.patch(SECRETS, { namespace, name }, { kind: "apply", body }, options);
}

function printOf(wanted: readonly PlatformSecret[]): string {
  const hash = createHash("sha256");
  for (const { namespace, name, values } of wanted)
    hash.update(JSON.stringify([namespace, name, Object.entries(values).map(([key, value]) => [key, value.reveal()])]));
  return hash.digest("hex");
}
