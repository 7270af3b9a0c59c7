/**
 * Keeps what lies on a cluster in step with the secrets that a deployment means:
 *
 * 1. `view` compares, from memory, what its names mean now with what was brought last;
 * 2. `push` looks at the cluster, and brings the values where something differs;
 * 3. the next view says so, and the pods get the new revision through Git.
 *
 * Memory spares looks and decides nothing: after a restart everything is looked at once more.
 */
import { createHash } from "node:crypto";
import type { Logger } from "../../adapters/log/logger.ts";
import { messageOf } from "../../adapters/log/thrown.ts";
import {
  PREVIEW_DATABASE_SECRET,
  REGISTRY_KEY,
  databaseSecret,
  organizationNamespace,
} from "../../contract/identity.ts";
import { generatePassword } from "../../adapters/passwords/generate-password.ts";
import { platformScope, type SecretScope, type SecretStore } from "../../contract/secret-store.ts";
import type { SecretText } from "../../contract/secret-text.ts";
import type { SecretsView } from "../machines/deployment/state.ts";
import type { Clock } from "../runtime/clock.ts";
import { CarrierError, connectionUrl, type SecretCarrier, type SecretPlace } from "./secret-carrier.ts";
import type { SecretVersion, SecretVersions } from "./secret-versions.ts";

/** Which secrets a deployment uses, and where. */
export type SecretUse = SecretPlace & Readonly<{ uid: string; names: readonly string[] }>;
/** From which deployment to which; `databaseUid`: the database whose URL was stored before; `without`: what the source keeps. */
type Copy = Readonly<{
  organization: string;
  from: string;
  to: string;
  uid: string;
  databaseUid: string | undefined;
  without: readonly string[];
}>;
type Own = Pick<SecretPlace, "organization" | "id" | "connection">;
type Options = Readonly<{
  versions: SecretVersions;
  store: SecretStore;
  carrier: SecretCarrier;
  clock: Clock;
  logger: Logger;
}>;
type Meant =
  | Readonly<{ kind: "unknown" }>
  | Readonly<{ kind: "missing"; names: readonly string[] }>
  | Readonly<{ kind: "known"; revision: string; print: string; versions: ReadonlyMap<string, SecretVersion> }>;
type Memory = Readonly<{ print: string | undefined; lookedAtMs: number; fault: string | undefined; faultAtMs: number }>;

/** What was looked at is believed so long: then somebody may have changed it. */
const LOOKED_MS = 10 * 60_000;
const RETRY_MS = 15_000;
const NOTHING_KNOWN: Memory = { print: undefined, lookedAtMs: 0, fault: undefined, faultAtMs: 0 };

/** Brings secrets to clusters, and remembers what lies there. */
export class TenantSecrets {
  readonly #options: Options;
  readonly #memory = new Map<string, Memory>();
  /** For which database's URL, by the uid of the deployment; empty without one. */
  readonly #copied = new Map<string, string>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Says how the cluster stands to what the names mean; `delivered` is the revision that the status remembers. */
  view(use: SecretUse, delivered: string | undefined): SecretsView {
    const memory = this.#memory.get(use.uid) ?? NOTHING_KNOWN;
    if (use.names.length === 0) return { kind: "none", leftover: delivered !== undefined && memory.print !== "" };
    const meant = this.#meant(use);
    if (meant.kind !== "known") return meant;
    const { revision, print } = meant;
    const current = { kind: "current", revision, recheckMs: this.#options.versions.recheckMs } as const;
    if (memory.print === print) return { ...current, verified: this.#isYoung(memory) };
    if (revision === delivered) return { ...current, verified: this.#isResting(memory) };
    return memory.fault === undefined ? { kind: "stale" } : { kind: "unreachable", message: memory.fault };
  }

  /** Makes the cluster hold what the names mean now; a fault is remembered for the view, not thrown. */
  async push(use: SecretUse): Promise<void> {
    const memory = this.#memory.get(use.uid) ?? NOTHING_KNOWN;
    if (this.#isResting(memory)) return;
    try {
      await this.#options.versions.look(ownerOf(use), use.names);
      const meant = this.#meant(use);
      if (meant.kind !== "known") return;
      await this.#deliver(use, meant);
      this.#remember(use.uid, meant.print);
    } catch (error) {
      const fault = error instanceof CarrierError ? error.message : "it does not answer as it should";
      const nowMs = this.#options.clock.monotonicMs();
      this.#memory.set(use.uid, { ...memory, fault, faultAtMs: nowMs });
      this.#options.logger.warn("Secrets could not be brought to a cluster", {
        deployment: use.handle,
        error: messageOf(error),
      });
    }
  }

  async withdraw(use: SecretUse): Promise<void> {
    await this.#options.carrier.takeAway(use);
    this.#remember(use.uid, "");
  }

  get outlivesNamespace(): boolean {
    return this.#options.carrier.outlivesNamespace;
  }

  /** Tells whether anything of a deployment lies on its cluster. */
  isAnyThere(place: SecretPlace): Promise<boolean> {
    return this.#options.carrier.isAnyThere(place);
  }

  /** Makes the password of a database's user, where there is none yet. */
  async makePassword({ organization, id }: Pick<SecretPlace, "organization" | "id">, requestId: string): Promise<void> {
    await this.#options.store.create(platformScope(organization), databaseSecret(id), {
      value: generatePassword(),
      requestId,
    });
  }

