import type { KubeObject, ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { isNotFound } from "../../adapters/kubernetes/kube-error.ts";
import {
  APPLICATIONS,
  APPLICATION_SETS,
  APP_PROJECTS,
  IMAGE_UPDATERS,
  SECRETS,
} from "../../adapters/kubernetes/resource-types.ts";
import { FIELD_MANAGERS } from "../../contract/identity.ts";
import { RETRY } from "../../render/argocd/application.ts";
import { ARGO_FINALIZER } from "../../render/delivery-names.ts";
import type { Clock } from "../runtime/clock.ts";
import type { ResourceCache } from "../runtime/resource-cache.ts";
import { KICK_INFO, isHeldUp, slimApplication, type ArgoApplication } from "./argo-application.ts";

/** The set-up of what speaks to Argo CD through the management cluster. */
type ArgoDeliveryOptions = Readonly<{
  client: KubeClient;
  applications: ResourceCache<ArgoApplication>;
  namespace: string;
  clock: Clock;
}>;

const MANAGER = { fieldManager: FIELD_MANAGERS.operator } as const;
const REFRESH = "argocd.argoproj.io/refresh";
const SET_REFRESH = "argocd.argoproj.io/application-set-refresh";
const REMEMBERED_MAX = 20_000;
const SPACING_MS = 300;
const DELETION_RETRY_MS = 10_000;
const OWNED = {
  Application: APPLICATIONS,
  ApplicationSet: APPLICATION_SETS,
  AppProject: APP_PROJECTS,
  Secret: SECRETS,
  ImageUpdater: IMAGE_UPDATERS,
} as const;

/** Asks Argo CD for things; all answers come through the cache of Applications. */
export class ArgoDelivery {
  readonly #options: ArgoDeliveryOptions;
  /** When, and at which head, a refresh was last asked for; it spares writes and decides nothing. */
  readonly #refreshed = new Map<string, { atMs: number; head: string; trailing: boolean }>();

  constructor(options: ArgoDeliveryOptions) {
    this.#options = options;
  }

  /** Returns an Application as the cache shows it. */
  find(name: string): ArgoApplication | undefined {
    return this.#options.applications.get(`${this.#options.namespace}/${name}`);
  }

  /** Reads an Application from the API server: deletions are believed only so. */
  async read(name: string): Promise<ArgoApplication | undefined> {
    const found = await this.#options.client.get<ArgoApplication>(APPLICATIONS, this.#ref(name));
    return found === undefined ? undefined : slimApplication(found);
  }

  /**
   * Asks Argo CD to compare anew with the branch. Of many who ask at one head within `notWithinMs` the first is heard;
   * heads that follow each other closely share one refresh, which comes a moment later.
   */
  async refresh(name: string, notWithinMs: number, head: string): Promise<void> {
    const nowMs = this.#options.clock.monotonicMs();
    const last = this.#refreshed.get(name);
    const sinceMs = last === undefined ? Infinity : nowMs - last.atMs;
    if (last !== undefined && last.head === head && sinceMs < notWithinMs) return;
    if (last !== undefined && sinceMs < SPACING_MS) {
      if (!last.trailing) this.#refreshLater(name, last, SPACING_MS - sinceMs);
      return;
    }
    if (this.#refreshed.size > REMEMBERED_MAX) this.#refreshed.clear();
    this.#refreshed.set(name, { atMs: nowMs, head, trailing: false });
    await this.#patch(name, { metadata: { annotations: { [REFRESH]: "normal" } } });
  }

  /** Starts a sync, unless the Application moved since it was looked at or is not to sync by itself. */
  async startSync(
    seen: ArgoApplication,
    { contentHash, prune }: Readonly<{ contentHash: string; prune: boolean }>,
  ): Promise<void> {
    if (!seen.automated || seen.hasOperation) return;
    const { name, resourceVersion } = seen.metadata;
    await this.#patch(name, {
      metadata: { resourceVersion },
      operation: {
        initiatedBy: { username: FIELD_MANAGERS.operator, automated: true },
        info: [{ name: KICK_INFO, value: contentHash }],
        retry: RETRY,
        // Argo CD takes these from the operation alone.
        sync: { revision: seen.revision, prune, syncOptions: seen.syncOptions },
      },
      status: { operationState: null },
    });
  }

  /**
   * Deletes an Application. Of one that is going already it ends the operation that holds it up, or has Argo CD try again what
   * failed: by itself it does so minutes later.
   */
  async delete(seen: ArgoApplication): Promise<void> {
    const { name, uid, deletionTimestamp } = seen.metadata;
    if (deletionTimestamp === undefined)
      await this.#options.client.delete(APPLICATIONS, this.#ref(name), {
        uid,
        propagation: "Foreground",
      });
    else if (isHeldUp(seen)) await this.endOperation(seen);
    else if (seen.deletionError !== "") await this.refresh(name, DELETION_RETRY_MS, "");
  }

  /** Ends an operation as Argo CD's own API does: one that fails is tried again for minutes. */
  async endOperation({ metadata: { name, resourceVersion } }: ArgoApplication): Promise<void> {
    await this.#patch(name, { metadata: { resourceVersion }, status: { operationState: { phase: "Terminating" } } });
  }

  /** Takes Argo CD's finalizers off, so that the Application goes and what it made stays. */
  async strip(seen: ArgoApplication): Promise<void> {
    const finalizers = (seen.metadata.finalizers ?? []).filter(
      (finalizer) => !finalizer.includes("argocd.argoproj.io"),
    );
    await this.#patch(seen.metadata.name, { metadata: { resourceVersion: seen.metadata.resourceVersion, finalizers } });
  }

  /** Puts Argo CD's finalizer on, so that what the Application made goes with it. */
  async cascade(seen: ArgoApplication): Promise<void> {
    const { name, resourceVersion, finalizers = [] } = seen.metadata;
    if (finalizers.includes(ARGO_FINALIZER)) return;
    await this.#patch(name, { metadata: { resourceVersion, finalizers: [...finalizers, ARGO_FINALIZER] } });
  }

  /** Applies an object that is wholly ours: a root Application, a project, a cluster Secret, the bundle's set. */
  async apply(kind: keyof typeof OWNED, manifest: unknown): Promise<KubeObject> {
    const type: ResourceType = OWNED[kind];
    const { name } = (manifest as KubeObject).metadata;
    const ref = { namespace: this.#options.namespace, name };
    return this.#options.client.patch(
      type,
      ref,
      { kind: "apply", body: manifest },
      { ...MANAGER, force: true, strict: true },
    );
  }

  /** Asks Argo CD to generate a set's Applications anew, from the branch's head. */
  async refreshSet(name: string): Promise<void> {
    const body = { metadata: { annotations: { [SET_REFRESH]: "true" } } };
    await this.#options.client.patch(APPLICATION_SETS, this.#ref(name), { kind: "merge", body }, MANAGER);
  }

  /** Changes labels of a cluster Secret in one patch. */
  async label(name: string, labels: Readonly<Record<string, string>>): Promise<void> {
    await this.#options.client.patch(
      SECRETS,
      this.#ref(name),
      { kind: "merge", body: { metadata: { labels } } },
      MANAGER,
    );
  }

  async deleteOwned(type: ResourceType, name: string): Promise<void> {
    await this.#options.client.delete(type, { namespace: this.#options.namespace, name });
  }

  #refreshLater(name: string, last: { atMs: number; trailing: boolean }, delayMs: number): void {
    last.trailing = true;
    this.#options.clock.setTimeout(() => {
      last.trailing = false;
      last.atMs = this.#options.clock.monotonicMs();
      // A lost one is made up for by the next pass of whoever waits.
      void this.#patch(name, { metadata: { annotations: { [REFRESH]: "normal" } } }).catch(() => undefined);
    }, delayMs);
  }

  async #patch(name: string, body: unknown): Promise<void> {
    const { applications, client } = this.#options;
    try {
      const answer = await client.patch<ArgoApplication>(
        APPLICATIONS,
        this.#ref(name),
        { kind: "merge", body },
        MANAGER,
      );
      applications.noteWrite(answer);
    } catch (error) {
      // Gone meanwhile: the watch tells.
      if (!isNotFound(error)) throw error;
    }
  }

  #ref(name: string): { namespace: string; name: string } {
    return { namespace: this.#options.namespace, name };
  }
}
