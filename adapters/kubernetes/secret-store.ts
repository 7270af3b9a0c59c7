/**
 * Keeps each secret as a Secret in the namespace of its organization (the `kubernetes` driver). The name of a secret allows
 * more than the name of an object, so that the object is named by a hash, and says in annotations what it is.
 */
import { createHash } from "node:crypto";
import { LABELS, SECRET_ANNOTATIONS, organizationNamespace } from "../../contract/identity.ts";
import type { NewSecret, SecretScope, SecretStore, StoredSecret } from "../../contract/secret-store.ts";
import { SecretText } from "../../contract/secret-text.ts";
import { isAlreadyExists, isConflict, isNotFound, KubeError } from "./kube-error.ts";
import type { KubeObject, Ref } from "./kube-object.ts";
import type { KubeClient } from "./kube-port.ts";
import { NAMESPACES, SECRETS } from "./resource-types.ts";

type SecretObject = KubeObject & Readonly<{ data?: Readonly<Record<string, string>> }>;
type Options = Readonly<{ fieldManager: string; now?: () => Date; pauseMs?: number }>;

/** Owner of the secrets that belong to no deployment. */
const ORGANIZATION = "organization";
const PLATFORM = "platform";
/** The operator grants the gateway its role in a new namespace within moments. */
const GRANT_TRIES = 25;
const GRANT_PAUSE_MS = 200;

/** The driver; `fieldManager` says in the objects who wrote them. */
export class KubernetesSecretStore implements SecretStore {
  readonly driver = "kubernetes";
  readonly #kube: KubeClient;
  readonly #manager: Readonly<{ fieldManager: string }>;
  readonly #now: () => Date;
  readonly #pauseMs: number;

  constructor(kube: KubeClient, { fieldManager, now = () => new Date(), pauseMs = GRANT_PAUSE_MS }: Options) {
    this.#kube = kube;
    this.#manager = { fieldManager };
    this.#now = now;
    this.#pauseMs = pauseMs;
  }

  async create(scope: SecretScope, name: string, secret: NewSecret): Promise<StoredSecret | undefined> {
    const object = newObject(scope, name, secret, this.#now());
    try {
      return storedOf(
        await this.#granted(scope, () => this.#kube.create<SecretObject>(SECRETS, object, this.#manager)),
      );
    } catch (error) {
      if (isAlreadyExists(error)) return undefined;
      throw error;
    }
  }

  async replace(scope: SecretScope, seen: StoredSecret, secret: NewSecret): Promise<StoredSecret | undefined> {
    const found = await this.#get(scope, seen.name);
    if (found === undefined || versionOf(found) !== seen.version) return undefined;
    const { resourceVersion } = found.metadata;
    const annotations = annotationsOf(seen.name, seen.version + 1, secret, this.#now());
    const patch = {
      kind: "merge",
      body: { metadata: { resourceVersion, annotations }, data: dataOf(secret) },
    } as const;
    try {
      const ref = refOf(scope, seen.name);
      return storedOf(await this.#kube.patch<SecretObject>(SECRETS, ref, patch, this.#manager));
    } catch (error) {
      if (isConflict(error) || isNotFound(error)) return undefined;
      throw error;
    }
  }

  async find(scope: SecretScope, name: string): Promise<StoredSecret | undefined> {
    const found = await this.#get(scope, name);
    return found && storedOf(found);
  }

  async list(scope: SecretScope, which: "own" | "all"): Promise<readonly StoredSecret[]> {
    const labelSelector = which === "all" ? LABELS.secretOwner : `${LABELS.secretOwner}=${ownerOf(scope)}`;
    const namespace = organizationNamespace(scope.organization);
    const read = (): Promise<readonly SecretObject[]> =>
      this.#kube.list<SecretObject>(SECRETS, { namespace, labelSelector }).then(({ items }) => items);
    const items = await this.#granted(scope, read, () => []);
    return items.filter(({ metadata }) => metadata.labels?.[LABELS.secretOwner] !== PLATFORM).map(storedOf);
  }

  async read(scope: SecretScope, name: string): Promise<SecretText | undefined> {
    const found = await this.#get(scope, name);
    return found && new SecretText(Buffer.from(found.data?.["value"] ?? "", "base64").toString("utf8"));
  }

  remove(scope: SecretScope, name: string): Promise<boolean> {
    return this.#granted(
      scope,
      () => this.#kube.delete(SECRETS, refOf(scope, name)),
      () => false,
    );
  }

  async ping(timeoutMs: number): Promise<void> {
    await this.#kube.request("GET", "/readyz", { timeoutMs });
  }

  close(): void {
    // The client is its owner's to close.
  }

  #get(scope: SecretScope, name: string): Promise<SecretObject | undefined> {
    return this.#granted(
      scope,
      () => this.#kube.get<SecretObject>(SECRETS, refOf(scope, name)),
      () => undefined,
    );
  }