  /** Stores the URL of a database of the platform as a secret that a deployment has of its own; one of another database goes. */
  async storeUrl(
    { organization, id, connection }: Required<Own>,
    scope: SecretScope,
    requestId: string,
  ): Promise<void> {
    const { store } = this.#options;
    const password = await store.read(platformScope(organization), databaseSecret(id));
    if (password === undefined) throw new Error("The database has no password yet");
    const value = connectionUrl(connection, password);
    const secret = { value, requestId };
    if ((await store.create(scope, PREVIEW_DATABASE_SECRET, secret)) !== undefined) return;
    const stored = await store.find(scope, PREVIEW_DATABASE_SECRET);
    if (value.isSame(await store.read(scope, PREVIEW_DATABASE_SECRET))) return;
    if (stored === undefined || (await store.replace(scope, stored, secret)) === undefined)
      throw new Error("The URL of the database was changed at the same moment");
  }

  /** Counts in the store what belongs to the deployment or database alone. */
  async countOwn(place: Own): Promise<number> {
    return (await this.#listOwn(place)).length;
  }

  async deleteOwn(place: Own): Promise<void> {
    for (const [scope, name] of await this.#listOwn(place)) await this.#options.store.remove(scope, name);
  }

  async #listOwn({ organization, id, connection }: Own): Promise<readonly SecretVersion["place"][]> {
    const { store } = this.#options;
    const scope = { organization, deploymentId: id };
    if (connection === undefined) return (await store.list(scope, "own")).map(({ name }) => [scope, name]);
    const place = [platformScope(organization), databaseSecret(id)] as const;
    return (await store.find(...place)) === undefined ? [] : [place];
  }

  /** Tells whether this process has seen the copies of a promotion or preview made: a restart looks once more. */
  isCopied(uid: string, databaseUid = ""): boolean {
    return this.#copied.get(uid) === databaseUid;
  }

  /** Copies the secrets that one deployment has of its own to another one; what that has already stays as it is. */
  async copyOwn(copy: Copy): Promise<void> {
    const { store } = this.#options;
    const { organization, from, to, uid, databaseUid = "", without } = copy;
    const source = { organization, deploymentId: from };
    for (const { name, requestId } of await store.list(source, "own")) {
      if (without.includes(name)) continue;
      const value = await store.read(source, name);
      if (value !== undefined) await store.create({ organization, deploymentId: to }, name, { value, requestId });
    }
    this.#copied.set(uid, databaseUid);
  }

  forget(uid: string): void {
    this.#copied.delete(uid);
    this.#memory.delete(uid);
  }

  #remember(uid: string, print: string): void {
    const nowMs = this.#options.clock.monotonicMs();
    this.#memory.set(uid, { print, lookedAtMs: nowMs, fault: undefined, faultAtMs: 0 });
  }

  /** After a fault it is not tried again at once. */
  #isResting({ fault, faultAtMs }: Memory): boolean {
    return fault !== undefined && this.#options.clock.monotonicMs() - faultAtMs < RETRY_MS;
  }

  #isYoung({ lookedAtMs }: Memory): boolean {
    const { clock, versions } = this.#options;
    return clock.monotonicMs() - lookedAtMs < (versions.recheckMs ?? LOOKED_MS);
  }

  #meant(use: SecretUse): Meant {
    const versions = new Map<string, SecretVersion>();
    const missing: string[] = [];
    for (const name of use.names) {
      const found = this.#options.versions.find(ownerOf(use), name);
      if (found === "unknown") return { kind: "unknown" };
      if (found === "absent") missing.push(name);
      else versions.set(name, found);
    }
    if (missing.length > 0) return { kind: "missing", names: missing };
    const join = (part: "revision" | "print", of: readonly (readonly [string, SecretVersion])[]): string =>
      shortHash(of.map(([name, version]) => `${name}=${version[part]}`).join("\n"));
    // The kubelet reads the registry's when it pulls: no pod has to restart for it.
    const known = [...versions];
    const inPods = known.filter(([name]) => name !== REGISTRY_KEY);
    return { kind: "known", revision: join("revision", inPods), print: join("print", known), versions };
  }

  async #deliver(use: SecretUse, { versions, print }: Extract<Meant, { kind: "known" }>): Promise<void> {
    const { carrier, store } = this.#options;
    if (await carrier.isThere(use, use.names, print)) return;
    const values = new Map<string, SecretText>();
    for (const [name, { place }] of versions) {
      const value = await store.read(...place);
      if (value === undefined) throw new Error(`The secret ${name} went away`);
      values.set(name, value);
    }
    await carrier.bring(use, values, print);
  }
}

function ownerOf({ organization, id }: SecretPlace): { namespace: string; deploymentId: string } {
  return { namespace: organizationNamespace(organization), deploymentId: id };
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
