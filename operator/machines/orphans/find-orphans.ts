/**
 * Finds what is delivered and has no resource. That alone says nothing about why: it may have been deleted and brought
 * back by a force-push, or its resource may have been lost with a restore of etcd. Only the first may be removed.
 */
/** One thing without a resource; `application` and `component` are in Argo CD only. */
export type Orphan = Readonly<{
  kind: "cluster" | "deployment" | "database" | "application" | "component";
  cluster: string;
  handle: string;
}>;

/** What Argo CD has for a cluster. */
export type DeliveredApplication = Readonly<{ name: string; cluster: string; isComponent: boolean }>;

/** What is delivered: the paths of the branch and the Applications of Argo CD, without the roots, which no resource has. */
type Delivered = Readonly<{
  paths: Iterable<string>;
  applications: Iterable<DeliveredApplication>;
}>;

/** The handles of the resources that there are. */
export type Owners = Readonly<{ clusters: ReadonlySet<string>; delivered: ReadonlySet<string> }>;

const FILE = /^clusters\/([^/]+)\/(?:(deployments|databases)\/([^/]+)\/|applications\/([^/]+)\.yaml$)?/;
/** What is known of it from its own folder says more than its Application. */
const TELLING = { deployments: "deployment", databases: "database" } as const;

/** Lists what is delivered and has no resource, each once. */
export function findOrphans({ paths, applications }: Delivered, owners: Owners): readonly Orphan[] {
  const found = new Map<string, Orphan>();
  const enter = (orphan: Orphan): void => {
    const key = `${orphan.cluster}/${orphan.handle}`;
    const known = found.get(key);
    if (known === undefined || known.kind === "application") found.set(key, orphan);
  };
  for (const path of paths) {
    const orphan = ownerOf(path);
    if (orphan !== undefined && !hasOwner(orphan, owners)) enter(orphan);
  }
  for (const { name, cluster, isComponent } of applications) {
    const orphan: Orphan = { kind: isComponent ? "component" : "application", cluster, handle: name };
    if (!hasOwner(orphan, owners) && !found.has(`${cluster}/${name}`)) enter(orphan);
  }
  return [...found.values()];
}

function ownerOf(path: string): Orphan | undefined {
  const [, cluster, folder, handle, manifest] = FILE.exec(path) ?? [];
  if (cluster === undefined) return undefined;
  if (manifest !== undefined) return { kind: "application", cluster, handle: manifest };
  if (handle === undefined) return { kind: "cluster", cluster, handle: "" };
  return { kind: TELLING[folder as keyof typeof TELLING], cluster, handle };
}

/** Tells whether something has a resource; a component has its cluster's: the ApplicationSet may bring one back just when that goes. */
export function hasOwner({ kind, cluster, handle }: Orphan, { clusters, delivered }: Owners): boolean {
  return kind === "cluster" || kind === "component" ? clusters.has(cluster) : delivered.has(handle);
}

/** Names an orphan for people. */
export function orphanName({ kind, cluster, handle }: Orphan): string {
  return `${kind} ${handle === "" ? cluster : handle}`;
}

const LISTED_MAX = 5;

/** Says what to do about things that have no resource. */
export function orphansMessage(orphans: readonly string[]): string {
  const more = orphans.length > LISTED_MAX ? ` and ${orphans.length - LISTED_MAX} more` : "";
  return `No resource is known of ${orphans.slice(0, LISTED_MAX).join(", ")}${more}. Nothing of it is removed: berthctl reapply-git makes the resources anew, where they were lost; berthctl remove-orphans removes what is not wanted.`;
}
