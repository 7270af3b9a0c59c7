import { isDeepStrictEqual } from "node:util";
import type { OwnedObject } from "./owned-objects.ts";
import type { TenantApi } from "./tenant-api.ts";

type Kept = Readonly<{ object: OwnedObject; atMs: number }>;
type Pod = Readonly<{ status?: Readonly<{ phase?: string; podIP?: string }> }>;
type Service = Readonly<{
  status?: Readonly<{ loadBalancer?: Readonly<{ ingress?: readonly Readonly<{ ip?: string }>[] }> }>;
}>;
type Claim = Readonly<{
  spec?: Readonly<{ resources?: unknown }>;
  status?: Readonly<{ phase?: string; capacity?: unknown }>;
}>;

/** What somebody took away comes back within this time. */
const AGAIN_MS = 10_000;

/** Keeps the objects beside one Cluster: applied when they change, and now and then; those that are no longer wanted go. */
export class OwnedKeeper {
  readonly #api: TenantApi;
  readonly #kept = new Map<string, Kept>();

  constructor(api: TenantApi) {
    this.#api = api;
  }

  async keep(objects: readonly OwnedObject[]): Promise<void> {
    for (const object of objects) await this.#keepOne(object);
    const wanted = new Set(objects.map(({ path }) => path));
    for (const path of [...this.#kept.keys()].filter((known) => !wanted.has(known))) {
      await this.#api.remove(path);
      this.#kept.delete(path);
    }
  }

  async #keepOne(object: OwnedObject): Promise<void> {
    const { path, manifest, address } = object;
    const before = this.#kept.get(path);
    const same = isDeepStrictEqual(before?.object, object);
    if (before !== undefined && same && performance.now() - before.atMs < AGAIN_MS) return;
    await this.#apply(object, before !== undefined && !same);
    if (manifest.kind === "PersistentVolumeClaim") await this.#grow(path);
    if (address !== undefined && !(await this.#point(object, address))) return void this.#kept.delete(path);
    this.#kept.set(path, { object, atMs: performance.now() });
  }

  /** What a pod is made of does not change under way: another takes its place. */
  async #apply({ path, manifest }: OwnedObject, changed: boolean): Promise<void> {
    if (manifest.kind !== "Pod") return this.#api.apply(path, manifest);
    if (changed) await this.#api.remove(path);
    await this.#api.apply(path, manifest).catch(async () => {
      await this.#api.remove(path);
      await this.#api.apply(path, manifest);
    });
  }

  #point({ path, manifest }: OwnedObject, address: string): Promise<boolean> {
    return manifest.kind === "Service" ? this.#open(path, address) : this.#lead(path, address);
  }

  /** Nobody else here gives a Service an address to outside. */
  async #open(path: string, ip: string): Promise<boolean> {
    const { status } = (await this.#api.get<Service>(path)) ?? {};
    if (status?.loadBalancer?.ingress?.[0]?.ip !== ip)
      await this.#api.writeStatus(path, { loadBalancer: { ingress: [{ ip }] } });
    return true;
  }

  /** A pod that runs leads where its server is asked; one that does not yet is looked at again. */
  async #lead(path: string, address: string): Promise<boolean> {
    const { status } = (await this.#api.get<Pod>(path)) ?? {};
    if (status?.phase !== "Running" || status.podIP === undefined) return false;
    if (status.podIP !== address) await this.#api.writeStatus(path, { podIP: address, podIPs: [{ ip: address }] });
    return true;
  }

  /** Nobody else here gives a claim the size that it asks for. */
  async #grow(path: string): Promise<void> {
    const claim = await this.#api.get<Claim>(path);
    const requests = (claim?.spec?.resources as { requests?: unknown } | undefined)?.requests;
    if (claim?.status?.phase !== "Bound" || isDeepStrictEqual(claim.status.capacity, requests)) return;
    await this.#api.writeStatus(path, { capacity: requests });
  }
}
