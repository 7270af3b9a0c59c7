/*
 * Names what Git or Argo CD hold without a resource, and removes it once somebody said so (docs/adr/0052):
 *
 * 1. the files go in a commit that says that they were deleted; the operator takes it for evidence (docs/adr/0043) and
 *    takes the rest apart in the usual order, with volumes kept;
 * 2. databases stay, and with them their cluster: its resource is what they are made anew on.
 */
import type { KubeClient } from "../adapters/kubernetes/kube-port.ts";
import { APPLICATIONS } from "../adapters/kubernetes/resource-types.ts";
import { LABELS } from "../contract/identity.ts";
import { deliveredApplications } from "../operator/orphans/delivered-applications.ts";
import type { GitWriter } from "../operator/git/git-writer.ts";
import { findOrphans, orphanName, type Orphan } from "../operator/machines/orphans/find-orphans.ts";
import { evidenceFolder, orphanRemoval } from "../operator/orphans/orphan-files.ts";
import { listOwners } from "../operator/orphans/listed-owners.ts";
import { ok, warning, type Check } from "./doctor/check.ts";

/** Where is looked. */
export type OrphanSources = Readonly<{
  client: Pick<KubeClient, "list">;
  /** Makes a writer of the delivery repository that has not read it yet. */
  createWriter: () => Pick<GitWriter, "start" | "listPaths" | "write" | "stop">;
  argocdNamespace: string;
}>;
type Writer = ReturnType<OrphanSources["createWriter"]>;

const LISTED_MAX = 3;
const REMEDY =
  "berthctl reapply-git makes their resources anew, where they were lost; berthctl remove-orphans removes what is not wanted";

/** Looks for what has no resource. */
export function orphansCheck(sources: OrphanSources): Check {
  return {
    area: "resources",
    name: "orphans",
    remedy: "see the faults of Git, Argo CD and the management cluster",
    look: (signal) =>
      withWriter(sources, signal, async (writer) => {
        const orphans = await lookForOrphans(sources, writer);
        if (orphans.length === 0) return ok("none");
        const names = orphans.slice(0, LISTED_MAX).map(orphanName).join(", ");
        return warning(`${orphans.length} without a resource: ${names}`, REMEDY);
      }),
  };
}

/** Lists what has no resource and removes it when that is confirmed; returns whether something that could go is left. */
export async function removeOrphans(
  sources: OrphanSources,
  { say, confirm }: Readonly<{ say: (text: string) => void; confirm: (count: number) => Promise<boolean> }>,
): Promise<boolean> {
  return withWriter(sources, new AbortController().signal, async (writer) => {
    const orphans = await lookForOrphans(sources, writer);
    const kept = new Set(orphans.filter(({ kind }) => kind === "database").map(({ cluster }) => cluster));
    const wanted = orphans.filter((orphan) => mayGo(orphan, kept));
    for (const orphan of orphans) say(describe(orphan, wanted.includes(orphan)));
    if (wanted.length === 0) return (say("There is nothing to remove."), false);
    if (!(await confirm(wanted.length))) return (say("Nothing was removed; --yes removes it."), true);
    const paths = writer.listPaths("clusters/");
    const requests = wanted.map((orphan) => orphanRemoval(orphan, paths));
    // A cluster and its components have the same.
    const byKey = new Map(requests.map((request) => [request.key, request]));
    await Promise.all([...byKey.values()].map((request) => writer.write(request)));
    say("Their files are out of Git. The operator takes apart what is left of them, within a minute.");
    return false;
  });
}

/** What Git and Argo CD have is read first: what is made meanwhile has a resource already. */
async function lookForOrphans(
  { client, argocdNamespace }: OrphanSources,
  writer: Pick<GitWriter, "listPaths">,
): Promise<readonly Orphan[]> {
  const paths = writer.listPaths("clusters/");
  const found = await client.list(APPLICATIONS, {
    namespace: argocdNamespace,
    labelSelector: LABELS.clusterHandle,
    slim: ({ metadata }) => ({ metadata }),
  });
  const owners = await listOwners(client);
  return findOrphans({ paths, applications: deliveredApplications(found.items) }, owners);
}

function mayGo(orphan: Orphan, kept: ReadonlySet<string>): boolean {
  const isOfCluster = orphan.kind === "cluster" || orphan.kind === "component";
  return evidenceFolder(orphan) !== undefined && !(isOfCluster && kept.has(orphan.cluster));
}

function describe(orphan: Orphan, goes: boolean): string {
  if (orphan.kind === "database")
    return `${orphanName(orphan)}: stays; make its resource anew (berthctl reapply-git), then delete it with its final backup`;
  if (!goes) return `${orphanName(orphan)}: stays with its databases`;
  if (orphan.kind === "cluster") return `${orphanName(orphan)}: to be removed; what it has at its provider stays there`;
  return `${orphanName(orphan)}: to be removed; volumes stay`;
}

async function withWriter<T>(
  { createWriter }: OrphanSources,
  signal: AbortSignal,
  work: (writer: Writer) => Promise<T>,
): Promise<T> {
  const writer = createWriter();
  try {
    await writer.start(signal);
    return await work(writer);
  } finally {
    await writer.stop();
  }
}