  /** Where there is no namespace yet nobody grants anything: there is nothing in it. */
  async #granted<T>({ organization }: SecretScope, work: () => Promise<T>, nothing?: () => T): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof KubeError) || error.status !== 403 || attempt === GRANT_TRIES) throw error;
      }
      const name = organizationNamespace(organization);
      if (nothing !== undefined && (await this.#kube.get(NAMESPACES, { name })) === undefined) return nothing();
      await new Promise((resolve) => setTimeout(resolve, this.#pauseMs));
    }
  }
}

/** Derives the name of the object; secrets of one name lie apart by whose they are. */
function objectName(scope: SecretScope, name: string): string {
  const hash = createHash("sha256")
    .update(`${ownerOf(scope)}/${name}`)
    .digest("hex");
  return `secret-${hash.slice(0, 32)}`;
}

function ownerOf({ deploymentId, area }: SecretScope): string {
  return area ?? deploymentId ?? ORGANIZATION;
}

function refOf(scope: SecretScope, name: string): Required<Ref> {
  return { namespace: organizationNamespace(scope.organization), name: objectName(scope, name) };
}

function newObject(scope: SecretScope, name: string, secret: NewSecret, at: Date): KubeObject {
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      ...refOf(scope, name),
      labels: { [LABELS.secretOwner]: ownerOf(scope) },
      annotations: annotationsOf(name, 1, secret, at),
    },
    type: "Opaque",
    data: dataOf(secret),
  };
}

function annotationsOf(name: string, version: number, { requestId }: NewSecret, at: Date): Record<string, string> {
  return {
    [SECRET_ANNOTATIONS.name]: name,
    [SECRET_ANNOTATIONS.version]: String(version),
    [SECRET_ANNOTATIONS.requestId]: requestId,
    [SECRET_ANNOTATIONS.updatedAt]: at.toISOString(),
  };
}

function dataOf({ value }: NewSecret): Record<string, string> {
  return { value: Buffer.from(value.reveal(), "utf8").toString("base64") };
}

function versionOf({ metadata }: KubeObject): number {
  return Number(metadata.annotations?.[SECRET_ANNOTATIONS.version] ?? "1");
}

function storedOf(object: KubeObject): StoredSecret {
  const { metadata } = object;
  const { annotations = {}, labels = {}, namespace = "", name, creationTimestamp = "" } = metadata;
  const owner = labels[LABELS.secretOwner];
  const createdAt = new Date(creationTimestamp);
  return {
    name: annotations[SECRET_ANNOTATIONS.name] ?? name,
    deploymentId: owner === ORGANIZATION || owner === PLATFORM ? undefined : owner,
    key: `${namespace}/${name}`,
    version: versionOf(object),
    createdAt,
    updatedAt: new Date(annotations[SECRET_ANNOTATIONS.updatedAt] ?? creationTimestamp),
    requestId: annotations[SECRET_ANNOTATIONS.requestId] ?? "",
  };
}
